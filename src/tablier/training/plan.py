"""The settings of a training run."""

from __future__ import annotations

import math
from typing import Annotated

import msgspec
from msgspec.structs import replace

from tablier import bots, catalogue, definition
from tablier.bots.specs import MixedSpec, Positive, SearchSpec
from tablier.catalogue.info import Value
from tablier.errors import InvalidOption

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
NODES = 1 << 14
"""Capacity of the tree of a search."""
PER_PROPOSAL, PER_CANDIDATE, PER_PLY = 4, 16, 8
"""Of how many simulations a mixed bot has one proposal, one candidate, and one simulation of its search."""
TRIALS = 3
"""Profiles in which a mixed bot tries each proposal before every halving."""
UNLIMITED = 1e6
"""Seconds that do not limit a mixed bot."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a run does; equal plans and nets give equal games, however many processes work.

    Which net a match keeps also depends on measured speeds.

    Attributes:
        game: the name of the game.
        seats: the numbers of seats that are played in turn.
        options: of the game; others have their defaults.
        seed: of all random numbers.
        rounds: rounds of self-play, fitting and gating.
        games: games of self-play in a round.
        block: games in a block, the unit of work.
        full: simulations of a full search.
        light: simulations of the other searches.
        full_share: the share of full searches (playout cap randomisation, Wu 2019).
        outcome: the share of the result in the target of a value; the rest is the value of the search.
        window: the number of latest rounds whose games are fitted.
        width: of the first hidden layer.
        second: width of the second hidden layer.
        epochs: passes over the window.
        rate: the learning rate at its peak.
        decay: weight decay.
        gate: games of the match that admits a new net.
        gate_iterations: simulations a ply of the incumbent; the candidate gets as many as take equal processor time.
    """

    game: str
    seats: tuple[Positive, ...]
    options: dict[str, Value] = {}
    seed: int = 1
    rounds: Positive = 4
    games: Positive = 1000
    block: Positive = 20
    full: Positive = 300
    light: Positive = 60
    full_share: Share = 0.25
    outcome: Share = 0.2
    window: Positive = 4
    width: Positive = 32
    second: Positive = 16
    epochs: Positive = 6
    rate: Annotated[float, msgspec.Meta(gt=0)] = 1e-3
    decay: Annotated[float, msgspec.Meta(ge=0)] = 1e-3
    gate: Positive = 100
    gate_iterations: Positive = 300
    format: str = "tablier-train-1"

    def checked(self) -> Plan:
        """This plan.

        Raises:
            UnknownGame: there is no such game.
            InvalidOption: the game has no nets, or not this number of seats, or not these options; or a number is not
                finite.
        """
        if not (math.isfinite(self.rate) and math.isfinite(self.decay)):
            raise InvalidOption(f"rate and decay must be finite, got {self.rate} and {self.decay}")
        info = catalogue.info(self.game)
        info.indices(info.choose(self.options))
        if wrong := [n for n in self.seats if n not in info.seats]:
            raise InvalidOption(f"{self.game} is for {', '.join(map(str, info.seats))} seats; got {wrong[0]}")
        if definition.load(self.game).rules().kernels.net_inputs is None:
            raise InvalidOption(f"{self.game} has no inputs for nets (net_inputs); see docs/adding.md")
        return self

    def bot(self, iterations: int, net: str | None) -> SearchSpec | MixedSpec:
        """The bot of self-play and matches: the kind of the highest level, with this budget and net.

        A mixed bot plays the best submission of the screening.
        """
        best = bots.levels(self.game)[-1].bot
        if isinstance(best, MixedSpec):
            return MixedSpec(
                rounds=0,
                proposals=max(2, iterations // PER_PROPOSAL),
                candidates=max(1, iterations // PER_CANDIDATE),
                screening=TRIALS,
                seconds=UNLIMITED,
                iterations=max(2, iterations // PER_PLY),
                cutoff=best.cutoff,
                net=net or False,
            )
        exploration = best.exploration if isinstance(best, SearchSpec) else 1.0
        return SearchSpec(iterations=iterations, cutoff=0, exploration=exploration, net=net or False, nodes=NODES)

    def search(self, iterations: int) -> SearchSpec:
        """The search of :meth:`bot`."""
        found = self.bot(iterations, None)
        return replace(found.search(), nodes=NODES) if isinstance(found, MixedSpec) else found

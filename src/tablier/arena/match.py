"""A match as data, and one game of it."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np

from tablier import bots, catalogue, definition
from tablier.api import game
from tablier.arena import user_bots
from tablier.arena.user_bots import UserSpec
from tablier.bots.turns import bot_turn, push_turn
from tablier.catalogue.info import Value
from tablier.engine import cache
from tablier.engine.playout import LIMIT
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator, weighted
from tablier.errors import InvalidOption, require_int_at_least
from tablier.position import Position
from tablier.search.clock import CLOCKS, ClockName, counting, now
from tablier.work import once_per_host


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match. ``bots`` are the entrants, one for each seat; the same bot may enter twice.

    Games are played in groups with the same seeds for entrants and chance; in each game of a group the entrants move on
    by one seat. ``sources`` is the hash of the program that plays, ``nets`` has those of the files of weights that bots
    name. A game is truncated after the turn that reaches ``limit`` plies, and all share the first place. With the
    ``clock`` "processor" bots think for seconds of processor time, so that other work on the machine does not weaken
    them. Frozen programs are processes of their own: their limits and times remain those of the wall clock.
    """

    game: str
    names: tuple[str, ...]
    bots: tuple[bots.Spec | UserSpec, ...]
    options: dict[str, Value]
    seed: int
    rules: int
    sources: str
    limit: int = LIMIT
    clock: ClockName = "wall"
    format: str = "tablier-arena-1"
    nets: dict[str, str] = {}

    @classmethod
    def of(
        cls,
        game: str,
        names: tuple[str, ...],
        options: dict[str, Value],
        seed: int,
        limit: int = LIMIT,
        clock: ClockName = "wall",
    ) -> Match:
        """A match between bots by their names: of :func:`tablier.bots.specs.spec`, or one's own as ``module:Class``.

        Raises:
            UnknownGame: there is no such game.
            UnknownBot: there is no bot of one of these names.
            InvalidOption: the number of bots or an option is not one of the game's, ``limit`` is less than 1, ``seed``
                is not an integer, or there is no such ``clock``.
        """
        require_int_at_least(1, limit=limit)
        if type(seed) is not int:
            raise InvalidOption(f"seed must be an integer, got {seed!r}")
        if clock not in tuple(CLOCKS):
            raise InvalidOption(f"clock must be {' or '.join(map(repr, CLOCKS))}, got {clock!r}")
        info = catalogue.info(game)
        if len(names) not in info.seats:
            raise InvalidOption(f"{game} is for {', '.join(map(str, info.seats))} seats; got {len(names)} bots")
        specs = tuple(user_bots.spec(game, name) for name in names)
        sources = cache.program_hash(inspect.getfile(definition.load(game).state))
        chosen, nets = info.choose(options), net_hashes(specs)
        return cls(game, names, specs, chosen, seed, info.rules_version, sources, limit, clock, nets=nets)

    def rounded(self, games: int) -> int:
        """A number of games, rounded up to whole groups of seat rotations."""
        return -(-games // len(self.bots)) * len(self.bots)


def net_hashes(specs: Iterable[bots.Spec | UserSpec]) -> dict[str, str]:
    """The hash of each file of weights that bots name; missing files are left out."""
    nets = (spec.net for spec in specs if isinstance(spec, bots.SearchSpec | bots.MixedSpec))
    files = [net for net in nets if isinstance(net, str) and Path(net).is_file()]
    return {net: digest(Path(net).read_bytes()) for net in files}


def digest(content: bytes) -> str:
    """The hash of a file of weights."""
    return hashlib.blake2b(content, digest_size=8).hexdigest()


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game. All lists are by entrant, not by seat; ``seats`` has the seat of each.

    ``seconds`` is the time of all turns, ``slowest`` that of the longest; both are empty if the times are unknown.
    ``over`` is false if the game was truncated at the limit.
    """

    number: int
    seats: list[int]
    scores: list[int]
    ranks: list[int]
    plies: int
    turns: list[int]
    seconds: list[float] = []
    slowest: list[float] = []
    over: bool = True


def play_game(match: Match, number: int) -> tuple[Played, Position]:
    """Play game ``number`` of a match, from 0.

    Raises:
        BotError: a bot failed, or returned no move, an illegal one or one of another seat; the message names the bot.
    """
    _warm(match.game, match.bots)  # compilation is not thinking time
    with counting(CLOCKS[match.clock]):
        return _play(match, number)


def _play(match: Match, number: int) -> tuple[Played, Position]:
    n = len(match.bots)
    group, rotation = divmod(number, n)
    seats = [(entrant + rotation) % n for entrant in range(n)]
    players = [user_bots.bot(spec, _seed(match.seed, group, entrant)) for entrant, spec in enumerate(match.bots)]
    timers = [CLOCKS["wall"] if isinstance(spec, bots.FrozenSpec) else now for spec in match.bots]
    chance = generator(match.seed, group)
    position = game(match.game).new(n, **match.options)
    turns, seconds, slowest = [0] * n, [0.0] * n, [0.0] * n
    while (movers := position.movers) and position.ply < match.limit:
        if movers == (CHANCE,):
            _draw_outcome(position, chance)
            continue
        entrant = seats.index(movers[0])
        shown, begun = position.copy(), timers[entrant]()
        moves = bot_turn(players[entrant], shown, movers[0], match.names[entrant], position.ply)
        took = timers[entrant]() - begun
        push_turn(position, movers[0], moves, match.names[entrant], position.ply)
        turns[entrant] += 1
        seconds[entrant] += took
        slowest[entrant] = max(slowest[entrant], took)
    outcome = position.outcome()
    results = (outcome.scores, outcome.ranks) if outcome else (position.scores(), (0,) * n)
    scores, ranks = ([values[seat] for seat in seats] for values in results)
    return Played(number, seats, scores, ranks, position.ply, turns, seconds, slowest, outcome is not None), position


@functools.cache
def _warm(game: str, specs: tuple[bots.Spec | UserSpec, ...]) -> None:
    net = next((spec.net for spec in specs if isinstance(spec, bots.SearchSpec | bots.MixedSpec) and spec.net), False)
    once_per_host(game, "bots-net" if net else "bots", lambda: bots.warm(game, net))


def _seed(*path: int) -> int:
    return int(generator(*path)[0])


def _draw_outcome(position: Position, rng: object) -> None:
    moves = position.moves()
    odds = np.array(position.odds(), np.int64)
    position.push(moves[int(weighted(rng, odds, len(odds)))])

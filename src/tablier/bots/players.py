"""Bots that play."""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

import tablier
from tablier.bots.frozen import FrozenBot
from tablier.bots.specs import FrozenSpec, GreedySpec, MixedSpec, PolicySpec, RandomSpec, SearchSpec, Spec
from tablier.engine import protocol
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import below, generator, unit
from tablier.errors import IllegalMove, UnknownBot
from tablier.moves import Move
from tablier.position import Position
from tablier.search import Mixture, Search, greedy


@runtime_checkable
class Bot(Protocol):
    """A player. The bots of this package keep no state between turns: equal seed, view and seat give equal moves."""

    def plays(self, position: Position, seat: int) -> list[Move]:
        """A whole submission of ``seat``: its moves until it is no longer to move.

        Raises:
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move.
        """


class _Plies(ABC):
    """A bot that chooses ply by ply, from the view of its seat alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def plays(self, position: Position, seat: int) -> list[Move]:
        view = position.view(seat)
        if seat not in view.movers:
            raise IllegalMove(f"seat {seat} is not to move; to move: {view.movers or 'none, the game is over'}")
        word = hashlib.blake2b(view.key(), digest_size=8).digest()
        choose = self.begin(generator(self.seed, seat, int.from_bytes(word, "little")))
        moves: list[Move] = []
        while seat in view.movers:
            action = choose(view, seat)
            moves.append(Move(seat, action, view.name(action, seat)))
            view.push(moves[-1])
        return moves

    @abstractmethod
    def begin(self, rng: Any) -> Callable[[Position, int], int]:
        """A function that chooses the plies of one turn, with its own generator."""


class RandomBot(_Plies):
    """Plays a random legal ply."""

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        def choose(view: Position, seat: int) -> int:
            actions = view.moves(seat).actions
            return int(actions[below(rng, len(actions))])

        return choose


class GreedyBot(_Plies):
    """Plays the ply after which the evaluation is best."""

    def __init__(self, spec: GreedySpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        return lambda view, seat: greedy(view.state, seat, rng, self.spec.samples)


class SearchBot(_Plies):
    """Searches; the tree of one ply of a turn is reused for the next."""

    def __init__(self, spec: SearchSpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        spec = self.spec
        search: Search | None = None
        spent = 0.0

        def choose(view: Position, seat: int) -> int:
            nonlocal search, spent
            if len(actions := view.moves(seat).actions) == 1:
                return int(actions[0])
            if search is None:
                search = Search(
                    view,
                    seat,
                    seed=int(rng[0]),
                    exploration=spec.exploration,
                    fpu_reduction=spec.fpu_reduction,
                    cutoff=spec.cutoff,
                    policy=spec.policy,
                    priors=spec.priors,
                    nodes=spec.nodes,
                    threads=spec.threads,
                ).warm()  # compilation is not thinking time
            else:
                search.advance(view, seat)
            begun = time.perf_counter()
            search.run(iterations=spec.iterations, seconds=max(0.0, spec.seconds - spent))
            spent += time.perf_counter() - begun
            return search.best()

        return choose


class PolicyBot(_Plies):
    """Plays by the game's rollout policy, or at random with probability ``noise``."""

    def __init__(self, spec: PolicySpec, seed: int) -> None:
        super().__init__(seed)
        self.spec = spec

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        def choose(view: Position, seat: int) -> int:
            actions = view.moves(seat).actions
            if unit(rng) < self.spec.noise:
                return int(actions[below(rng, len(actions))])
            return int(protocol.rollout_policy(view.state, seat, rng, np.empty(view.game.rules.actions, np.int16)))

        return choose


class MixedBot(SearchBot):
    """Proposes and screens whole submissions where several seats choose at once; elsewhere it searches.

    Against one opponent it samples a mixed strategy. With more opponents no mixture is safe against all, and regret
    matching did not help in tests: there it plays the submission that was best in the screening.
    """

    def __init__(self, spec: MixedSpec, seed: int) -> None:
        self.mixed = spec
        super().__init__(SearchSpec(spec.iterations, spec.seconds, cutoff=spec.cutoff), seed)

    def begin(self, rng: Any) -> Callable[[Position, int], int]:  # noqa: D102
        search, planned = super().begin(rng), list[int]()

        def choose(view: Position, seat: int) -> int:
            if planned:
                return planned.pop(0)
            if len(view.movers) == 1:
                return search(view, seat)
            spec = self.mixed
            mixture = Mixture(
                view.state,
                seat,
                seed=int(rng[0]),
                proposals=spec.proposals,
                candidates=spec.candidates,
            ).warm()  # compilation is not thinking time
            rounds = spec.rounds if len(view.movers) == 2 else 0
            planned.extend(mixture.run(screening=spec.screening, rounds=rounds, seconds=spec.seconds).sample())
            return planned.pop(0)

        return choose


def warm(game: str) -> None:
    """Compile, or load from the cache, all kernels that bots of a game use."""
    position = tablier.game(game).new()
    rng = generator(0)
    while CHANCE in position.movers:
        position.push(position.moves(CHANCE)[0])
    seat = position.movers[0]
    Search(position, seat, nodes=2).warm()
    greedy(position.state, seat, rng)
    if len(position.movers) > 1:
        Mixture(position.state, seat).warm()


def make(spec: Spec, seed: int) -> Bot:
    """The bot that a specification describes.

    Raises:
        UnknownBot: it is not a specification.
    """
    match spec:
        case RandomSpec():
            return RandomBot(seed)
        case GreedySpec():
            return GreedyBot(spec, seed)
        case SearchSpec():
            return SearchBot(spec, seed)
        case PolicySpec():
            return PolicyBot(spec, seed)
        case MixedSpec():
            return MixedBot(spec, seed)
        case FrozenSpec():
            return FrozenBot(spec, seed)
        case _:
            raise UnknownBot(f"{spec!r} is not a bot specification; make one with tablier.bots.spec(game, name)")

"""Blocks of self-play."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

import tablier
from tablier.bots.players import mixture_of, search_of, warm
from tablier.bots.specs import MixedSpec
from tablier.engine import protocol
from tablier.engine.net import Net, NetShape, blank_inputs
from tablier.engine.playout import rewards
from tablier.engine.records import native
from tablier.engine.rng import below, generator, next64, unit, weighted
from tablier.moves import Move, Moves
from tablier.position import Position
from tablier.search import Search
from tablier.training.plan import Plan
from tablier.training.samples import Recorder, Samples
from tablier.work import once_per_host

UNIFORM = 2
"""Plies from the start that are drawn uniformly from the legal ones."""
VARIED = 16
"""Plies from the start that are drawn in proportion to visits."""
SURPRISE = 0.04
"""Probability that a later ply is drawn so."""
SPACING = 4
"""Where a bot proposes submissions, one of so many other plies is recorded, since there are far more of them."""
LIMIT = 2000
"""Plies after which a game is dropped."""


_warmed: set[tuple[str, bool]] = set()
"""Games, with and without a net, whose kernels this process has loaded."""


class Block(NamedTuple):
    """A unit of work: some games of one round with one net."""

    plan: Plan
    round: int
    number: int
    net: Net | None

    @property
    def games(self) -> range:
        """The numbers of its games within the round."""
        first = self.number * self.plan.block
        return range(first, min(first + self.plan.block, self.plan.games))


class Found(NamedTuple):
    """The samples of a block, and the processor time that it took in seconds."""

    samples: Samples
    seconds: float


def play_block(block: Block) -> Found:
    """Play the games of a block; equal blocks give equal samples."""
    plan = block.plan
    _warm(plan.game, block.net)
    shape = _shape(plan.game)
    recorder = Recorder(shape, max(plan.seats))
    begun = time.thread_time()
    for number in block.games:
        _Game(block, number, shape, recorder).play()
    return Found(recorder.samples(), time.thread_time() - begun)


def _warm(game: str, net: Net | None) -> None:
    key = game, net is not None
    if key not in _warmed:
        once_per_host(game, "bots-net" if net else "bots", lambda: warm(game, net))
        _warmed.add(key)


def _shape(game: str) -> NetShape:
    return tablier.game(game).rules.kernels.net_shape or NetShape(0, 0, 0)


class _Game:
    """A game of self-play, whose positions are recorded."""

    def __init__(self, block: Block, number: int, shape: NetShape, recorder: Recorder) -> None:
        self._plan, self._net, self._recorder = block.plan, block.net, recorder
        seats = self._plan.seats[number % len(self._plan.seats)]
        self._position = tablier.game(self._plan.game).new(seats, **self._plan.options)
        self._rng = generator(self._plan.seed, block.round, number)
        self._inputs = blank_inputs(shape, seats)
        self._searches: dict[int, Search] = {}
        self._bot = self._plan.bot(self._plan.full, None)
        self._spacing = SPACING if isinstance(self._bot, MixedSpec) else 1
        self._searched_plies = 0

    def play(self) -> None:
        """Play it to the end; drop it at the limit."""
        position = self._position
        while position.movers and position.ply < LIMIT:
            self._turn(position.movers[0])
        if position.movers:
            self._recorder.drop()
            return
        result = np.zeros(position.seats)
        rewards(native(position.state), np.zeros(position.seats, np.int64), result)
        self._recorder.end(result)

    def _turn(self, seat: int) -> None:
        """Play a ply, or a whole submission where the bot proposes submissions."""
        position = self._position
        moves = position.moves(seat)
        if seat == tablier.CHANCE:
            position.push(moves[int(weighted(self._rng, np.array(position.odds()), len(moves)))])
        elif len(moves) == 1:
            position.push(moves[0])
        elif isinstance(self._bot, MixedSpec) and len((view := position.view(seat)).movers) > 1:
            for action in self._submission(view, seat, self._bot):
                position.push(Move(seat, action, position.name(action, seat)))
        else:
            position.push(moves[self._searched(seat, moves)])

    def _submission(self, view: Position, seat: int, bot: MixedSpec) -> tuple[int, ...]:
        """The submission to play; the value of those that are left after the screening is recorded."""
        mixture = mixture_of(bot, view, seat, seed=int(next64(self._rng)), net=self._net)
        mixture.run(screening=bot.screening, rounds=bot.rounds, seconds=bot.seconds)
        self._record(mixture.values())
        return mixture.sample()

    def _searched(self, seat: int, moves: Moves) -> int:
        """The index of the move to play, by a full or a light search, whose value may be recorded."""
        plan, position, rng = self._plan, self._position, self._rng
        if seat in self._searches:
            search = self._searches[seat].advance(position, seat)
        else:
            spec = plan.search(plan.full)
            search = self._searches[seat] = search_of(spec, position, seat, seed=int(rng[0]), net=self._net)
        search.run(iterations=plan.search(plan.full if unit(rng) < plan.full_share else plan.light).iterations)
        self._searched_plies += 1
        if self._searched_plies % self._spacing == 0:
            self._record(search.values())
        if position.ply < UNIFORM:
            return int(below(rng, len(moves)))
        visits = search.visits()
        counts = np.array([visits.get(action, 0) for action in moves.actions], np.int64)
        if (position.ply < VARIED or unit(rng) < SURPRISE) and counts.sum():
            return int(weighted(rng, counts, len(counts)))
        return list(moves.actions).index(search.best())

    def _record(self, value: tuple[float, ...]) -> None:
        if protocol.net_inputs(native(self._position.state), self._inputs):
            self._recorder.see(self._inputs, value)

"""Blocks of self-play."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

import tablier
from tablier.bots.players import search_of, warm
from tablier.engine import protocol
from tablier.engine.net import Inputs, Net, NetShape, blank_inputs
from tablier.engine.playout import rewards
from tablier.engine.records import native
from tablier.engine.rng import below, generator, unit, weighted
from tablier.moves import Moves
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
        seats = plan.seats[number % len(plan.seats)]
        position = tablier.game(plan.game).new(seats, **plan.options)
        _play(position, block, generator(plan.seed, block.round, number), shape, recorder)
    return Found(recorder.samples(), time.thread_time() - begun)


def _warm(game: str, net: Net | None) -> None:
    key = game, net is not None
    if key not in _warmed:
        once_per_host(game, "bots-net" if net else "bots", lambda: warm(game, net))
        _warmed.add(key)


def _shape(game: str) -> NetShape:
    return tablier.game(game).rules.kernels.net_shape or NetShape(0, 0, 0)


def _play(position: Position, block: Block, rng: Any, shape: NetShape, recorder: Recorder) -> None:
    searches = dict[int, Search]()
    inputs = blank_inputs(shape, position.seats)
    while position.movers and position.ply < LIMIT:
        seat = position.movers[0]
        moves = position.moves(seat)
        if seat == tablier.CHANCE:
            position.push(moves[int(weighted(rng, np.array(position.odds()), len(moves)))])
        elif len(moves) == 1:
            position.push(moves[0])
        else:
            position.push(moves[_searched(position, seat, moves, block, searches, rng, inputs, recorder)])
    if not position.movers:
        result = np.zeros(position.seats)
        rewards(native(position.state), np.zeros(position.seats, np.int64), result)
        recorder.end(result)


def _searched(
    position: Position,
    seat: int,
    moves: Moves,
    block: Block,
    searches: dict[int, Search],
    rng: Any,
    inputs: Inputs,
    recorder: Recorder,
) -> int:
    """The index of the move to play, by a full or a light search, whose value is recorded."""
    plan = block.plan
    if seat in searches:
        search = searches[seat].advance(position, seat)
    else:
        spec = plan.bot(plan.full, None)
        search = searches[seat] = search_of(spec, position, seat, seed=int(rng[0]), net=block.net)
    search.run(iterations=plan.full if unit(rng) < plan.full_share else plan.light)
    if protocol.net_inputs(native(position.state), inputs):
        recorder.see(inputs, search.values())
    if position.ply < UNIFORM:
        return int(below(rng, len(moves)))
    visits = search.visits()
    counts = np.array([visits.get(action, 0) for action in moves.actions], np.int64)
    if (position.ply < VARIED or unit(rng) < SURPRISE) and counts.sum():
        return int(weighted(rng, counts, len(counts)))
    return list(moves.actions).index(search.best())

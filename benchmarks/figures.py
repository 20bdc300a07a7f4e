"""The process that measures one checkout for ``compare.py``, with calls that old and new checkouts share.

Its arguments are the module with the meters (this one or another beside it), whether all numbers of seats are measured,
and the games. It prints the list of its meters, then answers each line ``[meter, seconds]`` with the rates it reads.
All lines are JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

NODES = 20_000
"""Least size of a perft."""
PLIES = 100
"""Plies from the start of a game that are played through the Python face."""
BATCH = 1024
"""Games of a batch."""

Read = Callable[[float], dict[str, float]]


def meters(game: Any, seats: int) -> Iterator[Read]:
    """Yield the meters of a game: those of ``tablier bench``, perft, the Python face, batches with observations."""
    try:
        bench = import_module("tablier.bench.engine")  # when the C programs were in the package, too
    except ModuleNotFoundError:
        bench = import_module("tablier.bench")
    yield from (meter.read for meter in bench.meters(game, seats))
    depth = next(depth for depth in range(1, 20) if perft(game, seats, depth)[0] >= NODES)
    yield reader("perft_nodes_per_s", lambda: perft(game, seats, depth))
    yield reader("moves_in_python_per_s", lambda: moves(game, seats))
    yield reader("vector_steps_per_s", steps(game, seats))


def reader(measure: str, work: Callable[[], tuple[int, float]]) -> Read:
    """Return a meter of ``work``, which returns an amount and the seconds that it took."""

    def read(seconds: float) -> dict[str, float]:
        done, took = 0, 0.0
        while took < seconds:
            more, longer = work()
            done, took = done + more, took + longer
        return {measure: done / took}

    return read


def perft(game: Any, seats: int, depth: int) -> tuple[int, float]:
    """Count the sequences of ``depth`` plies."""
    from tablier.engine.perft import perft

    stack, actions = game.rules.zeros(depth + 1), game.rules.action_buffer(depth + 1)
    stack[0] = np.frombuffer(bytearray(game.new(seats).key()), game.rules.dtype)[0]
    begun = time.thread_time()
    return int(perft(stack, actions, depth, 0)), time.thread_time() - begun


def moves(game: Any, seats: int) -> tuple[int, float]:
    """List and play moves through the Python face, the same in each call."""
    rng = random.Random(0)
    begun = time.thread_time()
    position = game.new(seats)
    while position.movers and position.ply < PLIES:
        legal = position.moves(position.movers[0])
        position.push(legal[rng.randrange(len(legal))])
    return position.ply, time.thread_time() - begun


def steps(game: Any, seats: int) -> Callable[[], tuple[int, float]]:
    """Return a function that steps a batch with observations once."""
    from tablier.engine.batch import Batch

    options = np.array(game.info.indices(game.info.choose({})), np.int64)
    batch = Batch(game.rules, BATCH, seats=seats, options=options, seed=0, threads=2, observe=True)
    rng = np.random.default_rng(0)

    def step() -> tuple[int, float]:
        width = batch.mask.shape[1]
        first = rng.integers(width)
        actions = (np.roll(batch.mask, -first, 1).argmax(1) + first) % width
        begun = time.perf_counter()
        batch.step(actions)
        return BATCH, time.perf_counter() - begun

    return step


def main(meters: Callable[[Any, int], Iterator[Read]], names: list[str], all_seats: bool) -> None:
    """Serve readings of these games."""
    from tablier import game

    games = [game(name) for name in names]
    found = [
        (game.name, seats, read)
        for game in games
        for seats in (game.info.seats if all_seats else game.info.seats[:1])
        for read in meters(game, seats)
    ]
    print(json.dumps([(name, seats) for name, seats, _ in found]), flush=True)
    for line in sys.stdin:
        number, seconds = json.loads(line)
        print(json.dumps(found[number][2](seconds)), flush=True)


if __name__ == "__main__":
    main(import_module(sys.argv[1]).meters, sys.argv[3:], json.loads(sys.argv[2]))

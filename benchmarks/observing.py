"""The meters of ``compare.py --meters observing``: what observations cost in one checkout.

Rates are per second of processor time of one thread: observations of single
positions and of environments from Python, and of games of a batch, whose time is that of a step with observations less
that of the same step without.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

BATCH = 1024
"""Games of a batch."""
WARM_UP = 64
"""Steps of a batch before it is measured, so that its games are at all stages."""
PLIES = 20
"""Plies from the start of a game to the position that is observed."""
CALLS = 200
"""Observations of a position between two readings of the clock."""
STEPS = 20
"""Steps of a batch in a reading at least."""

Read = Callable[[float], dict[str, float]]


def meters(game: Any, seats: int) -> Iterator[Read]:
    """Yield the meters of a game."""
    yield repeated("position_observations_per_s", of_position(game, seats))
    yield repeated("environment_observations_per_s", of_environment(game, seats))
    yield of_batch(game, seats)


def repeated(measure: str, work: Callable[[], object]) -> Read:
    """Return a meter of calls of ``work``."""
    work()  # the first call may compile

    def read(seconds: float) -> dict[str, float]:
        done, begun = 0, time.thread_time()
        while time.thread_time() - begun < seconds:
            for _ in range(CALLS):
                work()
            done += CALLS
        return {measure: done / (time.thread_time() - begun)}

    return read


def played(game: Any, seats: int) -> Any:
    """Return a position after some plies of the first legal action in the middle of the list."""
    position = game.new(seats)
    for _ in range(PLIES):
        legal = position.moves(position.movers[0])
        position.push(legal[len(legal) // 2])
    return position


def of_position(game: Any, seats: int) -> Callable[[], object]:
    """Return the observation of a position by its second seat."""
    position = played(game, seats)
    return lambda: position.observation(1)


def of_environment(game: Any, seats: int) -> Callable[[], object]:
    """Return an observation as an environment makes it, in a new array."""
    from tablier.engine.observe import Observer

    observer, states = Observer(game.rules), game.rules.zeros()
    states[0] = np.frombuffer(played(game, seats).key(), game.rules.dtype)[0]

    def observe() -> object:
        out = observer.blank()
        observer.write(states, np.array([1]), out)
        return out[0]

    return observe


def of_batch(game: Any, seats: int) -> Read:
    """Return a meter of two batches that play the same games, one with observations."""
    from tablier.bench import random_actions
    from tablier.engine.batch import Batch

    options = np.array(game.info.indices(game.info.choose({})), np.int64)
    batches = [Batch(game.rules, BATCH, seats=seats, options=options, seed=0, observe=seen) for seen in (False, True)]
    rng = np.random.default_rng(0)

    def step() -> list[float]:
        actions = random_actions(batches[0].mask, rng)
        took = []
        for batch in batches:
            batch.mask.sum()  # the mask is in the cache in either case
            begun = time.thread_time()
            batch.step(actions)
            took.append(time.thread_time() - begun)
        return took

    for _ in range(WARM_UP):
        step()

    def read(seconds: float) -> dict[str, float]:
        times: list[list[float]] = []
        while len(times) < STEPS or np.sum(times) < seconds:
            times.append(step())
        plain, seen = np.median(times, axis=0)
        return {"batch_observations_per_s": BATCH / (seen - plain)}

    return read

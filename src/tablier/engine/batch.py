"""Many games at once: an array of N records, stepped together, in threads over slices.

Every record waits for a seat: chance is drawn inside. Where several seats may act the lowest is asked first; their
picks do not see each other, so the order means nothing.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.playout import MAX_CHANCE, draw, rewards
from tablier.engine.protocol import CHANCE, Rules, apply, legal, movers, setup
from tablier.engine.rng import generator

MAX_SEATS = 6


@kernel
def settle(s: Any, rng: Any, actions: Any, odds: Any) -> Any:
    """Draw chance until a seat is to move or the game is over; returns the seat, -1 at the end."""
    who = movers(s)
    while who != 0:
        seat = lowest(np.uint64(who))
        if seat != CHANCE:
            return seat
        apply(s, CHANCE, draw(s, rng, actions, odds))
        who = movers(s)
    return np.int64(-1)


@kernel
def step_slice(
    states: Any, root: Any, rngs: Any, chosen: Any, seat: Any, mask: Any, reward: Any, done: Any, first: Any, last: Any
) -> None:
    """Play ``chosen[i]`` in the games ``first <= i < last``; a finished game pays its rewards and starts again."""
    actions = np.empty(mask.shape[1], np.int16)
    odds = np.empty(MAX_CHANCE, np.int64)
    places = np.empty(MAX_SEATS, np.int64)
    for i in range(first, last):
        s = states[i]
        reward[i, :] = 0.0
        apply(s, seat[i], np.int64(chosen[i]))
        seat[i] = settle(s, rngs[i], actions, odds)
        done[i] = seat[i] < 0
        if done[i]:
            rewards(s, places, reward[i])
            states[i] = root[0]
            seat[i] = settle(states[i], rngs[i], actions, odds)
        write_mask(states[i], seat[i], actions, mask[i])


@kernel
def reset_slice(states: Any, root: Any, rngs: Any, seat: Any, mask: Any) -> None:
    """Start all games."""
    actions = np.empty(mask.shape[1], np.int16)
    odds = np.empty(MAX_CHANCE, np.int64)
    for i in range(len(states)):
        states[i] = root[0]
        seat[i] = settle(states[i], rngs[i], actions, odds)
        write_mask(states[i], seat[i], actions, mask[i])


@kernel
def write_mask(s: Any, seat: Any, actions: Any, mask: Any) -> None:
    """Mark the legal actions of ``seat``."""
    mask[:] = False
    for k in range(legal(s, seat, actions)):
        mask[actions[k]] = True


class Batch:
    """``size`` games of one kind, stepped together.

    Attributes:
        states: the records, ``[size]``.
        seat: the seat that is to act in each game, ``int64 [size]``.
        mask: its legal actions, ``bool [size, actions]``.
        reward: what the last step paid to each seat, ``float64 [size, seats]``; zero but for games that ended.
        done: which games ended in the last step (they have started again), ``bool [size]``.
    """

    def __init__(
        self, rules: Rules, size: int, *, seats: int, options: NDArray[np.int64], seed: int, threads: int = 1
    ) -> None:
        root = rules.zeros()
        setup(root[0], seats, options)
        self._root = root
        self._rngs = np.stack([generator(seed, i) for i in range(size)])
        self._bounds = np.linspace(0, size, threads + 1).astype(int)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.states = rules.zeros(size)
        self.seat = np.zeros(size, np.int64)
        self.mask = np.zeros((size, rules.actions), np.bool_)
        self.reward = np.zeros((size, seats))
        self.done = np.zeros(size, np.bool_)
        reset_slice(self.states, root, self._rngs, self.seat, self.mask)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in every game.

        Raises:
            ValueError: an action is not legal; nothing has been played.
        """
        if not self.mask[np.arange(len(self.seat)), actions].all():
            wrong = int(np.flatnonzero(~self.mask[np.arange(len(self.seat)), actions])[0])
            raise ValueError(f"game {wrong}: action {actions[wrong]} is not legal for seat {self.seat[wrong]}")
        arrays = self.states, self._root, self._rngs, actions, self.seat, self.mask, self.reward, self.done
        if self._pool is None:
            step_slice(*arrays, 0, len(self.seat))
            return
        jobs = [self._pool.submit(step_slice, *arrays, a, b) for a, b in pairwise(self._bounds)]
        for job in jobs:
            job.result()

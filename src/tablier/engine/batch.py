"""Batches: an array of N records, stepped together by threads over slices.

Chance is drawn inside a step, so every record waits for a seat. Where several seats may act, the lowest acts first; the
picks do not depend on each other, so the order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.observe import Observer
from tablier.engine.playout import LIMIT, MAX_CHANCE, draw_outcome, rewards
from tablier.engine.protocol import CHANCE, Rules, apply, legal, movers, setup
from tablier.engine.rng import generator
from tablier.errors import IllegalMove

MAX_SEATS = 6
SHARES = 2
"""Slices of a batch for each thread; a faster thread takes more of them."""


@kernel
def resolve_chance(s: Any, rng: Any, actions: Any, odds: Any) -> Any:
    """Draw chance until a seat is to move or the game is over; returns the seat, -1 at the end."""
    who = movers(s)
    while who != 0:
        seat = lowest(np.uint64(who))
        if seat != CHANCE:
            return seat
        apply(s, CHANCE, draw_outcome(s, rng, actions, odds))
        who = movers(s)
    return np.int64(-1)


@kernel
def step_slice(
    states: Any,
    root: Any,
    rngs: Any,
    chosen: Any,
    seat: Any,
    mask: Any,
    reward: Any,
    done: Any,
    cut: Any,
    plies: Any,
    limit: Any,
    final: Any,
    first: Any,
    last: Any,
) -> None:
    """Play ``chosen[i]`` in the games ``first <= i < last``; a finished game writes its rewards and restarts."""
    actions = np.empty(mask.shape[1], np.int16)
    odds = np.empty(MAX_CHANCE, np.int64)
    places = np.empty(MAX_SEATS, np.int64)
    for i in range(first, last):
        s = states[i]
        reward[i, :] = 0.0
        apply(s, seat[i], np.int64(chosen[i]))
        seat[i] = resolve_chance(s, rngs[i], actions, odds)
        plies[i] += 1
        done[i] = seat[i] < 0
        cut[i] = seat[i] >= 0 and plies[i] >= limit
        if done[i]:
            rewards(s, places, reward[i])
        if done[i] or cut[i]:
            final[i] = s
            states[i] = root[0]
            plies[i] = 0
            seat[i] = resolve_chance(states[i], rngs[i], actions, odds)
        write_mask(states[i], seat[i], actions, mask[i])


@kernel
def reset_slice(states: Any, root: Any, rngs: Any, seat: Any, mask: Any) -> None:
    """Start all games."""
    actions = np.empty(mask.shape[1], np.int16)
    odds = np.empty(MAX_CHANCE, np.int64)
    for i in range(len(states)):
        states[i] = root[0]
        seat[i] = resolve_chance(states[i], rngs[i], actions, odds)
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
        reward: the reward of each seat in the last step, ``float64 [size, seats]``; zero except in games that ended.
        done: the games that ended in the last step and have restarted, ``bool [size]``.
        cut: the games that were truncated in the last step and have restarted, ``bool [size]``.
        final: the last record of each game that has ended or been truncated, ``[size]``; blank before that.
        observer: writes the observations; ``None`` unless asked for.
        observation: what ``seat`` may know, ``[size, width]``; ``None`` unless asked for.
    """

    def __init__(
        self,
        rules: Rules,
        size: int,
        *,
        seats: int,
        options: NDArray[np.int64],
        seed: int | str,
        threads: int = 1,
        observe: bool = False,
        limit: int = LIMIT,
    ) -> None:
        """Start ``size`` games; a game is truncated after ``limit`` plies, chance not counted."""
        root = rules.zeros()
        setup(root[0], seats, options)
        self._root = root
        self._helpers = threads - 1
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None
        shares = SHARES * threads if self._helpers else 1
        self._slices = list(pairwise(np.linspace(0, size, shares + 1).astype(int).tolist()))
        self._rows = np.arange(size)
        self._limit = limit
        self._plies = np.zeros(size, np.int64)
        self.states = rules.zeros(size)
        self.seat = np.zeros(size, np.int64)
        self.mask = np.zeros((size, rules.actions), np.bool_)
        self.reward = np.zeros((size, seats))
        self.done = np.zeros(size, np.bool_)
        self.cut = np.zeros(size, np.bool_)
        self.final = rules.zeros(size)
        self.observer = Observer(rules, size) if observe else None
        self.observation: Any = self.observer.blank() if self.observer else None
        self.reset(seed)

    def reset(self, seed: int | str) -> None:
        """Start all games anew; ``seed`` determines all chance from here on."""
        self._rngs = np.stack([generator(seed, i) for i in range(len(self.states))])
        self.reward[:] = 0.0
        self.done[:] = False
        self.cut[:] = False
        self._plies[:] = 0
        reset_slice(self.states, self._root, self._rngs, self.seat, self.mask)
        self._observe(0, len(self.states))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in every game.

        Raises:
            IllegalMove: an action is not legal; nothing has been played.
        """
        if actions.shape != self.seat.shape or actions.min() < 0 or actions.max() >= self.mask.shape[1]:
            raise IllegalMove(f"expected {len(self.seat)} actions, each an id from 0 to {self.mask.shape[1] - 1}")
        allowed = self.mask[self._rows, actions]
        if not allowed.all():
            wrong = int(np.flatnonzero(~allowed)[0])
            raise IllegalMove(f"game {wrong}: action {actions[wrong]} is not legal for seat {self.seat[wrong]}")

        def play(first: int, last: int) -> None:
            arrays = self.states, self._root, self._rngs, actions, self.seat, self.mask, self.reward, self.done
            step_slice(*arrays, self.cut, self._plies, self._limit, self.final, first, last)
            self._observe(first, last)

        self._share(play)

    def _share(self, work: Callable[[int, int], None]) -> None:
        """Do ``work`` for every slice.

        The calling thread takes slices, too: waking a thread takes as long as many steps, and on a busy machine it
        may get no core at all.
        """
        slices = iter(self._slices)

        def take() -> None:
            for first, last in slices:
                work(first, last)

        jobs = [self._pool.submit(take) for _ in range(self._helpers)] if self._pool else []
        take()
        for job in jobs:
            if not job.cancel():
                job.result()

    def _observe(self, first: int, last: int) -> None:
        if self.observer is not None:
            self.observer.write(self.states, self.seat, self.observation, first, last)

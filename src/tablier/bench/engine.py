"""Meters of the engine, the same for every game."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.bench.meter import Meter, rate
from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.playout import LIMIT, MAX_CHANCE, play_many
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.position import Game
from tablier.search import Search

GAMES = 50
SIMULATIONS = 500
"""How much is played, or searched, between two looks at the clock."""
BATCH = 1024
"""Games of a batch."""
SETTLE = 64
"""Steps of a batch before it is measured: by then its games are in all stages."""


def meters(game: Game, seats: int) -> list[Meter]:
    """Random games, tree search and batches, from the start of the game with its default options."""
    return [
        Meter(game.name, seats, Playouts(game, seats).read),
        Meter(game.name, seats, Searches(game, seats).read),
        Meter(game.name, seats, Batches(game, seats, 1, "batch_steps_per_s").read),
        Meter(game.name, seats, Batches(game, seats, 2, "batch_steps_2_threads_per_s").read),
    ]


def indices(game: Game) -> NDArray[np.int64]:
    """The default options, as ``setup`` takes them."""
    return np.array(game.info.indices(game.info.choose({})), np.int64)


def any_legal(mask: Any, rng: np.random.Generator) -> Any:
    """A random legal action for every row of a mask."""
    allowed = np.flatnonzero(mask)
    width = mask.shape[1]
    first = np.searchsorted(allowed, np.arange(len(mask) + 1) * width)
    return allowed[first[:-1] + (rng.random(len(mask)) * np.diff(first)).astype(np.int64)] % width


class Playouts:
    """Uniformly random games by the engine's generic loop, broken off at its limit where they do not end."""

    def __init__(self, game: Game, seats: int) -> None:
        self._root, self._work = game.rules.zeros(), game.rules.zeros()
        protocol.setup(self._root[0], seats, indices(game))
        self._scratch = np.empty(game.rules.actions, np.int16), np.empty(MAX_CHANCE, np.int64)
        self._rng = generator(0)

    def _play(self) -> int:
        return int(play_many(self._root, self._work, GAMES, self._rng, *self._scratch, LIMIT))

    def read(self, seconds: float) -> dict[str, float]:
        """Games and plies per second; chance counts as a ply."""
        plies = games = 0

        def work() -> int:
            nonlocal plies, games
            plies += self._play()
            games += GAMES
            return GAMES

        games_per_s = rate(work, seconds)
        return {"random_games_per_s": games_per_s, "random_plies_per_s": games_per_s * plies / games}


class Searches:
    """Tree search from the start, with uniformly random playouts to the end, a new tree each time."""

    def __init__(self, game: Game, seats: int) -> None:
        self._start = game.new(seats)
        while CHANCE in self._start.movers:  # any outcome will do
            self._start.push(self._start.moves()[0])
        self._seed = 0

    def _search(self) -> Search:
        self._seed += 1
        return Search(self._start, self._start.movers[0], seed=self._seed).warm()

    def read(self, seconds: float) -> dict[str, float]:
        """Simulations per second of one thread."""
        search = self._search()

        def work() -> int:
            nonlocal search
            before = search.iterations
            search.run(iterations=SIMULATIONS)
            if search.proved:
                search = self._search()
                return 0
            return search.iterations - before

        return {"search_sims_per_s": rate(work, seconds)}


class Batches:
    """Steps of many games at once: the ply, the rewards, and the mask of legal actions after it."""

    def __init__(self, game: Game, seats: int, threads: int, measure: str) -> None:
        self._batch = Batch(game.rules, BATCH, seats=seats, options=indices(game), seed=0, threads=threads)
        self._rng = np.random.default_rng(0)
        self._measure = measure
        self._clock = time.thread_time if threads == 1 else time.perf_counter
        for _ in range(SETTLE):
            self._batch.step(any_legal(self._batch.mask, self._rng))

    def read(self, seconds: float) -> dict[str, float]:
        """Steps per second; choosing the actions is not counted."""
        steps, took = 0, 0.0
        while took < seconds:
            actions = any_legal(self._batch.mask, self._rng)
            begun = self._clock()
            self._batch.step(actions)
            took += self._clock() - begun
            steps += BATCH
        return {self._measure: steps / took}

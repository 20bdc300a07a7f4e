"""Measurements of engine and search for ``tablier bench``.

Rates of one thread are per second of processor time, so that other work on the machine has little effect; rates of two
threads are per second of wall time. The meters take turns in rounds; the median of the rounds is reported.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.api import Game
from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.playout import LIMIT, play_many
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.search import Search

ROUNDS = 5
"""Readings of each meter."""
GAMES = 50
"""Random games between two readings of the clock."""
SIMULATIONS = 500
"""Simulations of the search between two readings of the clock."""
BATCH = 1024
"""Games of a batch."""
WARM_UP = 64
"""Steps of a batch before it is measured, so that its games are at all stages."""


class Result(msgspec.Struct, frozen=True):
    """The median rate of one measure of one game."""

    game: str
    seats: int
    measure: str
    value: float


class Machine(msgspec.Struct, frozen=True):
    """The machine and the time of the measurement. ``load`` is the load average at the start."""

    cpu: str
    cores: int
    load: float | None
    system: str
    python: str
    numba: str
    numpy: str
    date: str


class Report(msgspec.Struct, frozen=True):
    """What ``tablier bench --json`` prints."""

    machine: Machine
    results: list[Result]


@dataclass(frozen=True)
class Meter:
    """``read(seconds)`` works for about ``seconds`` and returns a rate per second for each measure."""

    game: str
    seats: int
    read: Callable[[float], dict[str, float]]


def meters(game: Game, seats: int) -> list[Meter]:
    """Meters of random games, search and batches, from the start of the game with its default options."""
    return [
        Meter(game.name, seats, RandomGames(game, seats).read),
        Meter(game.name, seats, Searches(game, seats).read),
        Meter(game.name, seats, Batches(game, seats, 1, "batch_steps_per_s").read),
        Meter(game.name, seats, Batches(game, seats, 2, "batch_steps_2_threads_per_s").read),
    ]


def read_all(meters: Sequence[Meter], seconds: float) -> Iterator[list[Result]]:
    """Read each meter ``ROUNDS`` times, for ``seconds`` in all; yield the medians so far after each reading."""
    readings: dict[tuple[str, int, str], list[float]] = {}
    for _ in range(ROUNDS):
        for meter in meters:
            for measure, value in meter.read(seconds / ROUNDS).items():
                readings.setdefault((meter.game, meter.seats, measure), []).append(value)
            yield [Result(*key, statistics.median(values)) for key, values in readings.items()]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return the amount of work per second of processor time.

    ``work`` returns the amount that one call has done. Its first call is not counted, since it may compile.
    """
    work()
    done, took = 0, 0.0
    begun = time.thread_time()
    while took < seconds:
        done += work()
        took = time.thread_time() - begun
    return done / took


class RandomGames:
    """Uniformly random games in the engine's playout loop, cut off at its limit of plies."""

    def __init__(self, game: Game, seats: int) -> None:
        self._root, self._work = game.rules.zeros(), game.rules.zeros()
        protocol.setup(self._root[0], seats, default_options(game))
        self._scratch = game.rules.action_buffer(), game.rules.weight_buffer()
        self._rng = generator(0)

    def read(self, seconds: float) -> dict[str, float]:
        """Return games and plies per second; a draw of chance is a ply."""
        plies = games = 0

        def work() -> int:
            nonlocal plies, games
            plies += int(play_many(self._root, self._work, GAMES, self._rng, *self._scratch, LIMIT))
            games += GAMES
            return GAMES

        games_per_s = rate(work, seconds)
        return {"random_games_per_s": games_per_s, "random_plies_per_s": games_per_s * plies / games}


class Searches:
    """Tree search from the start with uniformly random playouts to the end, and a new tree for each reading."""

    def __init__(self, game: Game, seats: int) -> None:
        self._start = game.new(seats)
        while CHANCE in self._start.movers:
            self._start.push(self._start.moves()[0])
        self._seed = 0

    def _search(self) -> Search:
        self._seed += 1
        return Search(self._start, self._start.movers[0], seed=self._seed).warm()

    def read(self, seconds: float) -> dict[str, float]:
        """Return simulations per second of one thread."""
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
    """Steps of many games at once: the ply, the rewards, and the mask of the actions that are then legal."""

    def __init__(self, game: Game, seats: int, threads: int, measure: str) -> None:
        self._batch = Batch(game.rules, BATCH, seats=seats, options=default_options(game), seed=0, threads=threads)
        self._rng = np.random.default_rng(0)
        self._measure = measure
        self._clock = time.thread_time if threads == 1 else time.perf_counter
        for _ in range(WARM_UP):
            self._step()

    def _step(self) -> float:
        actions = random_actions(self._batch.mask, self._rng)
        begun = self._clock()
        self._batch.step(actions)
        return self._clock() - begun

    def read(self, seconds: float) -> dict[str, float]:
        """Return steps of single games per second, without the time to choose the actions."""
        return {self._measure: batch_rate(self._step, seconds)}


def batch_rate(step: Callable[[], float], seconds: float) -> float:
    """Return the steps of single games per second; ``step`` steps a batch once and returns the seconds it took."""
    steps, took = 0, 0.0
    while took < seconds:
        took += step()
        steps += BATCH
    return steps / took


def random_actions(mask: Any, rng: np.random.Generator) -> Any:
    """Return a random legal action for each row of a mask ``[games, actions]``."""
    allowed = np.flatnonzero(mask)
    width = mask.shape[1]
    first = np.searchsorted(allowed, np.arange(len(mask) + 1) * width)
    return allowed[first[:-1] + (rng.random(len(mask)) * np.diff(first)).astype(np.int64)] % width


def default_options(game: Game) -> NDArray[np.int64]:
    """Return the default options in the form that the kernel ``setup`` takes."""
    return np.array(game.info.indices(game.info.choose({})), np.int64)


def machine() -> Machine:
    """Return a description of this machine."""
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        load=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        system=platform.platform(),
        python=platform.python_version(),
        numba=importlib.metadata.version("numba"),
        numpy=importlib.metadata.version("numpy"),
        date=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()

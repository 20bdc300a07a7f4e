"""Meters that take turns, and the medians of what they read."""

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

import msgspec

ROUNDS = 5
"""Each meter is read this often; the median is reported."""

UNITS = {
    "random_games_per_s": "games/s",
    "random_plies_per_s": "plies/s",
    "c_games_per_s": "games/s",
    "search_sims_per_s": "simulations/s",
    "uct_sims_per_s": "simulations/s",
    "batch_steps_per_s": "steps/s",
    "batch_steps_2_threads_per_s": "steps/s",
    "vector_steps_per_s": "steps/s",
    "vector_steps_with_features_per_s": "steps/s",
    "aec_steps_per_s": "steps/s",
    "state_steps_per_s": "steps/s",
}
"""All measures, and the unit of each."""


class Result(msgspec.Struct, frozen=True):
    """One measure of one game."""

    game: str
    seats: int
    measure: str
    value: float
    unit: str


class Machine(msgspec.Struct, frozen=True):
    """Where and when it was measured. ``load`` is the number of processes that wanted a core when it began."""

    cpu: str
    cores: int
    load: float | None
    system: str
    python: str
    numba: str
    numpy: str
    date: str


class Report(msgspec.Struct, frozen=True):
    """What ``tablier bench --json`` prints. ``notes`` tell what could not be measured, and why."""

    machine: Machine
    results: list[Result]
    notes: list[str]


@dataclass(frozen=True)
class Meter:
    """``read(seconds)`` works for about that long and returns a rate for each measure."""

    game: str
    seats: int
    read: Callable[[float], dict[str, float]]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Repeat ``work``, which returns how much it has done, for some seconds; returns the amount per second.

    The first time is not counted: it may have to compile something.
    """
    work()
    done, took = 0, 0.0
    begun = time.thread_time()
    while took < seconds:
        done += work()
        took = time.thread_time() - begun
    return done / took


def read_all(meters: Sequence[Meter], seconds: float) -> Iterator[list[Result]]:
    """Read every meter in ``ROUNDS`` rounds of turns, ``seconds`` each in all; yields the medians after each turn."""
    readings: dict[tuple[str, int, str], list[float]] = {}
    for _ in range(ROUNDS):
        for meter in meters:
            for measure, value in meter.read(seconds / ROUNDS).items():
                readings.setdefault((meter.game, meter.seats, measure), []).append(value)
            yield [
                Result(game, seats, measure, statistics.median(values), UNITS[measure])
                for (game, seats, measure), values in readings.items()
            ]


def machine() -> Machine:
    """This machine, now."""
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

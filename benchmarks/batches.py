"""Steps of batches by one thread and by two, without and with observations (``python -m benchmarks.batches``).

All batches of a game take turns; a figure is the median of the rounds, and the ratio of two threads to one has its 95 %
interval. "Observing" is what an observed step of all games takes more in one thread. Rates are millions of steps of
single games per second of wall time, with the mask of legal actions; the time to choose random legal actions is not
counted.

With ``--environments`` it measures the vector environments in the same way: a random learner's loop, in which the
sampler draws an action for each row, and its steps alone.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import click
import numpy as np

from benchmarks.compare import interval
from tablier import catalogue
from tablier.api import Game, game
from tablier.bench import BATCH, WARM_UP, default_options, random_actions
from tablier.engine.batch import Batch

KINDS = ((1, False), (2, False), (1, True), (2, True))
"""Threads, and whether steps are observed."""
HEADINGS = "game, seats | one thread | two threads | ratio | observed, one thread | two threads | ratio | observing, us"
ENVIRONMENTS = "game, seats, rows | step, one thread | two threads | ratio | loop, one thread | two threads | ratio"


class Stepper:
    """A batch that plays random games."""

    def __init__(self, played: Game, seats: int, threads: int, *, observe: bool) -> None:
        options = default_options(played)
        self._batch = Batch(played.rules, BATCH, seats=seats, options=options, seed=0, threads=threads, observe=observe)
        self._rng = np.random.default_rng(0)
        self.read(WARM_UP)

    def read(self, steps: int) -> float:
        """Return the microseconds that a step of all games takes."""
        took = 0.0
        for _ in range(steps):
            actions = random_actions(self._batch.mask, self._rng)
            begun = time.perf_counter()
            self._batch.step(actions)
            took += time.perf_counter() - begun
        return took / steps * 1e6


class Looper:
    """A random learner in a vector environment: of all seats, or of one against random bots."""

    def __init__(self, played: Game, seats: int, threads: int, *, self_play: bool) -> None:
        from tablier.envs.sampler import Sampler
        from tablier.envs.vector import SeatVectorEnv, SelfPlayVectorEnv

        kind, rows = (SelfPlayVectorEnv, BATCH * seats) if self_play else (SeatVectorEnv, BATCH)
        self._env: Any = kind(played.name, rows, seats=seats, threads=threads, copy=False)
        self._infos = self._env.reset(seed=0)[1]
        self._sampler = Sampler(0)
        self.read(WARM_UP)

    def read(self, steps: int) -> tuple[float, float]:
        """Return the microseconds of a step of all games, and of a step and the draws before it."""
        stepping, begun = 0.0, time.perf_counter()
        for _ in range(steps):
            actions = self._sampler.draw(self._infos["action_mask"])
            drawn = time.perf_counter()
            self._infos = self._env.step(actions)[-1]
            stepping += time.perf_counter() - drawn
        return stepping / steps * 1e6, (time.perf_counter() - begun) / steps * 1e6


def rows(played: Game, seats: int, rounds: int, steps: int) -> Iterator[str]:
    """Measure a game's batches and yield their row of the table."""
    steppers = [Stepper(played, seats, threads, observe=observe) for threads, observe in KINDS]
    readings = np.array([[stepper.read(steps) for stepper in steppers] for _ in range(rounds)])
    cost = statistics.median(readings[:, 2] - readings[:, 0])
    yield f"{played.name}, {seats} | {_pair(readings[:, :2])} | {_pair(readings[:, 2:])} | {cost:.0f}"


def environment_rows(played: Game, seats: int, rounds: int, steps: int) -> Iterator[str]:
    """Measure a game's environments and yield their rows of the table."""
    for self_play, name in ((True, "all seats"), (False, "one seat")):
        loopers = [Looper(played, seats, threads, self_play=self_play) for threads in (1, 2)]
        readings = np.array([[looper.read(steps) for looper in loopers] for _ in range(rounds)])
        yield f"{played.name}, {seats}, {name} | {_pair(readings[..., 0])} | {_pair(readings[..., 1])}"


def _pair(microseconds: np.ndarray) -> str:
    """Rates of one thread and two, and their ratio."""
    one, two = (BATCH / statistics.median(column) for column in microseconds.T)
    return f"{one:.2f} | {two:.2f} | {_ratio(microseconds[:, 0] / microseconds[:, 1])}"


def _ratio(ratios: np.ndarray) -> str:
    middle, low, high = interval(ratios[:, None])
    return f"{middle:.2f} [{low:.2f}, {high:.2f}]"


@click.command(help=__doc__.partition("\n")[0])
@click.option("--game", "names", multiple=True, help="Measure this game; may be repeated. Default: all.")
@click.option("--all-seats", is_flag=True, help="Measure every number of seats, not only the fewest and the most.")
@click.option("--environments", is_flag=True, help="Measure vector environments and the sampler instead of batches.")
@click.option("--rounds", default=9, show_default=True, help="Readings of each batch.")
@click.option("--steps", default=100, show_default=True, help="Steps of all games in a reading.")
def main(names: tuple[str, ...], all_seats: bool, environments: bool, rounds: int, steps: int) -> None:
    """Print a row for each game and number of seats."""
    headings = ENVIRONMENTS if environments else HEADINGS
    click.echo(f"| {headings} |\n|---|{'---:|' * headings.count('|')}")
    for name in names or catalogue.names():
        played = game(name)
        counts = played.info.seats
        for seats in counts if all_seats else sorted({counts[0], counts[-1]}):
            measured = (environment_rows if environments else rows)(played, seats, rounds, steps)
            for line in measured:
                click.echo(f"| {line} |")


if __name__ == "__main__":
    main()

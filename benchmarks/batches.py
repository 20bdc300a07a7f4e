"""Steps of batches by one thread and by two, without and with observations (``python -m benchmarks.batches``).

All batches of a game take turns; a figure is the median of the rounds, and the ratio of two threads to one has its 95 %
interval. "Observing" is what an observed step of all games takes more in one thread. Rates are millions of steps of
single games per second of wall time, with the mask of legal actions; the time to choose random legal actions is not
counted.
"""

from __future__ import annotations

import statistics
import time

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


def row(played: Game, seats: int, rounds: int, steps: int) -> str:
    """Measure a game and return its row of the table."""
    steppers = [Stepper(played, seats, threads, observe=observe) for threads, observe in KINDS]
    readings = np.array([[stepper.read(steps) for stepper in steppers] for _ in range(rounds)])
    one, two, seen, seen_two = (BATCH / statistics.median(column) for column in readings.T)
    ratio, seen_ratio = (_ratio(readings[:, k] / readings[:, k + 1]) for k in (0, 2))
    cost = statistics.median(readings[:, 2] - readings[:, 0])
    plain, observed = f"{one:.2f} | {two:.2f} | {ratio}", f"{seen:.2f} | {seen_two:.2f} | {seen_ratio}"
    return f"{played.name}, {seats} | {plain} | {observed} | {cost:.0f}"


def _ratio(ratios: np.ndarray) -> str:
    middle, low, high = interval(ratios[:, None])
    return f"{middle:.2f} [{low:.2f}, {high:.2f}]"


@click.command(help=__doc__.partition("\n")[0])
@click.option("--game", "names", multiple=True, help="Measure this game; may be repeated. Default: all.")
@click.option("--all-seats", is_flag=True, help="Measure every number of seats, not only the fewest and the most.")
@click.option("--rounds", default=9, show_default=True, help="Readings of each batch.")
@click.option("--steps", default=100, show_default=True, help="Steps of all games in a reading.")
def main(names: tuple[str, ...], all_seats: bool, rounds: int, steps: int) -> None:
    """Print a row for each game and number of seats."""
    click.echo(f"| {HEADINGS} |\n|---|{'---:|' * HEADINGS.count('|')}")
    for name in names or catalogue.names():
        played = game(name)
        counts = played.info.seats
        for seats in counts if all_seats else sorted({counts[0], counts[-1]}):
            click.echo(f"| {row(played, seats, rounds, steps)} |")


if __name__ == "__main__":
    main()

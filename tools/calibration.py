"""Draw predicted against actual shares of the win, from the samples of training runs.

    python tools/calibration.py PICTURE.svg RUN...

A run is a folder of ``tablier train``. Its positions of self-play are sorted into ten classes by the share that the
search expected for a seat, and again by the share that the fitted evaluation expected. A point is a class: the mean of
what was expected, and the mean of what the seats won in the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click
import msgspec
import numpy as np
from numpy.typing import NDArray

import tablier
from tablier.scene.line_chart import LineChart
from tablier.training import Plan
from tablier.training.samples import Samples, join, read_samples

CLASSES = 10
SIDE, GAP, TOP, LEFT, BOTTOM = 180, 44, 34, 44, 58
"""Of a plot and its surroundings, in units of the picture."""
PREDICTORS = ("search", "fitted evaluation")

Floats = NDArray[np.float64]


class Curve(NamedTuple):
    """What was expected and what came true in each class, and the error of the expectation (Brier's score)."""

    expected: Floats
    actual: Floats
    brier: float


@click.command()
@click.argument("picture", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(picture: Path, runs: tuple[Path, ...]) -> None:
    """Draw PICTURE from the samples in RUNS."""
    plots = dict(_plot(run) for run in runs)
    for name, curves in plots.items():
        for predictor, curve in curves.items():
            points = " ".join(f"{e:.2f}:{a:.2f}" for e, a in zip(curve.expected, curve.actual, strict=True))
            click.echo(f"{name}, {predictor}: Brier {curve.brier:.4f}; {points}")
    picture.write_text(_drawn(plots), encoding="utf-8")


def _plot(run: Path) -> tuple[str, dict[str, Curve]]:
    plan = msgspec.json.decode((run / "plan.json").read_bytes(), type=Plan)
    game = tablier.game(plan.game)
    shape = game.rules.kernels.net_shape
    assert shape
    samples = join([read_samples(file, shape, max(plan.seats)) for file in sorted((run / "blocks").glob("*.npz"))])
    real = np.arange(samples.value.shape[1]) < samples.seats[:, None]
    won = samples.result[real].astype(np.float64)
    return game.info.name, {
        PREDICTORS[0]: _curve(samples.value[real].astype(np.float64), won),
        PREDICTORS[1]: _curve(_fitted(samples, real)[real], won),
    }


def _fitted(samples: Samples, real: NDArray[np.bool_]) -> Floats:
    """The shares that the fitted evaluation expects, ``[n, seats]``."""
    logits = np.where(real, samples.logits.astype(np.float64), -np.inf)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def _curve(expected: Floats, won: Floats) -> Curve:
    number = np.minimum((expected * CLASSES).astype(int), CLASSES - 1)
    count = np.bincount(number, minlength=CLASSES)
    foreseen, actual = (
        np.bincount(number, column, CLASSES)[count > 0] / count[count > 0] for column in (expected, won)
    )
    return Curve(foreseen, actual, float(((expected - won) ** 2).mean()))


def _drawn(plots: dict[str, dict[str, Curve]]) -> str:
    width, height = LEFT + len(plots) * (SIDE + GAP), TOP + SIDE + BOTTOM
    chart = LineChart("Predicted and actual shares of the win", width, height, len(PREDICTORS))
    for number, (name, curves) in enumerate(plots.items()):
        x = LEFT + number * (SIDE + GAP)
        _axes(chart, x, tablier.game(name).info.title["en"])
        for k, curve in enumerate(curves.values()):
            points = [(x + SIDE * e, TOP + SIDE * (1 - a)) for e, a in zip(curve.expected, curve.actual, strict=True)]
            chart.line(f"l{k}", points)
            for a, b in points:
                chart.add("circle", f"c{k}", cx=f"{a:.1f}", cy=f"{b:.1f}", r=2.5)
    for k, predictor in enumerate(PREDICTORS):
        x, y = LEFT + k * 110, height - 12
        chart.add("circle", f"c{k}", cx=x, cy=y - 4, r=4)
        chart.text(predictor, x + 9, y, "start")
    return str(chart)


def _axes(chart: LineChart, x: float, title: str) -> None:
    chart.add("path", "grid", d=f"M{x},{TOP}v{SIDE}h{SIDE}L{x},{TOP + SIDE}L{x + SIDE},{TOP}")
    chart.text(title, x + SIDE / 2, TOP - 12, "middle")
    for share in (0.0, 0.5, 1.0):
        chart.text(f"{share:.0%}", x + SIDE * share, TOP + SIDE + 15, "middle")
        chart.text(f"{share:.0%}", x - 5, TOP + SIDE * (1 - share) + 4, "end")


if __name__ == "__main__":
    main()

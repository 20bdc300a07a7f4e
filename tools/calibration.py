"""Draw predicted against actual shares of the win, from the samples of training runs.

    python tools/calibration.py PICTURE.svg RUN...

A run is a folder of ``tablier train``. Its positions of self-play are sorted into ten classes by the share that the
search expected for a seat, and again by the share that the fitted evaluation expected. A point is a class: the mean of
what was expected, and the mean of what the seats won in the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import click
import msgspec
import numpy as np
from numpy.typing import NDArray

import tablier
from tablier.scene.svg import PAPER, SANS, SPACE, Theme
from tablier.training import Plan
from tablier.training.samples import Samples, join, read_samples

CLASSES = 10
SIDE, GAP, TOP, LEFT, BOTTOM = 180, 44, 34, 44, 58
"""Of a plot and its surroundings, in units of the picture."""
COLOURS = {"search": ("#0F5099", "#4B9BEE"), "fitted evaluation": ("#B87900", "#F0A91D")}
"""Of each predictor, on light and on dark paper."""

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
        "search": _curve(samples.value[real].astype(np.float64), won),
        "fitted evaluation": _curve(_fitted(samples, real)[real], won),
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
    root = ET.Element(SPACE + "svg", viewBox=f"0 0 {width} {height}", width=str(width), role="img")
    root.set("class", "calibration")
    ET.SubElement(root, SPACE + "title").text = "Predicted and actual shares of the win"
    ET.SubElement(root, SPACE + "style").text = _style()
    _add(root, "rect", "paper", width=width, height=height, rx=8)
    for number, (name, curves) in enumerate(plots.items()):
        x = LEFT + number * (SIDE + GAP)
        _axes(root, x, tablier.game(name).info.title["en"])
        for k, curve in enumerate(curves.values()):
            points = [(x + SIDE * e, TOP + SIDE * (1 - a)) for e, a in zip(curve.expected, curve.actual, strict=True)]
            _add(root, "polyline", f"p{k}", style="fill:none", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in points))
            for a, b in points:
                _add(root, "circle", f"p{k}", cx=f"{a:.1f}", cy=f"{b:.1f}", r=2.5)
    for k, predictor in enumerate(COLOURS):
        x, y = LEFT + k * 110, height - 12
        _add(root, "circle", f"p{k}", cx=x, cy=y - 4, r=4)
        _text(root, predictor, x + 9, y, "start")
    return ET.tostring(root, encoding="unicode") + "\n"


def _axes(root: ET.Element, x: float, title: str) -> None:
    _add(root, "path", "grid", d=f"M{x},{TOP}v{SIDE}h{SIDE}L{x},{TOP + SIDE}L{x + SIDE},{TOP}")
    _text(root, title, x + SIDE / 2, TOP - 12, "middle")
    for share in (0.0, 0.5, 1.0):
        _text(root, f"{share:.0%}", x + SIDE * share, TOP + SIDE + 15, "middle")
        _text(root, f"{share:.0%}", x - 5, TOP + SIDE * (1 - share) + 4, "end")


def _style() -> str:
    return f"{_theme('light')}@media(prefers-color-scheme:dark){{{_theme('dark')}}}"


def _theme(theme: Theme) -> str:
    ink, panel = PAPER[theme]["ink"], PAPER[theme]["panel"]
    colours = [by_theme[theme == "dark"] for by_theme in COLOURS.values()]
    return (
        f".calibration text{{font:11px {SANS};fill:{ink}}}.calibration .paper{{fill:{panel}}}"
        f".calibration .grid{{fill:none;stroke:{ink};stroke-opacity:.35}}"
    ) + "".join(
        f".calibration .p{k}{{stroke:{colour};fill:{colour};stroke-width:1.6}}" for k, colour in enumerate(colours)
    )


def _add(root: ET.Element, tag: str, css: str, **attributes: object) -> ET.Element:
    given = {name: str(value) for name, value in attributes.items()}
    return ET.SubElement(root, SPACE + tag, {"class": css, **given})


def _text(root: ET.Element, text: str, x: float, y: float, anchor: str) -> None:
    _add(root, "text", "label", x=f"{x:.1f}", y=f"{y:.1f}", **{"text-anchor": anchor}).text = text


if __name__ == "__main__":
    main()

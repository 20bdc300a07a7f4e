"""Draw learning curves: python -m baselines.picture PICTURE.svg runs/*/curve.jsonl."""

from __future__ import annotations

from pathlib import Path

import click

from baselines.curve import OPPONENTS, Point, read
from tablier.scene.line_chart import LineChart

WIDTH, HEIGHT, GAP, TOP, LEFT, BOTTOM = 200, 150, 24, 34, 44, 52
"""Of a plot and its surroundings, in units of the picture."""


@click.command()
@click.argument("picture", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def main(picture: Path, files: tuple[Path, ...]) -> None:
    """Draw PICTURE from FILES, the curves of one learner with different seeds: a plot for each opponent."""
    picture.write_text(draw([read(file) for file in files]), encoding="utf-8")


def draw(runs: list[list[Point]]) -> str:
    """The curves as SVG; a band is Wilson's 95 % interval."""
    first, most = runs[0][0], max(point.plies for run in runs for point in run) or 1
    width, height = LEFT + len(OPPONENTS) * (WIDTH + GAP), TOP + HEIGHT + BOTTOM
    chart = LineChart(f"{first.learner}: {first.task}", width, height, len(runs))
    for number, opponent in enumerate(OPPONENTS):
        x = LEFT + number * (WIDTH + GAP)
        _axes(chart, x, opponent, most, labels=number == 0)
        for k, run in enumerate(runs):
            _curve(chart, [point for point in run if point.opponent == opponent], x, most, k)
    for k, run in enumerate(runs):
        chart.add("circle", f"c{k}", cx=LEFT + k * 70, cy=height - 12, r=4)
        chart.text(f"seed {run[0].seed}", LEFT + k * 70 + 9, height - 8, "start")
    chart.text("plies of self-play", width - GAP, height - 8, "end")
    return str(chart)


def _curve(chart: LineChart, points: list[Point], x: float, most: int, k: int) -> None:
    def placed(plies: int, share: float) -> tuple[float, float]:
        return x + WIDTH * plies / most, TOP + HEIGHT * (1 - share)

    band = [placed(p.plies, p.high) for p in points] + [placed(p.plies, p.low) for p in reversed(points)]
    chart.line(f"b{k}", band, "polygon")
    chart.line(f"l{k}", [placed(p.plies, p.share) for p in points])


def _axes(chart: LineChart, x: float, opponent: str, most: int, *, labels: bool) -> None:
    chart.add("path", "grid", d=f"M{x},{TOP}v{HEIGHT}h{WIDTH}M{x},{TOP + HEIGHT / 2}h{WIDTH}M{x},{TOP}h{WIDTH}")
    chart.text(f"wins against {opponent}", x + WIDTH / 2, TOP - 12, "middle")
    for share in (0.0, 0.5, 1.0) if labels else ():
        chart.text(f"{share:.0%}", x - 5, TOP + HEIGHT * (1 - share) + 4, "end")
    chart.text("0", x, TOP + HEIGHT + 15, "middle")
    chart.text(f"{most:,}", x + WIDTH, TOP + HEIGHT + 15, "end")


if __name__ == "__main__":
    main()

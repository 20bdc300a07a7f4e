"""Draw learning curves: python -m baselines.picture PICTURE.svg runs/*/curve.jsonl."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import click

from baselines.curve import OPPONENTS, Point, read
from tablier.scene.svg import PAPER, SANS, SPACE, Theme

WIDTH, HEIGHT, GAP, TOP, LEFT, BOTTOM = 200, 150, 24, 34, 44, 52
"""Of a plot and its surroundings, in units of the picture."""
COLOURS = (("#0F5099", "#4B9BEE"), ("#B87900", "#F0A91D"), ("#2F7D4F", "#63C088"))
"""Of the seeds, on light and on dark paper."""


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
    root = ET.Element(SPACE + "svg", viewBox=f"0 0 {width} {height}", width=str(width), role="img")
    root.set("class", "curves")
    ET.SubElement(root, SPACE + "title").text = f"{first.learner}: {first.task}"
    ET.SubElement(
        root, SPACE + "style"
    ).text = f"{_theme('light')}@media(prefers-color-scheme:dark){{{_theme('dark')}}}"
    _add(root, "rect", "paper", width=width, height=height, rx=8)
    for number, opponent in enumerate(OPPONENTS):
        x = LEFT + number * (WIDTH + GAP)
        _axes(root, x, opponent, most, labels=number == 0)
        for k, run in enumerate(runs):
            _curve(root, [point for point in run if point.opponent == opponent], x, most, k)
    for k, run in enumerate(runs):
        _add(root, "circle", f"c{k}", cx=LEFT + k * 70, cy=height - 12, r=4)
        _text(root, f"seed {run[0].seed}", LEFT + k * 70 + 9, height - 8, "start")
    _text(root, "plies of self-play", width - GAP, height - 8, "end")
    return ET.tostring(root, encoding="unicode") + "\n"


def _curve(root: ET.Element, points: list[Point], x: float, most: int, k: int) -> None:
    def line(values: list[tuple[int, float]]) -> str:
        return " ".join(f"{x + WIDTH * plies / most:.1f},{TOP + HEIGHT * (1 - share):.1f}" for plies, share in values)

    band = [(p.plies, p.high) for p in points] + [(p.plies, p.low) for p in reversed(points)]
    _add(root, "polygon", f"b{k}", points=line(band))
    _add(root, "polyline", f"l{k}", points=line([(p.plies, p.share) for p in points]))


def _axes(root: ET.Element, x: float, opponent: str, most: int, *, labels: bool) -> None:
    _add(root, "path", "grid", d=f"M{x},{TOP}v{HEIGHT}h{WIDTH}M{x},{TOP + HEIGHT / 2}h{WIDTH}M{x},{TOP}h{WIDTH}")
    _text(root, f"wins against {opponent}", x + WIDTH / 2, TOP - 12, "middle")
    for share in (0.0, 0.5, 1.0) if labels else ():
        _text(root, f"{share:.0%}", x - 5, TOP + HEIGHT * (1 - share) + 4, "end")
    _text(root, "0", x, TOP + HEIGHT + 15, "middle")
    _text(root, f"{most:,}", x + WIDTH, TOP + HEIGHT + 15, "end")


def _theme(theme: Theme) -> str:
    ink, panel = PAPER[theme]["ink"], PAPER[theme]["panel"]
    rules = [
        f".curves text{{font:11px {SANS};fill:{ink}}}.curves .paper{{fill:{panel}}}",
        f".curves .grid{{fill:none;stroke:{ink};stroke-opacity:.35}}",
    ]
    for k, both in enumerate(COLOURS):
        colour = both[theme == "dark"]
        rules.append(f".curves .b{k}{{fill:{colour};fill-opacity:.18}}.curves .c{k}{{fill:{colour}}}")
        rules.append(f".curves .l{k}{{fill:none;stroke:{colour};stroke-width:1.6}}")
    return "".join(rules)


def _add(root: ET.Element, tag: str, css: str, **attributes: object) -> ET.Element:
    given = {name: str(value) for name, value in attributes.items()}
    return ET.SubElement(root, SPACE + tag, {"class": css, **given})


def _text(root: ET.Element, text: str, x: float, y: float, anchor: str) -> None:
    _add(root, "text", "label", x=f"{x:.1f}", y=f"{y:.1f}", **{"text-anchor": anchor}).text = text


if __name__ == "__main__":
    main()

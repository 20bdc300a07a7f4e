"""Line charts as self-contained SVG, with one style for light and one for dark surroundings."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from tablier.scene.svg import PAPER, SANS, SPACE, Theme

COLOURS = (
    ("#0F5099", "#4B9BEE"),
    ("#B87900", "#F0A91D"),
    ("#2F7D4F", "#63C088"),
    ("#AD1F1A", "#EE5B47"),
    ("#7D4CB8", "#B688EB"),
)
"""The colours of curves on light and on dark paper."""


class LineChart:
    """A chart on a rounded background.

    CSS classes: ``grid`` for axes; for curve k ``lk`` is its line, ``ck`` a filled marker, ``bk`` a pale band.
    """

    def __init__(self, title: str, width: float, height: float, curves: int) -> None:
        """Start an empty chart for ``curves`` curves; sizes are in pixels, and screen readers read ``title``."""
        self._root = ET.Element(SPACE + "svg", viewBox=f"0 0 {width} {height}", width=str(width), role="img")
        self._root.set("class", "chart")
        ET.SubElement(self._root, SPACE + "title").text = title
        colours = [COLOURS[k % len(COLOURS)] for k in range(curves)]
        light, dark = _style("light", colours), _style("dark", colours)
        ET.SubElement(self._root, SPACE + "style").text = f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
        self.add("rect", "paper", width=width, height=height, rx=8)

    def add(self, tag: str, css: str, **attributes: object) -> ET.Element:
        """Add an element of SVG; numbers become text."""
        given = {name: str(value) for name, value in attributes.items()}
        return ET.SubElement(self._root, SPACE + tag, {"class": css, **given})

    def line(self, css: str, points: Sequence[tuple[float, float]], tag: str = "polyline") -> None:
        """Add a curve, or a ``polygon``, through points of the chart."""
        self.add(tag, css, points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points))

    def text(self, text: str, x: float, y: float, anchor: str) -> None:
        """Add a label that begins, ends or has its ``middle`` at x."""
        self.add("text", "label", x=f"{x:.1f}", y=f"{y:.1f}", **{"text-anchor": anchor}).text = text

    def __str__(self) -> str:
        return ET.tostring(self._root, encoding="unicode") + "\n"


def _style(theme: Theme, colours: Sequence[tuple[str, str]]) -> str:
    ink, panel = PAPER[theme]["ink"], PAPER[theme]["panel"]
    rules = [
        f".chart text{{font:11px {SANS};fill:{ink}}}.chart .paper{{fill:{panel}}}",
        f".chart .grid{{fill:none;stroke:{ink};stroke-opacity:.35}}",
    ]
    for k, both in enumerate(colours):
        colour = both[theme == "dark"]
        rules.append(f".chart .b{k}{{fill:{colour};fill-opacity:.18}}.chart .c{k}{{fill:{colour}}}")
        rules.append(f".chart .l{k}{{fill:none;stroke:{colour};stroke-width:1.6}}")
    return "".join(rules)

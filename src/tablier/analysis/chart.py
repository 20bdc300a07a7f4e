"""The win-share curve of a review as a self-contained SVG, for light and dark surroundings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from tablier.analysis.reviewer import Point, Review
from tablier.scene.svg import PAPER, SANS, SPACE

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 624, 44, 262
"""The edges of the plot."""
COLOURS: Mapping[str, tuple[str, str]] = {
    "white": ("#A08A68", "#F5F0E6"),
    "black": ("#1B1410", "#9A8C7A"),
    "yellow": ("#B87900", "#F0A91D"),
    "red": ("#AD1F1A", "#EE5B47"),
    "blue": ("#0F5099", "#4B9BEE"),
    "green": ("#2A7C6C", "#69BEAB"),
    "lilac": ("#7D4CB8", "#B688EB"),
}
"""The stroke of a seat's colour on light and on dark paper."""
PLAIN = ("yellow", "black", "red", "blue", "green", "lilac")
"""The colours by seat of a game without a scene."""
DASHES = ("none", "9 4", "2 4", "12 4 2 4", "5 5", "16 6")
TEXTS = {
    "en": {
        "title": "Win shares",
        "ply": "ply {}",
        "percent": "{:.0f}%",
        "end": "{name}: {percent} at the end",
        "seat": "Seat {}",
    },
    "fr": {
        "title": "Chances de victoire",
        "ply": "coup {}",
        "percent": "{:.0f}\u00a0%",
        "end": "{name}\u00a0: {percent} à la fin",
        "seat": "Place {}",
    },
}


def draw(review: Review, *, names: Sequence[str] = (), lang: str = "en", width: int = WIDTH) -> str:
    """The curve of every seat's win share over the plies, as the text of an SVG document.

    Args:
        review: a review with at least one decision.
        names: names by seat; by default those of the record.
        lang: ``"en"`` or ``"fr"``.
        width: nominal width in pixels; the drawing scales.
    """
    texts, seats = TEXTS[lang], len(review.players)
    given = dict(enumerate(names or review.record.players))
    named = [given.get(seat) or texts["seat"].format(seat + 1) for seat in range(seats)]
    root = ET.Element(SPACE + "svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", width=str(width), role="img")
    root.set("class", "tablier-review")
    ET.SubElement(root, SPACE + "title").text = texts["title"]
    ET.SubElement(root, SPACE + "desc").text = _described(review, named, texts)
    ET.SubElement(root, SPACE + "style").text = _style(_colours(review))
    _element(root, "rect", width=WIDTH, height=HEIGHT, rx=12, **{"class": "paper"})
    _axes(root, review.points, texts)
    for seat in range(seats):
        _curve(root, review.points, seat)
        _legend(root, seat, seats, named[seat])
    return ET.tostring(root, encoding="unicode")


def _described(review: Review, names: Sequence[str], texts: Mapping[str, str]) -> str:
    if not review.points:
        return ""
    last = review.points[-1].win_shares
    parts = (
        texts["end"].format(name=name, percent=texts["percent"].format(100 * share))
        for name, share in zip(names, last, strict=True)
    )
    return "; ".join(parts)


def _colours(review: Review) -> Sequence[str]:
    position = review.record.replay(upto=0)
    if position.game.definition.scene is None:
        return PLAIN
    view = position.game.scene.view(position.view(None), None)
    return tuple(colour if colour in COLOURS else PLAIN[seat] for seat, colour in enumerate(view.colours))


def _style(colours: Sequence[str]) -> str:
    themes = [_theme(colours, theme) for theme in (0, 1)]
    return f"{themes[0]}@media(prefers-color-scheme:dark){{{themes[1]}}}"


def _theme(colours: Sequence[str], theme: int) -> str:
    paper = PAPER["dark" if theme else "light"]
    lines = "".join(f".tablier-review .s{seat}{{stroke:{COLOURS[c][theme]}}}" for seat, c in enumerate(colours))
    return (
        f".tablier-review .paper{{fill:{paper['panel']}}}.tablier-review text{{fill:{paper['ink']}}}"
        f".tablier-review .grid{{stroke:{paper['ink']};stroke-opacity:.25}}{lines}"
    )


def _axes(root: ET.Element, points: Sequence[Point], texts: Mapping[str, str]) -> None:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        _element(root, "line", x1=LEFT, x2=RIGHT, y1=y, y2=y, **{"class": "grid"})
        _text(root, LEFT - 6, y + 4, texts["percent"].format(100 * share), "end")
    if points:
        _text(root, LEFT, BOTTOM + 22, texts["ply"].format(points[0].ply), "start")
        _text(root, RIGHT, BOTTOM + 22, texts["ply"].format(points[-1].ply), "end")


def _curve(root: ET.Element, points: Sequence[Point], seat: int) -> None:
    first, last = (points[0].ply, points[-1].ply) if points else (0, 1)
    step = (RIGHT - LEFT) / max(1, last - first)
    path = " ".join(f"{LEFT + (p.ply - first) * step:.1f},{_y(p.win_shares[seat]):.1f}" for p in points)
    _stroke(root, "polyline", seat, points=path)


def _legend(root: ET.Element, seat: int, seats: int, name: str) -> None:
    room = (RIGHT - LEFT) / seats
    x = LEFT + seat * room
    _stroke(root, "line", seat, x1=x, x2=x + 26, y1=22, y2=22)
    letters = int((room - 36) / 8)
    _text(root, x + 32, 26, name if len(name) <= letters else name[: max(1, letters - 1)] + "…", "start")


def _stroke(root: ET.Element, tag: str, seat: int, **attributes: object) -> None:
    line = {"fill": "none", "stroke-width": 2.5, "stroke-linejoin": "round", "stroke-dasharray": DASHES[seat]}
    _element(root, tag, **attributes, **line, **{"class": f"s{seat}"})


def _text(root: ET.Element, x: float, y: float, text: str, anchor: str) -> None:
    label = _element(root, "text", x=x, y=y, **{"text-anchor": anchor, "font-family": SANS, "font-size": 13})
    label.text = text


def _element(root: ET.Element, tag: str, **attributes: object) -> ET.Element:
    return ET.SubElement(root, SPACE + tag, {name: str(value) for name, value in attributes.items()})


def _y(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)

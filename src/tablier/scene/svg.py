"""Draw a scene as one self-contained SVG, for notebooks, files and the figures of the rulebooks.

This module knows no game. The browser draws the same structures by the same conventions: a piece's symbol is centred on
its spot, a stretched symbol spans two spots, and a shadow is a separate symbol with the same offset on the screen
however its piece is rotated.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from math import atan2, degrees, hypot
from typing import Any, Literal, NamedTuple, Protocol
from xml.etree import ElementTree as ET

from tablier import catalogue
from tablier.errors import GameError
from tablier.scene.model import Counter, Piece, Stage, View

Theme = Literal["light", "dark"]
Box = tuple[float, float, float, float]

SPACE = "{http://www.w3.org/2000/svg}"
SHADOW = (7.0, 13.0)
"""The offset of a shadow to the right and down, in units of the board."""
LIFT = 0.18
"""The rise of a piece for each piece below it, as a fraction of its height."""
LEGIBLE = 40.0
"""The smallest hit radius of a spot that gets a label."""
PANEL = 84.0
"""Height of the panel above the board."""
SHARED = 130.0
"""Width of a shared counter in the panel."""
SANS = "system-ui,Segoe UI,Roboto,Helvetica,Arial,DejaVu Sans,sans-serif"
PAPER: Mapping[Theme, Mapping[str, str]] = {
    "light": {"panel": "#FBF5E6", "ink": "#2B2018", "turn": "#8A5A00", "filter": ""},
    "dark": {"panel": "#2A221B", "ink": "#F3E9D6", "turn": "#E2B65F", "filter": "brightness(.78) saturate(.92)"},
}
_REFERENCE = re.compile(r"url\(#([^)]+)\)")

ET.register_namespace("", SPACE[1:-1])


class Pose(NamedTuple):
    """The place of a drawn piece: centre, rotation in degrees, and size."""

    x: float
    y: float
    turn: float
    w: float
    h: float


def draw(
    stage: Stage,
    view: View,
    *,
    art: str,
    sprites: str,
    marks: Iterable[str] = (),
    labels: bool = False,
    theme: Theme = "light",
    names: Sequence[str] = (),
    crop: Box | None = None,
    width: int = 560,
    title: str = "",
    prefix: str | None = None,
) -> str:
    """The scene as the text of a self-contained SVG document.

    Args:
        stage: The board, spots and sprites.
        view: The pieces and counters; pieces in docks are not drawn.
        art: Text of the board's SVG file.
        sprites: Text of a sprite sheet; only used symbols are copied.
        marks: Spots to mark with a dashed outline.
        labels: Write each spot's id in its corner.
        theme: Light or dark surroundings; dark also dims the board.
        names: Names by seat. If given, a panel above the board shows each seat's emblem, name and counters.
        crop: The part of the board to show, in the stage's units; the whole board by default.
        width: Nominal width in pixels; the drawing scales.
        title: The text alternative for screen readers.
        prefix: The beginning of every id, so that one page can contain several drawings. By default a hash of the
            content.

    Raises:
        KeyError: a mark is not a spot, or a piece has no sprite or symbol.
    """
    x, y, w, h = crop or stage.box
    top = PANEL if names else 0.0
    height = round(width * (h + top) / w)  # WebKit crops only drawings that have one
    root = ET.Element(SPACE + "svg", viewBox=_numbers(x, y - top, w, h + top), width=str(width), height=str(height))
    root.set("role", "img")
    root.set("style", "max-width:100%;height:auto")
    if title:
        _add(root, "title").text = title
    board = _add(root, "g", style=_filter(theme))
    board.append(_picture(art, stage.box))
    pieces = _add(root, "g")
    for piece, shadow in _shapes(stage, view.pieces):
        _draw_shape(pieces, stage, piece, shadow)
    for spot in marks:
        _mark(root, stage, spot)
    if labels:
        _label(root, stage)
    if names:
        _panel(root, stage, view, names, theme, (x, y - top, w))
    _embed(root, sprites)
    _rename(root, f"t{zlib.crc32(ET.tostring(root)):08x}-" if prefix is None else prefix)
    return ET.tostring(root, encoding="unicode")


class _Drawable(Protocol):
    """The part of ``Position`` that drawing needs."""

    @property
    def game(self) -> Any: ...


def draw_position(position: _Drawable, seat: int | None = None, *, plain: bool = False, **options: Any) -> str:
    """Draw a position as seen by ``seat`` or a spectator (``None``); further options are those of :func:`draw`.

    With ``plain`` the board is the game's flat version for small figures (``<art>-plain.svg``).
    """
    scene = position.game.scene
    stage: Stage = scene.stage(position)
    name = stage.art.replace(".svg", "-plain.svg") if plain else stage.art
    package = catalogue.package(position.game.name)
    art, sprites = (read(package, f"art/{file}") for file in (name, "sprites.svg"))
    options.setdefault("title", position.game.title())
    return draw(stage, scene.view(position, seat), art=art, sprites=sprites, **options)


def around(stage: Stage, spots: Iterable[str], margin: float = 60.0) -> Box:
    """A box around these spots, for ``crop``: ``margin`` is the distance from the outermost of them to the edge.

    Raises:
        KeyError: there is no such spot.
        ValueError: no spot is given.
    """
    places = [stage.spots[spot].at for spot in spots]
    left, top = (min(values) - margin for values in zip(*places, strict=True))
    right, bottom = (max(values) + margin for values in zip(*places, strict=True))
    return (left, top, right - left, bottom - top)


def pose(stage: Stage, piece: Piece) -> Pose | None:
    """The place of a drawn piece, ``None`` if it lies in a dock. A stretched piece spans its two spots."""
    if piece.at not in stage.spots:
        return None
    sprite = stage.sprites[piece.sprite]
    x, y = stage.spots[piece.at].at
    if piece.to is None:
        return Pose(x, y - piece.up * sprite.h * LIFT, piece.turn, sprite.w, sprite.h)
    u, v = stage.spots[piece.to].at
    return Pose((x + u) / 2, (y + v) / 2, degrees(atan2(v - y, u - x)), hypot(u - x, v - y), sprite.h)


def _shapes(stage: Stage, pieces: Sequence[Piece]) -> list[tuple[Piece, bool]]:
    """Pieces and shadows in drawing order: pieces side by side cast no shadow on each other."""
    shapes = [(piece, shadow) for piece in pieces for shadow in (True, False)]
    return sorted(shapes, key=lambda shape: (stage.sprites[shape[0].sprite].layer, shape[0].up, not shape[1]))


def _draw_shape(parent: ET.Element, stage: Stage, piece: Piece, shadow: bool) -> None:
    at = pose(stage, piece)
    if at is None:
        return
    symbol = f"{stage.game}-{piece.sprite}"
    if shadow:
        if stage.sprites[piece.sprite].shadow:
            _use(parent, f"{symbol}-shadow", at._replace(x=at.x + SHADOW[0], y=at.y + SHADOW[1]))
        return
    _use(parent, symbol, at)
    if piece.n is not None and piece.n > 1:
        _number(parent, at.x + at.w * 0.36, at.y - at.h * 0.36, piece.n)


def _use(parent: ET.Element, symbol: str, at: Pose) -> None:
    turn = f" rotate({_numbers(at.turn)})" if at.turn else ""
    _add(
        parent,
        "use",
        href=f"#{symbol}",
        x=_numbers(-at.w / 2),
        y=_numbers(-at.h / 2),
        width=_numbers(at.w),
        height=_numbers(at.h),
        transform=f"translate({_numbers(at.x, at.y)}){turn}",
    )


def _number(parent: ET.Element, x: float, y: float, n: int) -> None:
    group = _add(parent, "g", transform=f"translate({_numbers(x, y)})")
    _add(group, "circle", r="20", fill="#FFF6E0", stroke="#1B1410", stroke_width="3")
    _text(group, 0, 9, str(n), size=26, fill="#1B1410", anchor="middle")


def _mark(parent: ET.Element, stage: Stage, spot: str) -> None:
    place = stage.spots[spot]
    (x, y), r = place.at, place.hit
    for stroke, width, dashes in (("#2B1A06", "11", ""), ("#FFD35C", "6", "16 9")):
        line = {"fill": "none", "stroke": stroke, "stroke_width": width, "stroke_dasharray": dashes}
        if place.shape == "round":
            _add(parent, "circle", cx=_numbers(x), cy=_numbers(y), r=_numbers(r), **line)
        else:
            side = _numbers(2 * r)
            _add(parent, "rect", x=_numbers(x - r), y=_numbers(y - r), width=side, height=side, rx="14", **line)


def _label(parent: ET.Element, stage: Stage) -> None:
    """Write ids into the corners of spots; small spots have no room for one."""
    for name, spot in stage.spots.items():
        if spot.hit < LEGIBLE:
            continue
        x, y = spot.at[0] - spot.hit + 7, spot.at[1] + spot.hit - 7
        label = _text(parent, x, y, name, size=21, fill="#1B1410")
        label.attrib |= {"stroke": "#FFF6E0", "stroke-width": "4", "paint-order": "stroke", "stroke-linejoin": "round"}


def _panel(
    root: ET.Element, stage: Stage, view: View, names: Sequence[str], theme: Theme, strip: tuple[float, float, float]
) -> None:
    """Draw a strip above the board: emblem, name and counters of each seat, then shared counters."""
    paper = PAPER[theme]
    left, y, w = strip
    shared = [counter for counter in view.counters if counter.seat is None]
    room = (w - SHARED * len(shared)) / len(view.colours)
    panel = _add(root, "g", color=paper["ink"], fill=paper["ink"], font_family=SANS)
    for seat, (colour, name) in enumerate(zip(view.colours, names, strict=True)):
        _card(panel, left, y, room, paper["panel"], paper["turn"] if seat in view.movers else "none")
        _use(panel, f"emblem-{colour}", Pose(left + 38, y + 38, 0, 36, 36))
        own = [counter for counter in view.counters if counter.seat == seat]
        used = _counters(panel, stage, own, left + room - 22, y + 38)
        _text(panel, left + 66, y + 49, _shorten(name, (room - used - 100) / 18), size=30)
        left += room
    if shared:
        _card(panel, left, y, SHARED * len(shared), paper["panel"], "none")
        _counters(panel, stage, shared, left + SHARED * len(shared) - 22, y + 38)
    _embed(root, read("tablier.scene", "art/common.svg"))


def _card(panel: ET.Element, x: float, y: float, w: float, fill: str, edge: str) -> None:
    box = {"x": _numbers(x + 4), "y": _numbers(y + 4), "width": _numbers(w - 8), "height": _numbers(PANEL - 16)}
    _add(panel, "rect", **box, rx="14", fill=fill, stroke=edge, stroke_width="5")


def _counters(panel: ET.Element, stage: Stage, counters: Sequence[Counter], right: float, y: float) -> float:
    """Draw icons with their values from right to left; returns the used width."""
    start = right
    for counter in reversed(counters):
        _text(panel, right, y + 10, str(counter.value), size=28, anchor="end")
        right -= 18 * len(str(counter.value)) + 22
        _use(panel, f"{stage.game}-{counter.icon}", Pose(right, y, 0, 32, 32))
        right -= 26
    return start - right


def _shorten(name: str, letters: float) -> str:
    return name if len(name) <= letters else name[: max(1, int(letters) - 1)] + "…"


def _text(
    parent: ET.Element,
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    fill: str | None = None,
    anchor: str = "start",
) -> ET.Element:
    place = {"x": _numbers(x), "y": _numbers(y), "text_anchor": anchor}
    element = _add(parent, "text", **place, font_family=SANS, font_size=_numbers(size), font_weight="600", fill=fill)
    element.text = text
    return element


def _picture(art: str, box: Box) -> ET.Element:
    """The board's file as a nested picture that fills ``box``."""
    picture = ET.fromstring(art)
    for name, value in zip(("x", "y", "width", "height"), box, strict=True):
        picture.set(name, _numbers(value))
    return picture


def _embed(root: ET.Element, sheet: str) -> None:
    """Copy the symbols that ``root`` uses from a sprite sheet, with everything that they refer to."""
    known = {e.get("id"): e for e in ET.fromstring(sheet).iter() if e.get("id")}
    here = {e.get("id") for e in root.iter()}
    defs = _add(root, "defs")
    wanted = [name for name in dict.fromkeys(_references(root)) if name in known and name not in here]
    while wanted:
        if (name := wanted.pop()) in here:
            continue
        element = known[name]
        defs.append(element)
        here.add(element.get("id"))
        wanted += [name for name in dict.fromkeys(_references(element)) if name in known and name not in here]
    if not len(defs):
        root.remove(defs)


def _references(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "href":
                yield value[1:]
            else:
                yield from _REFERENCE.findall(value)


def _rename(root: ET.Element, prefix: str) -> None:
    """Put ``prefix`` before every id and every reference to one.

    Raises:
        KeyError: a reference has no target.
    """
    ids = {e.get("id") for e in root.iter()}
    for name in _references(root):
        if name not in ids:
            raise KeyError(f"no symbol {name!r} in the art or among the sprites")
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, prefix + value)
            elif key == "href":
                element.set(key, f"#{prefix}{value[1:]}")
            elif "url(#" in value:
                element.set(key, _REFERENCE.sub(rf"url(#{prefix}\1)", value))


def _add(parent: ET.Element, tag: str, **attributes: str | None) -> ET.Element:
    """Add an element; ``stroke_width`` becomes ``stroke-width``, and empty attributes are omitted."""
    return ET.SubElement(parent, SPACE + tag, {k.replace("_", "-"): v for k, v in attributes.items() if v})


def _numbers(*values: float) -> str:
    return " ".join(f"{round(value, 2) + 0.0:g}" for value in values)


def _filter(theme: Theme) -> str:
    wanted = PAPER[theme]["filter"]
    return f"filter:{wanted}" if wanted else ""


@cache
def read(package: str, file: str) -> str:
    """The text of an SVG file in a package.

    Raises:
        GameError: there is no such file, or it is not SVG; the message names the file and the line.
    """
    try:
        text = resources.files(package).joinpath(*file.split("/")).read_text(encoding="utf-8")
        root = ET.fromstring(text)
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{package}: {file} cannot be read: {error}") from error
    except ET.ParseError as error:
        raise GameError(f"{package}: {file} is not SVG: {error}") from error
    if root.tag != f"{SPACE}svg":
        raise GameError(f"{package}: {file} is not SVG: its root is {root.tag!r}")
    return text

"""The pieces of On Top: slate rhombi with enamelled corners, black triangles, pawns like hats, the golden border, icons.

A colour is told by its emblem, too: one on each sixth of a circle, so that counting emblems counts segments.
Light comes from the top left; tiles and triangles are turned, so they are lit evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, pi, sin

from craft import Point, gradient, num

from tablier.games.on_top.geometry import COLOUR_LETTERS, KIND_NAMES
from tablier.games.on_top.layout import HALF, SIDE
from tablier.games.on_top.scene import CIRCLE, GILT, MARKER, PAWN, RESERVE, TALL

GAME = "on_top"
REACH = 56
"""Radius of the coloured circles."""
HUB = 10
"""Radius of the hole in their middle."""


@dataclass(frozen=True)
class Colour:
    """A player's enamel: emblem as path data around the origin within 10 units, and its paints."""

    name: str
    emblem: str
    top: str
    low: str
    side: str
    ink: str
    hole: str = ""


COLOURS = (
    Colour("blue", "M0 -10.5C5 -4 7.5 -1.5 7.5 2.500A7.500 7.500 0 0 1 -7.500 2.500C-7.500 -1.500 -5 -4 0 -10.500Z",
           "#4B9BEE", "#1D62BD", "#0B2F63", "#FFFFFF"),
    Colour("yellow", "M0 -9.500L9.800 7.600H-9.800Z", "#FFD964", "#EEA61B", "#8A5606", "#3A2503"),
    Colour("red", "M0 -10.500L9.500 0L0 10.500L-9.500 0Z", "#EE5B47", "#B3211B", "#5E0D0A", "#FFF3DC"),
    Colour("white", "M0 -9.500A9.500 9.500 0 0 1 0 9.500A9.500 9.500 0 0 1 0 -9.500Z", "#FFFEF8", "#DCD2BE", "#8F846E", "#2B2320",
           "M0 -4.500A4.500 4.500 0 0 0 0 4.500A4.500 4.500 0 0 0 0 -4.500Z"),
)  # fmt: skip
BY_LETTER = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))


def symbol(name: str, body: str, box: tuple[float, float], stretch: bool = False) -> str:
    """A symbol of the sheet."""
    aspect = ' preserveAspectRatio="none"' if stretch else ""
    return f'<symbol id="{GAME}-{name}" viewBox="0 0 {num(box[0])} {num(box[1])}"{aspect} overflow="visible">{body}</symbol>\n'


def emblem(colour: Colour, x: float, y: float, scale: float, turn: float = 0) -> str:
    """A colour's emblem in its ink."""
    turned = f" rotate({num(turn)})" if turn else ""
    return f'<path d="{colour.emblem}{colour.hole}" fill="{colour.ink}" transform="translate({num(x)} {num(y)}){turned} scale({scale:g})"/>'


def polar(centre: Point, radius: float, angle: float) -> str:
    """A point at this angle, clockwise from the right."""
    return f"{num(centre[0] + radius * cos(angle))} {num(centre[1] + radius * sin(angle))}"


def segment(centre: Point, start: float, before: float, after: float) -> str:
    """A sixth of a circle from the angle ``start``, as path data, kept ``before`` and ``after`` units off its two sides."""
    a, b = start, start + pi / 3
    return (
        f"M{polar(centre, HUB, a + asin(before / HUB))}L{polar(centre, REACH, a + asin(before / REACH))}"
        f"A{REACH} {REACH} 0 0 1 {polar(centre, REACH, b - asin(after / REACH))}L{polar(centre, HUB, b - asin(after / HUB))}"
        f"A{HUB} {HUB} 0 0 0 {polar(centre, HUB, a + asin(before / HUB))}Z"
    )


def corner(colour: Colour, centre: Point, start: float, segments: int) -> str:
    """One or two segments of a colour around a corner of a tile, each with its emblem."""
    drawn = []
    for k in range(segments):
        angle = start + k * pi / 3
        before, after = (4.6 if k == 0 else 1.1), (4.6 if k == segments - 1 else 1.1)
        drawn.append(
            f'<path d="{segment(centre, angle, before, after)}" fill="url(#{GAME}-{colour.name})" stroke="#F0CE7C" stroke-width="1.6" stroke-linejoin="round"/>'
        )
        middle = angle + pi / 6
        x, y = centre[0] + 37 * cos(middle), centre[1] + 37 * sin(middle)
        drawn.append(emblem(colour, x, y, 1.15, middle * 180 / pi + 90))
    return "".join(drawn)


CORNERS: tuple[Point, Point, Point, Point] = ((SIDE / 2, 0), (0, TALL / 2), (SIDE / 2, TALL), (SIDE, TALL / 2))
"""Of an upright tile: top, left, bottom, right."""
STARTS = (pi / 3, -pi / 3, -2 * pi / 3, 2 * pi / 3)
"""Where the colours of these corners begin, clockwise."""


def polygon(corners: tuple[Point, ...], inset: float) -> str:
    """A polygon drawn in towards its middle, as path data: exact for the regular ones here."""
    cx, cy = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    inner = SIDE * 3**0.5 / (4 if len(corners) == 4 else 6)
    k = 1 - inset / inner
    return "M" + "L".join(f"{num(cx + (x - cx) * k)} {num(cy + (y - cy) * k)}" for x, y in corners) + "Z"


def slate(corners: tuple[Point, ...]) -> str:
    """A thin slab with a bevelled edge."""
    return (
        f'<path d="{polygon(corners, 1.6)}" fill="#221F26" stroke="#0C0A0E" stroke-width="2" stroke-linejoin="round"/>'
        f'<path d="{polygon(corners, 3.6)}" fill="url(#{GAME}-slate)" stroke="#5C5665" stroke-width="1.4" stroke-linejoin="round"/>'
    )


def tiles() -> str:
    """The kinds, upright, each with the colours of its name counter-clockwise from the top; all cast the same shadow."""
    sheet = []
    for kind in KIND_NAMES:
        enamel = "".join(corner(BY_LETTER[letter], CORNERS[k], STARTS[k], 1 + k % 2) for k, letter in enumerate(kind))
        shade = f'<path d="{polygon(CORNERS, 1)}" fill="#120A04" fill-opacity=".5"/>'
        sheet += [
            symbol(f"tile-{kind}", slate(CORNERS) + enamel, (SIDE, TALL)),
            symbol(f"tile-{kind}-shadow", shade, (SIDE, TALL)),
        ]
    return "".join(sheet)


def black() -> str:
    """A triangle without any colour: ridges of slate and a brass stud."""
    corners = ((SIDE / 2, 0.0), (SIDE, HALF), (0.0, HALF))
    body = (
        slate(corners)
        + f'<path d="{polygon(corners, 10)}" fill="none" stroke="#0C0A0E" stroke-width="2.4" stroke-linejoin="round"/>'
        + f'<path d="{polygon(corners, 12)}" fill="#2C2831" stroke="#6A6374" stroke-width="1.2" stroke-linejoin="round"/>'
        + f'<path d="{polygon(corners, 19)}" fill="none" stroke="#C99C4C" stroke-opacity=".8" stroke-width="1.4" stroke-linejoin="round"/>'
        + f'<circle cx="{SIDE / 2}" cy="{num(HALF * 2 / 3)}" r="4.500" fill="#C99C4C" stroke="#0C0A0E" stroke-width="1.4"/>'
    )
    shade = f'<path d="{polygon(corners, 1)}" fill="#120A04" fill-opacity=".5"/>'
    return symbol("triangle", body, (SIDE, HALF)) + symbol("triangle-shadow", shade, (SIDE, HALF))


def hat(colour: Colour) -> str:
    """A pawn seen from above: a wide brim that shows under the one on top of it, and a crown with the emblem."""
    w, h = PAWN
    x, y = w / 2, h / 2
    return (
        f'<ellipse cx="{num(x)}" cy="{num(y + 7)}" rx="37" ry="33" fill="{colour.side}" stroke="#120C08" stroke-width="2.4"/>'
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="37" ry="33" fill="url(#{GAME}-{colour.name})" stroke="#120C08" stroke-width="2.4"/>'
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="33.5" ry="29.500" fill="none" stroke="{colour.ink}" stroke-opacity=".35" stroke-width="1.6"/>'
        + emblem(colour, x, y + 25, 0.5)
        + f'<ellipse cx="{num(x)}" cy="{num(y - 2)}" rx="23.500" ry="20.500" fill="{colour.side}" stroke="#120C08" stroke-width="1.6"/>'
        f'<ellipse cx="{num(x)}" cy="{num(y - 7)}" rx="22" ry="19" fill="url(#{GAME}-{colour.name})" stroke="#120C08" stroke-width="1.8"/>'
        f'<path d="M{num(x - 17)} {num(y - 10)}A19 16 0 0 1 {num(x + 3)} {num(y - 23)}" fill="none" stroke="#FFF" stroke-opacity=".65" stroke-width="3" stroke-linecap="round"/>'
        + emblem(colour, x, y - 6.5, 1.25)
    )


def pawns() -> str:
    """Pawns, the smaller ones that mark scores, and trays of one, two and more."""
    w, h = PAWN
    sheet = []
    for colour in COLOURS:
        drawn = hat(colour)
        shade = f'<ellipse cx="{num(w / 2)}" cy="{num(h / 2)}" rx="37" ry="33" fill="#120A04" fill-opacity=".42"/>'
        again = f'<use href="#{GAME}-pawn-{colour.name}" width="{w}" height="{h}"/>'
        sheet += [symbol(f"pawn-{colour.name}", drawn, PAWN), symbol(f"pawn-{colour.name}-shadow", shade, PAWN)]
        sheet.append(symbol(f"raised-{colour.name}", again, PAWN))
        k = MARKER[0] / w
        sheet.append(symbol(f"marker-{colour.name}", f'<g transform="scale({k:g})">{drawn}</g>', MARKER))
        for name, places in {
            "one": ((0, 4),),
            "two": ((-13, -6), (13, 12)),
            "many": ((0, -18), (-20, 8), (20, 12)),
        }.items():
            pile = "".join(
                f'<g transform="translate({num(RESERVE / 2 + x - w * 0.32)} {num(RESERVE / 2 + y - h * 0.32)}) scale(.64)">{drawn}</g>'
                for x, y in places
            )
            sheet.append(symbol(f"reserve-{colour.name}-{name}", pile, (RESERVE, RESERVE)))
    return "".join(sheet)


def points() -> str:
    """Studs at open points, and what lies at completed ones: a ring, and a lid where nobody stands."""
    box = (CIRCLE, CIRCLE)
    c = num(box[0] / 2)

    def ring(paint: str, under: str) -> str:
        return (
            f'<circle cx="{c}" cy="{c}" r="{REACH + 1}" fill="none" stroke="{under}" stroke-width="7"/>'
            f'<circle cx="{c}" cy="{c}" r="{REACH + 1}" fill="none" stroke="{paint}" stroke-width="4"/>'
        )

    lid = (
        f'<circle cx="{num(box[0] / 2 + 3)}" cy="{num(box[0] / 2 + 5)}" r="27" fill="#120A04" fill-opacity=".5"/>'
        f'<circle cx="{c}" cy="{c}" r="26" fill="url(#{GAME}-pewter)" stroke="#120C08" stroke-width="2.2"/>'
        f'<circle cx="{c}" cy="{c}" r="21" fill="none" stroke="#120C08" stroke-opacity=".35" stroke-width="1.600"/>'
        f'<path d="M{num(box[0] / 2 - 11)} {num(box[0] / 2 - 6)}h22M{num(box[0] / 2 - 11)} {num(box[0] / 2 + 6)}h22" stroke="#1E1A17" stroke-width="5" stroke-linecap="round"/>'
    )
    stud = (
        f'<circle cx="{c}" cy="{c}" r="11" fill="#3A2408"/><circle cx="{c}" cy="{c}" r="8.500" fill="#8A5A22" stroke="#3A2408" stroke-width="1.600"/>'
        f'<path d="M{num(box[0] / 2 - 4.5)} {num(box[0] / 2 - 1.5)}a5 5 0 0 1 4 -3.600" fill="none" stroke="#E9C684" stroke-width="1.800" stroke-linecap="round"/>'
    )
    gold = (
        f'<circle cx="{c}" cy="{c}" r="30" fill="url(#{GAME}-glow)"/>'
        f'<circle cx="{c}" cy="{c}" r="16" fill="#6B4508"/><circle cx="{c}" cy="{c}" r="13.500" fill="url(#{GAME}-gold)" stroke="#7A5108" stroke-width="1.400"/>'
        f'<path d="M{c} {num(box[0] / 2 - 9)}L{num(box[0] / 2 + 2.4)} {num(box[0] / 2 - 2.4)}L{num(box[0] / 2 + 9)} {c}L{num(box[0] / 2 + 2.4)} {num(box[0] / 2 + 2.4)}L{c} {num(box[0] / 2 + 9)}'
        f'L{num(box[0] / 2 - 2.4)} {num(box[0] / 2 + 2.4)}L{num(box[0] / 2 - 9)} {c}L{num(box[0] / 2 - 2.4)} {num(box[0] / 2 - 2.4)}Z" fill="#FFF7D2" stroke="#9A6C10" stroke-width="1"/>'
    )
    return (
        symbol("open", stud, box)
        + symbol("open-gold", gold, box)
        + symbol("done", ring("#F6EEDC", "#120C08"), box)
        + symbol("done-gold", ring(f"url(#{GAME}-gold)", "#3A2304"), box)
        + symbol("tied", ring("#A9A49C", "#120C08") + lid, box)
    )


def gilt() -> str:
    """A length of the golden border, from point to point."""
    w, y = SIDE, num(GILT / 2)
    line = f'<path d="M0 {y}H{num(w)}" fill="none" stroke-linecap="round"'
    body = (
        f'{line} stroke="#FFD54A" stroke-opacity=".16" stroke-width="52"/>{line} stroke="#FFD54A" stroke-opacity=".22" stroke-width="40"/>'
        f'{line} stroke="#5A3A08" stroke-width="28"/>{line} stroke="#E9B334" stroke-width="24"/>'
        f'{line} stroke="#FFE48A" stroke-width="13"/>{line} stroke="#FFF8D6" stroke-width="4"/>'
    )
    return symbol("gilt", body, (SIDE, GILT), stretch=True)


def plates() -> str:
    """What a tray's colour is: a player's, one of two teams', or neutral."""
    y = RESERVE - 6

    def plate(body: str, paint: str, edge: str) -> str:
        return (
            f'<rect x="{num(RESERVE / 2 - 23)}" y="{num(y - 13)}" width="46" height="26" rx="13" fill="{paint}" stroke="{edge}" stroke-width="2"/>'
            + body
        )

    c = num(RESERVE / 2)
    pen = 'fill="none" stroke="#FFF6E0" stroke-width="3.4" stroke-linecap="round"'
    neutral = f'<path d="M{num(RESERVE / 2 - 12)} {num(y)}h24" {pen} stroke-dasharray="1 7.500"/>'
    one = f'<circle cx="{c}" cy="{num(y)}" r="6.500" fill="#FFF6E0"/>'
    two = f'<path d="M{num(RESERVE / 2 - 7)} {num(y - 7)}h14v14h-14Z" fill="#FFF6E0"/>'
    return (
        symbol("plate-neutral", plate(neutral, "#5B5B58", "#1D1D1B"), (RESERVE, RESERVE))
        + symbol("plate-first", plate(one, "#7A4E14", "#2E1A08"), (RESERVE, RESERVE))
        + symbol("plate-second", plate(two, "#7A4E14", "#2E1A08"), (RESERVE, RESERVE))
    )


def icons() -> str:
    """Small pictures for counters, outlined in the colour of the text around them."""
    pen = 'stroke="currentColor" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round"'
    cap = "M2.500 18.500C2.500 16 6 15.500 7 15C7.500 9 9 6 12 6S16.500 9 17 15C18 15.500 21.500 16 21.500 18.500C21.500 20.500 2.500 20.500 2.500 18.500Z"
    drawn = {
        "points": f'<circle cx="12" cy="12" r="9" fill="#E9B334" {pen}/><path d="M12 6.500L13.700 10.300L17.800 10.700L14.700 13.400L15.600 17.400L12 15.300L8.400 17.400L9.300 13.400L6.200 10.700L10.300 10.300Z" fill="#FFF8D6" stroke="#6B4508" stroke-width=".8"/>',
        "pawns": f'<path d="{cap}" fill="#C9B48E" {pen}/><path d="M7.200 14.500Q12 17 16.800 14.500" fill="none" {pen}/>',
        "team": f'<circle cx="8" cy="8" r="3.500" fill="#C9B48E" {pen}/><circle cx="16" cy="8" r="3.500" fill="#C9B48E" {pen}/><path d="M2 20C2 14 14 14 14 20M13 15.500C17 13.500 22 15 22 20" fill="none" {pen}/>',
        "triangles": f'<path d="M12 3L22 20H2Z" fill="#2C2831" {pen}/>',
        "bag": f'<path d="M8 7C4 11 2.500 15 4 19C5.500 21.500 18.500 21.500 20 19C21.500 15 20 11 16 7Z" fill="#8A5A2A" {pen}/><path d="M7 3.500H17L16 7H8Z" fill="#C9B48E" {pen}/>',
        **{
            f"neutral-{c.name}": f'<path d="{cap}" fill="{c.low}" {pen}/><g transform="translate(12 12.500) scale(.42)"><path d="{c.emblem}{c.hole}" fill="{c.ink}"/></g>'
            for c in COLOURS
        },
    }
    return "".join(symbol(name, body, (24, 24)) for name, body in drawn.items())


def sprites() -> str:
    """The sheet, as the text of an SVG file."""
    slant = 'x1="0" y1="0" x2=".7" y2="1"'
    defs = (
        "".join(gradient(f"{GAME}-{c.name}", c.top, c.low, axis=slant) for c in COLOURS)
        + gradient(f"{GAME}-slate", "#37323D", "#26222B", axis=slant)
        + gradient(f"{GAME}-pewter", "#D9D4C8", "#8B857A", axis=slant)
        + gradient(f"{GAME}-gold", "#FFF0A8", "#F0B93A", "#C98A16", axis=slant)
        + f'<radialGradient id="{GAME}-glow"><stop offset=".35" stop-color="#FFE27A" stop-opacity=".75"/><stop offset="1" stop-color="#FFD54A" stop-opacity="0"/></radialGradient>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{defs}</defs>\n{gilt()}{tiles()}{black()}{points()}{pawns()}{plates()}{icons()}</svg>\n'

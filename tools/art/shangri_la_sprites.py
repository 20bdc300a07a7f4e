"""The pieces of The Bridges of Shangri-La: villages, tiles of four colours and seven guilds, rope bridges, stones, icons.

Light comes from the top left. A colour is told by the outline of its tile and by its emblem too, a guild by its symbol,
a student, which lies on its master, is a small pale disc with a head.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from craft import SERIF, gradient, num

from tablier.games.shangri_la.board import DATA
from tablier.games.shangri_la.scene import PITCH, REACH, ROW, SPAN, SPANS, VILLAGE

GAME = "shangri_la"
TILE = 64
"""Width of a tile as it is drawn here; on the board it fills its space."""
MIDDLE = VILLAGE / 2


@dataclass(frozen=True)
class Colour:
    """A player's tiles: outline and emblem as path data, and their paints."""

    name: str
    outline: str
    emblem: str
    top: str
    low: str
    side: str
    ink: str


COLOURS = (
    Colour("red", "M18 1.500H46L61.500 15V44L46 57H18L2.500 44V15Z", "M0 -9.500L9.500 0L0 9.500L-9.500 0Z",
           "#C5362C", "#931812", "#570D09", "#FFF3DC"),
    Colour("blue", "M32 1A29.500 28.500 0 0 1 32 58A29.500 28.500 0 0 1 32 1Z",
           "M0 -10.500C5 -4 7.500 -1.500 7.500 2.500A7.500 7.500 0 0 1 -7.500 2.500C-7.500 -1.500 -5 -4 0 -10.500Z",
           "#2A6FC0", "#0C4384", "#062449", "#FFF3DC"),
    Colour("yellow", "M9 2H55Q61 2 61 8V50Q61 57 55 57H9Q3 57 3 50V8Q3 2 9 2Z", "M0 -10L10.500 8H-10.500Z",
           "#FBC54B", "#E3960F", "#8A5606", "#33200A"),
    Colour("lilac", "M32 .500L60.500 15.500V43.500L32 58.500L3.500 43.500V15.500Z",
           "M0 -11L3 -3.800L10.800 -3.200L4.800 1.900L6.700 9.500L0 5.400L-6.700 9.500L-4.800 1.900L-10.800 -3.200L-3 -3.800Z",
           "#CDA9F6", "#9F6BD9", "#5A3390", "#24103F"),
)  # fmt: skip

# Drawn around the origin, within 20 units of it, in the colour of the text.
PEN = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
GUILDS = {
    # a sprig with six leaves
    "H": f'<path d="M0 19V-8" {PEN} stroke-width="3.6"/><path d="M0 -20C6 -14 6 -8 0 -4C-6 -8 -6 -14 0 -20ZM-2 5C-10 6 -15 2 -16 -6C-8 -7 -3 -3 -2 5ZM2 5C10 6 15 2 16 -6C8 -7 3 -3 2 5ZM-2 16C-10 17 -14 13 -16 7C-8 5 -3 9 -2 16ZM2 16C10 17 14 13 16 7C8 5 3 9 2 16Z" fill="currentColor"/>',
    # a dragon's head with horns and open jaws
    "D": '<path d="M-19 17C-18 4 -14 -3 -7 -8L-14 -18L-1 -11L2 -20L7 -9C13 -8 17 -4 20 1L18 6L8 5L4 8L17 10L13 15L3 15C-2 15 -5 12 -6 8C-8 12 -8 16 -6 20H-19Z" fill="currentColor"/><circle cx="4" cy="-2.500" r="2.600" fill="var(--hole)"/><path d="M-13 4L-20 0M-15 10L-22 8" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
    # flames in a bowl
    "F": '<path d="M1 -20C3 -13 12 -10 11 0C11 5 8 8 5 9C7 4 4 1 1 -3C0 2 -6 3 -4 9C-9 7 -12 3 -11 -2C-10 -7 -6 -9 -5 -13C-3 -11 -2 -9 -2 -7C1 -10 2 -15 1 -20Z" fill="currentColor"/><path d="M-16 11H16C15 17 9 20 0 20S-15 17 -16 11Z" fill="currentColor"/>',
    # the wheel of eight spokes
    "P": f'<circle r="15" {PEN} stroke-width="4.400"/><circle r="4.200" fill="currentColor"/><path d="M0 -19V19M-19 0H19M-13.400 -13.400L13.400 13.400M13.400 -13.400L-13.400 13.400" {PEN} stroke-width="2.800"/>',
    # a cloud and its rain
    "R": f'<path d="M-12 4C-20 4 -21 -7 -13 -8C-13 -16 -3 -20 2 -13C8 -18 16 -13 14 -7C21 -6 20 4 12 4Z" fill="currentColor"/><path d="M-9 9L-12 18M1 9L-2 18M11 9L8 18" {PEN} stroke-width="3.800"/>',
    # the moon and a star
    "A": '<path d="M3 -19A18.500 18.500 0 1 0 17 11A15.500 15.500 0 1 1 3 -19Z" fill="currentColor"/><path d="M10 -14L12.600 -7.400L19.500 -7L14.200 -2.600L16 4.200L10 .500L4 4.200L5.800 -2.600L.500 -7L7.400 -7.400Z" fill="currentColor"/>',
    # a footprint
    "Y": '<path d="M-9 0C-7 -7 9 -9 11 -1C12 5 6 8 6 13C6 18 2 20 -2 20C-8 20 -8 14 -8 10C-8 6 -11 4 -9 0Z" fill="currentColor"/><circle cx="-13" cy="-7" r="3.300" fill="currentColor"/><circle cx="-8.500" cy="-13" r="3.500" fill="currentColor"/><circle cx="-1.500" cy="-16" r="3.800" fill="currentColor"/><circle cx="6" cy="-15" r="3.900" fill="currentColor"/><ellipse cx="14" cy="-10" rx="4.600" ry="5.200" fill="currentColor"/>',
}


def symbol(name: str, body: str, box: tuple[float, float], stretch: bool = False) -> str:
    """A symbol of the sheet."""
    aspect = ' preserveAspectRatio="none"' if stretch else ""
    return f'<symbol id="{GAME}-{name}" viewBox="0 0 {num(box[0])} {num(box[1])}"{aspect} overflow="visible">{body}</symbol>\n'


def guild(letter: str, x: float, y: float, scale: float, ink: str, hole: str) -> str:
    """A guild's symbol; ``hole`` is the ground that shows through it."""
    drawn = GUILDS[letter].replace("var(--hole)", hole).replace("currentColor", ink)
    return f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">{drawn}</g>'


def student(colour: Colour, letter: str) -> str:
    """A student: a disc on the upper left corner of its master, whose guild stays visible."""
    return symbol(
        f"{colour.name}-{letter}-student",
        '<g transform="translate(12 24)"><circle cx="2.500" cy="4.500" r="19" fill="#0D1B22" fill-opacity=".45"/><circle r="19" fill="#FFF6E0" stroke="#1B1410" stroke-width="2.200"/>'
        f'<circle r="15" fill="none" stroke="{colour.low}" stroke-width="3"/>'
        f'<g fill="{colour.low}"><circle cy="-4.500" r="5.400"/><path d="M-10 9.500C-10 2.500 -5 1.500 0 1.500S10 2.500 10 9.500Q0 14 -10 9.500Z"/></g></g>',
        (TILE, TILE),
    )


def master(colour: Colour, letter: str) -> str:
    """A tile five units thick, with its shadow on the ground."""
    emblem_at = (53, 49)
    rim = f'<path d="{colour.outline}" fill="none" stroke="{colour.ink}" stroke-opacity=".35" stroke-width="1.400" transform="translate(3.500 3.200) scale(.89)"/>'
    return symbol(
        f"{colour.name}-{letter}",
        f'<path d="{colour.outline}" fill="#0D1B22" fill-opacity=".34" transform="translate(5 8)"/>'
        f'<path d="{colour.outline}" fill="{colour.side}" stroke="#1B1410" stroke-width="2" transform="translate(0 5)"/>'
        f'<path d="{colour.outline}" fill="url(#{GAME}-{colour.name})" stroke="#1B1410" stroke-width="2"/>{rim}'
        + guild(letter, 31, 28.5, 1.02, colour.ink, colour.low)
        + f'<g transform="translate({emblem_at[0]} {emblem_at[1]})"><path d="{colour.emblem}" fill="#FFF6E0" stroke="#1B1410" stroke-width="5" stroke-linejoin="round"/>'
        f'<path d="{colour.emblem}" fill="{colour.low}" stroke="#FFF6E0" stroke-width="2" stroke-linejoin="round"/></g>',
        (TILE, TILE),
    )


def places(ink: str, ground: str, edge: str) -> str:
    """The seven spaces of a village with the symbols of their guilds."""
    drawn = []
    for row, letters in enumerate(DATA.layout):
        for column, letter in enumerate(letters):
            x = MIDDLE + PITCH * (column - (len(letters) - 1) / 2)
            y = MIDDLE + ROW * (row - 1) - 6
            drawn.append(
                f'<circle cx="{num(x)}" cy="{num(y + 1)}" r="28" fill="{ground}" stroke="{edge}" stroke-width="2"/>'
                f'<path d="M{num(x - 25)} {num(y + 6)}A26 26 0 0 1 {num(x + 22)} {num(y - 12)}" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="4"/>'
                + guild(letter, x, y + 1, 0.98, ink, ground)
            )
    return "".join(drawn)


def village(name: str, wall: str, floor: str, pale: str, ink: str, ground: str, edge: str, extra: str = "") -> str:
    """A round terrace with its wall, paved in rings, and a small tower at either side."""
    slabs = "".join(
        f"M{num(MIDDLE + r0 * cos(a))} {num(MIDDLE + r0 * sin(a))}L{num(MIDDLE + r1 * cos(a))} {num(MIDDLE + r1 * sin(a))}"
        for r0, r1, n in ((REACH - 14, REACH - 3, 44),)
        for a in (2 * pi * k / n for k in range(n))
    )
    tower = (
        '<path d="M-10 12V-8H10V12Z" fill="#F4EBD6" stroke="#3A2410" stroke-width="2"/><path d="M3 12V-8H10V12Z" fill="#C9B48E"/><path d="M-13 -8H13L8 -16H-8Z" fill="#8E2F22" stroke="#3A1510" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-8 -16H8L5 -22H-5Z" fill="#D9A441" stroke="#3A2410" stroke-width="1.800" stroke-linejoin="round"/><path d="M0 -22V-29" stroke="#D9A441" stroke-width="2.600"/><path d="M-3 12V3H3V12Z" fill="#3A2410"/>'
    )
    c = num(MIDDLE)
    return symbol(
        name,
        f'<ellipse cx="{num(MIDDLE + 8)}" cy="{num(MIDDLE + 16)}" rx="{REACH + 4}" ry="{REACH + 2}" fill="#0D1B22" fill-opacity=".32"/>'
        f'<circle cx="{c}" cy="{num(MIDDLE + 9)}" r="{REACH}" fill="{wall}" stroke="#241A12" stroke-width="2.400"/>'
        f'<circle cx="{c}" cy="{c}" r="{REACH}" fill="{floor}" stroke="#241A12" stroke-width="2.400"/>'
        f'<path d="{slabs}" stroke="#241A12" stroke-opacity=".3" stroke-width="1.500"/>'
        f'<circle cx="{c}" cy="{c}" r="{REACH - 14}" fill="{pale}" stroke="#241A12" stroke-opacity=".4" stroke-width="1.600"/>'
        f'<path d="M{num(MIDDLE - REACH + 3)} {num(MIDDLE + 8)}A{REACH - 3} {REACH - 3} 0 0 1 {num(MIDDLE + 20)} {num(MIDDLE - REACH + 3)}" fill="none" stroke="#FFF" stroke-opacity=".6" stroke-width="3"/>'
        + f'<g transform="translate({num(MIDDLE - 83)} {num(MIDDLE - 62)})">{tower}</g>'
        + places(ink, ground, edge)
        + extra,
        (VILLAGE, VILLAGE),
    )


def villages() -> str:
    """Lively and at peace; the red village has red walls."""
    halo = f'<circle cx="{num(MIDDLE)}" cy="{num(MIDDLE)}" r="{REACH - 7}" fill="none" stroke="#F2D27A" stroke-width="7"/><circle cx="{num(MIDDLE)}" cy="{num(MIDDLE)}" r="{REACH - 2.5:g}" fill="none" stroke="#7A5A1E" stroke-width="2"/>'
    lively = ("#5B4228", "#E9DFC6", "#5B4228")
    quiet = ("#6F7C88", "#DDE5EA", "#8593A0")
    return (
        village("village", "#8C7654", "#CDB98F", "#DCCBA4", *lively)
        + village("village-red", "#7E2C20", "#B4553F", "#DBBB9B", *lively)
        + village("peace", "#72808C", "#C9D4DC", "#D5DEE5", *quiet, halo)
        + village("peace-red", "#7E2C20", "#B9756A", "#D8D2D2", *quiet, halo)
    )


def signs() -> str:
    """A wooden board with letter and name below each village."""
    x, y, w, h = MIDDLE - 66, MIDDLE + 92, 132, 32
    sheet = []
    for place in DATA.villages:
        body = (
            f'<rect x="{num(x + 3)}" y="{num(y + 5)}" width="{w}" height="{h}" rx="7" fill="#0D1B22" fill-opacity=".35"/>'
            f'<rect x="{num(x)}" y="{num(y)}" width="{w}" height="{h}" rx="7" fill="#5E3A20" stroke="#241208" stroke-width="2"/>'
            f'<path d="M{num(x + 5)} {num(y + 4)}H{num(x + w - 5)}" stroke="#B07C4A" stroke-width="2" stroke-linecap="round"/>'
            f'<circle cx="{num(x + 17)}" cy="{num(y + 16)}" r="14.500" fill="#F0D89A" stroke="#241208" stroke-width="2"/>'
            f'<g font-family="{SERIF}" font-weight="700" text-anchor="middle"><text x="{num(x + 17)}" y="{num(y + 23)}" font-size="24" fill="#2B180C">{place.id}</text>'
            f'<text x="{num(x + 80)}" y="{num(y + 23)}" font-size="21" fill="#F6E2B0">{place.name}</text></g>'
        )
        sheet.append(symbol(f"sign-{place.id}", body, (VILLAGE, VILLAGE)))
    return "".join(sheet)


def strengths() -> str:
    """The strength of a village in a shield at its upper left, large enough for a phone."""
    x, y = MIDDLE - 100, MIDDLE - 84
    shield = (
        f'<g transform="translate({num(x)} {num(y)})"><path d="M-31 -29H37V8C37 27 17 38 3 44C-11 38 -31 27 -31 8Z" fill="#0D1B22" fill-opacity=".4"/>'
        '<path d="M-34 -34H34V4C34 23 14 34 0 40C-14 34 -34 23 -34 4Z" fill="#24333B" stroke="#F0D89A" stroke-width="4" stroke-linejoin="round"/></g>'
    )
    return "".join(
        symbol(
            f"strength-{n}",
            shield
            + f'<text x="{num(x)}" y="{num(y + 16)}" font-family="{SERIF}" font-size="{50 if n < 10 else 46}" font-weight="700" letter-spacing="{0 if n < 10 else -4}" text-anchor="middle" fill="#FFF6E0">{n}</text>',
            (VILLAGE, VILLAGE),
        )
        for n in range(1, 2 * len(GUILDS) + 1)
    )


def bridge(spans: int) -> str:
    """Planks on ropes; narrower in the middle, where it hangs lowest. Villages hide its ends."""
    length, mid = spans * SPAN, 22.0

    def half(x: float) -> float:
        t = 2 * x / length - 1
        return 10.5 + 4.5 * t * t

    rng = Random(spans)
    planks = []
    x = 70.0
    while x < length - 70:
        tilt = rng.uniform(-1.2, 1.2)
        tone = rng.choice(("#C79A62", "#B98A53", "#D0A76F", "#A97B47"))
        planks.append(
            f'<path d="M{num(x)} {num(mid - half(x) - 1)}L{num(x + 8.6)} {num(mid - half(x) - 1 + tilt)}V{num(mid + half(x) + 1)}L{num(x)} {num(mid + half(x) + 1 + tilt)}Z" fill="{tone}" stroke="#3B2412" stroke-width="1.400"/>'
        )
        x += 11.0
    rope = {
        side: f"M60 {num(mid + side * 15.5)}Q{length / 2} {num(mid + side * 6.5)} {length - 60} {num(mid + side * 15.5)}"
        for side in (-1, 1)
    }
    ties = "".join(
        f"M{num(x)} {num(mid - half(x) - 3.2)}v3M{num(x)} {num(mid + half(x) + 0.2)}v3"
        for x in range(75, length - 70, 22)
    )
    body = (
        f'<path d="{rope[-1]}{rope[1]}" fill="none" stroke="#2B180C" stroke-width="2.400"/>'
        + "".join(planks)
        + f'<path d="M64 {num(mid - 4)}H{length - 64}M64 {num(mid + 5)}H{length - 64}" stroke="#3B2412" stroke-opacity=".35" stroke-width="1.400"/>'
        + f'<path d="{rope[-1]}{rope[1]}" fill="none" stroke="#2B180C" stroke-width="4.600"/><path d="{rope[-1]}{rope[1]}" fill="none" stroke="#E2C48A" stroke-width="2.200" stroke-dasharray="5 2.500"/>'
        + f'<path d="{ties}" stroke="#2B180C" stroke-width="1.800"/>'
    )
    shadow = f'<path d="M60 9Q{length / 2} 14 {length - 60} 9V35Q{length / 2} 30 60 35Z" fill="#0B1D26" opacity=".3"/>'
    box = (length, 44)
    return symbol(f"bridge-{spans}", body, box, stretch=True) + symbol(
        f"bridge-{spans}-shadow", shadow, box, stretch=True
    )


def flags() -> str:
    """Three prayer flags over the middle of a bridge."""
    return symbol(
        "flags",
        '<path d="M2 11Q20 21 38 11" fill="none" stroke="#2B180C" stroke-width="1.800"/>'
        '<path d="M6 13L14 15.500L10.500 26L3.500 23Z" fill="#F6F1E2" stroke="#2B180C" stroke-width="1.200"/>'
        '<path d="M16 16H24V27L16 26.500Z" fill="#3F9A6A" stroke="#2B180C" stroke-width="1.200"/>'
        '<path d="M26 15.500L34 13L37 23L29.500 26Z" fill="#D9582F" stroke="#2B180C" stroke-width="1.200"/>',
        (40, 40),
    )


def stone() -> str:
    """A carved stone with a white scarf, at the upper right of its village."""
    body = (
        '<ellipse cx="8" cy="27" rx="30" ry="10" fill="#0D1B22" fill-opacity=".4"/>'
        '<path d="M-24 26C-30 4 -20 -30 0 -34C20 -30 29 2 24 26Q0 33 -24 26Z" fill="#59656F" stroke="#1B1F24" stroke-width="2.400"/>'
        '<path d="M-24 26C-30 4 -20 -30 0 -34C6 -33 11 -29 14 -24C-2 -20 -14 2 -10 29Q-18 28 -24 26Z" fill="#8996A1"/>'
        '<path d="M-17 -8C-14 -19 -9 -26 -2 -29" fill="none" stroke="#E3EAF0" stroke-width="2.600" stroke-linecap="round"/>'
        '<g fill="none" stroke="#F2D27A" stroke-width="2.600" stroke-linejoin="round"><path d="M-8 -12H8V4H-8ZM0 -20L16 -4L0 12L-16 -4Z"/></g>'
        '<path d="M-27 14Q0 25 27 12L28 19Q0 33 -27 21Z" fill="#FDFBF4" stroke="#5A6068" stroke-width="1.400"/><path d="M10 20L13 34L20 32L17 18Z" fill="#EDE9DD" stroke="#5A6068" stroke-width="1.400"/>'
    )
    x, y = MIDDLE + 90, MIDDLE - 80
    return symbol("stone", f'<g transform="translate({num(x)} {num(y)}) scale(1.2)">{body}</g>', (VILLAGE, VILLAGE))


def icons() -> str:
    """Small pictures for counters, outlined in the colour of the text around them."""
    pen = 'stroke="currentColor" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round"'
    drawn = {
        "masters": f'<path d="M4 21C4 14 8 12 12 12S20 14 20 21Z" fill="#B4452E" {pen}/><circle cx="12" cy="8" r="4.500" fill="#E0B27C" {pen}/><path d="M7.500 7C7.500 1 16.500 1 16.500 7Z" fill="#E9A92D" {pen}/>',
        "villages": f'<path d="M5 21V12H19V21Z" fill="#E9DFC6" {pen}/><path d="M2.500 12H21.500L17 7H7Z" fill="#B4452E" {pen}/><path d="M12 7V2.500M10 21V16H14V21" fill="none" {pen}/>',
        "tiles": f'<rect x="7.500" y="3" width="13.500" height="12" rx="3" fill="#8FA7B8" {pen}/><rect x="3" y="8" width="13.500" height="12" rx="3" fill="#DCCBA4" {pen}/><path d="M9.750 10.500V17.500M6.250 14H13.250" fill="none" {pen}/>',
        "stones": f'<path d="M4 20C3 9 7 3 12 3S21 9 20 20Z" fill="#8996A1" {pen}/><path d="M12 7L16 11L12 15L8 11Z" fill="#F2D27A" {pen}/><path d="M3 20H21" {pen}/>',
    }
    return "".join(symbol(name, body, (24, 24)) for name, body in drawn.items())


def sprites() -> str:
    """The sheet, as the text of an SVG file."""
    defs = "".join(gradient(f"{GAME}-{c.name}", c.top, c.low, axis='x1="0" y1="0" x2=".7" y2="1"') for c in COLOURS)
    tiles = "".join(draw(c, letter) for c in COLOURS for letter in GUILDS for draw in (master, student))
    bridges = "".join(map(bridge, SPANS))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{defs}</defs>\n{villages()}{signs()}{strengths()}{tiles}{bridges}{flags()}{stone()}{icons()}</svg>\n'

"""The pieces of Delta: stones, planks in six lengths and colours, pawns, flags, the statuette, cards, and icons.

A colour is told by its emblem too, a plank's size by its length and its number. Light comes from the top left.
"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from craft import SERIF, gradient, num
from delta_paint import PAINTS, emblem, sign

from tablier.games.delta.actions import ACTION_CARDS
from tablier.games.delta.board import DATA
from tablier.games.delta.layout import CARD, SPRITES

GAME = "delta"
THICK = 20.0
"""How wide a plank looks."""


def symbol(name: str, body: str, shadow: str = "") -> str:
    """A symbol of the sheet, as large as its sprite, and its shadow."""
    sprite = SPRITES[name]
    box = f'viewBox="0 0 {num(sprite.w)} {num(sprite.h)}" overflow="visible"'
    fallen = f'<symbol id="{GAME}-{name}-shadow" {box}>{shadow}</symbol>\n' if shadow else ""
    return f'<symbol id="{GAME}-{name}" {box}>{body}</symbol>\n{fallen}'


def number(n: int, x: float, y: float, size: float) -> str:
    """A number on a pale disc."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size)}" fill="#FFF6E0" stroke="#1B1410" stroke-width="1.600"/>'
        f'<text x="{num(x)}" y="{num(y + size * 0.64)}" text-anchor="middle" font-family="{SERIF}" font-size="{num(size * 1.75)}" font-weight="700" fill="#1B1410">{n}</text>'
    )


def timber(colour: str, w: float, h: float, y: float, seed: int) -> str:
    """A painted board: lit upper edge, dark lower side, grain, and bare wood at both ends."""
    paint = PAINTS[colour]
    rng = Random(seed)
    grain = "".join(
        f"M{num(rng.uniform(10, w - 40))} {num(y + rng.uniform(3, h - 3))}h{num(rng.uniform(12, 34))}"
        for _ in range(int(w / 12))
    )
    return (
        f'<rect y="{num(y + 4)}" width="{num(w)}" height="{num(h)}" rx="3" fill="{paint.shade}" stroke="#1B1410" stroke-width="1.800"/>'
        f'<rect y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="3" fill="url(#{GAME}-{colour})" stroke="#1B1410" stroke-width="1.800"/>'
        f'<path d="{grain}" stroke="{paint.shade}" stroke-opacity=".45" stroke-width="1.200"/>'
        f'<path d="M3 {num(y + 2.5)}H{num(w - 3)}" stroke="#FFF" stroke-opacity=".5" stroke-width="1.800"/>'
        f'<path d="M1 {num(y + 1)}h7v{num(h - 2)}h-7ZM{num(w - 8)} {num(y + 1)}h7v{num(h - 2)}h-7Z" fill="#D9B47C" stroke="#1B1410" stroke-opacity=".5"/>'
        f'<circle cx="4.500" cy="{num(y + h / 2)}" r="1.600" fill="#3A2410"/><circle cx="{num(w - 4.5)}" cy="{num(y + h / 2)}" r="1.600" fill="#3A2410"/>'
    )


def planks() -> str:
    """On the board in their true length, and small in a reserve."""
    sheet = []
    for k, colour in enumerate(PAINTS):
        for n, size in enumerate(DATA.planks, 1):
            w, y = float(size.length), 4.0
            mid = w / 2
            body = timber(colour, w, THICK, y, 10 * k + n) + number(n, mid, y + THICK / 2, 9.5)
            body += "".join(sign(colour, mid + side * 23, y + THICK / 2, 0.72) for side in (-1, 1))
            shadow = f'<rect y="{num(y)}" width="{num(w)}" height="{num(THICK + 4)}" rx="4" fill="#06181C" fill-opacity=".36"/>'
            sheet.append(symbol(f"plank-{colour}-{n}", body, shadow))
            chip = f"chip-{colour}-{n}"
            w = SPRITES[chip].w
            sheet.append(
                symbol(
                    chip,
                    timber(colour, w, 24, 1, n)
                    + number(n, w / 2 + 7.5, 13, 10.5)
                    + sign(colour, w / 2 - 9.5, 13, 0.62),
                )
            )
    return "".join(sheet)


def stone() -> str:
    """A flat grey pebble, twenty units in radius."""
    return symbol(
        "stone",
        '<circle cx="23" cy="26" r="20" fill="#4B5257" stroke="#1B1410" stroke-width="1.800"/><circle cx="23" cy="22" r="20" fill="url(#delta-pebble)" stroke="#1B1410" stroke-width="1.800"/>'
        '<path d="M8 19C10 10 17 5.500 25 5.500" fill="none" stroke="#FFF" stroke-opacity=".75" stroke-width="2.600" stroke-linecap="round"/>'
        '<path d="M28 30h.01M16 31h.01M33 18h.01M21 15h.01M35 26h.01M12 24h.01" stroke="#596269" stroke-width="2.800" stroke-linecap="round"/>',
        '<circle cx="21" cy="19" r="21" fill="#06181C" fill-opacity=".4"/>',
    )


def person(colour: str, scale: float = 1.0, x: float = 22, y: float = 30) -> str:
    """A youth in a coat of the colour, with a straw hat."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({num(scale)}) translate(-22 -30)" stroke="#1B1410" stroke-linejoin="round">'
        f'<ellipse cx="22" cy="53" rx="16" ry="6" fill="{PAINTS[colour].shade}" stroke-width="1.800"/>'
        f'<path d="M8 51C8 36 13 27 22 27S36 36 36 51Q22 59 8 51Z" fill="url(#{GAME}-{colour})" stroke-width="2"/>'
        '<path d="M12 48C12 38 15 32 19 30" fill="none" stroke="#FFF" stroke-opacity=".55" stroke-width="2.400" stroke-linecap="round"/>'
        '<circle cx="22" cy="23" r="8" fill="#E9BE8C" stroke-width="1.800"/>'
        '<path d="M3 21Q22 28 41 21L22 2Z" fill="#E9CF8B" stroke-width="2"/><path d="M3 21Q12 24.500 20 24.700L22 2Z" fill="#FFF0BE" stroke="none"/><path d="M22 3V24.500M13 11Q22 15 31 11M8 16Q22 21 36 16" fill="none" stroke="#8A6A34" stroke-width="1"/></g>'
        + emblem(colour, x, y + 12.5 * scale, 0.74 * scale)
    )


def pawns() -> str:
    """One for each colour, and its flag for the goal."""
    sheet = []
    for colour in PAINTS:
        shadow = '<ellipse cx="20" cy="44" rx="17" ry="9" fill="#06181C" fill-opacity=".42"/>'
        sheet.append(symbol(f"pawn-{colour}", person(colour), shadow))
        flag = (
            '<ellipse cx="8" cy="43" rx="8" ry="3" fill="#06181C" fill-opacity=".35"/><path d="M5 43V3" stroke="#241208" stroke-width="4.600" stroke-linecap="round"/><path d="M4.500 42V4" stroke="#C99B5E" stroke-width="2" stroke-linecap="round"/>'
            f'<path d="M6 4Q20 -1 35 6L28 15L35 25Q20 19 6 25Z" fill="url(#{GAME}-{colour})" stroke="#1B1410" stroke-width="1.800" stroke-linejoin="round"/>'
            + sign(colour, 17, 13.5, 0.72)
        )
        sheet.append(symbol(f"flag-{colour}", flag))
    return "".join(sheet)


def statuette() -> str:
    """A seated dragon of gilded bronze on a dark foot."""
    return symbol(
        "statuette",
        '<g stroke="#2B1A06" stroke-linejoin="round"><path d="M5 47H35L38 55H2Z" fill="#5B2A1C" stroke-width="1.800"/><path d="M5 47H20V55H2Z" fill="#8A4632" stroke="none"/>'
        '<path d="M9 47C3 38 9 28 15 24C10 23 7 19 8 13L13 16L15 7L20 13L27 5L26 14C33 16 35 22 31 26C28 29 24 27 22 29C31 33 34 40 31 47Z" fill="url(#delta-gold)" stroke-width="2"/>'
        '<path d="M12 45C9 39 12 32 18 28" fill="none" stroke="#FFF6D2" stroke-width="2.400" stroke-linecap="round"/><path d="M31 44C38 42 38 34 33 31" fill="none" stroke-width="3"/>'
        '<path d="M17 34H25M16 39H27M17 44H28" stroke="#7A5410" stroke-width="1.400"/><circle cx="22" cy="18" r="2.200" fill="#2B1A06" stroke="none"/></g>',
        '<ellipse cx="18" cy="44" rx="18" ry="8" fill="#06181C" fill-opacity=".42"/>',
    )


DRAGON = (
    '<path d="M-30 26C-31 6 -24 -6 -13 -13L-24 -29L-4 -18L2 -33L11 -15C21 -13 27 -6 31 2L28 10L12 8L6 13L27 16L20 24L4 24'
    'C-3 24 -8 20 -9 13C-13 18 -13 25 -10 32H-28Z" fill="{body}" stroke="#1B1410" stroke-width="2.400" stroke-linejoin="round"/>'
    '<path d="M-24 26C-25 10 -18 -2 -8 -9" fill="none" stroke="#FFF" stroke-opacity=".5" stroke-width="3" stroke-linecap="round"/>'
    '<circle cx="8" cy="-4" r="4.200" fill="#FFF6E0" stroke="#1B1410" stroke-width="1.600"/><circle cx="9" cy="-3.500" r="1.800" fill="#1B1410"/>'
    '<path d="M12 8l2 5l3 -4.500l2 4.500l3 -4" fill="#FFF6E0" stroke="#1B1410" stroke-width="1.200" stroke-linejoin="round"/>'
    '<path d="M-20 4L-32 -2M-24 14L-36 11" stroke="#1B1410" stroke-width="4" stroke-linecap="round"/>'
)
"""A dragon's head with horns and open jaws, around the origin."""


def dragon(body: str, x: float, y: float, scale: float) -> str:
    """The head, painted."""
    return f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">{DRAGON.format(body=body)}</g>'


def flashes() -> str:
    """A splash, and a dragon's breath."""
    drops = "".join(
        f'<path d="M{num(60 + 46 * cos(a))} {num(52 + 38 * sin(a))}q-5 8 0 11q5 -3 0 -11Z" fill="#E9F7F4" stroke="#12343A" stroke-width="1.600"/>'
        for a in (pi * k / 7 + pi for k in range(8))
    )
    splash = (
        '<ellipse cx="60" cy="62" rx="52" ry="20" fill="#BFE4DF" fill-opacity=".55" stroke="#F4FAEA" stroke-width="3"/><ellipse cx="60" cy="62" rx="32" ry="11" fill="#E9F7F4" fill-opacity=".8" stroke="#12343A" stroke-width="1.400"/>'
        '<path d="M34 60C30 40 24 34 16 30C32 30 42 38 46 52C44 34 48 20 58 8C66 20 72 34 70 52C76 38 88 30 104 30C94 36 90 44 86 60Q60 72 34 60Z" fill="#D7F0EC" stroke="#12343A" stroke-width="2.200" stroke-linejoin="round"/>'
    )
    flames = "".join(
        f'<path d="M60 60L{num(60 + 58 * cos(a - 0.16))} {num(60 + 58 * sin(a - 0.16))}Q{num(60 + 40 * cos(a))} {num(60 + 40 * sin(a))} {num(60 + 58 * cos(a + 0.16))} {num(60 + 58 * sin(a + 0.16))}Z"/>'
        for a in (2 * pi * k / 9 for k in range(9))
    )
    roar = f'<g fill="#F0A91D" fill-opacity=".85" stroke="#5E0D0A" stroke-width="2">{flames}</g><circle cx="60" cy="60" r="38" fill="#5E0D0A" stroke="#F0D89A" stroke-width="3"/>'
    return symbol("splash", splash + drops) + symbol("roar", roar + dragon("#7DB36A", 58, 62, 0.86))


def pebble(x: float, y: float, r: float) -> str:
    """A stone on a card."""
    return f'<ellipse cx="{num(x)}" cy="{num(y + 3)}" rx="{num(r)}" ry="{num(r * 0.82)}" fill="#4B5257" stroke="#1B1410" stroke-width="1.500"/><ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(r)}" ry="{num(r * 0.82)}" fill="url(#delta-pebble)" stroke="#1B1410" stroke-width="1.500"/>'


def lath(x: float, y: float, w: float, turn: float) -> str:
    """A plank on a card."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({turn})" stroke="#1B1410" stroke-width="1.500"><rect x="{num(-w / 2)}" y="-3" width="{num(w)}" height="11" rx="2" fill="#6B4320"/>'
        f'<rect x="{num(-w / 2)}" y="-6" width="{num(w)}" height="11" rx="2" fill="#D9A860"/><path d="M{num(-w / 2 + 5)} -2H{num(w / 2 - 14)}M{num(-w / 2 + 12)} 2H{num(w / 2 - 5)}" stroke="#8A5A28" stroke-width="1.100"/></g>'
    )


def arrow(path: str, tip: tuple[float, float], turn: float) -> str:
    """A curved arrow."""
    head = f'<path d="M0 0L-9 -5.500V5.500Z" transform="translate({num(tip[0])} {num(tip[1])}) rotate({turn})"'
    return (
        f'<path d="{path}" fill="none" stroke="#FFF6E0" stroke-width="6" stroke-linecap="round"/>{head} fill="#FFF6E0" stroke="#FFF6E0" stroke-width="3.500" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="#0E5A66" stroke-width="3.400" stroke-linecap="round"/>{head} fill="#0E5A66"/>'
    )


PICTURES = {
    "stone1": (pebble(32, 57, 17), "#7B868C", "1"),
    "stone2": (pebble(26, 48, 14.5) + pebble(38, 67, 14.5), "#7B868C", "2"),
    "plank1": (lath(32, 56, 48, -24), "#A87A45", "1"),
    "plank2": (lath(31, 46, 46, -24) + lath(33, 67, 46, -24), "#A87A45", "2"),
    "remove": (
        lath(27, 64, 40, -16)
        + pebble(45, 72, 9)
        + '<path d="M14 36L44 66M44 36L14 66" stroke="#FFF6E0" stroke-width="11" stroke-linecap="round"/><path d="M14 36L44 66M44 36L14 66" stroke="#AD1F1A" stroke-width="6.500" stroke-linecap="round"/>',
        "#B0503C",
        "",
    ),
    "move1": (lath(32, 76, 50, 0) + person("white", 0.62, 20, 55) + arrow("M30 42Q42 30 50 50", (51.5, 56), 78), "#2F8590", "1"),
    "move2": (
        lath(32, 76, 54, 0)
        + person("white", 0.55, 15, 57)
        + arrow("M22 42Q30 31 36 48", (37.5, 54), 76)
        + arrow("M41 47Q49 34 54 49", (55.5, 55), 78),
        "#2F8590",
        "2",
    ),
    "jump": (
        lath(32, 76, 54, 0) + person("black", 0.52, 32, 60) + person("white", 0.52, 13, 59) + arrow("M14 40Q32 14 51 50", (53, 57), 74),
        "#2F8590",
        "",
    ),
}  # fmt: skip


def card(name: str, body: str, band: str, index: str = "") -> str:
    """A card of parchment with a band of its kind's colour."""
    w, h = CARD
    mark = (
        f'<text x="{w / 2}" y="20.500" text-anchor="middle" font-family="{SERIF}" font-size="20" font-weight="700" fill="#FFF6E0">{index}</text>'
        if index
        else f'<path d="M{w / 2 - 9} 14Q{w / 2 - 4} 9 {w / 2} 14T{w / 2 + 9} 14" fill="none" stroke="#FFF6E0" stroke-width="2.400" stroke-linecap="round"/>'
    )
    return symbol(
        name,
        f'<rect x="1.500" y="4" width="{w - 3}" height="{h - 3.5}" rx="7" fill="#06181C" fill-opacity=".35"/>'
        f'<rect x="1" y="1" width="{w - 2}" height="{h - 3}" rx="7" fill="url(#delta-parchment)" stroke="#2B1A06" stroke-width="1.800"/>'
        f'<path d="M4 26V9Q4 4 9 4H{w - 9}Q{w - 4} 4 {w - 4} 9V26Z" fill="{band}" stroke="#2B1A06" stroke-width="1.200"/>'
        f'<rect x="4" y="4" width="{w - 8}" height="{h - 9}" rx="5" fill="none" stroke="#8A6227" stroke-width="1.200"/>{mark}{body}',
    )


def cards() -> str:
    """Eight actions, a dragon and a back for each colour."""
    w, h = CARD
    sheet = [card(f"card-{name}", *PICTURES[name]) for name in ACTION_CARDS]
    for colour, paint in PAINTS.items():
        body = dragon(f"url(#{GAME}-{colour})", w / 2 + 1, 54, 0.74) + emblem(colour, w / 2, h - 14, 0.95)
        sheet.append(card(f"card-dragon-{colour}", body, paint.plain))
        waves = "".join(f"M{x} {y}q6 -7 12 0t12 0" for y in range(14, 88, 11) for x in (8, 32))
        back = (
            f'<rect x="1.500" y="4" width="{w - 3}" height="{h - 3.5}" rx="7" fill="#06181C" fill-opacity=".35"/>'
            f'<rect x="1" y="1" width="{w - 2}" height="{h - 3}" rx="7" fill="url(#{GAME}-{colour})" stroke="#1B1410" stroke-width="1.800"/>'
            f'<path d="{waves}" fill="none" stroke="{paint.ink}" stroke-opacity=".32" stroke-width="1.800"/>'
            f'<rect x="5" y="5" width="{w - 10}" height="{h - 11}" rx="5" fill="none" stroke="#F0D89A" stroke-width="1.600"/>'
            f'<circle cx="{w / 2}" cy="{h / 2 - 1}" r="19" fill="#F2E6C4" stroke="#1B1410" stroke-width="1.800"/>'
        )
        sheet.append(symbol(f"card-back-{colour}", back + emblem(colour, w / 2, h / 2 - 1, 1.15)))
    return "".join(sheet)


def icons() -> str:
    """The picture of a counter, outlined in the colour of the text around them."""
    pen = 'stroke="currentColor" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round"'
    return symbol(
        "stones",
        f'<ellipse cx="9" cy="14.500" rx="7.500" ry="6" fill="#AEB6BA" {pen}/><ellipse cx="16" cy="9" rx="6" ry="5" fill="#CBD1D3" {pen}/>',
    )


def sprites() -> str:
    """The sheet, as the text of an SVG file."""
    defs = "".join(
        gradient(f"{GAME}-{name}", p.lit, p.plain, axis='x1="0" y1="0" x2=".5" y2="1"') for name, p in PAINTS.items()
    )
    defs += gradient("delta-pebble", "#DDE2E3", "#8D979C", axis='x1="0" y1="0" x2=".7" y2="1"')
    defs += gradient("delta-gold", "#FFE9A6", "#E0A93A", "#9A6A14") + gradient("delta-parchment", "#FFF8E6", "#EBD9B0")
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{defs}</defs>\n{stone()}{planks()}{pawns()}{statuette()}{flashes()}{cards()}{icons()}</svg>\n'

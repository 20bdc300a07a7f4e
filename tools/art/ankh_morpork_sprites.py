"""The pieces of Ankh-Morpork: buildings, flags and points in four colours, thief, assassins, dice, cards, prices, icons.

A colour is told by its emblem too, a kind of card by its sign. Light comes from the top left.
"""

from __future__ import annotations

from ankh_morpork_signs import INK, PEN, TINTS, flame, sign
from craft import SERIF, gradient, num
from delta_paint import PAINTS, emblem
from delta_paint import sign as seal

from tablier.games.ankh_morpork.board import COLOUR_NAMES, KIND_NAMES, KINDS, PIECES
from tablier.games.ankh_morpork.layout import CARD, PRICE, RESULTS, SPRITES

GAME = "ankh_morpork"
FIGURE = 24
"""Font size of the numbers of a price: 11 px where a card is 30 px wide."""


def symbol(name: str, body: str, shadow: str = "") -> str:
    """A symbol of the sheet, as large as its sprite, and its shadow."""
    sprite = SPRITES[name]
    box = f'viewBox="0 0 {num(sprite.w)} {num(sprite.h)}" overflow="visible"'
    fallen = f'<symbol id="{GAME}-{name}-shadow" {box}>{shadow}</symbol>\n' if shadow else ""
    return f'<symbol id="{GAME}-{name}" {box}>{body}</symbol>\n{fallen}'


def house(colour: str) -> str:
    """A narrow town house with a steep roof, its emblem on the gable side."""
    paint = PAINTS[colour]
    body = (
        f'<path d="M9 34H55V64H9Z" fill="url(#{GAME}-{colour})" stroke="#FFF6E0" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="M3 36L32 5L61 36Z" fill="{paint.plain}" stroke="#FFF6E0" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="M9 34H55V65H9Z" fill="url(#{GAME}-{colour})" {PEN} stroke-width="3"/><path d="M38 34H55V65H38Z" fill="{paint.shade}" fill-opacity=".55"/>'
        f'<path d="M42 8H50V20H42Z" fill="{paint.shade}" {PEN} stroke-width="2.200"/>'
        f'<path d="M2 36L32 4L62 36Z" fill="{paint.plain}" {PEN} stroke-width="3"/><path d="M8 33L32 8V33Z" fill="{paint.lit}"/><path d="M14 27H50M20 20H44" stroke="{paint.shade}" stroke-width="1.600" stroke-opacity=".8"/>'
        f'<path d="M14 65V52Q18 47 22 52V65Z" fill="{INK}"/>'
    )
    return symbol(
        f"house-{colour}",
        body + emblem(colour, 38, 47, 1.05),
        '<path d="M4 30L32 4L62 34V66H8Z" fill="#1B0E06" fill-opacity=".45"/>',
    )


def villa(colour: str) -> str:
    """A broad house with two gables and a tower."""
    paint = PAINTS[colour]
    outline = "M6 42L18 27L26 36V14L36 2L46 14V36L62 24L80 42V78H6Z"
    body = (
        f'<path d="{outline}" fill="#FFF6E0" stroke="#FFF6E0" stroke-width="7" stroke-linejoin="round"/>'
        f'<path d="M9 42H77V78H9Z" fill="url(#{GAME}-{colour})" {PEN} stroke-width="3"/><path d="M58 42H77V78H58Z" fill="{paint.shade}" fill-opacity=".55"/>'
        f'<path d="M27 14H45V44H27Z" fill="{paint.plain}" {PEN} stroke-width="2.800"/><path d="M38 14H45V44H38Z" fill="{paint.shade}" fill-opacity=".6"/><path d="M23 15L36 0L49 15Z" fill="{paint.lit}" {PEN} stroke-width="2.800"/>'
        f'<path d="M3 43L18 25L33 43Z" fill="{paint.plain}" {PEN} stroke-width="2.800"/><path d="M8 41L18 29V41Z" fill="{paint.lit}"/><path d="M40 43L62 22L83 43Z" fill="{paint.plain}" {PEN} stroke-width="2.800"/><path d="M47 41L62 26V41Z" fill="{paint.lit}"/>'
        f'<path d="M33 22h6v9h-6Z" fill="#F6D77A" {PEN} stroke-width="1.500"/><path d="M14 52h8v10h-8ZM14 66h8v7h-8Z" fill="#F6D77A" {PEN} stroke-width="1.600"/><path d="M30 78V66Q35 60 40 66V78Z" fill="{INK}"/>'
        f'<path d="M6 79H80" {PEN} stroke-width="4"/>'
    )
    return symbol(
        f"villa-{colour}",
        body + emblem(colour, 60, 59, 1.3),
        f'<path d="{outline}" fill="#1B0E06" fill-opacity=".45"/>',
    )


def foundation(colour: str) -> str:
    """Beams laid out in a square, with a marker in its middle."""
    paint = PAINTS[colour]
    frame = "M5 12H61V44H5Z"
    return symbol(
        f"foundation-{colour}",
        f'<path d="{frame}" fill="none" stroke="#FFF6E0" stroke-width="15" stroke-linejoin="round"/><path d="{frame}" fill="none" stroke="{INK}" stroke-width="11" stroke-linejoin="round"/><path d="{frame}" fill="none" stroke="{paint.plain}" stroke-width="6.500" stroke-linejoin="round"/>'
        f'<path d="M5 9H61" stroke="{paint.lit}" stroke-width="2.400"/><path d="M16 8V16M33 8V16M50 8V16M16 40V48M33 40V48M50 40V48" stroke="{paint.shade}" stroke-width="2.200"/>'
        + emblem(colour, 33, 28, 0.95),
    )


def flag(colour: str) -> str:
    """The president's banner; an empty pole where there is none."""
    pole = f'<path d="M8 56V3" {PEN} stroke-width="6.500"/><path d="M8 55V4" stroke="#E6C26A" stroke-width="3" stroke-linecap="round"/><circle cx="8" cy="4" r="4.500" fill="#E6C26A" {PEN} stroke-width="2"/>'
    if colour == "none":
        return symbol("flag-none", pole)
    cloth = "M10 7Q24 2 44 9L36 20L44 33Q24 26 10 32Z"
    return symbol(
        f"flag-{colour}",
        f'<path d="{cloth}" fill="#FFF6E0" stroke="#FFF6E0" stroke-width="6" stroke-linejoin="round"/>{pole}<path d="{cloth}" fill="url(#{GAME}-{colour})" {PEN} stroke-width="2.400"/>'
        + seal(colour, 23, 19, 0.92),
    )


def point(colour: str) -> str:
    """A marker on a guild's track."""
    paint = PAINTS[colour]
    return symbol(
        f"point-{colour}",
        f'<circle cx="16.500" cy="18" r="13.500" fill="#1B0E06" fill-opacity=".45"/><circle cx="15.500" cy="15.500" r="14" fill="url(#{GAME}-{colour})" {PEN} stroke-width="2.200"/><circle cx="15.500" cy="15.500" r="11.500" fill="none" stroke="#FFF6E0" stroke-width="1.500"/>'
        f'<g transform="translate(15.500 15.500) scale(.78)"><path fill-rule="evenodd" d="{paint.emblem}" fill="{paint.ink}"/></g>',
    )


def thief() -> str:
    """A hooded figure with a sack."""
    hood = "M29 2C42 2 45 14 42 24C52 31 55 52 52 72Q29 80 6 72C3 52 6 31 16 24C13 14 16 2 29 2Z"
    return symbol(
        "thief",
        f'<path d="{hood}" fill="#FFF6E0" stroke="#FFF6E0" stroke-width="7" stroke-linejoin="round"/><path d="{hood}" fill="url(#{GAME}-cloak)" {PEN} stroke-width="3"/>'
        '<path d="M19 27C20 14 23 10 29 10S38 14 39 27Q29 33 19 27Z" fill="#120E16"/><path d="M22 20q3 -3 6 0M30 20q3 -3 6 0" stroke="#F6D77A" stroke-width="2.800" stroke-linecap="round" fill="none"/>'
        '<path d="M12 66C10 50 12 38 19 31" fill="none" stroke="#8B8396" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="M34 46C44 38 56 46 55 60C54 70 40 72 34 66C29 60 29 51 34 46Z" fill="#A87A45" {PEN} stroke-width="2.400"/><path d="M36 47q6 5 11 -3" fill="none" {PEN} stroke-width="2.200"/><path d="M38 55C38 62 42 65 47 64" fill="none" stroke="#E0B981" stroke-width="2.400" stroke-linecap="round"/>',
        f'<path d="{hood}" fill="#1B0E06" fill-opacity=".5"/>',
    )


def assassin() -> str:
    """A black cloak and a blade."""
    cloak = "M28 4C36 4 39 11 37 18C48 26 52 48 50 72H6C4 48 8 26 19 18C17 11 20 4 28 4Z"
    return symbol(
        "assassin",
        f'<path d="{cloak}" fill="#FFF6E0" stroke="#FFF6E0" stroke-width="5" stroke-linejoin="round"/><path d="{cloak}" fill="url(#{GAME}-killer)" {PEN} stroke-width="2.600"/>'
        '<path d="M21 20C21 12 24 9 28 9S35 12 35 20Q28 25 21 20Z" fill="#EBD0AC" stroke="#120E16" stroke-width="1.600"/><path d="M20 15Q28 10 36 15L36 19Q28 14 20 19Z" fill="#120E16"/>'
        f'<g transform="rotate(24 30 48)"><path d="M28 26L31 20L34 26V50H28Z" fill="#E6EDF4" {PEN} stroke-width="1.700"/><path d="M22 50H40V55H22Z" fill="#E6C26A" {PEN} stroke-width="1.700"/><path d="M28 55H34V67H28Z" fill="#5B2A1C" {PEN} stroke-width="1.700"/></g>'
        '<path d="M12 66C11 48 13 34 20 27" fill="none" stroke="#B56A78" stroke-width="2.400" stroke-linecap="round"/>',
    )


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: int, x: float, y: float, size: float, turn: float, body: str, ink: str) -> str:
    """A die from above, a little turned, with its thick lower edge."""
    half = size / 2
    pips = "".join(
        f'<circle cx="{num(a * size * 0.27)}" cy="{num(b * size * 0.27)}" r="{num(size * 0.088)}" fill="{ink}"/>'
        for a, b in PIPS[face]
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({turn})"><rect x="{num(-half)}" y="{num(-half + 7)}" width="{num(size)}" height="{num(size)}" rx="{num(size * 0.2)}" fill="#8A6A34" {PEN} stroke-width="2.600"/>'
        f'<rect x="{num(-half)}" y="{num(-half)}" width="{num(size)}" height="{num(size)}" rx="{num(size * 0.2)}" fill="{body}" {PEN} stroke-width="2.600"/>'
        f'<path d="M{num(-half + 5)} {num(half - 14)}V{num(-half + 13)}Q{num(-half + 5)} {num(-half + 5)} {num(-half + 13)} {num(-half + 5)}H{num(half - 14)}" fill="none" stroke="#FFF" stroke-opacity=".85" stroke-width="3" stroke-linecap="round"/>{pips}</g>'
    )  # fmt: skip


def faces(total: int) -> tuple[int, int]:
    """Two faces that make a result."""
    one = (total + 1) // 2 if total % 2 or total in (2, 12) else total // 2 + 1
    return one, total - one


def dice() -> str:
    """Two dice for each result, with their sum; and the assassin's die."""
    sheet = []
    for total in RESULTS:
        one, two = faces(total)
        paint = "#A3170F" if total in (6, 7, 8) else INK
        body = (
            die(one, 42, 40, 58, -9, f"url(#{GAME}-ivory)", INK)
            + die(two, 108, 40, 58, 8, f"url(#{GAME}-ivory)", INK)
            + f'<path d="M46 78H104Q112 78 112 86V116Q112 124 104 124H46Q38 124 38 116V86Q38 78 46 78Z" fill="url(#{GAME}-brass)" {PEN} stroke-width="3"/><rect x="42" y="82" width="66" height="38" rx="5" fill="#FFF6DF" stroke="#8A6227" stroke-width="1.500"/>'
            f'<text x="75" y="114" text-anchor="middle" font-family="{SERIF}" font-size="40" font-weight="700" fill="{paint}">{total}</text>'
        )
        sheet.append(
            symbol(
                f"dice-{total}",
                body,
                '<path d="M12 12H72V72H12ZM78 12H138V72H78ZM38 78H112V124H38Z" fill="#1B0E06" fill-opacity=".45"/>',
            )
        )
    for face in range(1, 7):
        body = die(face, 43, 42, 70, -7, f"url(#{GAME}-killer)", "#FFF6E0")
        sheet.append(symbol(f"die-{face}", body, '<path d="M8 8H78V84H8Z" fill="#1B0E06" fill-opacity=".45"/>'))
    return "".join(sheet)


def parchment(w: float, h: float, edge: str) -> str:
    """An empty card."""
    return (
        f'<rect x="1.500" y="3.500" width="{num(w - 3)}" height="{num(h - 4)}" rx="7" fill="#1B0E06" fill-opacity=".4"/><rect x="1" y="1" width="{num(w - 2)}" height="{num(h - 4)}" rx="7" fill="url(#{GAME}-parchment)" {PEN} stroke-width="2"/>'
        f'<rect x="4" y="4" width="{num(w - 8)}" height="{num(h - 10)}" rx="4.500" fill="{edge}" stroke="#8A6227" stroke-width="1"/>'
    )


def face(name: str) -> str:
    """A card with its sign on a pale disc."""
    w, h = CARD
    y = (h - 4) / 2
    return (
        parchment(w, h, f"url(#{GAME}-{name})")
        + f'<circle cx="{w / 2}" cy="{y}" r="23.500" fill="#FFF8E6" fill-opacity=".93" stroke="{TINTS[name][2]}" stroke-width="1.800"/>'
        + sign(name, w / 2, y, 0.72)
    )


def cards() -> str:
    """Kinds, scrolls, tokens, a back; and small ones for the bank."""
    w, h = CARD
    names = (*KIND_NAMES, "scroll", "guard", "vetinari")
    sheet = [symbol(f"card-{name}", face(name)) for name in names]
    waves = "".join(f"M{x} {y}q5 -6 10 0t10 0" for y in range(12, 66, 9) for x in (9, 29))
    back = (
        parchment(w, h, f"url(#{GAME}-cloak)")
        + f'<path d="{waves}" fill="none" stroke="#C9B6E0" stroke-opacity=".35" stroke-width="1.600"/><circle cx="{w / 2}" cy="{(h - 4) / 2}" r="18" fill="#F2E6C4" {PEN} stroke-width="1.800"/>'
        + sign("palace", w / 2, (h - 4) / 2 + 2, 0.5)
    )
    sheet.append(symbol("card-back", back))
    for name in KIND_NAMES:
        small = SPRITES[f"bank-{name}"]
        sheet.append(symbol(f"bank-{name}", f'<g transform="scale({small.w / w:.4f})">{face(name)}</g>'))
    return "".join(sheet)


def pip(name: str, x: float, y: float, r: float) -> str:
    """A card in a price: its colour and its sign."""
    lit, _, shade = TINTS[name]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{lit}" stroke="{shade}" stroke-width="1.600"/>'
        + sign(name, x, y, r / 31)
    )


def figure(text: str, x: float, y: float) -> str:
    """A number of a price, legible on the cards of phones."""
    return f'<text x="{num(x)}" y="{num(y)}" text-anchor="middle" font-family="{SERIF}" font-size="{FIGURE}" font-weight="700" fill="{INK}">{text}</text>'


def pay(cards: dict[str, int], scrolls: int, w: float) -> str:
    """A row of prices, and below it their equivalents in scrolls."""
    y, r = (49, 8) if scrolls else (60, 10)
    row = [name for name, n in cards.items() for _ in range(n)]
    step = min(2 * r + 2, (w - 24) / (len(row) - 1))
    first = w / 2 - step * (len(row) - 1) / 2
    out = "".join(pip(name, first + step * i, y, r) for i, name in enumerate(row))
    if scrolls:
        out += sign("scroll", w / 2 - 10, 69, 0.36) + figure(str(scrolls), w / 2 + 10, 77)
    return out


def shape(what: str, w: float) -> str:
    """What a price buys."""
    picture = {
        "foundation": ("foundation", 66, 52, 0.56),
        "house": ("house", 64, 70, 0.56),
        "villa": ("villa", 84, 84, 0.5),
    }
    if what in picture:
        name, a, b, scale = picture[what]
        return (
            f'<g transform="translate({num(w / 2)} 24) scale({scale}) translate({-a / 2} {-b / 2})">{_bare(name)}</g>'
        )
    if what == "token":
        return (
            f'<circle cx="{w / 2}" cy="24" r="18" fill="url(#{GAME}-cloak)" {PEN} stroke-width="2"/>'
            + sign("guard", w / 2 - 7, 22, 0.42)
            + sign("vetinari", w / 2 + 8, 25, 0.42)
        )
    if what == "point":
        ladder = "".join(f'<path d="M{w / 2 - 14} {y}H{w / 2 + 14}" {PEN} stroke-width="2"/>' for y in (12, 20, 28, 36))
        return f'<path d="M{w / 2 - 12} 6V42M{w / 2 + 12} 6V42" {PEN} stroke-width="2.400"/>{ladder}<circle cx="{w / 2}" cy="24" r="8.500" fill="#F6D77A" {PEN} stroke-width="2"/><path d="M{w / 2} 19V29M{w / 2 - 5} 24H{w / 2 + 5}" {PEN} stroke-width="2.400"/>'
    return _receipt(w / 2 - 6, 26, -8) + _receipt(w / 2 + 7, 23, 9)


def _bare(name: str) -> str:
    """A building in no seat's colour."""
    stone = {"lit": "#F6EBCF", "plain": "#CBB68A", "shade": "#6B5A3A"}
    if name == "foundation":
        frame = "M5 12H61V44H5Z"
        return f'<path d="{frame}" fill="none" stroke="{INK}" stroke-width="12" stroke-linejoin="round"/><path d="{frame}" fill="none" stroke="{stone["plain"]}" stroke-width="7" stroke-linejoin="round"/><path d="M5 9H61" stroke="{stone["lit"]}" stroke-width="2.600"/>'
    if name == "house":
        return f'<path d="M9 34H55V65H9Z" fill="{stone["plain"]}" {PEN} stroke-width="4"/><path d="M38 34H55V65H38Z" fill="{stone["shade"]}" fill-opacity=".5"/><path d="M2 36L32 4L62 36Z" fill="#A5482F" {PEN} stroke-width="4"/><path d="M8 33L32 8V33Z" fill="#D98A63"/><path d="M26 65V50Q32 44 38 50V65Z" fill="{INK}"/>'
    return (
        f'<path d="M9 42H77V78H9Z" fill="{stone["plain"]}" {PEN} stroke-width="4"/><path d="M58 42H77V78H58Z" fill="{stone["shade"]}" fill-opacity=".5"/><path d="M27 14H45V44H27Z" fill="{stone["lit"]}" {PEN} stroke-width="3.500"/><path d="M23 15L36 0L49 15Z" fill="#A5482F" {PEN} stroke-width="3.500"/>'
        f'<path d="M3 43L18 25L33 43Z" fill="#A5482F" {PEN} stroke-width="3.500"/><path d="M40 43L62 22L83 43Z" fill="#A5482F" {PEN} stroke-width="3.500"/><path d="M36 78V62Q43 54 50 62V78Z" fill="{INK}"/>'
    )


def _receipt(x: float, y: float, turn: float) -> str:
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({turn})"><path d="M-11 -17H11V17L7 14L3.500 17L0 14L-3.500 17L-7 14L-11 17Z" fill="#FFF8E6" {PEN} stroke-width="2"/>'
        '<path d="M-7 -11H7M-7 -6H4M-7 -1H6" stroke="#7A5A2E" stroke-width="1.800"/><circle cx="4" cy="7" r="4" fill="#AD1F1A"/></g>'
    )


def anything(w: float, y: float) -> str:
    """One card of any kind, or of one's choice: a fan."""
    step = 8.6
    return "".join(pip(name, w / 2 + step * (i - (KINDS - 1) / 2), y, 6.6) for i, name in enumerate(KIND_NAMES))


def prices() -> str:
    """A card of the price list for each thing that can be bought."""
    w, h = PRICE
    scrolls = {"house": PIECES.scrolls.house, "villa": PIECES.scrolls.villa, "token": PIECES.scrolls.token}
    sheet = []
    for what in ("foundation", "house", "villa", "token", "point", "receipts"):
        cost = PIECES.costs.get(what)  # type: ignore[call-overload]
        body = (
            parchment(w, h, "#FFF6DF")
            + f'<path d="M6 38H{w - 6}" stroke="#8A6227" stroke-width="1.200" stroke-opacity=".6"/>'
            + f'<g transform="translate({num(w / 10)} 1) scale(.8)">{shape(what, w)}</g>'
        )
        if cost:
            body += pay(cost, scrolls.get(what, 0), w)
        else:
            first, then = (f"{PIECES.guild.price}", f"·{PIECES.guild.dear}") if what == "point" else ("1", "")
            body += anything(w, 49) + figure(first + then, w / 2, 77)
        sheet.append(symbol(f"cost-{what}", body))
    return "".join(sheet)


def icons() -> str:
    """The pictures of the counters, outlined in the colour of the text around them."""
    pen = 'stroke="currentColor" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round"'
    pictures = {
        "points": f'<path d="M12 2.500l2.900 6.100l6.600 .800l-4.900 4.600l1.300 6.600L12 17.300l-5.900 3.300l1.300 -6.600L2.500 9.400l6.600 -.800Z" fill="#F0C24A" {pen}/>',
        "cards": f'<rect x="4" y="5" width="10" height="15" rx="2" fill="#C9B98F" {pen} transform="rotate(-10 9 12)"/><rect x="9" y="4" width="11" height="16" rx="2" fill="#FFF3D2" {pen} transform="rotate(7 14 12)"/>',
        "scrolls": f'<path d="M6 4H18V18H6Z" fill="#FFF3D2" {pen}/><path d="M9 8.500H15M9 12H15" {pen}/><path d="M4 4H20M4 19.500H20" fill="none" stroke="currentColor" stroke-width="3.200" stroke-linecap="round"/>',
        "receipts": f'<path d="M5 3H19V21L16.500 19L14.200 21L12 19L9.800 21L7.500 19L5 21Z" fill="#FFF8E6" {pen}/><path d="M8.500 8H15.500M8.500 12H13" {pen}/><circle cx="15" cy="14.500" r="2.600" fill="#AD1F1A"/>',
        "tokens": f'<circle cx="12" cy="12" r="9" fill="#7D6FA0" {pen}/><path d="M9.300 9.600Q9.300 6.600 12 6.600T14.700 9.400Q14.700 11.200 12 12.600V14M12 17V17.200" fill="none" stroke="#FFF6E0" stroke-width="2" stroke-linecap="round"/>',
        "guards": f'<path d="M4.500 20V11C4.500 5.500 8 3 12 3S19.500 5.500 19.500 11V20L15 22V13H9V22Z" fill="#B9C2CE" {pen}/><path d="M4.500 11.500H19.500" {pen}/>',
        "stack": f'<ellipse cx="12" cy="17" rx="8" ry="3.800" fill="#7D6FA0" {pen}/><ellipse cx="12" cy="12.500" rx="8" ry="3.800" fill="#9A8CC0" {pen}/><ellipse cx="12" cy="8" rx="8" ry="3.800" fill="#B9A6D6" {pen}/>',
        "assassins": f'<path d="M12 2L14 6V14H10V6ZM6.500 14H17.500V16.500H6.500Z" fill="#D5DCE4" {pen}/><path d="M10.500 16.500H13.500V22H10.500Z" fill="#8A5A3C" {pen}/>',
    }  # fmt: skip
    return "".join(symbol(name, body) for name, body in pictures.items())


def sprites() -> str:
    """The sheet, as the text of an SVG file."""
    tall = 'x1="0" y1="0" x2=".5" y2="1"'
    defs = "".join(gradient(f"{GAME}-{name}", PAINTS[name].lit, PAINTS[name].plain, axis=tall) for name in COLOUR_NAMES)
    defs += "".join(
        gradient(f"{GAME}-{name}", *TINTS[name][:2], axis=tall) for name in (*KIND_NAMES, "scroll", "guard", "vetinari")
    )
    defs += gradient(f"{GAME}-parchment", "#FFF8E6", "#EBD9B0") + gradient(
        f"{GAME}-brass", "#F0D89A", "#B98B3F", "#8A6227"
    )
    defs += gradient(f"{GAME}-ivory", "#FFFDF4", "#E8D8AE") + gradient(f"{GAME}-cloak", "#7A7088", "#3A3344", "#1F1B26")
    defs += gradient(f"{GAME}-killer", "#6B3A48", "#3A1620", "#1C0A10")
    pieces = "".join(house(c) + villa(c) + foundation(c) + flag(c) + point(c) for c in COLOUR_NAMES) + flag("none")
    w, side = SPRITES["lit"].w, SPRITES["lit"].h / 2
    hexagon = f"M{num(w / 2)} 6L{num(w - 5)} {num(side / 2 + 3)}V{num(side * 1.5 - 3)}L{num(w / 2)} {num(2 * side - 6)}L5 {num(side * 1.5 - 3)}V{num(side / 2 + 3)}Z"
    light = symbol(
        "lit",
        f'<path d="{hexagon}" fill="#FFE27A" fill-opacity=".2" stroke="#5B2A1C" stroke-width="13" stroke-linejoin="round" stroke-opacity=".55"/><path d="{hexagon}" fill="none" stroke="#FFD35C" stroke-width="7.500" stroke-linejoin="round"/>',
    )
    fire = symbol("fire", f'<g transform="translate(39 44)">{flame()}</g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{defs}</defs>\n{light}{pieces}{thief()}{fire}{assassin()}{dice()}{cards()}{prices()}{icons()}</svg>\n'

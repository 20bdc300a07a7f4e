"""The board of Ankh-Morpork: a round walled city with its river, ten districts, and the tracks on parchment beside it.

Roofs fill whatever is not street, wall or river. Light comes from the top left.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin
from random import Random

from ankh_morpork_signs import INK, TINTS, hexagon, sign
from craft import SERIF, Point, frame, frame_definitions, gradient, noise, num

from tablier.games.ankh_morpork.board import CELLS, CHIPS, DATA, KIND_NAMES, LAST, MEMBER, PIECES
from tablier.games.ankh_morpork.layout import (
    CENTRE,
    COLUMN,
    FIRST,
    FRAME,
    HEADS,
    KILLERS,
    NUMBER,
    RUNG,
    SIDE,
    SIZE,
    TOP,
    WALL,
    cell_at,
    chip_at,
    district_at,
    rung_at,
    site_at,
)

WIDTH, HEIGHT = SIZE
INSIDE = (0, 0, WIDTH, HEIGHT)
SHEET = (988.0, 14.0, 428.0, HEIGHT - 28.0)
"""The parchment with the tracks: left, top, width, height."""
DISTRICTS = [district_at(d) for d in range(len(DATA.hexes))]
SITES = [site_at(site) for site in range(len(DATA.sites))]
RIVER: list[Point] = [(-20, 700), (60, 680), (150, 640), (250, 600), (340, 596), (420, 622), (490, 606), (560, 520), (640, 478), (740, 500), (850, 476), (940, 400), (1010, 340)]  # fmt: skip


def curve(points: list[Point]) -> str:
    """A smooth open path."""
    path = [f"M{num(points[0][0])} {num(points[0][1])}"]
    padded = [points[0], *points, points[-1]]
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        a, b = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6), (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        path.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (a, b, (x2, y2))))
    return "".join(path)


def from_river(x: float, y: float) -> float:
    """How far a point is from the middle of the river."""
    best = 1e9
    for (ax, ay), (bx, by) in itertools.pairwise(RIVER):
        t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)))
        best = min(best, hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    return best


def in_city(x: float, y: float) -> float:
    """Below 1 inside the wall."""
    return hypot((x - CENTRE[0]) / WALL[0], (y - CENTRE[1]) / WALL[1])


def roof(rng: Random, x: float, y: float, w: float, h: float, turn: float, tints: tuple[str, str, str]) -> str:
    """A gabled roof from above: the side to the light, the other one, a chimney now and then."""
    chimney = (
        f'<rect x="{num(w * 0.2)}" y="{num(-h * 0.3)}" width="3.400" height="3.400" fill="#4A2F20"/>'
        if rng.random() < 0.4
        else ""
    )
    lit, plain, shade = tints
    if sin(turn * pi / 180) > 0.5:
        lit, plain = plain, lit
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)})"><rect x="{num(-w / 2)}" y="{num(-h / 2)}" width="{num(w)}" height="{num(h)}" fill="{plain}" stroke="{shade}" stroke-width="1.200"/>'
        f'<rect x="{num(-w / 2)}" y="{num(-h / 2)}" width="{num(w)}" height="{num(h / 2)}" fill="{lit}"/><path d="M{num(-w / 2)} 0h{num(w)}" stroke="{shade}" stroke-width="1.100"/>{chimney}</g>'
    )  # fmt: skip


TOWN = (("#CF8A63", "#A9623F", "#5A2B17"), ("#D7A06F", "#B27A48", "#63401F"), ("#B9AC9A", "#8F8273", "#4A4036"), ("#C77A5C", "#97523A", "#4E2416"))  # fmt: skip


def town(rng: Random) -> str:
    """Roofs between the districts and the wall, in rows along crooked lanes."""
    drawn: list[tuple[float, str]] = []
    placed: list[Point] = []
    for _ in range(5200):
        x, y = (
            rng.uniform(CENTRE[0] - WALL[0], CENTRE[0] + WALL[0]),
            rng.uniform(CENTRE[1] - WALL[1], CENTRE[1] + WALL[1]),
        )
        if (
            in_city(x, y) > 0.935
            or from_river(x, y) < 38
            or any(hypot(x - a, y - b) < SIDE * 1.02 for a, b in DISTRICTS)
        ):
            continue
        if hypot(x - CENTRE[0], y - CENTRE[1]) < 84 or any(hypot(x - a, y - b) < 34 for a, b in SITES):
            continue
        if any(hypot(x - CENTRE[0], y - CENTRE[1] - way * 1.42 * SIDE) < 74 for way in (-1, 1)):
            continue
        if any(hypot(x - a, y - b) < 24 for a, b in placed):
            continue
        placed.append((x, y))
        turn = degrees_of(x, y) + rng.choice((0, 90)) + rng.uniform(-9, 9)
        drawn.append((y, roof(rng, x, y, rng.uniform(19, 27), rng.uniform(13, 18), turn % 180, rng.choice(TOWN))))
    return "".join(piece for _, piece in sorted(drawn))


def degrees_of(x: float, y: float) -> float:
    """The direction of a place from the middle of the city."""
    return atan2(y - CENTRE[1], x - CENTRE[0]) * 180 / pi


def district(rng: Random, number: int) -> str:
    """A hexagon of its colour, with a kerb, roofs around its square, and its sign in the middle."""
    tile = DATA.hexes[number]
    x, y = DISTRICTS[number]
    lit, plain, shade = TINTS[tile.id]
    name = f"ankh-tile-{tile.id}"
    roofs: list[tuple[float, str]] = []
    placed: list[Point] = []
    chips = [chip_at(chip) for chip, (d, _) in enumerate(CHIPS) if d == number]
    for _ in range(700):
        a, r = rng.uniform(0, 2 * pi), SIDE * rng.uniform(0.3, 0.9)
        u, v = x + r * cos(a), y + r * sin(a)
        edge = max(abs((u - x) * cos(b) + (v - y) * sin(b)) for b in (0, pi / 3, 2 * pi / 3))
        clear = edge < SIDE * 0.74 and hypot(u - x, v - y + 34) > 56 and all(hypot(u - p, v - q) > 49 for p, q in chips)
        if clear and all(hypot(u - p, v - q) > 21 for p, q in placed) and hypot(u - x - 64, v - y + 16) > 26:
            placed.append((u, v))
            roofs.append((v, roof(rng, u, v, rng.uniform(18, 24), rng.uniform(12, 16), rng.choice((0, 60, 120)) + rng.uniform(-6, 6), (lit, plain, shade))))  # fmt: skip
    return (
        f'<path d="{hexagon(x + 5, y + 9, SIDE - 2)}" fill="#1B0E06" fill-opacity=".4"/>'
        f'<path d="{hexagon(x, y, SIDE - 2)}" fill="#E9DDBD" stroke="{INK}" stroke-width="2.600" stroke-linejoin="round"/>'
        f'<path d="{hexagon(x, y, SIDE - 13)}" fill="url(#{name})" stroke="{shade}" stroke-width="2.600" stroke-linejoin="round"/>'
        + "".join(drawn for _, drawn in sorted(roofs))
        + f'<circle cx="{num(x + 3)}" cy="{num(y - 29)}" r="47" fill="#1B0E06" fill-opacity=".35"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 34)}" r="47" fill="url(#ankh-disc)" stroke="{shade}" stroke-width="3"/><circle cx="{num(x)}" cy="{num(y - 34)}" r="42" fill="none" stroke="{plain}" stroke-width="1.600"/>'
        + sign(tile.id, x, y - 34 + (5 if tile.id in ("alchemists", "palace", "university") else 0), 1.22)
    )


def chips() -> str:
    """Numbers on discs; the two that come most often in red, with dots for how often each comes."""
    return "".join(_chip(chip) for chip in range(len(CHIPS)))


def _chip(chip: int) -> str:
    _, number = CHIPS[chip]
    x, y = chip_at(chip)
    often = 6 - abs(7 - number)
    paint = "#A3170F" if number in (6, 8) else "#241A10"
    dots = "".join(
        f'<circle cx="{num(x + (k - (often - 1) / 2) * 7.5)}" cy="{num(y + 20)}" r="2.600" fill="{paint}"/>'
        for k in range(often)
    )
    body = "url(#ankh-chip)"
    if number == 7:
        paint, dots, body = "#FFF3D2", "", "#332C38"
    return (
        f'<circle cx="{num(x + 2.5)}" cy="{num(y + 4.5)}" r="{NUMBER}" fill="#1B0E06" fill-opacity=".45"/><circle cx="{num(x)}" cy="{num(y)}" r="{NUMBER}" fill="{body}" stroke="{INK}" stroke-width="2.600"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{NUMBER - 4}" fill="none" stroke="#B98B3F" stroke-width="1.500"/>'
        f'<text x="{num(x)}" y="{num(y + 11)}" text-anchor="middle" font-family="{SERIF}" font-size="42" font-weight="700" letter-spacing="-1.500" fill="{paint}">{number}</text>{dots}'
    )  # fmt: skip


def plots() -> str:
    """The building sites: paved squares with their numbers."""
    return "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="24" fill="#3A2A18" fill-opacity=".45"/><circle cx="{num(x)}" cy="{num(y)}" r="21.500" fill="#F3E7C8" stroke="{INK}" stroke-width="2"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="17.500" fill="none" stroke="#A98E5C" stroke-width="1.400" stroke-dasharray="4 3"/>'
        f'<text x="{num(x)}" y="{num(y + 7)}" text-anchor="middle" font-family="{SERIF}" font-size="20" font-weight="700" fill="#5A4426">{n}</text>'
        for n, (x, y) in enumerate(SITES)
    )


def wall() -> str:
    """The ring of the city wall with its battlements, and towers that stand out of it."""
    (x, y), (a, b) = CENTRE, WALL
    ring = f'cx="{num(x)}" cy="{num(y)}" rx="{num(a)}" ry="{num(b)}" fill="none"'
    towers = "".join(
        _tower(x + a * cos(2 * pi * k / 22 + 0.07), y + b * sin(2 * pi * k / 22 + 0.07)) for k in range(22)
    )
    return (
        f'<ellipse {ring} stroke="#1B0E06" stroke-opacity=".45" stroke-width="26" transform="translate(6 11)"/><ellipse {ring} stroke="{INK}" stroke-width="25"/><ellipse {ring} stroke="#8D8371" stroke-width="21"/>'
        f'<ellipse {ring} stroke="#B9AF9A" stroke-width="11"/><ellipse {ring} stroke="#6B6252" stroke-width="21" stroke-dasharray="2 15"/><ellipse {ring} stroke="#D8CFBA" stroke-width="5" stroke-dasharray="8 9"/>{towers}'
    )


def _tower(x: float, y: float) -> str:
    if from_river(x, y) < 30:
        return ""
    return (
        f'<circle cx="{num(x + 5)}" cy="{num(y + 9)}" r="21" fill="#1B0E06" fill-opacity=".4"/><circle cx="{num(x)}" cy="{num(y)}" r="20" fill="#9A907D" stroke="{INK}" stroke-width="2.400"/>'
        f'<path d="M{num(x - 13)} {num(y + 3)}A14 14 0 0 1 {num(x + 6)} {num(y - 12)}" fill="none" stroke="#E5DDCA" stroke-width="3"/><circle cx="{num(x)}" cy="{num(y)}" r="10" fill="#A5482F" stroke="{INK}" stroke-width="1.800"/><path d="M{num(x)} {num(y)}L{num(x - 7)} {num(y - 7)}L{num(x - 9)} {num(y + 3)}Z" fill="#D98A63"/>'
    )


def river() -> str:
    """The Ankh: broad, brown, and not to be crossed without a bridge."""
    path = curve(RIVER)
    return (
        f'<path d="{path}" fill="none" stroke="#4A3A1E" stroke-opacity=".5" stroke-width="76" stroke-linecap="round"/><path d="{path}" fill="none" stroke="#8A7A4A" stroke-width="66"/><path d="{path}" fill="none" stroke="url(#ankh-mud)" stroke-width="58"/>'
        f'<path d="{path}" fill="none" stroke="#C8C08A" stroke-opacity=".45" stroke-width="2.400" stroke-dasharray="26 38" transform="translate(0 -12)"/><path d="{path}" fill="none" stroke="#3C4A2A" stroke-opacity=".5" stroke-width="2.400" stroke-dasharray="34 29" transform="translate(0 10)"/><path d="{path}" fill="none" stroke="#DAD49C" stroke-opacity=".35" stroke-width="1.800" stroke-dasharray="14 46" transform="translate(0 2)"/>'
    )


def bridge(x: float, y: float, turn: float, long: float = 96) -> str:
    """A stone bridge over the river."""
    joints = "".join(f"M{num(-long / 2 + k)} -15V15" for k in range(10, int(long), 12))
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({turn})"><rect x="{num(-long / 2 + 4)}" y="-12" width="{num(long)}" height="38" fill="#1B0E06" fill-opacity=".35"/><rect x="{num(-long / 2)}" y="-19" width="{num(long)}" height="38" rx="3" fill="#8D8371" stroke="{INK}" stroke-width="2.200"/>'
        f'<rect x="{num(-long / 2)}" y="-14" width="{num(long)}" height="28" fill="#CFC4A8"/><path d="{joints}" stroke="#9A8E72" stroke-width="1.600"/><path d="M{num(-long / 2)} -17H{num(long / 2)}" stroke="#E5DDCA" stroke-width="2.400"/></g>'
    )


def shades() -> str:
    """Where the thief is at home: a dark yard among leaning houses."""
    x, y = CENTRE
    rng = Random(5)
    homes = "".join(
        roof(rng, x + 68 * cos(a), y + 66 * sin(a), 31, 21, a * 180 / pi + 90, ("#6E6672", "#4A4350", "#1F1B24"))
        for a in (2 * pi * k / 11 for k in range(11))
    )
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="86" fill="#1B1620" fill-opacity=".55"/>{homes}<circle cx="{num(x)}" cy="{num(y)}" r="47" fill="url(#ankh-shade)" stroke="#0E0B12" stroke-width="3"/>'
        f'<path d="M{num(x - 26)} {num(y + 25)}q10 -9 20 0t20 0" fill="none" stroke="#6E6672" stroke-width="2.200"/><path d="M{num(x + 12)} {num(y - 20)}a13 13 0 1 0 12 20a11 11 0 0 1 -12 -20Z" fill="#E6DDB0" fill-opacity=".8"/>'
    )


def plaza(x: float, y: float, r: float) -> str:
    """A paved round where dice are thrown."""
    rings = "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(k)}" fill="none" stroke="#A98E5C" stroke-width="1.600" stroke-dasharray="11 5"/>'
        for k in (r - 8, r - 22, r - 36)
        if k > 6
    )
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="#E3D3A8" stroke="#5A4426" stroke-width="2.400"/>{rings}'


def country(rng: Random) -> str:
    """Fields outside the wall, with hedges and trees."""
    fields = []
    for _ in range(150):
        x, y = rng.uniform(-10, 990), rng.uniform(-10, HEIGHT + 10)
        if in_city(x, y) > 1.02:
            w, h, turn = rng.uniform(70, 130), rng.uniform(46, 90), rng.uniform(-25, 25)
            tint = rng.choice(("#8FA55A", "#A3B066", "#B9B06A", "#7C9650", "#C2B273"))
            lines = "".join(f"M{num(-w / 2)} {num(k)}h{num(w)}" for k in range(int(-h / 2) + 5, int(h / 2), 9))
            fields.append(f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)})"><rect x="{num(-w / 2)}" y="{num(-h / 2)}" width="{num(w)}" height="{num(h)}" fill="{tint}" stroke="#55692F" stroke-width="2.200"/><path d="{lines}" stroke="#5F7337" stroke-opacity=".5" stroke-width="1.300"/></g>')  # fmt: skip
    trees = []
    for _ in range(260):
        x, y = rng.uniform(6, 984), rng.uniform(10, HEIGHT - 6)
        if in_city(x, y) > 1.09 and from_river(x, y) > 44:
            trees.append((y, f'<g transform="translate({num(x)} {num(y)})"><ellipse cx="4" cy="7" rx="10" ry="5" fill="#1B2A10" fill-opacity=".4"/><circle r="9" fill="#4E7A3C" stroke="#20381A" stroke-width="1.600"/><circle cx="-2.500" cy="-3" r="4.500" fill="#86AE5C"/></g>'))  # fmt: skip
    return "".join(fields) + "".join(tree for _, tree in sorted(trees))


def sheet() -> str:
    """The parchment: a column of ten rungs for each guild, and one for the assassins."""
    left, top, width, height = SHEET
    parts = [
        f'<rect x="{num(left + 6)}" y="{num(top + 10)}" width="{num(width)}" height="{num(height)}" rx="6" fill="#1B0E06" fill-opacity=".45"/>'
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" rx="6" fill="url(#ankh-parchment)" stroke="{INK}" stroke-width="2.600"/>'
        f'<rect x="{num(left + 8)}" y="{num(top + 8)}" width="{num(width - 16)}" height="{num(height - 16)}" rx="4" fill="none" stroke="#8A6227" stroke-width="2"/>'
    ]
    parts += _rungs()
    for kind, name in enumerate(KIND_NAMES):
        x = rung_at(kind, 0)[0]
        lit, plain, shade = TINTS[name]
        parts.append(
            f'<rect x="{num(x - 28)}" y="{num(TOP - RUNG / 2 + 3)}" width="56" height="{num(RUNG * (LAST + 1) - 6)}" rx="6" fill="{plain}" fill-opacity=".26" stroke="{shade}" stroke-opacity=".8" stroke-width="2"/>'
            f'<rect x="{num(x - 28)}" y="{num(HEADS - 44)}" width="56" height="88" rx="6" fill="{lit}" fill-opacity=".5" stroke="{shade}" stroke-width="2"/>'
        )
    parts += _killers()
    return "".join(parts)


def _rungs() -> Iterator[str]:
    """Lines and numbers; what makes members, and what makes the presidency last, stand out."""
    left, right = FIRST - COLUMN / 2, FIRST + 4.5 * COLUMN
    for points in range(LAST + 1):
        y = rung_at(0, points)[1]
        marked = points in (MEMBER, LAST)
        if points:
            line = (
                'stroke="#A3170F" stroke-width="4"'
                if marked
                else 'stroke="#8A6227" stroke-opacity=".55" stroke-width="1.600"'
            )
            yield f'<path d="M{num(left)} {num(y + RUNG / 2)}H{num(right)}" {line}/>'
        yield (
            f'<circle cx="{num(left - 13)}" cy="{num(y)}" r="14" fill="{"#A3170F" if marked else "#F3E7C8"}" stroke="{INK}" stroke-width="1.600"/>'
            f'<text x="{num(left - 13)}" y="{num(y + 7.5)}" text-anchor="middle" font-family="{SERIF}" font-size="22" font-weight="700" fill="{"#FFF3D2" if marked else "#3A2A18"}">{points}</text>'
        )


def _killers() -> Iterator[str]:
    """The assassins' cells, with the numbers that wake the guard."""
    top, bottom = TOP - RUNG / 2 + 3, TOP + RUNG * (len(CELLS) - 0.5) - 3
    yield (
        f'<rect x="{num(KILLERS - 31)}" y="{num(top)}" width="62" height="{num(bottom - top)}" rx="6" fill="#332C38" stroke="#0E0B12" stroke-width="2.400"/>'
        f'<rect x="{num(KILLERS - 31)}" y="{num(HEADS - 44)}" width="62" height="88" rx="6" fill="#332C38" stroke="#0E0B12" stroke-width="2.400"/>'
        + sign("thieves", KILLERS, HEADS - 2, 0.92)
    )
    started = PIECES.track.cells[: PIECES.track.occupied]
    for cell in map(int, CELLS):
        x, y = cell_at(cell)
        rim = "#B98B3F" if cell in started else "#6E6672"
        yield (
            f'<rect x="{num(x - 26)}" y="{num(y - 41)}" width="52" height="82" rx="5" fill="#4A4350" stroke="{rim}" stroke-width="2"/>'
            f'<text x="{num(x)}" y="{num(y + 13)}" text-anchor="middle" font-family="{SERIF}" font-size="38" font-weight="700" fill="#E6DDC4">{cell}</text>'
        )


def definitions() -> str:
    """Gradients, noises and clips."""
    tiles = "".join(
        f'<radialGradient id="ankh-tile-{tile.id}" cx=".4" cy=".35" r=".75"><stop offset="0" stop-color="{TINTS[tile.id][0]}"/><stop offset="1" stop-color="{TINTS[tile.id][1]}"/></radialGradient>'
        for tile in DATA.hexes
    )
    return (
        tiles
        + '<radialGradient id="ankh-disc" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="#FFFAEA"/><stop offset="1" stop-color="#E2CE9C"/></radialGradient>'
        '<radialGradient id="ankh-chip" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="#FFFDF4"/><stop offset="1" stop-color="#E8D8AE"/></radialGradient>'
        '<radialGradient id="ankh-shade" cx=".5" cy=".45" r=".6"><stop offset="0" stop-color="#4A4350"/><stop offset="1" stop-color="#17131C"/></radialGradient>'
        '<radialGradient id="ankh-vignette" cx=".48" cy=".47" r=".76"><stop offset=".7" stop-color="#1B1006" stop-opacity="0"/><stop offset="1" stop-color="#1B1006" stop-opacity=".4"/></radialGradient>'
        + gradient("ankh-mud", "#8C8A50", "#6C7040", "#848050", axis='x1="0" y1="0" x2="1" y2="0"')
        + gradient("ankh-parchment", "#FFF6DF", "#F0E0B6", "#E2CB95")
        + gradient("ankh-floor", "#D8C79C", "#BFA878", "#A98E5C")
        + frame_definitions("ankh", INSIDE)
        + noise("ankh-dirt", ".02 .025", 3, 14, ".2 .13 .05", "1.7 -.72")
        + noise("ankh-paper", ".9", 2, 8, "0 0 0", ".5 -.2")
        + '<filter id="ankh-blur" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="7"/></filter>'
        f'<clipPath id="ankh-open"><rect width="{WIDTH}" height="{HEIGHT}" rx="3"/></clipPath>'
    )


def board() -> str:
    """The whole picture, as the text of an SVG file."""
    rng = Random(40)
    (x, y), (a, b) = CENTRE, WALL
    whole = f'width="{WIDTH}" height="{HEIGHT}"'
    bridges = bridge(402, 616, 100, 92) + bridge(600, 498, 60, 92)
    districts = "".join(district(rng, d) for d in sorted(range(len(DISTRICTS)), key=lambda d: DISTRICTS[d][1]))
    plazas = plaza(x, y - 1.42 * SIDE, 70) + plaza(x, y + 1.42 * SIDE, 62)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f"<defs>{definitions()}</defs>\n"
        f'<g clip-path="url(#ankh-open)"><rect {whole} fill="#93A25C"/>\n{country(rng)}\n'
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(a)}" ry="{num(b)}" fill="url(#ankh-floor)"/>\n'
        f'<rect {whole} filter="url(#ankh-dirt)" opacity=".55"/>\n{river()}\n{wall()}\n{river_gates()}\n{town(rng)}\n{shades()}\n{bridges}\n{plazas}\n{districts}\n{plots()}\n{chips()}\n'
        f'<rect {whole} fill="url(#ankh-vignette)"/>\n{sheet()}\n<rect {whole} filter="url(#ankh-paper)" opacity=".2"/>\n'
        f'<path d="M-5 {HEIGHT + 5}V-5H{WIDTH + 5}" fill="none" stroke="#120A04" stroke-opacity=".62" stroke-width="24" filter="url(#ankh-blur)"/></g>\n'
        f"{frame('ankh', INSIDE)}\n</svg>\n"
    )


def river_gates() -> str:
    """Arches where the river passes under the wall."""
    gates = []
    for k in range(720):
        t = pi * k / 360
        p, q = CENTRE[0] + WALL[0] * cos(t), CENTRE[1] + WALL[1] * sin(t)
        if from_river(p, q) < 1.6 and all(hypot(p - u, q - v) > 60 for u, v in gates):
            gates.append((p, q))
    return "".join(bridge(p, q, degrees_of(p, q) + 90, 104) for p, q in gates)


def plain_board() -> str:
    """The same board, flat and small, for figures: districts, chips, sites, tracks."""
    (x, y), (a, b) = CENTRE, WALL
    tiles = "".join(
        f'<path d="{hexagon(u, v, SIDE - 4)}" fill="{TINTS[tile.id][0]}" stroke="{TINTS[tile.id][2]}" stroke-width="5"/>'
        + sign(tile.id, u, v - 34, 1.3)
        for tile, (u, v) in zip(DATA.hexes, DISTRICTS, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f'<defs>{gradient("ankh-parchment", "#FFF6DF", "#E9D6A4")}<radialGradient id="ankh-chip"><stop stop-color="#FFF8E4"/></radialGradient></defs>'
        f'<rect x="{-FRAME}" y="{-FRAME}" width="{WIDTH + 2 * FRAME}" height="{HEIGHT + 2 * FRAME}" rx="16" fill="#63402A"/>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#AFB878" stroke="#D9B566" stroke-width="4"/><ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(a)}" ry="{num(b)}" fill="#D8C79C" stroke="#6B6252" stroke-width="14"/>\n'
        f'<path d="{curve(RIVER)}" fill="none" stroke="#87875A" stroke-width="52"/><circle cx="{num(x)}" cy="{num(y)}" r="62" fill="#332C38"/>{tiles}{plots()}{chips()}{sheet()}\n</svg>\n'
    )

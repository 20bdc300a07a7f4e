"""The board of Delta: a wide brown-green river between its banks, 27 islands and six villages, in a walnut frame.

Each village is a round landing stage on a tongue of land, with houses on stilts behind it and its emblem in the middle.
Light comes from the top left.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from random import Random

from craft import FRAME, SERIF, Point, closed_curve, frame, frame_definitions, gradient, noise, num
from delta_paint import PAINTS, emblem

from tablier.games.delta.board import CENTRES, DATA, VILLAGES

WIDTH, HEIGHT = DATA.size
INSIDE = (0, 0, WIDTH, HEIGHT)
MIDDLE = (WIDTH / 2, HEIGHT / 2)
TOWNS = [(village.name, float(village.x), float(village.y)) for village in DATA.villages]
ISLANDS = [(float(x), float(y)) for x, y in CENTRES[VILLAGES:]]
LANDING = float(DATA.village_radius)


def blob(rng: Random, x: float, y: float, rx: float, ry: float, n: int = 11, rough: float = 0.12) -> list[Point]:
    """A wobbly ring of points."""
    return [
        (x + rx * k * cos(2 * pi * i / n), y + ry * k * sin(2 * pi * i / n))
        for i, k in enumerate(rng.uniform(1 - rough, 1 + rough) for _ in range(n))
    ]


def shore(rng: Random) -> list[Point]:
    """The water's edge: along the frame, with a tongue of land at each village."""
    points = []
    steps = 96
    for i in range(steps):
        angle = 2 * pi * i / steps
        edge = min(WIDTH / 2 / max(abs(cos(angle)), 1e-6), HEIGHT / 2 / max(abs(sin(angle)), 1e-6))
        reach = min(edge - 17, 545) + rng.uniform(-9, 9)
        for _, x, y in TOWNS:
            turn = abs((atan2(y - MIDDLE[1], x - MIDDLE[0]) - angle + pi) % (2 * pi) - pi)
            if turn < 0.30:
                reach = min(reach, 392 + 900 * max(0.0, turn - 0.075) ** 1.35)
        points.append((MIDDLE[0] + reach * cos(angle), MIDDLE[1] + reach * sin(angle)))
    return points


def banks(rng: Random) -> str:
    """Fields and sand outside the water's edge."""
    edge = closed_curve(shore(rng))
    whole = f"M-10 -10H{WIDTH + 10}V{HEIGHT + 10}H-10Z"
    rows = "".join(
        f"M{num(x)} {num(y)}q{num(rng.uniform(8, 16))} -5 {num(rng.uniform(20, 34))} 0"
        for x, y in ((rng.uniform(-5, WIDTH), rng.uniform(0, HEIGHT)) for _ in range(900))
        if hypot(x - MIDDLE[0], y - MIDDLE[1]) > 520
    )
    return (
        f'<path d="{whole}{edge}" fill-rule="evenodd" fill="#0F2D2A" fill-opacity=".38" transform="translate(7 12)"/>'
        f'<path d="{edge}" fill="none" stroke="#DDF0D6" stroke-opacity=".28" stroke-width="34"/>'
        f'<path d="{edge}" fill="none" stroke="#E9F2D2" stroke-opacity=".32" stroke-width="17"/>'
        f'<path d="{whole}{edge}" fill-rule="evenodd" fill="url(#delta-land)" stroke="#E7D29A" stroke-width="9"/>'
        f'<path d="{edge}" fill="none" stroke="#5B4A26" stroke-opacity=".6" stroke-width="1.500"/>'
        f'<path d="{rows}" fill="none" stroke="#2F5A34" stroke-opacity=".5" stroke-width="2.200" stroke-linecap="round"/>'
    )


def currents(rng: Random) -> str:
    """Long strokes that part around the islands, as water does."""
    strokes = []
    for _ in range(330):
        x, y = rng.uniform(20, WIDTH - 20), rng.uniform(20, HEIGHT - 20)
        path = [(x, y)]
        for _ in range(rng.randint(4, 9)):
            u, v = 0.92, 0.38 + 0.22 * sin(x / 130 + y / 170)
            for a, b in ISLANDS:
                near = hypot(x - a, y - b)
                if near < 85:
                    push = (85 - near) / 60
                    u, v = u + push * (x - a) / near, v + push * (y - b) / near
            way = hypot(u, v)
            x, y = x + 13 * u / way, y + 13 * v / way
            path.append((x, y))
        clear = all(hypot(p[0] - a, p[1] - b) > 46 for p in path for a, b in ISLANDS)
        clear = clear and all(hypot(p[0] - a, p[1] - b) > 78 for p in path for _, a, b in TOWNS)
        if clear and all(hypot(p[0] - MIDDLE[0], p[1] - MIDDLE[1]) < 480 for p in path):
            strokes.append("M" + "L".join(f"{num(a)} {num(b)}" for a, b in path))
    thirds = ["".join(strokes[k::3]) for k in range(3)]
    tones = (("#E4F3E4", 0.30, 1.6), ("#0E4A4C", 0.30, 2.2), ("#F4FAEA", 0.22, 1.1))
    return "".join(
        f'<path d="{path}" fill="none" stroke="{tone}" stroke-opacity="{alpha}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
        for path, (tone, alpha, width) in zip(thirds, tones, strict=True)
    )


def palm(x: float, y: float, size: float) -> str:
    """A palm: a bent trunk and six fronds, lit from the left."""
    fronds = "".join(
        f'<path d="M0 0Q{num(size * 0.55 * cos(a))} {num(size * 0.55 * sin(a) - size * 0.28)} {num(size * cos(a))} {num(size * sin(a) + size * 0.12)}Q{num(size * 0.5 * cos(a))} {num(size * 0.5 * sin(a) - size * 0.02)} 0 0Z" fill="{paint}"/>'
        for a, paint in ((0.5, "#2B5B33"), (-0.35, "#3C7A3E"), (-1.2, "#4F9148"), (-2.0, "#66A653"), (-2.9, "#5A9A4C"), (2.6, "#3C7A3E"))
    )  # fmt: skip
    return (
        f'<g transform="translate({num(x)} {num(y)})"><ellipse cx="{num(size * 0.4)}" cy="3" rx="{num(size * 0.6)}" ry="3.500" fill="#0F2D2A" fill-opacity=".35"/>'
        f'<path d="M0 2Q{num(-size * 0.1)} {num(-size * 0.5)} {num(size * 0.1)} {num(-size)}" fill="none" stroke="#6B4A26" stroke-width="{num(size * 0.13)}" stroke-linecap="round"/>'
        f'<g transform="translate({num(size * 0.1)} {num(-size)})" stroke="#173A22" stroke-width=".700">{fronds}</g></g>'
    )


def island(rng: Random, number: int, x: float, y: float) -> str:
    """Shallows, sand, grass with a clearing for a stone, reeds on the shady side, and its number."""
    rim = blob(rng, x, y, 35, 33, 10, 0.07)

    def grown(by: float, dx: float = 0, dy: float = 0) -> str:
        return closed_curve([(x + (a - x) * by + dx, y + (b - y) * by + dy) for a, b in rim])

    reeds = "".join(
        f"M{num(x + 27 * cos(a))} {num(y + 26 * sin(a))}l{num(rng.uniform(-3, 3))} -{num(rng.uniform(8, 13))}"
        for a in (rng.uniform(-3.0, -0.3) for _ in range(9))
    )
    tufts = "".join(
        f"M{num(x + r * cos(a))} {num(y + r * sin(a))}l-2 -5m2 5v-6m0 6l2 -5"
        for r, a in ((rng.uniform(22, 27), rng.uniform(0, 2 * pi)) for _ in range(8))
    )
    return (
        f'<path d="{grown(1.34)}" fill="#DDF0D6" fill-opacity=".22"/><path d="{grown(1.17)}" fill="#E9F2D2" fill-opacity=".34"/>'
        f'<path d="{grown(1, 5, 9)}" fill="#0B2F30" fill-opacity=".42"/>'
        f'<path d="{grown(1)}" fill="#E8D39C" stroke="#7A6436" stroke-width="1.600"/>'
        f'<path d="{grown(0.86)}" fill="url(#delta-grass)" stroke="#2F5A34" stroke-width="1.400"/>'
        f'<path d="{reeds}" fill="none" stroke="#2B5B33" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="{tufts}" fill="none" stroke="#2F6638" stroke-width="1.200" stroke-linecap="round"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="19" fill="#C9B77C" stroke="#6C7A3C" stroke-width="1.400" stroke-dasharray="4 3"/>'
        f'<circle cx="{num(x - 1)}" cy="{num(y - 1)}" r="16.500" fill="#DCCB92"/>'
        f'<text x="{num(x)}" y="{num(y + 7)}" text-anchor="middle" font-family="{SERIF}" font-size="20" font-weight="700" fill="#6A5424" fill-opacity=".9">{number}</text>'
    )


def house(x: float, y: float, size: float, colour: str, facing: float) -> str:
    """A house on stilts with a steep roof of the village's colour."""
    paint = PAINTS[colour]
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({num(size / 20)} {num(size / 20)}) rotate({num(facing)})" stroke-linejoin="round">'
        '<ellipse cx="8" cy="13" rx="21" ry="6" fill="#0F2D2A" fill-opacity=".36"/>'
        '<path d="M-12 4V14M-4 6V15M5 6V15M13 4V14" stroke="#4A2F16" stroke-width="2.200"/>'
        '<path d="M-15 -5H15V7H-15Z" fill="#C99B5E" stroke="#4A2F16" stroke-width="1.600"/><path d="M3 -5H15V7H3Z" fill="#9B7240"/>'
        '<path d="M-4 7V-1H3V7Z" fill="#3A2410"/>'
        f'<path d="M-21 -4L-11 -20H11L21 -4Z" fill="{paint.plain}" stroke="#241208" stroke-width="1.800"/>'
        f'<path d="M-21 -4L-11 -20H-2L-5 -4Z" fill="{paint.lit}"/><path d="M-16 -9H16M-13 -14H13" stroke="{paint.shade}" stroke-width="1" stroke-opacity=".7"/>'
        '<path d="M-11 -20L-15 -24M11 -20L15 -24" stroke="#241208" stroke-width="2.200" stroke-linecap="round"/></g>'
    )


def village(rng: Random, colour: str, x: float, y: float) -> str:
    """A landing stage of boards with a rim of the village's colour, its emblem, and houses behind."""
    paint = PAINTS[colour]
    out = atan2(y - MIDDLE[1], x - MIDDLE[0])
    homes = []
    for turn, reach, size in ((-1.18, 74, 17), (-0.72, 84, 21), (0.72, 84, 20), (1.18, 74, 17)):
        a = out + turn
        hx, hy = x + reach * cos(a), y + reach * sin(a)
        if 14 < hx < WIDTH - 14 and 26 < hy < HEIGHT - 14:
            homes.append((hy, house(hx, hy, size, colour, 0)))
    back = "".join(drawn for hy, drawn in sorted(homes) if hy < y - 20)
    front = "".join(drawn for hy, drawn in sorted(homes) if hy >= y - 20)
    boards = "".join(f"M{num(x - 60)} {num(y + k)}H{num(x + 60)}" for k in range(-48, 60, 12))
    joints = "".join(f"M{num(x + rng.uniform(-50, 50))} {num(y + k)}v12" for k in range(-60, 60, 12) for _ in range(2))
    name = f"delta-deck-{colour}"
    piles = "".join(f"M{num(x + 59 * cos(a))} {num(y + 59 * sin(a) + 2)}v13" for a in (0.35, 0.8, 1.25, 1.7, 2.15, 2.6))
    return (
        f"{back}"
        f'<ellipse cx="{num(x + 8)}" cy="{num(y + 15)}" rx="66" ry="64" fill="#0B2F30" fill-opacity=".42"/>'
        f'<path d="{piles}" stroke="#3A2410" stroke-width="6" stroke-linecap="round"/>'
        f'<circle cx="{num(x)}" cy="{num(y + 7)}" r="{num(LANDING)}" fill="#5E3D1E" stroke="#241208" stroke-width="2"/>'
        f'<clipPath id="{name}"><circle cx="{num(x)}" cy="{num(y)}" r="{num(LANDING)}"/></clipPath>'
        f'<g clip-path="url(#{name})"><circle cx="{num(x)}" cy="{num(y)}" r="{num(LANDING)}" fill="url(#delta-boards)"/>'
        f'<path d="{boards}{joints}" stroke="#5E3D1E" stroke-opacity=".6" stroke-width="1.400"/></g>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(LANDING - 4)}" fill="none" stroke="#241208" stroke-width="10"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(LANDING - 4)}" fill="none" stroke="{paint.plain}" stroke-width="7"/>'
        f'<path d="M{num(x - 54)} {num(y + 8)}A56 56 0 0 1 {num(x + 12)} {num(y - 55)}" fill="none" stroke="{paint.lit}" stroke-width="3"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="24" fill="#E9D5A4" stroke="#5E3D1E" stroke-width="2"/>'
        + emblem(colour, x, y, 1.45)
        + front
    )


def lotus(x: float, y: float, size: float, bloom: bool) -> str:
    """A leaf on the water, with a flower or without."""
    flower = "".join(
        f'<path d="M0 2C-5 -2 -5 -9 0 -13C5 -9 5 -2 0 2Z" transform="rotate({a})" fill="#F7C6CF" stroke="#A4526A" stroke-width=".800"/>'
        for a in (-58, 58, -28, 28, 0)
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({num(size)})"><ellipse cx="3" cy="4" rx="13" ry="9" fill="#0B2F30" fill-opacity=".35"/>'
        f'<path d="M0 0L12 -4A13 9 0 1 1 11 4.500Z" fill="#5C9A58" stroke="#22512F" stroke-width="1.200"/>{flower if bloom else ""}</g>'
    )


def boat(x: float, y: float, turn: float) -> str:
    """A sampan with its mat roof."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)})" stroke-linejoin="round"><ellipse cx="5" cy="8" rx="31" ry="8" fill="#0B2F30" fill-opacity=".4"/>'
        '<path d="M-33 -4Q0 12 33 -4Q22 9 0 9.500Q-22 9 -33 -4Z" fill="#6B4320" stroke="#241208" stroke-width="1.600"/><path d="M-31 -3Q0 10 31 -3" fill="none" stroke="#C99B5E" stroke-width="1.600"/>'
        '<path d="M-12 2Q-11 -11 0 -11T12 2Z" fill="#D9B871" stroke="#4A2F16" stroke-width="1.500"/><path d="M-6 2Q-5 -8 -3 -10.500M0 3V-11M6 2Q5 -8 3 -10.500" fill="none" stroke="#8A6A34" stroke-width="1"/></g>'
    )


def compass(x: float, y: float) -> str:
    """A faint rose in the water."""
    points = "".join(
        f'<path d="M0 0L{num(7)} -10L0 -{long}L-7 -10Z" transform="rotate({turn})"/>'
        for turn, long in ((0, 44), (90, 44), (180, 44), (270, 44), (45, 27), (135, 27), (225, 27), (315, 27))
    )
    return f'<g transform="translate({num(x)} {num(y)})" fill="#F4FAEA" fill-opacity=".13" stroke="#F4FAEA" stroke-opacity=".3">{points}<circle r="33" fill="none"/></g>'


def growth(rng: Random) -> str:
    """Palms on the banks, leaves and boats on the water, where there is room."""
    trees: list[Point] = []
    for _ in range(1500):
        x, y = rng.uniform(16, WIDTH - 16), rng.uniform(34, HEIGHT - 6)
        far = hypot(x - MIDDLE[0], y - MIDDLE[1])
        if far > 572 and all(hypot(x - a, y - b) > 27 for a, b in trees):
            trees.append((x, y))
    drawn = "".join(palm(x, y, rng.uniform(21, 30)) for x, y in sorted(trees, key=lambda p: p[1]))
    leaves = []
    for _ in range(600):
        x, y = rng.uniform(40, WIDTH - 40), rng.uniform(40, HEIGHT - 40)
        near = min(hypot(x - a, y - b) for a, b in ISLANDS)
        town = min(hypot(x - a, y - b) for _, a, b in TOWNS)
        if 50 < near < 62 and town > 95 and hypot(x - MIDDLE[0], y - MIDDLE[1]) < 450 and len(leaves) < 24:
            leaves.append(lotus(x, y, rng.uniform(0.55, 0.85), len(leaves) % 3 == 0))
    return drawn + "".join(leaves) + boat(86, 212, 24) + boat(902, 812, -20) + boat(896, 196, -34)


def definitions() -> str:
    """Gradients, noises and clips."""
    return (
        '<radialGradient id="delta-water" cx=".42" cy=".38" r=".78"><stop offset="0" stop-color="#7DB6A0"/><stop offset=".5" stop-color="#4C9188"/><stop offset="1" stop-color="#245F63"/></radialGradient>'
        '<radialGradient id="delta-grass" cx=".4" cy=".34" r=".8"><stop offset="0" stop-color="#A9C873"/><stop offset="1" stop-color="#5F9150"/></radialGradient>'
        '<radialGradient id="delta-vignette" cx=".48" cy=".47" r=".76"><stop offset=".68" stop-color="#0B2230" stop-opacity="0"/><stop offset="1" stop-color="#0B2230" stop-opacity=".45"/></radialGradient>'
        + gradient("delta-land", "#A3BC6A", "#7FA25A", "#55804A")
        + gradient("delta-boards", "#D9B47C", "#B98A50")
        + frame_definitions("delta", INSIDE)
        + noise("delta-silt", ".006 .019", 3, 12, ".93 .86 .62", "1.9 -.82")
        + noise("delta-deep", ".004 .007", 3, 31, ".04 .2 .24", "2.4 -1.1")
        + noise("delta-paper", ".9", 2, 8, "0 0 0", ".5 -.2")
        + '<filter id="delta-blur" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="7"/></filter>'
        f'<clipPath id="delta-open"><rect width="{WIDTH}" height="{HEIGHT}" rx="3"/></clipPath>'
    )


def board() -> str:
    """The whole picture, as the text of an SVG file."""
    rng = Random(27)
    whole = f'width="{WIDTH}" height="{HEIGHT}"'
    land = banks(rng)
    islands = "".join(island(rng, n, x, y) for n, (x, y) in sorted(enumerate(ISLANDS, 1), key=lambda one: one[1][1]))
    villages = "".join(village(rng, *town) for town in sorted(TOWNS, key=lambda one: one[2]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f"<defs>{definitions()}</defs>\n"
        f'<g clip-path="url(#delta-open)"><rect {whole} fill="url(#delta-water)"/>\n'
        f'<rect {whole} filter="url(#delta-deep)" opacity=".6"/><rect {whole} filter="url(#delta-silt)" opacity=".55"/>\n'
        f"{compass(*MIDDLE)}\n{currents(rng)}\n{land}\n{growth(rng)}\n{islands}\n{villages}\n"
        f'<rect {whole} fill="url(#delta-vignette)"/>\n<rect {whole} filter="url(#delta-paper)" opacity=".2"/>\n'
        f'<path d="M-5 {HEIGHT + 5}V-5H{WIDTH + 5}" fill="none" stroke="#06181C" stroke-opacity=".62" stroke-width="24" filter="url(#delta-blur)"/></g>\n'
        f"{frame('delta', INSIDE)}\n</svg>\n"
    )


def plain_board() -> str:
    """The same board, flat and small, for figures: water, islands, villages."""
    islands = "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="32" fill="#8DB065" stroke="#E8D39C" stroke-width="5"/>'
        f'<text x="{num(x)}" y="{num(y + 9)}" text-anchor="middle" font-family="{SERIF}" font-size="25" font-weight="700" fill="#2F4A1E">{n}</text>'
        for n, (x, y) in enumerate(ISLANDS, 1)
    )
    towns = "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="56" fill="#D9B47C" stroke="{PAINTS[name].plain}" stroke-width="8"/>{emblem(name, x, y, 1.6)}'
        for name, x, y in TOWNS
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f'<rect x="{-FRAME}" y="{-FRAME}" width="{WIDTH + 2 * FRAME}" height="{HEIGHT + 2 * FRAME}" rx="16" fill="#63402A"/>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#5FA092" stroke="#D9B566" stroke-width="4"/>\n{islands}{towns}\n</svg>\n'
    )

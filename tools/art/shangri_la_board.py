"""The board of The Bridges of Shangri-La: a valley high in the mountains, seen from above, in a walnut frame.

Every village stands on a terraced hill that rises from the clouds; torrents and snowy peaks fill the gaps.
Posts at the edge of the hills show where bridges hang, or hung. Light comes from the top left.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from random import Random

from craft import FRAME, SERIF, Point, closed_curve, frame, frame_definitions, noise, num

from tablier.games.shangri_la.board import BRIDGES, DATA
from tablier.games.shangri_la.scene import REACH

WIDTH, HEIGHT = DATA.size
INSIDE = (0, 0, WIDTH, HEIGHT)
CENTRES = [(float(v.x), float(v.y)) for v in DATA.villages]
WAYS = [(CENTRES[a], CENTRES[b]) for a, b in BRIDGES]


def distance(p: Point, way: tuple[Point, Point]) -> float:
    """From a point to a segment."""
    (x, y), (u, v) = way
    t = ((p[0] - x) * (u - x) + (p[1] - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)
    t = min(1.0, max(0.0, t))
    return hypot(p[0] - x - t * (u - x), p[1] - y - t * (v - y))


def room(p: Point) -> float:
    """How far a point is from the nearest village's edge or bridge."""
    return min(min(hypot(p[0] - x, p[1] - y) - REACH for x, y in CENTRES), min(distance(p, way) for way in WAYS) - 20)


def blob(rng: Random, x: float, y: float, rx: float, ry: float, n: int = 11, rough: float = 0.13) -> list[Point]:
    """A wobbly ring of points."""
    return [
        (x + rx * k * cos(2 * pi * i / n), y + ry * k * sin(2 * pi * i / n))
        for i, k in enumerate(rng.uniform(1 - rough, 1 + rough) for _ in range(n))
    ]


TERRACES = ("#27503F", "#3B6A45", "#5A8450", "#7F9E5B", "#A8B469", "#C9C183")


def hill(rng: Random, x: float, y: float) -> str:
    """Terraces, each a step higher and lighter, with a dark riser below and a lit edge above."""
    wobble = [rng.uniform(0.88, 1.13) for _ in range(12)]
    parts = []
    for step, paint in enumerate(TERRACES):
        reach = REACH + 62 - step * 11.0
        lift = step * 4.0
        ring = [
            (
                x + reach * (1 + (k - 1) * (1 - step / 9)) * cos(2 * pi * i / 12 + 0.1 * step),
                y + 12 - lift + reach * 0.95 * (1 + (k - 1) * (1 - step / 9)) * sin(2 * pi * i / 12 + 0.1 * step),
            )
            for i, k in enumerate(wobble)
        ]
        curve = closed_curve(ring)
        parts.append(
            f'<path d="{curve}" fill="{paint}" stroke="#12281F" stroke-opacity=".38" stroke-width="9" paint-order="stroke"/>'
            f'<path d="{curve}" fill="none" stroke="#F4F1CF" stroke-opacity=".42" stroke-width="1.800"/>'
        )
    return "".join(parts)


def peak(rng: Random, x: float, y: float, size: float) -> str:
    """A mountain of rock with a cap of snow: a lit flank, a shaded one, engraved ridges."""
    w, h = size * 0.82, size * rng.uniform(1.0, 1.2)
    lean = rng.uniform(-0.1, 0.1)

    def at(u: float, v: float) -> str:
        """A point of the mountain: ``u`` from its axis, ``v`` from its foot to its top."""
        return f"{x + w * (u + lean * v):.0f} {y - h * v:.0f}"

    ridge = f"L{at(0.12, 0.55)}L{at(-0.05, 0.36)}L{at(0.14, -0.06)}"
    flanks = f"M{at(-1, 0)}L{at(-0.47, 0.5)}L{at(0, 1)}L{at(0.5, 0.45)}L{at(1.05, 0)}Q{at(0.1, -0.16)} {at(-1, 0)}Z"
    shade = f"M{at(0, 1)}{ridge}Q{at(0.7, -0.08)} {at(1.05, 0)}L{at(0.5, 0.45)}Z"
    snow = f"M{at(-0.47, 0.5)}L{at(0, 1)}L{at(0.12, 0.55)}L{at(-0.05, 0.36)}L{at(-0.16, 0.5)}L{at(-0.28, 0.34)}L{at(-0.36, 0.46)}L{at(-0.58, 0.34)}Z"
    cold = f"M{at(0, 1)}L{at(0.5, 0.45)}L{at(0.62, 0.36)}L{at(0.42, 0.4)}L{at(0.34, 0.26)}L{at(0.24, 0.44)}L{at(0.12, 0.34)}L{at(0.06, 0.46)}L{at(0.12, 0.55)}Z"
    lines = (
        f"M{at(-0.62, 0.24)}L{at(-0.74, 0.06)}M{at(-0.34, 0.28)}L{at(-0.46, 0.04)}M{at(-0.1, 0.3)}L{at(-0.16, 0.02)}"
        f"M{at(0.4, 0.22)}L{at(0.5, 0.02)}M{at(0.62, 0.24)}L{at(0.78, 0.04)}M{at(0.1, 0.8)}L{at(0.2, 0.56)}M{at(0.22, 0.7)}L{at(0.36, 0.48)}"
    )
    return (
        f'<path d="{flanks}" fill="#A08E77" stroke="#3B3A36" stroke-width="1.600" stroke-linejoin="round"/><path d="{shade}" fill="#5F615F"/>'
        f'<path d="{snow}" fill="#FDFCF5"/><path d="{cold}" fill="#A9C2D2"/><path d="{lines}" stroke="#33393B" stroke-opacity=".6" stroke-width="1.400" stroke-linecap="round"/>'
    )


def peaks(rng: Random) -> str:
    """Mountains wherever there is room, the nearer ones over the farther ones, and woods around them."""
    found: list[tuple[float, float, float]] = []
    for size, wanted in ((88, 90), (62, 500), (44, 700)):
        for _ in range(wanted):
            x, y = rng.uniform(-10, WIDTH + 10), rng.uniform(30, HEIGHT + 20)
            body = [(x, y), (x, y - size), (x - size * 0.8, y), (x + size * 0.8, y), (x, y - size / 2)]
            if min(map(room, body)) > 22 and all(hypot(x - u, (y - v) * 1.3) > (size + t) * 0.6 for u, v, t in found):
                found.append((x, y, size * rng.uniform(0.9, 1.12)))
    return woods(rng, found) + "".join(peak(rng, *one) for one in sorted(found, key=lambda one: one[1]))


def woods(rng: Random, mountains: list[tuple[float, float, float]]) -> str:
    """Firs in loose groups, away from mountains: all lit sides in one path, all dark ones in another."""
    trees: list[Point] = []
    for _ in range(260):
        x, y = rng.uniform(10, WIDTH - 10), rng.uniform(20, HEIGHT - 5)
        for _ in range(rng.randint(2, 6)):
            p = (x + rng.uniform(-30, 30), y + rng.uniform(-14, 14))
            free = all(abs(p[0] - u) > s * 0.8 or not -s * 1.1 < p[1] - v < 22 for u, v, s in mountains)
            if room(p) > 12 and free and all(hypot(p[0] - u, (p[1] - v) * 1.4) > 11 for u, v in trees):
                trees.append(p)
    trees.sort(key=lambda p: p[1])
    lit = "".join(f"M{x:.0f} {y:.0f}l-6 0 6-17 6 17z" for x, y in trees)
    dark = "".join(f"M{x:.0f} {y - 17:.0f}l6 17-5 0z" for x, y in trees)
    return f'<path d="{lit}" fill="#4E7350" stroke="#1F3A2B" stroke-width="1.200" stroke-linejoin="round"/><path d="{dark}" fill="#2A4C38"/>'


def clouds(rng: Random) -> str:
    """The sea of clouds: soft banks, each with a curled engraved rim."""
    banks, curls = [], []
    for _ in range(150):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
        rx = rng.uniform(60, 150)
        banks.append(f'<path d="{closed_curve(blob(rng, x, y, rx, rx * 0.34, 9, 0.25))}"/>')
    for _ in range(900):
        x, y = rng.uniform(20, WIDTH - 20), rng.uniform(20, HEIGHT - 20)
        if room((x, y)) > 8:
            r = rng.uniform(7, 13)
            curls.append(
                f"M{num(x - 2 * r)} {num(y)}a{num(r)} {num(r * 0.8)} 0 0 1 {num(1.8 * r)} -{num(r * 0.25)}a{num(r * 1.2)} {num(r)} 0 0 1 {num(2.2 * r)} {num(r * 0.25)}"
            )
    return (
        f'<g fill="#EAF2EF" fill-opacity=".2">{"".join(banks)}</g>'
        f'<path d="{"".join(curls[:170])}" fill="none" stroke="#F7FBF6" stroke-opacity=".55" stroke-width="1.900" stroke-linecap="round"/>'
    )


def torrents() -> str:
    """Three streams through the gorges, with white water."""
    courses = (
        "M420 -20C440 120 470 210 400 300S240 420 250 560S320 760 270 880S330 1000 340 1100S300 1260 320 1360",
        "M1120 -20C1080 140 900 200 900 300S820 420 800 540S860 660 800 760S880 900 850 1000S720 1120 740 1360",
        "M1530 420C1400 470 1260 440 1200 540S1180 700 1150 780S1120 900 1130 1010S1180 1130 1530 1150",
    )
    path = "".join(courses)
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{path}" stroke="#1E4C5A" stroke-opacity=".55" stroke-width="34"/>'
        f'<path d="{path}" stroke="#3F8FA0" stroke-width="24"/><path d="{path}" stroke="#74BCC4" stroke-width="13"/>'
        f'<path d="{path}" stroke="#F2FAF5" stroke-opacity=".85" stroke-width="2.400" stroke-dasharray="26 17 9 21"/>'
        f'<path d="{path}" stroke="#F2FAF5" stroke-opacity=".6" stroke-width="1.800" stroke-dasharray="13 30 20 12" transform="translate(6 5)"/></g>'
    )


def posts() -> str:
    """Two posts at either end of every bridge, on the hill's edge."""
    feet = []
    for (x, y), (u, v) in WAYS:
        angle = atan2(v - y, u - x)
        for p, q, way in ((x, y, 1), (u, v, -1)):
            for side in (-15, 15):
                across = (p + (REACH + 16) * way * cos(angle), q + (REACH + 16) * way * sin(angle))
                feet.append(f"M{across[0] - side * sin(angle):.0f} {across[1] + side * cos(angle):.0f}")
    paint = (
        ("m0 4l9 4", "#15251F", 7),
        ("m0 4v-12", "#2B180C", 8),
        ("m-1 3v-10", "#A9703F", 3),
        ("m0-8h.01", "#E9D2A0", 6),
    )
    drawn = "".join(
        f'<path d="{"".join(foot + line for foot in feet)}" stroke="{colour}" stroke-width="{width}"/>'
        for line, colour, width in paint
    )
    return f'<g stroke-linecap="round" fill="none">{drawn}</g>'


FLAGS = ("#3F78B5", "#F6F1E2", "#C8452F", "#4B9A5E", "#E3B23C")


def prayer_flags(a: Point, b: Point) -> str:
    """A sagging line of prayer flags between two poles."""
    n = max(5, int(hypot(b[0] - a[0], b[1] - a[1]) / 15))
    sag = 16

    def at(t: float) -> Point:
        return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + 4 * sag * t * (1 - t)

    flags = "".join(
        f'<path d="M{num(x - 4.5)} {num(y)}h9v10l-4.500 -2.500l-4.500 2.500Z" fill="{FLAGS[k % 5]}" stroke="#2B180C" stroke-width=".900"/>'
        for k in range(1, n)
        for x, y in (at(k / n),)
    )
    middle = at(0.5)
    control = (2 * middle[0] - (a[0] + b[0]) / 2, 2 * middle[1] - (a[1] + b[1]) / 2)
    poles = "".join(
        f'<path d="M{num(x)} {num(y - 5)}v34" stroke="#2B180C" stroke-width="4.500"/><path d="M{num(x - 0.8)} {num(y - 4)}v32" stroke="#B07C4A" stroke-width="1.600"/>'
        for x, y in (a, b)
    )
    return f'<g stroke-linecap="round">{poles}<path d="M{num(a[0])} {num(a[1])}Q{num(control[0])} {num(control[1])} {num(b[0])} {num(b[1])}" fill="none" stroke="#2B180C" stroke-width="1.600"/>{flags}</g>'


def lotus(x: float, y: float) -> str:
    """A brass lotus set into the frame."""
    petals = "".join(
        f'<path d="M0 4C-9 -2 -8 -14 0 -19C8 -14 9 -2 0 4Z" transform="rotate({a})"/>' for a in (-76, 76, -40, 40, 0)
    )
    return f'<g transform="translate({num(x)} {num(y)})" fill="url(#shangri-brass)" stroke="#3A220F" stroke-width="1.500">{petals}<path d="M-20 8Q0 15 20 8" fill="none" stroke="#E7C98A" stroke-width="2"/></g>'


def title(x: float, y: float) -> str:
    """The name of the country on a scroll."""
    return (
        f'<g transform="translate({num(x)} {num(y)})"><path d="M-98 -22Q0 -36 98 -22L112 -30V18L98 26Q0 12 -98 26L-112 18V-30Z" fill="#F2E6C4" stroke="#5B4228" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-98 -22V26M98 -22V26M-92 -16Q0 -29 92 -16M-92 19Q0 7 92 19" fill="none" stroke="#8C7654" stroke-width="1.400"/>'
        f'<text y="9" text-anchor="middle" font-family="{SERIF}" font-size="27" font-weight="700" letter-spacing="3" fill="#5B2A1C">SHANGRI-LA</text></g>'
    )


def definitions() -> str:
    """Gradients, noises and clips."""
    return (
        '<radialGradient id="shangri-valley" cx=".46" cy=".44" r=".8"><stop offset="0" stop-color="#A9B48C"/><stop offset=".55" stop-color="#7F957A"/><stop offset="1" stop-color="#47635C"/></radialGradient>'
        '<radialGradient id="shangri-vignette" cx=".48" cy=".47" r=".76"><stop offset=".66" stop-color="#0B2230" stop-opacity="0"/><stop offset="1" stop-color="#0B2230" stop-opacity=".5"/></radialGradient>'
        + frame_definitions("shangri", INSIDE)
        + noise("shangri-mist", ".005 .012", 4, 5, ".97 1 .98", "2.4 -1.05")
        + noise("shangri-deep", ".004 .006", 3, 17, ".08 .24 .3", "2.4 -1.1")
        + noise("shangri-paper", ".9", 2, 8, "0 0 0", ".5 -.2")
        + '<filter id="shangri-blur" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="7"/></filter>'
        f'<clipPath id="shangri-open"><rect width="{WIDTH}" height="{HEIGHT}" rx="3"/></clipPath>'
    )


STRINGS = (((455, 250), (560, 205)), ((1130, 560), (1235, 530)), ((480, 800), (560, 760)), ((1160, 1080), (1120, 1000)))


def board() -> str:
    """The whole picture, as the text of an SVG file."""
    rng = Random(13)
    whole = f'width="{WIDTH}" height="{HEIGHT}"'
    hills = "".join(hill(rng, x, y) for x, y in sorted(CENTRES, key=lambda p: p[1]))
    strings = "".join(prayer_flags(a, b) for a, b in STRINGS)
    walnut = frame("shangri", INSIDE)
    marks = lotus(WIDTH / 2, -FRAME / 2 + 5) + lotus(WIDTH / 2, HEIGHT + FRAME / 2 + 5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f"<defs>{definitions()}</defs>\n"
        f'<g clip-path="url(#shangri-open)"><rect {whole} fill="url(#shangri-valley)"/>\n'
        f'<rect {whole} filter="url(#shangri-deep)" opacity=".55"/>\n{torrents()}\n{clouds(rng)}\n'
        f'<rect {whole} filter="url(#shangri-mist)" opacity=".5"/>\n{hills}\n{peaks(rng)}\n{posts()}\n{strings}\n'
        f'<rect {whole} fill="url(#shangri-vignette)"/>\n<rect {whole} filter="url(#shangri-paper)" opacity=".22"/>\n'
        f'<path d="M-5 {HEIGHT + 5}V-5H{WIDTH + 5}" fill="none" stroke="#06181C" stroke-opacity=".62" stroke-width="24" filter="url(#shangri-blur)"/></g>\n'
        f"{walnut}\n{marks}\n</svg>\n"
    )


def plain_board() -> str:
    """The same board, flat and small, for figures: mist and hills."""
    hills = "".join(f'<circle cx="{num(x)}" cy="{num(y + 8)}" r="{REACH + 34}"/>' for x, y in CENTRES)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {WIDTH + 2 * FRAME} {HEIGHT + 2 * FRAME}">\n'
        f'<rect x="{-FRAME}" y="{-FRAME}" width="{WIDTH + 2 * FRAME}" height="{HEIGHT + 2 * FRAME}" rx="16" fill="#63402A"/>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#7FA9AB" stroke="#D9B566" stroke-width="4"/>\n<g fill="#7F9E5B" stroke="#4C7049" stroke-width="3">{hills}</g>\n</svg>\n'
    )

"""The board of The Bridges of Shangri-La: a valley high in the mountains, seen from above, in a walnut frame.

Every village stands on a terraced hill that rises from the clouds; torrents and snowy peaks fill what is between.
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
            f'<path d="{curve}" fill="#12281F" fill-opacity=".5" transform="translate(4 7)"/>'
            f'<path d="{curve}" fill="{paint}" stroke="#F4F1CF" stroke-opacity=".42" stroke-width="1.800"/>'
        )
    return "".join(parts)


def peak(rng: Random, x: float, y: float, size: float) -> str:
    """A snowy mountain: a lit flank, a shaded one, ridges engraved, rock showing at its foot."""
    w, h = size, size * rng.uniform(1.0, 1.25)
    top = (x + rng.uniform(-0.08, 0.08) * w, y - h)
    left, right = (x - w * 0.78, y), (x + w * 0.78, y)
    fold = (x + rng.uniform(0.02, 0.16) * w, y + h * 0.06)
    knee = (top[0] + 0.1 * w, y - h * 0.52)
    notch = (top[0] - 0.05 * w, y - h * 0.3)
    ridge = f"L{num(knee[0])} {num(knee[1])}L{num(notch[0])} {num(notch[1])}L{num(fold[0])} {num(fold[1])}"
    a = f"{num(top[0])} {num(top[1])}"
    lit = f"M{a}{ridge}L{num(left[0])} {num(left[1])}L{num(x - w * 0.36)} {num(y - h * 0.5)}Z"
    dark = f"M{a}{ridge}L{num(right[0])} {num(right[1])}L{num(x + w * 0.44)} {num(y - h * 0.42)}Z"
    hatch = "".join(
        f"M{num(top[0] + w * (0.13 + 0.11 * k))} {num(y - h * (0.74 - 0.17 * k))}l{num(w * 0.09)} {num(h * (0.3 - 0.03 * k))}"
        for k in range(4)
    )
    rock = "".join(
        f"M{num(x - w * (0.62 - 0.2 * k))} {num(y - h * 0.05)}l{num(w * 0.1)} -{num(h * (0.2 + 0.07 * k))}l{num(w * 0.07)} {num(h * 0.17)}l{num(w * 0.07)} -{num(h * 0.1)}"
        for k in range(3)
    )
    mist = closed_curve(blob(rng, x + 4, y + 3, w * 0.92, h * 0.13, 9, 0.2))
    return (
        f'<path d="M{num(left[0])} {num(left[1])}L{num(right[0] + w * 0.5)} {num(y + h * 0.18)}L{num(right[0])} {num(y)}Z" fill="#12303B" fill-opacity=".35"/>'
        f'<path d="{lit}" fill="#FBFAF1" stroke="#33505D" stroke-width="1.600" stroke-linejoin="round"/><path d="{dark}" fill="#7FA0B2" stroke="#33505D" stroke-width="1.600" stroke-linejoin="round"/>'
        f'<path d="{hatch}" stroke="#3C5F70" stroke-width="1.500" stroke-linecap="round"/><path d="{rock}" fill="none" stroke="#7E8C8C" stroke-width="1.500" stroke-linejoin="round"/>'
        f'<path d="{mist}" fill="#EEF4F0" fill-opacity=".82"/>'
    )


def peaks(rng: Random) -> str:
    """Mountains wherever there is room, the nearer ones over the farther ones."""
    found: list[tuple[float, float, float]] = []
    for size, wanted in ((78, 70), (54, 400), (36, 900), (24, 1500)):
        for _ in range(wanted):
            x, y = rng.uniform(-10, WIDTH + 10), rng.uniform(30, HEIGHT + 20)
            body = [(x, y), (x, y - size), (x - size * 0.7, y), (x + size * 0.7, y), (x, y - size / 2)]
            clear = min(map(room, body)) > 24
            if clear and all(hypot(x - u, (y - v) * 1.25) > (size + s) * 0.72 for u, v, s in found):
                found.append((x, y, size * rng.uniform(0.88, 1.12)))
    return "".join(peak(rng, *one) for one in sorted(found, key=lambda one: one[1]))


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
    drawn = []
    for (x, y), (u, v) in WAYS:
        for (p, q), (r, s) in (((x, y), (u, v)), ((u, v), (x, y))):
            angle = atan2(s - q, r - p)
            for side in (-1, 1):
                px = p + (REACH + 16) * cos(angle) - side * 15 * sin(angle)
                py = q + (REACH + 16) * sin(angle) + side * 15 * cos(angle)
                drawn.append(
                    f'<path d="M{num(px)} {num(py + 3)}l9 5" stroke="#0D1B22" stroke-opacity=".45" stroke-width="7"/><path d="M{num(px)} {num(py + 4)}v-12" stroke="#2B180C" stroke-width="8"/><path d="M{num(px - 1)} {num(py + 3)}v-10" stroke="#A9703F" stroke-width="3"/><path d="M{num(px)} {num(py - 8)}h.01" stroke="#E9D2A0" stroke-width="6"/>'
                )
    return f'<g stroke-linecap="round" fill="none">{"".join(drawn)}</g>'


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
    return (
        f'<g stroke-linecap="round">{poles}<path d="M{num(a[0])} {num(a[1])}Q{num(control[0])} {num(control[1])} {num(b[0])} {num(b[1])}" fill="none" stroke="#2B180C" stroke-width="1.600"/>{flags}</g>'
    )


def lotus(x: float, y: float) -> str:
    """A brass lotus set into the frame."""
    petals = "".join(f'<path d="M0 4C-9 -2 -8 -14 0 -19C8 -14 9 -2 0 4Z" transform="rotate({a})"/>' for a in (-76, 76, -40, 40, 0))
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
        '<radialGradient id="shangri-valley" cx=".46" cy=".44" r=".8"><stop offset="0" stop-color="#9CC3BC"/><stop offset=".55" stop-color="#6E9DA3"/><stop offset="1" stop-color="#3B6474"/></radialGradient>'
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

"""The board of Ponte del Diavolo: a framed engraving of the lagoon, for 8, 10 or 12 cells a side.

A cell is 100 units. Around the cells runs a strip of open water (``SHORE``) where the skyline, mooring posts and a
gondola live, then the walnut frame (``FRAME``) with the letters and numbers. Light comes from the top left.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

from craft import FRAME, SERIF, Edges, Point, closed_curve, frame, frame_definitions, noise, num

SHORE = 34
EDGE = SHORE + FRAME


def inside(size: int) -> Edges:
    """The edges of the open water."""
    return (-SHORE, -SHORE, size + SHORE, size + SHORE)


def shoal(rng: Random, x: float, y: float, rx: float, ry: float, tilt: float) -> str:
    """A sandbank under water: three depth contours and a stippled rim, as charts draw them."""
    wobble = [rng.uniform(0.84, 1.14) for _ in range(9)]
    drift = (rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1))

    def ring(scale: float) -> list[Point]:
        shift = 1 - scale
        return [
            (
                rx * (drift[0] * shift + scale * k * cos(2 * pi * i / 9)),
                ry * (drift[1] * shift + scale * k * sin(2 * pi * i / 9)),
            )
            for i, k in enumerate(wobble)
        ]

    fills = "".join(
        f'<path d="{closed_curve(ring(scale))}" fill="{fill}" fill-opacity="{alpha}"/>'
        for scale, fill, alpha in ((1.0, "#8FCBB2", 0.2), (0.74, "#B4D9B4", 0.2), (0.46, "#D8E2B4", 0.24))
    )
    lines = (
        f'<path d="{closed_curve(ring(1.03))}" stroke-opacity=".34" stroke-width="2" stroke-dasharray="1 7"/>'
        f'<path d="{closed_curve(ring(0.76))}" stroke-opacity=".2" stroke-width="1.6"/>'
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(tilt)})">{fills}'
        f'<g fill="none" stroke="#EAF6DC" stroke-linecap="round">{lines}</g></g>'
    )


def waves(rng: Random, size: int, clearings: list[tuple[Point, float, float]]) -> str:
    """Groups of engraved ripples, evenly scattered, none too near another nor in a clearing (middle, half sizes)."""
    low, high = -SHORE + 14, size + SHORE - 14
    centres: list[Point] = []
    for _ in range(size * 2):
        x, y = rng.uniform(low + 14, high - 40), rng.uniform(low + 20, high - 10)
        cross = hypot((x + 65) % 100 - 50, (y + 58) % 100 - 50)  # distance of the group's middle from a cell's corner
        drawn = any(abs(x + 15 - u) < a and abs(y + 8 - v) < b for (u, v), a, b in clearings)
        if cross > 26 and not drawn and all(hypot((x - u) * 0.8, (y - v) * 1.5) > 78 for u, v in centres):
            centres.append((x, y))
    path = []
    for x, y in centres:
        for row in range(rng.choice((1, 2, 2, 3))):
            half = rng.uniform(8, 15)
            left = x + rng.uniform(-9, 9) + row * 6
            top = y + row * 9
            bump = num(half * 0.62)
            path.append(f"M{num(left)} {num(top)}q{num(half / 2)} -{bump} {num(half)} 0t{num(half)} 0t{num(half)} 0")
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="#EFFBEF" stroke-opacity=".27" stroke-width="1.9"'
        ' stroke-linecap="round"/>'
    )


def channels(size: int) -> str:
    """The deep water: a reversed S, like the Grand Canal, with two arms."""
    s = size / 1000
    main = f"M{-60 * s:.0f} {760 * s:.0f}C{260 * s:.0f} {860 * s:.0f} {390 * s:.0f} {720 * s:.0f} {420 * s:.0f} {520 * s:.0f}S{660 * s:.0f} {130 * s:.0f} {1060 * s:.0f} {230 * s:.0f}"
    arms = (
        f"M{420 * s:.0f} {520 * s:.0f}C{330 * s:.0f} {380 * s:.0f} {210 * s:.0f} {330 * s:.0f} {-60 * s:.0f} {330 * s:.0f}"
        f"M{430 * s:.0f} {480 * s:.0f}C{590 * s:.0f} {640 * s:.0f} {800 * s:.0f} {560 * s:.0f} {1060 * s:.0f} {700 * s:.0f}"
    )
    return (
        '<g fill="none" stroke="#12505C" filter="url(#ponte-soft)">'
        f'<path d="{main}" stroke-width="{92 * s:.0f}" stroke-opacity=".34"/>'
        f'<path d="{arms}" stroke-width="{58 * s:.0f}" stroke-opacity=".26"/></g>'
    )


def compass(size: int) -> str:
    """Compass rose of thirty-two rays in the middle, with rhumb lines that run to the frame."""
    middle, reach = size / 2, size / 2 + SHORE
    rhumbs = "".join(
        f"M{num(150 * cos(a))} {num(150 * sin(a))}L{num(reach / m * cos(a))} {num(reach / m * sin(a))}"
        for a in (2 * pi * (k + 0.5) / 16 for k in range(16))
        for m in (max(abs(cos(a)), abs(sin(a))),)
    )

    def ray(angle: float, length: float, width: float, light: float, dark: float) -> str:
        return (
            f'<g transform="rotate({num(angle)})"><path d="M0 0L{-width} {-width}L0 {-length}Z" fill-opacity="{light}"/>'
            f'<path d="M0 0L{width} {-width}L0 {-length}Z" fill="#0F4550" fill-opacity="{dark}"/></g>'
        )

    small = "".join(ray(22.5 + 45 * k, 118, 9, 0.5, 0.4) for k in range(8))
    middle_rays = "".join(ray(45 + 90 * k, 150, 16, 0.62, 0.55) for k in range(4))
    great = "".join(ray(90 * k, 196, 22, 0.8, 0.7) for k in range(4))
    lily = "M0 -246c7 12 9 20 4 32c12 -8 17 -3 15 7c-3 8 -12 8 -14 2h-10c-2 6 -11 6 -14 -2c-2 -10 3 -15 15 -7c-5 -12 -3 -20 4 -32Z"
    return (
        f'<g transform="translate({num(middle)} {num(middle)})">'
        f'<path d="{rhumbs}" fill="none" stroke="#F4E9C4" stroke-opacity=".13" stroke-width="1.5"/>'
        '<g opacity=".3" fill="#F4E9C4"><g fill="none" stroke="#F4E9C4">'
        '<circle r="132" stroke-width="3"/><circle r="124" stroke-width="7" stroke-dasharray="8.1 8.13" stroke-opacity=".8"/>'
        '<circle r="116" stroke-width="1.5"/><circle r="64" stroke-width="2"/></g>'
        f'{small}{middle_rays}{great}<path d="{lily}"/><circle r="15"/><circle r="8" fill="#0F4550" fill-opacity=".8"/></g></g>'
    )


def serpent(x: float, y: float, scale: float) -> str:
    """The lagoon's monster, as old maps have one: coils, a head, a tail."""
    body = (
        "M-62 20C-58 0 -64 -14 -72 -22C-78 -28 -84 -30 -95 -28L-112 -24C-118 -28 -116 -34 -110 -36L-99 -43C-92 -52 -78 -54 -68 -48"
        "C-50 -38 -42 -12 -46 20ZM-68 -48L-62 -60L-57 -42ZM-54 -36L-42 -42L-47 -24ZM-47 -18L-35 -20L-44 -6Z",
        "M-34 20C-30 -22 4 -24 10 20H-4C-8 -2 -16 -2 -20 20Z",
        "M24 20C28 -14 54 -16 60 20H47C44 4 38 4 36 20Z",
        "M70 20C74 0 86 -6 98 -4C90 -12 92 -20 104 -22C102 -14 108 -8 104 2C96 4 86 8 82 20Z",
    )
    scales = "M-63 2h9M-64 -8h9M-69 -19l8 -4M-27 2l6 3M-20 -10l4 6M-8 -11l-2 7M2 1l-6 4M30 5l6 3M40 -6l1 6M53 4l-5 4"
    foam = "M-108 22q8 -7 16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0M-88 31q8 -7 16 0t16 0M0 31q8 -7 16 0t16 0M62 31q8 -7 16 0"
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale})" opacity=".3" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{"".join(body)}" fill="#17525C" stroke="#F4E9C4" stroke-width="2.6"/>'
        f'<path d="{scales}M-112 -30L-96 -33" fill="none" stroke="#F4E9C4" stroke-width="2"/>'
        '<circle cx="-86" cy="-41" r="3" fill="#F4E9C4"/>'
        f'<path d="{foam}" fill="none" stroke="#F4E9C4" stroke-width="2.4"/></g>'
    )


def galley(x: float, y: float, scale: float) -> str:
    """A trading ship under sail."""
    hull = "M-56 6C-48 26 -38 30 -6 30H30C44 30 52 20 58 0L38 8H-40Z"
    sails = "M-30 0C-10 -14 -12 -44 -32 -58C-22 -40 -22 -18 -30 0ZM2 2C28 -16 26 -56 0 -76C12 -52 12 -22 2 2ZM34 2C50 -8 50 -34 34 -48C40 -32 40 -14 34 2Z"
    lines = "M-32 8V-64M0 8V-84M34 8V-54M-32 -64l-12 4l12 4M0 -84l-14 4l14 4M-40 14H44M-30 20H40"
    foam = "M-78 34q8 -7 16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0M-50 43q8 -7 16 0t16 0M10 43q8 -7 16 0"
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale})" opacity=".3" stroke="#F4E9C4" stroke-width="2.4"'
        f' stroke-linejoin="round" stroke-linecap="round"><path d="{hull}" fill="#17525C"/>'
        f'<path d="{sails}" fill="#F4E9C4" fill-opacity=".5"/><path d="{lines}{foam}" fill="none"/></g>'
    )


def cartouche(x: float, y: float, scale: float) -> str:
    """An engraved scroll with the name of the waters."""
    scroll = (
        "M-96 -26C-110 -44 -134 -34 -128 -18C-122 -8 -110 -14 -114 -22M-96 26C-110 44 -134 34 -128 18C-122 8 -110 14 -114 22"
        "M96 -26C110 -44 134 -34 128 -18C122 -8 110 -14 114 -22M96 26C110 44 134 34 128 18C122 8 110 14 114 22"
        "M-34 -34C-24 -52 -10 -42 0 -54C10 -42 24 -52 34 -34M-30 34C-20 50 20 50 30 34M-16 -42a16 11 0 0 0 32 0"
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale})" opacity=".42" fill="none" stroke="#F4E9C4" stroke-width="2.4"'
        ' stroke-linecap="round"><path d="M-104 0C-112 -20 -104 -34 -88 -34H88C104 -34 112 -20 104 0C112 20 104 34 88 34H-88C-104 34 -112 20 -104 0Z"'
        ' fill="#0F4550" fill-opacity=".3"/>'
        '<path d="M-97 0C-103 -16 -97 -28 -85 -28H85C97 -28 103 -16 97 0C103 16 97 28 85 28H-85C-97 28 -103 16 -97 0Z" stroke-width="1.2"/>'
        f'<path d="{scroll}"/><g fill="#F4E9C4" stroke="none" text-anchor="middle" font-family="{SERIF}" letter-spacing="3">'
        '<text y="-3" font-size="21" font-weight="600">LAGVNA</text>'
        '<text y="19" font-size="15" font-style="italic" letter-spacing="2">di Venetia</text></g></g>'
    )


def skyline(rng: Random, size: int) -> str:
    """The far shore along the top of the water: roofs, domes and bell towers in the haze."""
    base = -4.0
    far: list[str] = []
    near: list[str] = []
    x = -SHORE + 6.0
    while x < size + SHORE - 8:
        width = rng.uniform(9, 22)
        height = rng.uniform(4, 10)
        kind = rng.random()
        if kind < 0.1:
            width, height = 6.0, rng.uniform(19, 25)
            near.append(f"M{num(x)} {num(base)}v-{num(height - 5)}l3 -5l3 5V{num(base)}Z")
        elif kind < 0.2:
            width = 18.0
            near.append(f"M{num(x)} {num(base)}v-8h3c0 -11 12 -11 12 0h3v8ZM{num(x + 8)} {num(base - 15)}v-5h2v5Z")
        elif kind < 0.72:
            near.append(
                f"M{num(x)} {num(base)}v-{num(height)}l{num(width / 2)} -{num(width / 5)}"
                f"l{num(width / 2)} {num(width / 5)}V{num(base)}Z"
            )
        else:
            far.append(f"M{num(x - 6)} {num(base)}q{num(width)} -{num(height + 3)} {num(2 * width)} 0Z")
            width *= 1.2
        x += width + rng.choice((0, 0, 1, 5))
    haze = f"M{-SHORE} {base}Q{num(size * 0.2)} -9 {num(size * 0.4)} -5T{num(size * 0.8)} -5T{size + SHORE} -3V2Q{num(size * 0.7)} 5 {num(size / 2)} 2T{-SHORE} 2Z"
    return (
        f'<rect x="{-SHORE}" y="{-SHORE}" width="{size + 2 * SHORE}" height="{SHORE + 34}" fill="url(#ponte-haze)"/>'
        f'<path d="{"".join(far)}" fill="#4C8D88" fill-opacity=".75"/>'
        f'<path d="{"".join(near)}" fill="#2B6A70" fill-opacity=".8" stroke="#F1EBCB" stroke-opacity=".5" stroke-width=".9" stroke-linejoin="round"/>'
        f'<path d="{haze}" fill="#D7D7A8" fill-opacity=".42"/>'
    )


def bricola(x: float, y: float) -> str:
    """Three mooring posts bound together, with their reflection."""
    posts = "".join(
        f'<path d="M{dx} 0L{tx} {-h}" stroke="#4A2C19" stroke-width="6"/><path d="M{dx - 1} -1L{tx - 1} {-h}" stroke="#A9703F" stroke-width="2"/>'
        f'<path d="M{tx} {-h}v5" stroke="#F2E8CF" stroke-width="5.4"/>'
        for dx, tx, h in ((-7, -3, 27), (7, 3, 25), (0, 0, 31))
    )
    return (
        f'<g transform="translate({num(x)} {num(y)})" stroke-linecap="round" fill="none"><ellipse cx="5" cy="2" rx="17" ry="5" fill="#0B2A30" fill-opacity=".4"/>'
        f'{posts}<path d="M-6 -15h12" stroke="#2B180C" stroke-width="3"/><path d="M-15 5q6 -4 12 0t12 0" stroke="#EFFBEF" stroke-opacity=".6" stroke-width="1.8"/></g>'
    )


def gondola(x: float, y: float, turn: float) -> str:
    """A gondola at the rim of the board."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)})" stroke-linecap="round">'
        '<path d="M-52 6C-20 16 30 16 56 4C30 22 -24 22 -52 6Z" fill="#0B2A30" fill-opacity=".4"/>'
        '<path d="M-58 -14C-54 -2 -40 3 -14 5C16 7 38 3 50 -14L53 -12C46 8 24 14 -8 13C-38 12 -54 6 -61 -13Z" fill="#1B1716" stroke="#E9D7A4" stroke-width="1.3"/>'
        '<path d="M-58 -14l-6 -4m7 7l-6 -2m7 5l-6 0" stroke="#E9D7A4" stroke-width="2" fill="none"/>'
        '<path d="M-12 4v-8h20v9Z" fill="#8E2A24" stroke="#4A1512"/><path d="M-14 -4h24" stroke="#E9D7A4" stroke-width="2"/>'
        '<path d="M34 0v-17" stroke="#F2E8CF" stroke-width="5"/><circle cx="34" cy="-22" r="4.2" fill="#D9A27A"/><path d="M28 -25h12" stroke="#D8B765" stroke-width="3"/>'
        '<path d="M28 -18L64 12" stroke="#7A4E2E" stroke-width="2.4"/></g>'
    )


def lettering(size: int) -> str:
    """Letters below and above, numbers left and right; row 1 is at the bottom."""
    n = size // 100
    off = SHORE + FRAME / 2 - 1
    texts: list[tuple[float, float, str]] = []
    for k in range(n):
        middle, letter, row = k * 100 + 50, chr(97 + k), str(n - k)
        texts += [(middle, y + 9, letter) for y in (-off, size + off)]
        texts += [(x, middle + 10, row) for x in (-off, size + off)]
    marks = "".join(f'<text x="{num(x)}" y="{num(y)}">{t}</text>' for x, y, t in texts)
    shade = "".join(f'<text x="{num(x)}" y="{num(y - 1.4)}">{t}</text>' for x, y, t in texts)
    return (
        f'<g font-family="{SERIF}" font-size="31" font-weight="600" text-anchor="middle">'
        f'<g fill="#140A04" fill-opacity=".6">{shade}</g><g fill="#E7C98A">{marks}</g></g>'
    )


def grid(size: int) -> str:
    """Hair lines between cells and a small cross at each inner corner."""
    steps = range(100, size, 100)
    lines = "".join(f"M{k} 0V{size}M0 {k}H{size}" for k in steps)
    crosses = "".join(f"M{x - 7} {y}h14M{x} {y - 7}v14" for x in steps for y in steps)
    return (
        f'<path d="{lines}" fill="none" stroke="#E4F6E9" stroke-opacity=".15" stroke-width="1.6"/>'
        f'<rect width="{size}" height="{size}" fill="none" stroke="#E4F6E9" stroke-opacity=".26" stroke-width="1.6"/>'
        f'<path d="{crosses}" fill="none" stroke="#F6FBE9" stroke-opacity=".55" stroke-width="2.2" stroke-linecap="round"/>'
    )


def definitions(size: int) -> str:
    """Gradients, noises and clips."""
    water = size + 2 * SHORE
    return (
        '<radialGradient id="ponte-lagoon" cx=".44" cy=".4" r=".8"><stop offset="0" stop-color="#5FA8A0"/><stop offset=".5" stop-color="#3F8B8C"/><stop offset="1" stop-color="#23646E"/></radialGradient>'
        '<radialGradient id="ponte-vignette" cx=".48" cy=".47" r=".74"><stop offset=".68" stop-color="#0B2A30" stop-opacity="0"/><stop offset="1" stop-color="#0B2A30" stop-opacity=".46"/></radialGradient>'
        '<linearGradient id="ponte-haze" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#E9E3BE" stop-opacity=".55"/><stop offset=".5" stop-color="#D6E0C2" stop-opacity=".34"/><stop offset="1" stop-color="#CFE6D8" stop-opacity="0"/></linearGradient>'
        + frame_definitions("ponte", inside(size))
        + noise("ponte-water", ".006 .019", 4, 11, ".86 .98 .93", "2.1 -1.02")
        + noise("ponte-deep", ".0035 .006", 3, 23, ".04 .22 .28", "2.4 -1.05")
        + noise("ponte-paper", ".9", 2, 8, "0 0 0", ".5 -.2")
        + '<filter id="ponte-soft" x="-.3" y="-.3" width="1.6" height="1.6"><feGaussianBlur stdDeviation="20"/></filter>'
        '<filter id="ponte-blur" x="-.1" y="-.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="7"/></filter>'
        f'<clipPath id="ponte-open"><rect x="{-SHORE}" y="{-SHORE}" width="{water}" height="{water}" rx="3"/></clipPath>'
    )


def board(cells: int) -> str:
    """The whole picture, as the text of an SVG file."""
    size = cells * 100
    rng = Random(cells)
    water = f'x="{-SHORE}" y="{-SHORE}" width="{size + 2 * SHORE}" height="{size + 2 * SHORE}"'
    s = size / 1000
    shoals = "".join(
        shoal(rng, x * s, y * s, rx * s, ry * s, tilt)
        for x, y, rx, ry, tilt in (
            (185, 165, 150, 86, -18),
            (640, 400, 120, 62, 24),
            (865, 860, 170, 96, -14),
            (230, 600, 110, 70, 30),
            (565, 905, 140, 56, -6),
            (905, 480, 80, 110, 12),
        )
    )
    shade = SHORE + 5
    # Each lies within a row of cells, clear of the crosses.
    monster, ship, scroll = (size - 170 * s, 152.0), (150.0, size - 340 * s), (250.0, size - 150.0)
    clearings = [
        (monster, 130.0, 60.0),
        (ship, 100.0, 90.0),
        (scroll, 150.0, 70.0),
        ((size / 2, size / 2), 150.0, 150.0),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {size + 2 * EDGE} {size + 2 * EDGE}">\n'
        f"<defs>{definitions(size)}</defs>\n"
        f'<g clip-path="url(#ponte-open)"><rect {water} fill="url(#ponte-lagoon)"/>\n{channels(size)}\n{shoals}\n'
        f'<rect {water} filter="url(#ponte-deep)" opacity=".5"/><rect {water} filter="url(#ponte-water)" opacity=".3"/>\n'
        f"{compass(size)}\n{grid(size)}\n{waves(rng, size, clearings)}\n"
        f"{serpent(*monster, 0.9)}\n{galley(*ship, 0.9)}\n{cartouche(*scroll, 0.95)}\n"
        f'<rect {water} fill="url(#ponte-vignette)"/>\n{skyline(rng, size)}\n'
        f"{bricola(-17, size - 300 * s)}{bricola(size + 18, 310 * s)}{bricola(300 * s, size + 27)}{bricola(size + 17, size - 170 * s)}"
        f"{gondola(300 * s + 92, size + 17, -2)}\n"
        f'<rect {water} filter="url(#ponte-paper)" opacity=".22"/>\n'
        f'<path d="M{-shade} {size + shade}V{-shade}H{size + shade}" fill="none" stroke="#06181C" stroke-opacity=".62" stroke-width="24" filter="url(#ponte-blur)"/></g>\n'
        f"{frame('ponte', inside(size))}\n{lettering(size)}\n</svg>\n"
    )


def plain_board(cells: int) -> str:
    """The same board, flat and small, for figures: water, grid, letters."""
    size = cells * 100
    steps = range(0, size + 1, 100)
    lines = "".join(f"M{k} 0V{size}M0 {k}H{size}" for k in steps)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {size + 2 * EDGE} {size + 2 * EDGE}">\n'
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{size + 2 * EDGE}" height="{size + 2 * EDGE}" rx="16" fill="#63402A"/>\n'
        f'<rect x="{-SHORE}" y="{-SHORE}" width="{size + 2 * SHORE}" height="{size + 2 * SHORE}" rx="6" fill="#3F8B8C" stroke="#D9B566" stroke-width="4"/>\n'
        f'<path d="{lines}" fill="none" stroke="#E4F6E9" stroke-opacity=".5" stroke-width="2"/>\n{lettering(size)}\n</svg>\n'
    )

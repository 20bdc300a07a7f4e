"""The boards of On Top: a marquetry of satinwood triangles on green lacquer, in a walnut frame inlaid with the score track.

Gilt scrolls fill what the cells leave. Light comes from the top left.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from craft import FRAME, SERIF, Point, frame, frame_definitions, gradient, noise, num

from tablier.games.on_top.layout import TRAY, Layout, layout

NAME = "on-top"
FIELD = (44, 36)
"""A field of the score track, along the frame and across it."""


def triangle(corners: list[Point], inset: float) -> str:
    """A cell as path data, drawn in by ``inset`` from each side."""
    (cx, cy) = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    inner = hypot(corners[0][0] - cx, corners[0][1] - cy) / 2
    k = 1 - inset / inner
    return "M" + "L".join(f"{num(cx + (x - cx) * k)} {num(cy + (y - cy) * k)}" for x, y in corners) + "Z"


def cells(place: Layout) -> str:
    """Inlaid triangles, their paint by the way they point; start cells of red lacquer."""
    start = {place.board.cell_names.index(name) for name in place.board.starts["centre"]}
    paths: dict[str, list[str]] = {"up": [], "down": [], "red": []}
    rims = []
    for number, cell in enumerate(place.board.cells):
        corners = [place.points[p] for p in cell]
        kind = "red" if number in start else "up" if place.stands(number) else "down"
        paths[kind].append(triangle(corners, 2.2))
        rims.append(triangle(corners, 9))
    body = "".join(f'<path d="{"".join(found)}" fill="url(#{NAME}-{kind})"/>' for kind, found in paths.items())
    return body + f'<path d="{"".join(rims)}" fill="none" stroke="#6B3F12" stroke-opacity=".3" stroke-width="1.4"/>'


def outline(place: Layout) -> list[Point]:
    """The rim's points, clockwise."""
    names = {p: place.points[p] for p in place.board.rim}
    rows: dict[float, list[Point]] = {}
    for x, y in names.values():
        rows.setdefault(y, []).append((x, y))
    ys = sorted(rows)
    top, bottom = sorted(rows[ys[0]]), sorted(rows[ys[-1]], reverse=True)
    right = [max(rows[y]) for y in ys[1:-1]]
    left = [min(rows[y]) for y in reversed(ys[1:-1])]
    return [*top, *right, *bottom, *left]


def rim_path(place: Layout) -> str:
    """The outline of all cells as path data."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in outline(place)) + "Z"


def scroll(x: float, y: float, size: float, turn: float, flip: int = 1) -> str:
    """A gilt tendril with leaves, that begins at a point and curls away from it."""
    stem = "M0 0C18 -4 40 -8 56 -26S62 -62 40 -62S22 -40 36 -36S48 -46 42 -50"
    leaves = (
        "M22 -5C26 8 40 10 50 2C40 -4 32 -8 22 -5ZM40 -13C54 -8 64 -14 68 -26C56 -26 46 -22 40 -13Z"
        "M55 -27C68 -30 72 -42 68 -54C58 -48 54 -38 55 -27ZM12 -3C10 -14 16 -22 27 -24C27 -14 22 -6 12 -3Z"
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turn)}) scale({num(size)} {num(size * flip)})">'
        f'<path d="{stem}" fill="none" stroke="#E6BE62" stroke-width="2.6" stroke-linecap="round"/><path d="{leaves}" fill="#C99A3C" fill-opacity=".75" stroke="#E6BE62" stroke-width="1"/></g>'
    )


def ornaments(place: Layout) -> str:
    """Pairs of tendrils beside each tray, one along each side of the frame."""
    drawn = []
    rim = [place.points[p] for p in place.board.rim]
    for (x, y), (sx, sy) in zip(place.trays, ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        for along, turn in (((1, 0), 14), ((0, 1), 76)):
            u, v = x + sx * along[0] * (TRAY + 12), y + sy * along[1] * (TRAY + 12)
            mid = (u + sx * along[0] * 40, v + sy * along[1] * 40)
            if min(hypot(mid[0] - a, mid[1] - b) for a, b in rim) > 92:
                flip = -sx * sy if along[0] else sx * sy
                angle = atan2(sy * sin(turn * pi / 180), sx * cos(turn * pi / 180)) * 180 / pi
                drawn.append(scroll(u, v, 0.9, angle, -flip))
    return "".join(drawn)


def trays(place: Layout) -> str:
    """Round hollows in the lacquer, lined with brass, for the remaining pawns."""
    return "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{TRAY}" fill="#0A2522" stroke="url(#{NAME}-brass)" stroke-width="5"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{TRAY - 5}" fill="none" stroke="#04100F" stroke-opacity=".8" stroke-width="6"/>'
        f'<path d="M{num(x - TRAY + 11)} {num(y + 12)}A{TRAY - 9} {TRAY - 9} 0 0 0 {num(x + 12)} {num(y + TRAY - 11)}" fill="none" stroke="#5FA392" stroke-opacity=".5" stroke-width="2.4" stroke-linecap="round"/>'
        for x, y in place.trays
    )


def letters(place: Layout) -> str:
    """The letter of each row of points, at both of its ends, so that the log's coordinates can be found."""
    drawn = []
    for row, n in enumerate(place.board.rows):
        first = sum(place.board.rows[:row])
        (left, y), (right, _) = place.points[first], place.points[first + n - 1]
        letter = place.board.point_names[first][0]
        drawn += [f'<text x="{num(x)}" y="{num(y + 8)}">{letter}</text>' for x in (left - 47, right + 47)]
    return (
        f'<g font-family="{SERIF}" font-size="23" font-weight="700" text-anchor="middle" fill="#EFD28A" stroke="#0A2522"'
        f' stroke-width="4" paint-order="stroke">{"".join(drawn)}</g>'
    )


def track(place: Layout) -> str:
    """Fields of bone let into the walnut: every fifth of brass, the start of red lacquer."""
    w, h = FIELD
    drawn = []
    for number, (x, y) in enumerate(place.track):
        flat = not 0 < x < place.width
        a, b = (h, w) if flat else (w, h)
        fill, ink = (
            ("#B5362A", "#FFF0D0")
            if number == 0
            else (f"url(#{NAME}-fifth)", "#3A220F")
            if number % 5 == 0
            else ("#E9DDC0", "#4A3524")
        )
        drawn.append(
            f'<rect x="{num(x - a / 2)}" y="{num(y - b / 2)}" width="{a}" height="{b}" rx="9" fill="{fill}" stroke="#1F1007" stroke-width="2"/>'
            f'<rect x="{num(x - a / 2 + 3)}" y="{num(y - b / 2 + 3)}" width="{a - 6}" height="{b - 6}" rx="6" fill="none" stroke="#FFF" stroke-opacity=".4" stroke-width="1.2"/>'
            f'<text x="{num(x)}" y="{num(y + 7.5)}" fill="{ink}">{number}</text>'
        )
    return f'<g font-family="{SERIF}" font-size="22" font-weight="700" text-anchor="middle">{"".join(drawn)}</g>'


def lacquer(place: Layout) -> str:
    """The ground: dark green, lighter in the middle, with a fine gilt diaper."""
    step = 26
    w, h = place.width, place.height
    lattice = "".join(
        f"M{x} {y}l5 -8.7l5 8.7l-5 8.7z"
        for row, y in enumerate(range(4, h, step))
        for x in range(-step + (row % 2) * step // 2, w, step)
    )
    return (
        f'<rect width="{w}" height="{h}" fill="url(#{NAME}-lacquer)"/>'
        f'<path d="{lattice}" fill="none" stroke="#E6BE62" stroke-opacity=".13" stroke-width="1"/>'
    )


def document(place: Layout, definitions: str, body: str) -> str:
    """The whole picture as an SVG file."""
    box = f"{-FRAME} {-FRAME} {place.width + 2 * FRAME} {place.height + 2 * FRAME}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><defs>{definitions}</defs>{body}</svg>\n'


def paints() -> str:
    """Woods and metals of the cells."""
    return (
        gradient(f"{NAME}-up", "#F4CF74", "#E2AE47")
        + gradient(f"{NAME}-down", "#E9BC58", "#D69C36")
        + gradient(f"{NAME}-red", "#CB4634", "#99241B")
        + gradient(f"{NAME}-fifth", "#F0D89A", "#C99C4C")
    )


def board_art(number: int) -> str:
    """A board as the text of an SVG file."""
    place = layout(number)
    inside = (0, 0, place.width, place.height)
    path = rim_path(place)
    definitions = (
        frame_definitions(NAME, inside)
        + paints()
        + f'<radialGradient id="{NAME}-lacquer" cx=".5" cy=".45" r=".75"><stop offset="0" stop-color="#2C6B5D"/><stop offset=".6" stop-color="#1A4A42"/><stop offset="1" stop-color="#0C2B28"/></radialGradient>'
        + noise(f"{NAME}-figure", ".05 .012", 3, 7, ".35 .17 .02", "1.1 -.42")
        + f'<clipPath id="{NAME}-cells"><path d="{path}"/></clipPath>'
    )
    body = (
        lacquer(place)
        + ornaments(place)
        + f'<path d="{path}" fill="#061512" fill-opacity=".5" stroke="#061512" stroke-opacity=".5" stroke-width="44" stroke-linejoin="round" transform="translate(5 9)"/>'
        + f'<path d="{path}" fill="#7A4A18" stroke="#4A2C12" stroke-width="34" stroke-linejoin="round"/>'
        + f'<path d="{path}" fill="none" stroke="#8A5A2A" stroke-width="28" stroke-linejoin="round"/>'
        + cells(place)
        + f'<g clip-path="url(#{NAME}-cells)"><rect width="{place.width}" height="{place.height}" filter="url(#{NAME}-figure)" opacity=".5"/></g>'
        + trays(place)
        + letters(place)
        + frame(NAME, inside)
        + track(place)
    )
    return document(place, definitions, body)


def plain_board(number: int) -> str:
    """The same places in flat colours, for small figures."""
    place = layout(number)
    w, h = place.width, place.height
    body = (
        f'<rect x="{-FRAME}" y="{-FRAME}" width="{w + 2 * FRAME}" height="{h + 2 * FRAME}" rx="16" fill="#5A3820"/><rect width="{w}" height="{h}" fill="#1E5048"/>'
        f'<path d="{rim_path(place)}" fill="#7A4A18" stroke="#7A4A18" stroke-width="30" stroke-linejoin="round"/>'
        + cells(place)
        + "".join(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{TRAY}" fill="#0E2F2A" stroke="#C99C4C" stroke-width="4"/>'
            for x, y in place.trays
        )
        + letters(place)
        + track(place)
    )
    return document(place, paints(), body)

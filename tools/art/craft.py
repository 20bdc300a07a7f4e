"""What the boards of all games share: the walnut frame, grained by noise, and small helpers for SVG text."""

from __future__ import annotations

FRAME = 56
SERIF = "Palatino Linotype,Palatino,Book Antiqua,URW Palladio L,P052,Georgia,serif"

Point = tuple[float, float]
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def num(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def closed_curve(points: list[Point]) -> str:
    """A smooth closed path through the points (Catmull-Rom as cubic Bézier)."""
    n = len(points)
    path = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(n):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        a = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        b = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        path.append("C" + " ".join(f"{num(x)} {num(y)}" for x, y in (a, b, (x2, y2))))
    return "".join(path) + "Z"


def noise(name: str, frequency: str, octaves: int, seed: int, colour: str, gain: str) -> str:
    """A filter that fills its element with noise: ``colour`` as three fractions, ``gain`` slope and offset of alpha."""
    red, green, blue = colour.split()
    return (
        f'<filter id="{name}" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="{frequency}"'
        f' numOctaves="{octaves}" seed="{seed}"/><feColorMatrix values="0 0 0 0 {red}  0 0 0 0 {green}  0 0 0 0 {blue}  0 0 0 {gain}"/></filter>'
    )


def gradient(name: str, *stops: str, axis: str = 'x1="0" y1="0" x2="1" y2="1"') -> str:
    """A linear gradient with evenly spaced stops."""
    last = len(stops) - 1
    body = "".join(f'<stop offset="{num(i / last)}" stop-color="{colour}"/>' for i, colour in enumerate(stops))
    return f'<linearGradient id="{name}" {axis}>{body}</linearGradient>'


def frame_definitions(name: str, inside: Edges) -> str:
    """Gradients, noises and the outline of a frame; their ids begin with ``name``."""
    left, top, right, bottom = inside
    down, across = 'x1="0" y1="0" x2="0" y2="1"', 'x1="0" y1="0" x2="1" y2="0"'
    outline = (
        f'x="{left - FRAME}" y="{top - FRAME}" width="{right - left + 2 * FRAME}" height="{bottom - top + 2 * FRAME}"'
    )
    return (
        gradient(f"{name}-wood-top", "#835536", "#6B4229", axis=down)
        + gradient(f"{name}-wood-left", "#7A4E2E", "#63402A", axis=across)
        + gradient(f"{name}-wood-right", "#55351F", "#4A2C19", axis=across)
        + gradient(f"{name}-wood-bottom", "#553420", "#432715", axis=down)
        + gradient(f"{name}-brass", "#F0D89A", "#B98B3F", "#F0D89A", "#8A6227")
        + noise(f"{name}-grain", ".008 .16", 4, 4, ".13 .06 .02", "1.5 -.55")
        + noise(f"{name}-grain-up", ".16 .008", 4, 9, ".13 .06 .02", "1.5 -.55")
        + f'<clipPath id="{name}-outline"><rect {outline} rx="16"/></clipPath>'
    )


def frame(name: str, inside: Edges) -> str:
    """Mitred walnut with a light and a dark string, a brass fillet and engraved corner plates."""
    left, top, right, bottom = inside
    west, north, east, south = left - FRAME, top - FRAME, right + FRAME, bottom + FRAME
    sides = (  # grain runs along each side, and covers no more than it, for noise is costly
        ("top", f"M{west} {north}H{east}L{right} {top}H{left}Z", "grain", (west, north, east - west, FRAME)),
        (
            "left",
            f"M{west} {north}L{left} {top}V{bottom}L{west} {south}Z",
            "grain-up",
            (west, north, FRAME, south - north),
        ),
        (
            "right",
            f"M{east} {north}L{right} {top}V{bottom}L{east} {south}Z",
            "grain-up",
            (right, north, FRAME, south - north),
        ),
        (
            "bottom",
            f"M{west} {south}L{left} {bottom}H{right}L{east} {south}Z",
            "grain",
            (west, bottom, east - west, FRAME),
        ),
    )
    wood = "".join(
        f'<clipPath id="{name}-{side}"><path d="{path}"/></clipPath><g clip-path="url(#{name}-{side})">'
        f'<path d="{path}" fill="url(#{name}-wood-{side})"/>'
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" filter="url(#{name}-{grain})" opacity=".9"/></g>'
        for side, path, grain, (x, y, w, h) in sides
    )
    mitres = f"M{west} {north}L{left} {top}M{east} {north}L{right} {top}M{west} {south}L{left} {bottom}M{east} {south}L{right} {bottom}"

    def ring(inset: float, width: float, colour: str, alpha: float = 1, rx: float = 8) -> str:
        return (
            f'<rect x="{num(west + inset)}" y="{num(north + inset)}" width="{num(east - west - 2 * inset)}" height="{num(south - north - 2 * inset)}" rx="{num(rx)}"'
            f' fill="none" stroke="{colour}" stroke-opacity="{alpha}" stroke-width="{num(width)}"/>'
        )

    corner = (
        f'<path d="M-22 -22H20C21 -10 14 -4 4 -5C6 2 2 6 -5 4C-4 14 -10 21 -22 20Z" fill="url(#{name}-brass)" stroke="#3A220F" stroke-width="1.6"/>'
        '<path d="M-17 -17H13C13 -11 8 -9 -1 -10C1 -5 -5 1 -10 -1C-9 8 -11 13 -17 13Z" fill="none" stroke="#5A3A16" stroke-width="1.3"/>'
        '<circle cx="-11" cy="-11" r="4.4" fill="#8A6227" stroke="#3A220F"/><path d="M-14 -8l6 -6" stroke="#3A220F" stroke-width="1.6"/>'
    )
    corners = "".join(
        f'<g transform="translate({x} {y}) scale({sx} {sy})">{corner}</g>'
        for x, y, sx, sy in (
            (west + 29, north + 29, 1, 1),
            (east - 29, north + 29, -1, 1),
            (west + 29, south - 29, 1, -1),
            (east - 29, south - 29, -1, -1),
        )
    )
    return (
        f'<g clip-path="url(#{name}-outline)">{wood}<path d="{mitres}" stroke="#1B0E06" stroke-opacity=".5" stroke-width="1.6"/></g>'
        + ring(1.5, 3, "#FFE9C4", 0.22, 15)
        + ring(8, 2.2, "#1B0E06", 0.5, 11)
        + ring(10, 1.6, "#D9A968", 0.55, 10)
        + ring(FRAME - 4, 9, "#1F1007", 0.85, 7)
        + ring(FRAME - 4.5, 4.6, f"url(#{name}-brass)", 1, 6)
        + corners
    )

"""What board and pieces of Delta share: the paints and the emblem of each colour."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """A colour: lit, plain, shaded and ink, and its emblem as path data within 10 units of the origin."""

    lit: str
    plain: str
    shade: str
    ink: str
    emblem: str


PAINTS = {
    "white": Paint("#FFFDF6", "#EFE6D2", "#A8977A", "#33281D", "M0 -9A9 9 0 1 1 0 9A9 9 0 1 1 0 -9ZM0 -4A4 4 0 1 0 0 4A4 4 0 1 0 0 -4Z"),
    "yellow": Paint("#FFD36B", "#F0A91D", "#8F5A08", "#33200A", "M0 -9.500L10 8H-10Z"),
    "red": Paint("#D8463B", "#AD1F1A", "#5E0D0A", "#FFF3DC", "M0 -10L9.500 0L0 10L-9.500 0Z"),
    "black": Paint("#50505A", "#2A2A31", "#0B0B0E", "#FFF3DC", "M-8 -8H8V8H-8Z"),
    "blue": Paint("#3B7FCB", "#0F5099", "#062850", "#FFF3DC", "M0 -10.500C5 -4 8 -1.500 8 2.500A8 8 0 0 1 -8 2.500C-8 -1.500 -5 -4 0 -10.500Z"),
    "green": Paint("#69BEAB", "#3B9482", "#164A40", "#0C2B22", "M-3.500 -9.500H3.500V-3.500H9.500V3.500H3.500V9.500H-3.500V3.500H-9.500V-3.500H-3.500Z"),
}  # fmt: skip


def emblem(colour: str, x: float, y: float, scale: float, edge: str = "#FFF6E0") -> str:
    """The emblem of a colour in its own paint, with a dark keyline and a pale one."""
    paint = PAINTS[colour]
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" fill-rule="evenodd" stroke-linejoin="round">'
        f'<path d="{paint.emblem}" fill="#1B1410" stroke="#1B1410" stroke-width="6"/>'
        f'<path d="{paint.emblem}" fill="{paint.plain}" stroke="{edge}" stroke-width="2"/></g>'
    )


def sign(colour: str, x: float, y: float, scale: float) -> str:
    """The emblem as a flat figure, to be read on its own colour."""
    paint = PAINTS[colour]
    return f'<path transform="translate({x:g} {y:g}) scale({scale:g})" fill-rule="evenodd" d="{paint.emblem}" fill="{paint.ink}"/>'

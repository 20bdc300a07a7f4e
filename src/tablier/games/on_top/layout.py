"""Where things are in the picture of a board: what its art and its scene share. Lengths in units of the picture."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import hypot

from tablier.games.on_top.geometry import BOARDS, HEIGHT, Board

Place = tuple[float, float]

SIDE = 120
"""From a point to the next."""
HALF = SIDE * HEIGHT
"""Height of a cell."""
MARGIN = 62
"""From the outermost points to the frame."""
FRAME = 56
FIELDS = 60
"""Fields of the score track, which runs round the board on the frame; the score itself has no limit."""
TRAY = 52
"""Radius of a tray of pawns; there is one in each corner, for its colour."""
CLEAR = 72
"""From a tray to the nearest point, at least."""


@dataclass(frozen=True)
class Layout:
    """The picture of a board. The origin is the inner corner of the frame."""

    board: Board
    width: int
    height: int
    points: tuple[Place, ...]
    trays: tuple[Place, Place, Place, Place]
    """By colour, clockwise from the top left, so that partners sit across."""
    track: tuple[Place, ...]
    """The fields in order, clockwise from the top left."""

    def cell(self, number: int) -> Place:
        """The middle of the box around a cell: half turned, its picture covers the other kind of cell."""
        xs, ys = zip(*(self.points[corner] for corner in self.board.cells[number]), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def stands(self, number: int) -> bool:
        """Does a cell stand on one of its sides?"""
        low, middle, high = sorted(self.points[corner][1] for corner in self.board.cells[number])
        return middle - low > high - middle

    def position(self, number: int) -> Place:
        """The middle of a position."""
        _, one, _, other = self.board.corners[number]
        (x, y), (u, v) = self.points[one], self.points[other]
        return (x + u) / 2, (y + v) / 2


@functools.cache
def layout(number: int) -> Layout:
    """The picture of a board, wide enough for its trays."""
    board = BOARDS[number]
    width = (max(board.rows) - 1) * SIDE + 2 * MARGIN
    height = round((len(board.rows) - 1) * HALF) + 2 * MARGIN
    inset = TRAY + 14
    while True:
        points = tuple((width / 2 + x * SIDE, MARGIN + y * SIDE) for x, y in board.places)
        trays = ((inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset))
        if min(hypot(x - u, y - v) for x, y in trays for u, v in points) > TRAY + CLEAR:
            return Layout(board, width, height, points, trays, _track(width, height))
        width += 20


def _track(width: int, height: int) -> tuple[Place, ...]:
    """Fields as evenly as the sides allow, in the middle of the frame."""
    across = round(FIELDS / 2 * width / (width + height))
    down = FIELDS // 2 - across
    out = FRAME / 2
    top = [((k + 0.5) * width / across, -out) for k in range(across)]
    right = [(width + out, (k + 0.5) * height / down) for k in range(down)]
    return (*top, *right, *((width - x, height + out) for x, _ in top), *((-out, height - y) for _, y in right))

"""The boards of ``boards.json`` and the material of ``material.json``.

A board is rows of points, the top row first, each shifted by half a step against its neighbours. Between two rows lie
the triangular cells of a cell row. Everything is numbered in reading order, from the top left.

| what | numbered | name |
|---|---|---|
| point (an intersection) | by row | capital letter of its row, place in the row: ``A1``, ``F7`` |
| cell (a triangle) | by cell row, up and down mixed | small letter of its cell row, place in the row: ``d5`` |
| position (two cells that share a side) | by its lower cell, then the other | its cells, lower first: ``d4-d5`` |

The corners of a position are its points counter-clockwise, as one sees them, from the acute corner in its lower cell:
acute, obtuse, acute, obtuse. A kind of tile is four colours in the same order, so that a tile laid with turn 0 has its
colour ``k`` on corner ``k``, with turn 1 on corner ``k + 2 mod 4``. Colour ``c`` is that of seat ``c``; colours without
a seat are neutral.

Scenes name their spots as this module names points, cells and positions.
"""

from __future__ import annotations

import math
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase
from typing import Annotated

import msgspec

from tablier.catalogue import require_values
from tablier.catalogue.data import load, require

Row = Annotated[int, msgspec.Meta(ge=2, le=20)]
Count = Annotated[int, msgspec.Meta(ge=1, le=120)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Letter = Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]

WORDS = 2
"""Words of a set of cells or positions; a set of points is one word."""
HEIGHT = math.sqrt(3) / 2
"""Distance between two rows of points, where neighbouring points are 1 apart."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A board.

    ``rows`` are the numbers of points by row; ``starts`` are choices of start triangles, as cells; ``golden`` are the
    points of the golden border where it is a part of the rim.
    """

    id: str
    rows: Annotated[list[Row], msgspec.Meta(min_length=3, max_length=20)]
    starts: dict[str, list[str]]
    golden: list[str]

    def __post_init__(self) -> None:
        """Check what fields say of one another.

        Raises:
            ValueError: they disagree; the message names the field.
        """
        steps = [abs(a - b) for a, b in zip(self.rows, self.rows[1:], strict=False)]
        require(set(steps) == {1}, "rows", "neighbouring rows must differ by one point")
        small = sum(self.rows) <= 64 and max(len(self.cells), len(self.positions)) <= 64 * WORDS
        require(small, "rows", f"more than 64 points, or more than {64 * WORDS} cells or pairs of cells")
        require(len(set(self.golden)) == len(self.golden), "golden", "a point comes twice")
        for name, cells in self.starts.items():
            require(len(set(cells)) == len(cells) > 0, f"starts.{name}", "no cell, or one twice")
            for cell in cells:
                require(cell in self.cell_names, f"starts.{name}", f"{cell!r} is no cell")
        for point in self.golden:
            rim = [self.point_names[p] for p in self.rim]
            require(point in rim, "golden", f"{point!r} is no point of the rim")

    @cached_property
    def _grid(self) -> list[tuple[int, int]]:
        """The points as row and half steps to the right of the middle."""
        return [(r, 2 * i - (n - 1)) for r, n in enumerate(self.rows) for i in range(n)]

    @cached_property
    def point_names(self) -> tuple[str, ...]:
        """The names of the points."""
        return tuple(f"{ascii_uppercase[r]}{i + 1}" for r, n in enumerate(self.rows) for i in range(n))

    @cached_property
    def places(self) -> tuple[tuple[float, float], ...]:
        """The points as ``x`` to the right and ``y`` downwards from the middle of the top row."""
        return tuple((x / 2, r * HEIGHT) for r, x in self._grid)

    @cached_property
    def cells(self) -> tuple[tuple[int, int, int], ...]:
        """The three points of each cell."""
        return tuple(points for row in self._cell_rows for points in row)

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """The names of the cells."""
        rows = enumerate(self._cell_rows)
        return tuple(f"{ascii_lowercase[r]}{i + 1}" for r, row in rows for i in range(len(row)))

    @cached_property
    def _cell_rows(self) -> list[list[tuple[int, int, int]]]:
        """The cells row by row: a triangle for each half step where one row has a side and the other the point."""
        number = {point: i for i, point in enumerate(self._grid)}
        found = []
        for r in range(len(self.rows) - 1):
            triangles = (
                triangle
                for x in range(-max(self.rows), max(self.rows) + 1)
                for triangle in (((r, x), (r + 1, x - 1), (r + 1, x + 1)), ((r, x - 1), (r, x + 1), (r + 1, x)))
            )
            row = [[number[point] for point in triangle] for triangle in triangles if number.keys() >= set(triangle)]
            found.append([(a, b, c) for a, b, c in row])
        return found

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each point the cells around it: six, or fewer at the rim."""
        return tuple(
            tuple(c for c, points in enumerate(self.cells) if p in points) for p in range(len(self.point_names))
        )

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The points of the rim."""
        return tuple(p for p, cells in enumerate(self.around) if len(cells) < 6)

    @cached_property
    def positions(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells that share a side, the lower one first."""
        return tuple(
            (a, b)
            for a, mine in enumerate(self.cells)
            for b, others in enumerate(self.cells[a + 1 :], a + 1)
            if len(set(mine) & set(others)) == 2
        )

    @cached_property
    def corners(self) -> tuple[tuple[int, int, int, int], ...]:
        """The points of each position: acute, obtuse, acute, obtuse, counter-clockwise from the lower cell's tip."""
        return tuple(self._corners(*position) for position in self.positions)

    def _corners(self, lower: int, upper: int) -> tuple[int, int, int, int]:
        first, second = set(self.cells[lower]), set(self.cells[upper])
        (tip,), (other,), sides = first - second, second - first, first & second
        (x0, y0), (x1, y1) = self.places[tip], self.places[other]

        def on_the_left(p: int) -> bool:
            """Looking from the tip across the position."""
            x, y = self.places[p]
            return (x1 - x0) * (y - y0) < (y1 - y0) * (x - x0)

        right, left = sorted(sides, key=on_the_left)
        return tip, right, other, left


class Boards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``boards.json``."""

    boards: Annotated[list[Board], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        """Check that the boards offer the same choices.

        Raises:
            ValueError: they do not; the message names the field.
        """
        for i, board in enumerate(self.boards):
            require(list(board.starts) == list(self.boards[0].starts), f"boards[{i}].starts", "not those of boards[0]")


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A colour: its letter in the notation, its English name."""

    id: Letter
    name: Name


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of tile: its colours counter-clockwise from an acute corner, and how many there are."""

    id: str
    copies: Count


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``material.json``. ``pawns`` are those of a colour; one of a player's marks the score."""

    colours: Annotated[list[Named], msgspec.Meta(min_length=4, max_length=4)]
    tiles: Annotated[list[Kind], msgspec.Meta(min_length=1, max_length=64)]
    triangles: Count
    pawns: Annotated[int, msgspec.Meta(ge=2, le=60)]

    def __post_init__(self) -> None:
        """Check what fields say of one another.

        Raises:
            ValueError: they disagree; the message names the field.
        """
        letters = sorted(colour.id for colour in self.colours)
        require(len(set(letters)) == len(letters), "colours", "two have the same id")
        seen = set[str]()
        for i, kind in enumerate(self.tiles):
            require(sorted(kind.id) == letters, f"tiles[{i}].id", f"{kind.id!r} does not show every colour once")
            require(kind.id not in seen, f"tiles[{i}].id", f"{kind.id!r} is there already, perhaps turned")
            seen |= {kind.id, kind.id[2:] + kind.id[:2]}


BOARDS = tuple(load(__package__, "boards.json", Boards).boards)
require_values(__package__, "board", tuple(board.id for board in BOARDS), "boards.json")
MATERIAL = load(__package__, "material.json", Material)

COLOURS = len(MATERIAL.colours)
COLOUR_LETTERS = "".join(colour.id for colour in MATERIAL.colours)
COLOUR_NAMES = tuple(colour.name for colour in MATERIAL.colours)
KIND_NAMES = tuple(kind.id for kind in MATERIAL.tiles)
KINDS = len(KIND_NAMES)
COPIES = tuple(kind.copies for kind in MATERIAL.tiles)
KIND = tuple(tuple(COLOUR_LETTERS.index(c) for c in name) for name in KIND_NAMES)
"""For each kind the colours of its corners."""
TRIANGLES = MATERIAL.triangles
PAWNS = MATERIAL.pawns

# Sizes of the largest board.
CELLS = max(len(board.cells) for board in BOARDS)
POINTS = max(len(board.point_names) for board in BOARDS)
POSITIONS = max(len(board.positions) for board in BOARDS)


def golden_points(board: int, golden: int) -> frozenset[int]:
    """The points of the golden border under a value of its option: the whole rim, or a part of it."""
    here = BOARDS[board]
    return frozenset(map(here.point_names.index, here.golden) if golden else here.rim)

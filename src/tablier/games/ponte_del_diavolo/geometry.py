"""The lagoon: its boards, cells, and every place where a bridge may lie.

Variants are the boards of ``boards.json``, in order. Cells are numbered row by row from a1; bridge slots are pairs of
cells, the lower one (by column, then row) first, in ascending order of that cell.
"""

from __future__ import annotations

import functools
from typing import Annotated

import msgspec

from tablier.catalogue import require_values
from tablier.catalogue.data import load

Count = Annotated[int, msgspec.Meta(ge=1, le=400)]


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """A board and its material."""

    size: Annotated[int, msgspec.Meta(ge=3, le=26)]
    tiles: Count
    bridges: Count


class Boards(msgspec.Struct, forbid_unknown_fields=True):
    """``boards.json``."""

    boards: Annotated[list[Board], msgspec.Meta(min_length=1)]
    island: Count


DATA = load(__package__, "boards.json", Boards)
SIZES = tuple(board.size for board in DATA.boards)
require_values(__package__, "board", SIZES, "boards.json")
ISLAND = DATA.island

# PONTE-5.2: from the lower end to the other, and the cells in between.
SHAPES = (
    ((0, 2), ((0, 1),)),
    ((2, 0), ((1, 0),)),
    ((2, 2), ((1, 1),)),
    ((2, -2), ((1, -1),)),
    ((1, 2), ((0, 1), (1, 1))),
    ((1, -2), ((0, -1), (1, -1))),
    ((2, 1), ((1, 0), (1, 1))),
    ((2, -1), ((1, 0), (1, -1))),
)


@functools.cache
def slots(board: int) -> tuple[tuple[int, int], ...]:
    """The bridge slots of a board as pairs of cells, in the order of their action ids."""
    return tuple((a, b) for a, b, _ in slots_and_cells_under(board))


@functools.cache
def slots_and_cells_under(board: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The slots of a board as the cell at either end, and the one or two cells below."""
    found = []
    for cell in range(board * board):
        row, column = divmod(cell, board)
        for (dx, dy), between in SHAPES:
            if 0 <= column + dx < board and 0 <= row + dy < board:
                other = cell + dy * board + dx
                found.append((cell, other, tuple(cell + y * board + x for x, y in between)))
    return tuple(found)


CELL_WORDS = -(-(max(SIZES) ** 2) // 64)
SLOT_WORDS = -(-len(slots(max(SIZES))) // 64)
"""Words of a set of cells, and of a set of slots, on the largest board."""

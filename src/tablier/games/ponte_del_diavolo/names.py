"""Cells and bridge slots by name. Columns are letters from the left, rows are numbers from the bottom."""

from __future__ import annotations

import functools
import re

from tablier.errors import InvalidMove
from tablier.games.ponte_del_diavolo.geometry import slots

CELL = re.compile(r"([a-z])([1-9][0-9]?)")
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


@functools.cache
def cell_name(cell: int, board: int) -> str:
    """``0`` is ``a1``."""
    return f"{COLUMNS[cell % board]}{cell // board + 1}"


def parse_cell(text: str, board: int) -> int:
    """The number of a cell.

    Raises:
        InvalidMove: it is no cell of this board.
    """
    match = CELL.fullmatch(text)
    column, row = (COLUMNS.index(match[1]), int(match[2]) - 1) if match else (board, board)
    if column >= board or row >= board:
        raise InvalidMove(f"{text!r} is no cell of this board: cells are a1 to {COLUMNS[board - 1]}{board}")
    return row * board + column


def slot_name(slot: int, board: int) -> str:
    """``d4-d6``, the lower end (by column, then row) first."""
    a, b = slots(board)[slot]
    return f"{cell_name(a, board)}-{cell_name(b, board)}"


def parse_slot(text: str, board: int) -> int:
    """The number of a bridge slot; its ends may be named in either order.

    Raises:
        InvalidMove: not two cells at the distance of a bridge.
    """
    a, _, b = text.partition("-")
    if not (CELL.fullmatch(a) and CELL.fullmatch(b)):
        raise InvalidMove(f"{text!r} is no bridge: write the cells of its two ends, such as a1-a3")
    ends = parse_cell(a, board), parse_cell(b, board)
    for pair in (ends, ends[::-1]):
        if pair in slots(board):
            return slots(board).index(pair)
    raise InvalidMove(f"{text!r}: no bridge joins {a} and {b}; ends are two cells apart in a line or a knight's move")

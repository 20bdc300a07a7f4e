"""Moves as text: ``d4`` lays a tile, ``d4-d6`` builds a bridge, ``pass``, ``swap``; and positions as text.

Columns are letters from the left, rows are numbers from the bottom.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np

from tablier.engine.bits import add, has
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.ponte_del_diavolo import rules
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, CELLS, SIZES, slots

_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
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
    match = _CELL.fullmatch(text)
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
    ends = parse_cell(a, board), parse_cell(b, board)
    for pair in (ends, ends[::-1]):
        if pair in slots(board):
            return slots(board).index(pair)
    raise InvalidMove(f"{text!r}: no bridge joins {a} and {b}; ends are two cells apart in a line or a knight's move")


def name(s: Any, seat: int, action: int) -> str:
    """The notation of an action."""
    board = int(s.board)
    v = SIZES.index(board)
    if action < CELLS[v]:
        return cell_name(action, board)
    if action < rules.pass_id(v):
        return slot_name(action - int(CELLS[v]), board)
    return "pass" if action == rules.pass_id(v) else "swap"


def parse(s: Any, seat: int, text: str) -> int:
    """The action that a ply's text names.

    Raises:
        InvalidMove: it cannot be read.
    """
    board = int(s.board)
    v = SIZES.index(board)
    word = text.strip().lower()
    if word in ("pass", "swap"):
        return int(rules.pass_id(v)) + (word == "swap")
    if "-" in word:
        return int(CELLS[v]) + parse_slot(word, board)
    if _CELL.fullmatch(word):
        return parse_cell(word, board)
    raise InvalidMove(f"{text!r} cannot be read: write a cell (d4), a bridge (d4-d6), pass or swap")


def setup(text: str, s: Any) -> None:
    """Put the position that a diagram describes on the board of a fresh record.

    A diagram is a list of fields separated by semicolons: ``light: a1 b1; dark: c3; bridges: a1-a3; turn: dark; half;
    last``. Light is to move in open play unless fields say otherwise.

    Raises:
        InvalidOption: a field that is unknown or wrong, a cell used twice, a bridge without tiles of one colour.
    """
    s.opening = rules.OPEN_PLAY
    for part in filter(None, (p.strip() for p in text.split(";"))):
        key, _, value = part.partition(":")
        try:
            _set_field(s, key.strip(), value.split())
        except (InvalidMove, ValueError) as error:
            raise InvalidOption(f"diagram: {part!r}: {error}") from error
    _check_bridges(s, int(s.board))
    rules.rebuild(s)


def _set_field(s: Any, key: str, words: list[str]) -> None:
    board = int(s.board)
    match key:
        case "light" | "dark":
            _lay(s, ("light", "dark").index(key), words, board)
        case "bridges":
            for word in words:
                add(s.bridges, parse_slot(word, board))
        case "turn":
            s.mover = ("light", "dark").index(" ".join(words))
        case "half" | "last":
            s[key] = 1
        case _:
            raise InvalidOption(f"unknown field {key!r}; fields are light, dark, bridges, turn, half and last")


def _lay(s: Any, colour: int, words: list[str], board: int) -> None:
    for word in words:
        cell = parse_cell(word, board)
        if has(s.tiles[rules.LIGHT], cell) or has(s.tiles[rules.DARK], cell):
            raise InvalidOption(f"two tiles on {word}")
        add(s.tiles[colour], cell)


def _check_bridges(s: Any, board: int) -> None:
    for slot, ends in enumerate(slots(board)):
        if has(s.bridges, slot) and not any(
            all(has(s.tiles[colour], cell) for cell in ends) for colour in (rules.LIGHT, rules.DARK)
        ):
            raise InvalidOption(f"diagram: {slot_name(slot, board)} does not join two tiles of one colour")


def draw(s: Any) -> str:
    """The board as text: ``o`` light, ``x`` dark, capitals on islands; then bridges and whose turn it is."""
    board = int(s.board)
    marks = _marks(s, board)
    rows = [
        f"{row + 1:2d} " + " ".join(marks[row * board + column] for column in range(board))
        for row in reversed(range(board))
    ]
    bridges = [slot_name(i, board) for i in range(len(slots(board))) if has(s.bridges, i)]
    turn = "game over" if s.over else f"{('light', 'dark')[s.mover]} (seat {rules.seat_of(s, s.mover)}) to move"
    return "\n".join([*rows, "   " + " ".join(COLUMNS[:board]), f"bridges: {' '.join(bridges) or 'none'}; {turn}"])


def _marks(s: Any, board: int) -> list[str]:
    marks = ["."] * (board * board)
    island = np.zeros(CELL_WORDS, np.uint64)
    for colour, mark in ((rules.LIGHT, "o"), (rules.DARK, "x")):
        rules.islands(s, SIZES.index(board), colour, island)
        for cell in range(board * board):
            if has(s.tiles[colour], cell):
                marks[cell] = mark.upper() if has(island, cell) else mark
    return marks

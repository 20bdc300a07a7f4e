"""The board as text for a terminal."""

from __future__ import annotations

from tablier.core.bitsets import members, to_int
from tablier.games.ponte_del_diavolo.board_model import groups_of
from tablier.games.ponte_del_diavolo.geometry import ISLAND
from tablier.games.ponte_del_diavolo.names import COLUMNS, slot_name
from tablier.games.ponte_del_diavolo.state import State


def draw(s: State) -> str:
    """The board: ``o`` light, ``x`` dark, capitals on islands; then bridges and whose turn it is."""
    board = s.board
    marks = _marks(s, board)
    rows = [
        f"{row + 1:2d} " + " ".join(marks[row * board + column] for column in range(board))
        for row in reversed(range(board))
    ]
    bridges = " ".join(slot_name(slot, board) for slot in members(to_int(s.bridges)))
    turn = "game over" if s.over else f"{('light', 'dark')[s.mover]} (seat {s.light ^ s.mover}) to move"
    return "\n".join([*rows, "   " + " ".join(COLUMNS[:board]), f"bridges: {bridges or 'none'}; {turn}"])


def _marks(s: State, board: int) -> list[str]:
    marks = ["."] * (board * board)
    for tiles, mark in zip(s.tiles, "ox", strict=True):
        for group in groups_of(to_int(tiles), board):
            for cell in group:
                marks[cell] = mark.upper() if len(group) == ISLAND else mark
    return marks

"""The eight symmetries of the square: four rotations, each with and without a reflection."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.core.symmetry import Symmetry
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.geometry import SIZES, slots
from tablier.games.ponte_del_diavolo.state import State


def symmetries(options: Sequence[int]) -> tuple[Symmetry, ...]:
    """The symmetries of the chosen board, the identity first."""
    board = SIZES[options[0]]
    return tuple(_symmetry(board, reflected, turns) for reflected in (False, True) for turns in range(4))


def _symmetry(board: int, reflected: bool, turns: int) -> Symmetry:
    """Exchange rows and columns if ``reflected``; then rotate by ``turns`` right angles."""
    cells = [_image(board, reflected, turns, cell) for cell in range(board * board)]
    numbers = {frozenset(slot): number for number, slot in enumerate(slots(board))}
    bridges = [numbers[frozenset((cells[a], cells[b]))] for a, b in slots(board)]
    space = ACTIONS[board]
    parts = ["reflection"] * reflected + [f"rotation by {90 * turns} degrees"] * (turns > 0)
    return Symmetry(
        " and ".join(parts) or "identity",
        State,
        [
            *(space.encode("tile", cell) for cell in cells),
            *(space.encode("bridge", slot) for slot in bridges),
            space["pass"],
            space["swap"],
        ],
        {"tiles": cells, "ends": cells, "room": cells, "bridges": bridges, "spans": bridges},
        {"board": (board, SIZES)},
    )


def _image(board: int, reflected: bool, turns: int, cell: int) -> int:
    row, column = divmod(cell, board)
    if reflected:
        row, column = column, row
    for _ in range(turns):
        row, column = column, board - 1 - row
    return row * board + column

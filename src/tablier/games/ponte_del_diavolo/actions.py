"""The action ids of Ponte del Diavolo on each board: its cells, its bridge slots, then ``pass`` and ``swap``."""

from __future__ import annotations

from tablier.core.actions import ActionSpace, Family
from tablier.games.ponte_del_diavolo.geometry import SIZES, slots


def _space(board: int) -> ActionSpace:
    return ActionSpace(
        Family("tile", (board * board,)), Family("bridge", (len(slots(board)),)), Family("pass"), Family("swap")
    )


ACTIONS = {board: _space(board) for board in SIZES}
"""By the number of cells along a side."""

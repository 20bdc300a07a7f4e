"""The state of a game of Ponte del Diavolo."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u64
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, SLOT_WORDS


class State(StateRecord):
    """A position."""

    tiles = u64(2, CELL_WORDS)
    bridges = u64(SLOT_WORDS)
    ends = u64(CELL_WORDS)  # tiles that carry a bridge
    room = u64(2, CELL_WORDS)
    spans = u64(2, SLOT_WORDS)
    board = u8()  # cells along a side
    light = u8()  # the seat that plays light
    mover = u8()  # the colour to move
    half = u8()  # 1: the first tile of the turn is down
    opening = u8()
    last = u8()  # 1: light has passed, dark plays the last turn
    over = u8()  # 0, or why the game ended

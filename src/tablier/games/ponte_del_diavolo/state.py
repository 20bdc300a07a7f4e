"""The state of a game of Ponte del Diavolo."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u64
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, SLOT_WORDS

LIGHT, DARK = 0, 1
LIGHT_OPENS, CHOICE, DARK_OPENS, OPEN_PLAY = 0, 1, 2, 3
"""The stages of the opening (PONTE-2)."""


class State(StateRecord):
    """A position. ``room`` and ``spans`` follow from tiles and bridges."""

    tiles = u64(2, CELL_WORDS)  # by colour
    bridges = u64(SLOT_WORDS)
    ends = u64(CELL_WORDS)  # tiles that carry a bridge
    room = u64(2, CELL_WORDS)  # cells where a colour may lay a tile
    spans = u64(2, SLOT_WORDS)  # slots where a colour may build now
    board = u8()  # cells along a side
    light = u8()  # the seat that plays light
    mover = u8()  # the colour to move
    half = u8()  # 1: the first tile of the turn is down
    opening = u8()
    last = u8()  # 1: light has passed, dark plays the last turn
    over = u8()  # 0, or why the game ended

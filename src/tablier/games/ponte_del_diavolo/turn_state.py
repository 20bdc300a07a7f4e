"""Positions of small boards between turns, for searches by whole turns. A set of cells is one word."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u64
from tablier.games.ponte_del_diavolo.geometry import SIZES, slots

SMALL = tuple(size for size in SIZES if size <= 5)
"""The boards that have such positions. They have fewer cells than there are tiles, and bridges never run out."""
CELLS = max(SMALL) ** 2
SLOTS = len(slots(max(SMALL)))
SLOT_WORDS = -(-SLOTS // 64)
SYMMETRIES = 8

FIRST_BRIDGE = CELLS * CELLS
"""The action of the first bridge. The action of two tiles is ``CELLS`` times the lower cell plus the other."""
PASS = FIRST_BRIDGE + SLOTS
ACTIONS = PASS + 1


class TurnState(StateRecord):
    """A position. Seat 0 plays light."""

    tiles = u64(2)  # by colour
    room = u64(2)  # cells where a colour may lay a tile
    ends = u64()  # tiles that carry a bridge
    bridges = u64(SLOT_WORDS)
    free = u64(SLOT_WORDS)  # slots that neither a tile below nor a bridge across excludes
    keys = u64(SYMMETRIES)  # a hash of tiles and bridges as each symmetry of the board shows them
    board = u8()  # index into SMALL
    mover = u8()  # the colour to move
    last = u8()  # 1: light has passed, dark plays the last turn
    over = u8()

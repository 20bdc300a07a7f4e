"""The state of a game of On Top."""

from __future__ import annotations

from tablier.core.state import StateRecord, i16, u8, u64
from tablier.games.on_top.geometry import COLOURS, KINDS, POINTS, POSITIONS, WORDS

FULL, LAST_PAWN, NEUTRAL, BAG = 1, 2, 3, 4
"""Why the game ended."""
AFTER_PLACING, AFTER_POINT, AFTER_TILE = 0, 1, 2
"""The values of the option ``last_pawn``."""
CHOSEN = 0
"""The value of the option ``order`` by which the player chooses."""


class State(StateRecord):
    """A position. ``room``, ``reach`` and ``parts`` follow from the cells and the tiles."""

    free = u64(WORDS)  # the cells that a tile may cover
    black = u64(WORDS)  # the cells with a black triangle; a closed hole without one is in neither set
    room = u64(WORDS)  # the positions whose cells are both free
    reach = u64(WORDS)  # the positions that touch a cell which is not free
    done = u64()  # the intersections that are completed and scored, or empty for good
    pending = u64()  # those completed and not yet scored: the mover chooses the next
    top = u64(COLOURS)  # the intersections where a colour has the top of the tower
    below = u64(COLOURS)  # and those where it has a pawn beneath the top
    points = i16(COLOURS)  # the score track
    pawns = u8(COLOURS)  # still to be placed
    parts = u8(POINTS, COLOURS)  # the sixths of a circle by intersection and colour
    tiles = u8(POSITIONS)  # 0, or 1 + 2 * kind + turn
    bag = u8(KINDS)
    triangles = u8()  # black ones beside the board
    drawn = u8()  # 0, or 1 + the kind that is to be laid
    mover = u8()
    over = u8()  # 0, or why the game ended
    seats = u8()
    board = u8()
    golden = u8()
    last_pawn = u8()
    order = u8()
    teams = u8()

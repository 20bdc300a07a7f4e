"""The state of a game of The Bridges of Shangri-La."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u16, u32
from tablier.games.shangri_la.board import COLOURS, GUILDS

SET_UP, TURN, SECOND = 0, 1, 2
"""The stages: the board is set up; a turn begins; its second student is due."""
ORIGIN = 0
"""The value of the option ``tie`` by which the origin wins a complete tie."""
LAST_STONE, STUCK = 1, 2
"""Why the game ended."""


class State(StateRecord):
    """A position.

    A tile that is not on the board is in the reserve, so the reserve needs no field.
    """

    masters = u16(COLOURS, GUILDS)  # by seat and guild the villages with a master
    students = u16(COLOURS, GUILDS)  # and those with a student on it
    bridges = u32()
    stones = u16()  # the villages without bridges
    seats = u8()
    mover = u8()
    stage = u8()
    tie = u8()
    over = u8()  # 0, or why the game ended

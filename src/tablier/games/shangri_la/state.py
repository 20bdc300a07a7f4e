"""The state of a game of The Bridges of Shangri-La."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u16, u32
from tablier.games.shangri_la.board import COLOURS, GUILDS


class State(StateRecord):
    """A position."""

    masters = u16(COLOURS, GUILDS)
    students = u16(COLOURS, GUILDS)
    bridges = u32()
    stones = u16()  # the villages without bridges
    seats = u8()
    mover = u8()
    stage = u8()
    tie = u8()
    over = u8()  # 0, or why the game ended

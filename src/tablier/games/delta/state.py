"""The state of a game of Delta."""

from __future__ import annotations

from tablier.core.state import StateRecord, u8, u32, u64
from tablier.games.delta.board import COLOURS, PLANKS, WORDS

SLOTS = 5
"""Cards in a programme."""


class State(StateRecord):
    """A position."""

    ground = u64(WORDS)  # the places where a pawn can stand: planks that lie, and all villages
    tried = u64(WORDS)  # the gaps that the plank held has missed
    stones = u32()  # the islands with a stone
    where = u8(PLANKS)
    pawns = u8(COLOURS)  # the place of each seat's pawn
    programme = u8(COLOURS, SLOTS)  # card + 1, or 0: not chosen, or hidden from the viewer
    seats = u8()
    statuette = u8()
    phase = u8()  # the slot whose cards are performed: these and those before them are revealed
    mover = u8()  # the seat whose card is performed
    stage = u8()
    left = u8()  # stones or planks that are still due, this one included
    held = u8()
    origin = u8()
    eye = u8()
    over = u8()  # 0, or why the game ended

"""The state of a game of Delta."""

from __future__ import annotations

from tablier.core.bitsets import to_int, to_words
from tablier.core.state import StateRecord, u8, u32, u64
from tablier.games.delta.board import COLOURS, GAPS, ON_GAPS, PLACES, PLANKS, WORDS

SLOTS = 5
"""Cards in a programme."""

PROGRAMMING, STONE, PLANK, GAP, REMOVE, STEP, FIRST, SECOND, JUMP, VEILED = range(10)
"""The stages; :mod:`tablier.games.delta.rules` describes them."""
AGAIN, STRICT, FRIENDLY = range(3)
"""Values of the option ``eye``."""
RESERVE = GAPS
"""A plank is at a gap, in a reserve (``RESERVE + seat``), ``LOST``, or ``ABSENT`` if its colour is not played."""
LOST = RESERVE + COLOURS
ABSENT = LOST + 1


class State(StateRecord):
    """A position."""

    ground = u64(WORDS)  # the places where a pawn can stand: planks on the board, and all villages
    tried = u64(WORDS)  # the gaps that the held plank has missed
    stones = u32()  # the islands with a stone
    where = u8(PLANKS)
    pawns = u8(COLOURS)  # the place of each seat's pawn
    programme = u8(COLOURS, SLOTS)  # card + 1; 0 if it is not chosen, or hidden from the viewer
    seats = u8()
    statuette = u8()
    phase = u8()  # the slot whose cards are performed; cards up to this slot are revealed
    mover = u8()  # the seat whose card is performed
    stage = u8()
    left = u8()  # stones or planks still due, this one included
    held = u8()
    origin = u8()
    eye = u8()
    over = u8()  # 0, or why the game ended


def rebuild(s: State) -> None:
    """Recompute the derived field ``ground`` from ``where``."""
    s.ground = to_words([*(gap for gap in s.where if gap < GAPS), *range(GAPS, PLACES)], WORDS)


def laid(s: State) -> int:
    """The gaps with a plank, as bits."""
    return to_int(s.ground) & ON_GAPS

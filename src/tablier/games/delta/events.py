"""What happens in Delta. A place is a gap or a village; :mod:`tablier.games.delta.board` numbers all that is named."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """The kinds of events, with the meaning of ``a`` and ``b``. All but ``CARD`` are public."""

    CARD = 0
    """Slot, card: a card of the seat's programme. The seat knows it at once, the others when it is revealed."""
    LOCKED = 1
    """The programme is complete."""
    REVEALED = 2
    """Slot: its cards have been revealed; the seat is the first to act."""
    STONE = 3
    """Island: a stone was set."""
    LIFTED = 4
    """Island: its stone went back to the supply."""
    PLANK = 5
    """Plank: it is to be laid."""
    LAID = 6
    """Plank, gap."""
    MISSED = 7
    """Plank, gap: it does not fit."""
    LOST = 8
    """Plank, and the gap that it missed; -1 if it fits nowhere."""
    TAKEN = 9
    """Plank, gap: it went into the seat's reserve."""
    WENT = 10
    """Place: the pawn went there."""
    ARRIVED = 11
    """Place: the pawn reached its goal. All cards have been revealed."""
    DRAGON = 12
    """Card: the dragon was sent."""
    CANCELLED = 13
    """Card, place of the pawn: a dragon cancelled the card."""
    NOTHING = 14
    """Card: it offers no choice."""
    FELL = 15
    """Card, place: the pawn could not move, and fell from there back into its village."""
    STUCK = 16
    """Card, place: the pawn could not leave its village."""
    ROUND = 17
    """The round ended; the seat gets the statuette."""

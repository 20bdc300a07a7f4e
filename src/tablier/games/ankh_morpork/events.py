"""What happens in The Guilds of Ankh-Morpork.

A good is a kind of card, or ``SCROLL``. Several goods are packed into one number, which :func:`unpacked` takes apart.
"""

from __future__ import annotations

from enum import IntEnum

from tablier.games.ankh_morpork.board import GOODS

BITS = 8
"""Bits for the number of each good in a packed number."""
BUILDINGS = ("foundation", "house", "villa")
"""What can be built, by number."""


class Kind(IntEnum):
    """The kinds of events, with the meaning of ``a``, ``b``, ``c``. ``seat`` acts or receives."""

    SETTLED = 0
    """Site: a house for nothing, in the set-up."""
    RECEIVED = 1
    """Kind, number: the cards of the third house."""
    ROLLED = 2
    """Result of the dice."""
    FIXED = 3
    """Result, scrolls paid."""
    PRODUCED = 4
    """Kind, number: cards of the guild."""
    SHORT = 5
    """Kind: the bank has too few cards, so nobody gets any."""
    BLOCKED = 6
    """Spot: the thief blocks its guild or district."""
    UNIVERSITY = 7
    """Scrolls gained."""
    MUST_DISCARD = 8
    """Number of cards."""
    CHOSEN = 9
    """All cards to discard have been chosen, while others still choose."""
    DISCARDED = 10
    """Packed cards."""
    SHOWED = 11
    """Kind: a card, to the beggars."""
    BEGGED = 12
    """Kind, number: cards from the beggars."""
    SOLD = 13
    """Kind, scrolls gained: a card sold to the library."""
    TOOK = 14
    """Kind, number, scrolls paid: cards of choice from the bank."""
    ANNOUNCED = 15
    """Kind: a guild point of the palace, to be counted later."""
    FIRE = 16
    """1 if the laboratory begins to burn, 0 if the fire is out."""
    GUARD = 17
    """A guard was played."""
    THIEF = 18
    """Spot: the thief was moved there."""
    ROBBED = 19
    """Victim: a card was drawn from this hand."""
    STOLEN = 20
    """Victim, kind: the card drawn; only the two seats know it."""
    HIRED = 21
    """Number of the bounty, cell: an assassin was hired."""
    STRUCK = 22
    """Face of the die, 1 if the assassin succeeded."""
    INHERITED = 23
    """Site: a house for nothing, the victim's estate."""
    ARRESTED = 24
    """Cell: its assassin."""
    RECEIPT = 25
    """Receipts left: one was turned face down."""
    TURNED_UP = 26
    """Kind: the card paid; all receipts are face up."""
    BUILT = 27
    """Site, number in ``BUILDINGS``, scrolls paid; 0 if it was paid in cards."""
    EXCHANGED = 28
    """Kind given, its number, kind received: one card of it from the bank."""
    BOUGHT = 29
    """Kind, cards of it paid: a guild point."""
    TOKEN = 30
    """Scrolls paid for a development token; 0 if it was paid in cards."""
    DRAWN = 31
    """Sort of the token: 0 a guard, 1 Vetinari; only the seat knows it."""
    PROMOTED = 32
    """Rank."""
    OFFERING = 33
    """The seat begins to build an offer."""
    ADDED = 34
    """Good, 0 to give or 1 to get: one more in an offer. Only the seat knows it of a counter-offer."""
    PROPOSED = 35
    """Packed goods to give, packed goods to get."""
    ANSWERED = 36
    """The seat has answered, while others still think."""
    ANSWER = 37
    """Answer (``REFUSED``, ``ACCEPTED``, ``COUNTERED``), packed goods to give and to get of a counter-offer."""
    DEAL = 38
    """Partner, packed goods given, packed goods received."""
    LAPSED = 39
    """Nobody accepted the offer."""
    PASSED = 40
    """Stage in which the seat passed."""
    ROSE = 41
    """Kind, guild points now, guild points before."""
    PRESIDES = 42
    """Kind: the seat is now president of the guild."""
    ENDED = 43
    """The turn ended."""


def unpacked(goods: int) -> list[int]:
    """The number of each good."""
    return [goods >> BITS * good & (1 << BITS) - 1 for good in range(GOODS)]

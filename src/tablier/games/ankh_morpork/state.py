"""The record and the stages of a turn.

``active`` is the seat whose turn it is, ``mover`` the one asked where only one is.
"""

from __future__ import annotations

from tablier.core.state import StateRecord, i8, i16, u8, u16, u64
from tablier.games.ankh_morpork.board import GOODS, KINDS, SEATS

SETTLE, GIFT = 0, 1  # the set-up: a house; a card of choice
BEFORE, DICE = 2, 3  # before the dice; the dice
DISCARD, ACT, ROB, STEAL, DIE, ESTATE = 4, 5, 6, 7, 8, 9  # a seven; thief or assassin, and what follows
SHOW, LIBRARY_STAGE, LABORATORY_STAGE, PALACE_STAGE, ARREST_STAGE = 10, 11, 12, 13, 14  # effects of a result
MAIN, DRAW = 15, 16  # after the dice; a token from the stack
OFFERING, ANSWER, PICK = 17, 18, 19  # an offer is built; answered; a partner is chosen
OVER = 20

SETUP_STAGES = (SETTLE, GIFT)
EFFECT_STAGES = (SHOW, LIBRARY_STAGE, LABORATORY_STAGE, PALACE_STAGE, ARREST_STAGE)
TRADE_STAGES = (OFFERING, ANSWER, PICK)
SPENDING_STAGES = (MAIN, *TRADE_STAGES)
CHANCE_STAGES = (DICE, STEAL, DIE, DRAW)

COUNTED_OFFERS = 100
"""The offers of a turn are counted up to this number."""
OFFERED_SCROLLS = 127
"""An offer has at most so many scrolls on each side: the fields ``give`` and ``want`` hold no more."""
NO_CAP = 255
"""The cap of offers where the option sets none (ANKH-8.4)."""

EARLY, ROLLED, LATE = 0, 1, 2
"""Phases of a turn: before the dice, while their result takes effect, after that."""

SILENT, COUNTERING, REFUSED, ACCEPTED, COUNTERED = range(5)
"""Answers to an offer."""
PENDING = (SILENT, COUNTERING)
"""The answers of seats that still have to choose."""

SPECTATOR_ROW = SEATS
OBSERVERS = SEATS + 1
"""The seats count cards, and so does a spectator, who sees only public information."""


class State(StateRecord):
    """A position."""

    houses = u64(SEATS)
    villas = u64(SEATS)
    foundations = u64(SEATS)
    hands = i8(SEATS, KINDS)  # secret
    held = i8(SEATS)  # sizes of the hands
    bank = i8(KINDS)
    low = i8(OBSERVERS, SEATS, KINDS)  # what an observer has counted: at least so many,
    high = i8(OBSERVERS, SEATS, KINDS)  # at most so many
    scrolls = i16(SEATS)
    points = i8(SEATS, KINDS)  # of the guilds
    president = i8(KINDS)  # 0, or 1 + the seat
    receipts = i8(SEATS)  # face up
    guards = i8(SEATS)  # face down, secret
    vetinari = i8(SEATS)  # secret
    tokens = i8(SEATS)  # face down, of either sort
    fresh = i8()  # guards that the active seat has bought in this turn, secret
    drawn = i8()  # tokens that it has bought in this turn
    bag = i8(2)  # guards and Vetinari in the stack, secret
    stack = i8()  # their sum
    shown = i8(SEATS)  # guards face up and not used
    arrests = i8(SEATS)
    rank = i8(SEATS)  # 0, sergeant 1, captain 2
    track = u16()  # the cells with an assassin: a bit for each number
    assassins = i8()  # tokens not yet used
    thief = i8()  # a chip, or SHADES
    fire = u8()
    players = u8()
    active = u8()
    mover = u8()
    stage = u8()
    phase = u8()
    result = u8()  # of the dice in this turn
    left = i8()  # buildings that the mover still has to use
    victim = u8()
    guarded = u8()  # a guard has been played in this turn
    scroll_actions = i8()  # in this turn
    bought = i8(KINDS)  # guild points bought in this turn
    offers = i8()  # in this turn
    entered = i8(SEATS, KINDS)  # points of the palace, announced
    give = i8(SEATS, GOODS)  # offers, counter-offers and discards: what leaves the hand
    want = i8(SEATS, GOODS)
    answer = u8(SEATS)
    library = u8()  # options: 1, the library works on the roll that puts out the fire
    full_hand = u8()  # 1: a receipt holder with a full hand may steal
    warrant = u8()  # 1: arrests are optional
    estate = u8()  # 1: a victim's estate is optional
    offer_cap = u8()
    counter = u8()

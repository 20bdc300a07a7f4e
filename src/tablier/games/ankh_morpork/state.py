"""The record, the stages of a turn, and the numbers of the actions.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`; these are the terms in which the rules
are written. ``active`` is the seat whose turn it is, ``mover`` the one asked where only one is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.state import StateRecord, i8, i16, u8, u16, u64
from tablier.engine.bits import ZERO, bit, popcount
from tablier.engine.kernel import kernel
from tablier.games.ankh_morpork.board import BOUNTIES, EVERYWHERE, GOODS, KINDS, SEATS, SITES, SPOTS

# What is being asked, or drawn. In DISCARD and ANSWER several seats choose at once.
SETTLE, GIFT = 0, 1  # the set-up: a house; a card of choice
BEFORE, DICE = 2, 3  # before the dice; the dice
DISCARD, ACT, ROB, STEAL, DIE, ESTATE = 4, 5, 6, 7, 8, 9  # a seven; thief or assassin, and what follows
SHOW, LIBRARY_STAGE, LABORATORY_STAGE, PALACE_STAGE, ARREST_STAGE = 10, 11, 12, 13, 14  # what a result wakes
MAIN, DRAW = 15, 16  # after the dice; a token from the stack
OFFERING, ANSWER, PICK = 17, 18, 19  # an offer is built; answered; a partner is chosen
OVER = 20

EARLY, ROLLED, LATE = 0, 1, 2
"""Phases of a turn: before the dice, while their result takes effect, after that."""

SILENT, COUNTERING, REFUSED, ACCEPTED, COUNTERED = range(5)
"""Answers to an offer."""

SPECTATOR_ROW = SEATS
OBSERVERS = SEATS + 1
"""Those who count cards: the seats, and somebody who sees only what is public."""

# Action ids. Families of sites, of places of the thief, of seats, of kinds; then single ones.
SETTLE_AT = 0
FOUND_AT = SETTLE_AT + SITES
HOUSE_AT = FOUND_AT + SITES
VILLA_AT = HOUSE_AT + SITES
SCROLL_HOUSE_AT = VILLA_AT + SITES
SCROLL_VILLA_AT = SCROLL_HOUSE_AT + SITES
THIEF_TO = SCROLL_VILLA_AT + SITES
ROB_SEAT = THIEF_TO + SPOTS
DEAL_WITH = ROB_SEAT + SEATS
BANK = DEAL_WITH + SEATS  # KINDS * given + received
GIVE = BANK + KINDS * KINDS
WANT = GIVE + GOODS
TAKE = WANT + GOODS
SCROLL_TAKE = TAKE + KINDS
SHOW_KIND = SCROLL_TAKE + KINDS
SELL = SHOW_KIND + KINDS
DISCARD_KIND = SELL + KINDS
TURN_UP = DISCARD_KIND + KINDS
PALACE_POINT = TURN_UP + KINDS
BUY_POINT = PALACE_POINT + KINDS
HIRE = BUY_POINT + KINDS
FIX = HIRE + len(BOUNTIES)  # results 2 to 12
ROLL = FIX + 11
GUARD, PASS, OFFER, PROPOSE, ACCEPT, REFUSE, COUNTER = range(ROLL + 1, ROLL + 8)
TOKEN, SCROLL_TOKEN, PROMOTE, ARREST, END = range(COUNTER + 1, COUNTER + 6)
ACTIONS = END + 1


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
    left = i8()  # buildings that the mover has still to use
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


@kernel
def seat_after(s: Any, k: Any) -> Any:
    """The seat ``k`` places clockwise of the active one."""
    return (np.int64(s.active) + k) % np.int64(s.players)


@kernel
def buildings(s: Any, seat: Any) -> Any:
    """The sites of a seat's houses and villas."""
    return np.uint64(s.houses[seat]) | np.uint64(s.villas[seat])


@kernel
def count_at(s: Any, seat: Any, sites: Any) -> Any:
    """A seat's buildings on the given sites."""
    return popcount(buildings(s, seat) & sites)


@kernel
def free_sites(s: Any) -> Any:
    """The empty sites."""
    taken = ZERO
    for seat in range(SEATS):
        taken |= buildings(s, seat) | np.uint64(s.foundations[seat])
    return EVERYWHERE & ~taken


@kernel
def contains(sites: Any, site: Any) -> Any:
    """Is a site in a set?"""
    return sites & bit(site) != ZERO

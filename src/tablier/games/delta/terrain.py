"""What lies where, and what a seat may do with it: kernels that only read the state.

A set of places is three words of bits (:mod:`tablier.engine.bitset192`); a set of islands, planks or cards is one word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, lowest, popcount
from tablier.engine.bitset192 import (
    EMPTY,
    difference,
    first,
    intersection,
    nonempty,
    rest,
    single,
    size,
    union,
    words,
)
from tablier.engine.kernel import kernel
from tablier.games.delta.actions import DRAGON
from tablier.games.delta.board import BEARS, COLOURS, GAPS, ISLANDS, PLANKS, SIZES, STONES, SUPPORTS, VILLAGES
from tablier.games.delta.state import FIRST, FRIENDLY, RESERVE, SECOND, SLOTS, STEP, State
from tablier.games.delta.tables import AT, CROSS, FITS, GOAL, NEAR, ON_GAPS, int64

GAPS_ONLY = (ON_GAPS[0], ON_GAPS[1], ON_GAPS[2])
ALL_ISLANDS = np.uint64((1 << ISLANDS) - 1)
ALL_SIZES = np.uint64((1 << SIZES) - 1)
_PER_COLOUR = np.uint64(SIZES)


@kernel
def ground(s: State) -> Any:
    """The places where a pawn could stand if it were alone."""
    return words(s.ground)


@kernel
def laid(s: State) -> Any:
    """The gaps with a plank."""
    return intersection(ground(s), GAPS_ONLY)


@kernel
def under_pawns(s: State, but: int) -> Any:
    """The gaps whose plank carries a pawn of any seat except ``but``."""
    found = EMPTY
    for seat in range(int64(s.seats)):
        if seat != but:
            found = union(found, single(int64(s.pawns[seat])))
    return intersection(found, GAPS_ONLY)


@kernel
def reserve(s: State, seat: int) -> Any:
    """The planks in a seat's reserve."""
    found = ZERO
    for plank in range(PLANKS):
        if s.where[plank] == RESERVE + seat:
            found |= bit(plank)
    return found


# Stones


@kernel
def islands_left(s: State) -> Any:
    """The islands that can take a stone: those without one, while the supply lasts (DELTA-4.2, DELTA-4.3)."""
    stones = np.uint64(s.stones)
    return ALL_ISLANDS & ~stones if popcount(stones) < STONES else ZERO


@kernel
def bare_stones(s: State) -> Any:
    """The islands whose stone carries no plank."""
    planks = laid(s)
    found = ZERO
    left = np.uint64(s.stones)
    while left != ZERO:
        island = lowest(left)
        left &= left - ONE
        if not nonempty(intersection(words(AT[VILLAGES + island]), planks)):
            found |= bit(island)
    return found


# Planks


@kernel
def open_gaps(s: State) -> Any:
    """The gaps where a plank may be tried: free, carried at both ends, crossing no plank (DELTA-5.2 and after)."""
    bare = ALL_ISLANDS & ~np.uint64(s.stones)
    shut = EMPTY
    while bare != ZERO:
        shut = union(shut, words(AT[VILLAGES + lowest(bare)]))
        bare &= bare - ONE
    return difference(unblocked_gaps(s), shut)


@kernel
def unblocked_gaps(s: State) -> Any:
    """The gaps that no laid plank keeps closed; their islands may lack stones."""
    planks = laid(s)
    shut = planks
    for support in range(SUPPORTS):
        ends = words(AT[support])
        if size(intersection(ends, planks)) >= BEARS:
            shut = union(shut, ends)
    while nonempty(planks):
        shut = union(shut, words(CROSS[first(planks)]))
        planks = rest(planks)
    return difference(GAPS_ONLY, shut)


@kernel
def fits(plank: int) -> Any:
    """The gaps that a plank spans."""
    return words(FITS[plank % SIZES])


@kernel
def offered(s: State) -> Any:
    """The gaps to choose from for the held plank; in a friendly game only those that it spans."""
    left = difference(open_gaps(s), words(s.tried))
    return intersection(left, fits(int64(s.held))) if s.eye == FRIENDLY else left


@kernel
def allowed_planks(s: State, seat: int) -> Any:
    """The planks that the limits of a reserve let a seat take, wherever they are (DELTA-6.3, DELTA-6.4)."""
    mine = reserve(s, seat)
    sizes, own, colours = ZERO, ZERO, 0
    for colour in range(COLOURS):
        shift = np.uint64(colour * SIZES)
        here = mine >> shift & ALL_SIZES
        sizes |= here
        if here != ZERO:
            own |= ALL_SIZES << shift
            colours += 1
    other = ALL_SIZES & ~sizes
    fresh = ZERO
    for _ in range(COLOURS):
        fresh = fresh << _PER_COLOUR | other
    return fresh if colours < 2 else fresh & own


@kernel
def takeable(s: State, seat: int) -> Any:
    """The gaps whose plank a seat may take into its reserve."""
    allowed = allowed_planks(s, seat)
    found = EMPTY
    for plank in range(PLANKS):
        if s.where[plank] < GAPS and allowed & bit(plank) != ZERO:
            found = union(found, single(int64(s.where[plank])))
    return difference(found, under_pawns(s, -1))


# Pawns


@kernel
def free_places(s: State, seat: int) -> Any:
    """The places that a seat's pawn may enter (DELTA-7.2)."""
    return difference(ground(s), under_pawns(s, seat))


@kernel
def steps(s: State, seat: int, place: int) -> Any:
    """The places one step from ``place`` that a seat's pawn may enter."""
    return intersection(words(NEAR[place]), free_places(s, seat))


@kernel
def first_steps(s: State, seat: int) -> Any:
    """The first steps of a move of two: those that lead on, or to the goal; if there is none, all (DELTA-7.6)."""
    here, free = int64(s.pawns[seat]), free_places(s, seat)
    near = intersection(words(NEAR[here]), free)
    away = difference(free, single(here))
    goal = GOAL[s.seats, seat]
    found, left = EMPTY, near
    while nonempty(left):
        place = first(left)
        left = rest(left)
        if place == goal or nonempty(intersection(words(NEAR[place]), away)):
            found = union(found, single(place))
    return found if nonempty(found) else near


@kernel
def second_steps(s: State, seat: int) -> Any:
    """The second steps: back only if nothing else is possible (DELTA-7.6)."""
    back = single(int64(s.origin))
    near = steps(s, seat, int64(s.pawns[seat]))
    away = difference(near, back)
    return away if nonempty(away) else back


@kernel
def landings(s: State, seat: int) -> Any:
    """The places where a seat's pawn may land after a jump (DELTA-7.7)."""
    here = int64(s.pawns[seat])
    others = intersection(words(NEAR[here]), under_pawns(s, seat))
    found = EMPTY
    while nonempty(others):
        found = union(found, words(NEAR[first(others)]))
        others = rest(others)
    return difference(intersection(found, free_places(s, seat)), single(here))


@kernel
def destinations(s: State, seat: int) -> Any:
    """The places where the pawn of the seat to move may go in this stage."""
    if s.stage == STEP:
        return steps(s, seat, int64(s.pawns[seat]))
    if s.stage == FIRST:
        return first_steps(s, seat)
    return second_steps(s, seat) if s.stage == SECOND else landings(s, seat)


# Cards


@kernel
def hand(s: State, seat: int) -> Any:
    """The cards that a seat may still put into its programme (DELTA-2.2 to DELTA-2.4)."""
    dragons = (ONE << np.uint64(s.seats)) - ONE & ~bit(seat)
    mine = ZERO
    for slot in range(SLOTS):
        if s.programme[seat, slot] != 0:
            mine |= bit(int64(s.programme[seat, slot]) - 1)
    actions = bit(DRAGON) - ONE
    return (actions if mine & ~actions != ZERO else actions | dragons << np.uint64(DRAGON)) & ~mine


@kernel
def cancelled(s: State, seat: int) -> bool:
    """Has another seat revealed the dragon that cancels this seat's card (DELTA-3.1)?"""
    for other in range(int64(s.seats)):
        if s.programme[other, s.phase] == DRAGON + seat + 1:
            return True
    return False

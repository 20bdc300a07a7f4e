"""The rules of The Bridges of Shangri-La, to be read beside the rulebook. Sets of villages are masks.

For each seat and guild the record holds the villages with a master and those with a student. What is not on the board
is in the reserve, so the reserve needs no field, and a tile goes back to it by leaving the board.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, lowest, popcount, write_word
from tablier.engine.kernel import kernel
from tablier.games.shangri_la.board import (
    BRIDGES,
    COLOURS,
    DOWN,
    ENDS,
    GUILDS,
    IN_PLAY,
    OWN_LIMIT,
    SHEET,
    STANDING,
    STONES,
    TILES,
    UP,
    VILLAGE_LIMIT,
    VILLAGES,
)

# the stages: the board is set up; a turn begins; its second student is due
SET_UP, TURN, SECOND = 0, 1, 2
ORIGIN = 0  # the value of the option ``tie`` by which the origin wins a complete tie
LAST_STONE, STUCK = 1, 2

# Action ids: a space (guild * VILLAGES + village) for a master, the same for a student, journeys to the higher village
# of each bridge, journeys to the lower one, and the pass that is never legal (SHANGRI-3.3).
RECRUIT = GUILDS * VILLAGES
JOURNEY = 2 * RECRUIT
WAYS = len(BRIDGES)
PASS = JOURNEY + 2 * WAYS
ACTIONS = PASS + 1


def action_count(options: Sequence[int]) -> int:
    """Number of action ids."""
    return ACTIONS


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    sheet, s.tie = options[0], options[1]
    s.seats = seats
    s.stones = IN_PLAY[seats] ^ np.uint64((1 << VILLAGES) - 1)
    s.bridges = STANDING[seats]
    if sheet != 0:
        for seat in range(seats):
            for g in range(GUILDS):
                s.masters[seat, g] = SHEET[seats, seat, g]
    hand_over(s, 0)


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.seats)


@kernel
def movers(s: Any) -> Any:
    if s.over != 0:
        return np.int64(0)
    return np.int64(1) << np.int64(s.mover)


@kernel
def reserve(s: Any, seat: Any, g: Any) -> Any:
    """Tiles of a guild that a seat has not on the board."""
    return TILES - popcount(np.uint64(s.masters[seat, g])) - popcount(np.uint64(s.students[seat, g]))


@kernel
def taken(s: Any, g: Any) -> Any:
    """The villages where the space of a guild has a master."""
    found = ZERO
    for seat in range(COLOURS):
        found |= np.uint64(s.masters[seat, g])
    return found


@kernel
def settled(s: Any, seat: Any) -> Any:
    """The villages where a seat has a master."""
    found = ZERO
    for g in range(GUILDS):
        found |= np.uint64(s.masters[seat, g])
    return found


@kernel
def lively(s: Any) -> Any:
    """The villages without a stone (SHANGRI-7.2)."""
    return ~np.uint64(s.stones)


@kernel
def teachers(s: Any, seat: Any, g: Any) -> Any:
    """The villages where a seat's master of a guild can take a student."""
    return np.uint64(s.masters[seat, g]) & ~np.uint64(s.students[seat, g]) & lively(s)


@kernel
def origins(s: Any, seat: Any) -> Any:
    """The villages where a seat can begin a journey."""
    found = ZERO
    for g in range(GUILDS):
        found |= np.uint64(s.students[seat, g])
    return found & lively(s)


@kernel
def pile(counts: Any, x: Any) -> Any:
    """One tile more in each village of ``x``; ``counts`` are the villages with one, two and three tiles or more."""
    one, two, three = counts
    return one | x, two | one & x, three | two & x


@kernel
def vacant(s: Any, seat: Any) -> Any:
    """The villages where the limits of the set-up leave room for a seat (SHANGRI-2.4, SHANGRI-2.5)."""
    n = np.int64(s.seats)
    every, own = (ZERO, ZERO, ZERO), (ZERO, ZERO, ZERO)
    for g in range(GUILDS):
        every = pile(every, taken(s, g))
        own = pile(own, np.uint64(s.masters[seat, g]))
    return IN_PLAY[n] & ~every[VILLAGE_LIMIT[n] - 1] & ~own[OWN_LIMIT[n] - 1]


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    if s.over != 0 or seat != s.mover:
        return np.int64(0)
    if s.stage == SET_UP:
        return list_settling(s, seat, out)
    if s.stage == SECOND:
        return list_students(s, seat, out, np.int64(0))
    n = list_masters(s, seat, out)
    n = list_students(s, seat, out, n)
    return list_journeys(s, seat, out, n)


@kernel
def list_settling(s: Any, seat: Any, out: Any) -> Any:
    """List the tiles that a seat may place in the set-up."""
    n = np.int64(0)
    room = vacant(s, seat)
    for g in range(GUILDS):
        if s.masters[seat, g] == 0:  # SHANGRI-2.3
            n = write_word(room & ~taken(s, g), g * VILLAGES, out, n)
    return n


@kernel
def list_masters(s: Any, seat: Any, out: Any) -> Any:
    """List the masters that a seat may place (SHANGRI-4)."""
    n = np.int64(0)
    home = settled(s, seat) & lively(s)
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0:
            n = write_word(home & ~taken(s, g), g * VILLAGES, out, n)
    return n


@kernel
def list_students(s: Any, seat: Any, out: Any, n: Any) -> Any:
    """List the students that a seat may place (SHANGRI-5)."""
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0:
            n = write_word(teachers(s, seat, g), RECRUIT + g * VILLAGES, out, n)
    return n


@kernel
def list_journeys(s: Any, seat: Any, out: Any, n: Any) -> Any:
    """List the journeys that a seat may begin (SHANGRI-6.1, SHANGRI-6.2)."""
    up, down = ZERO, ZERO
    x = origins(s, seat)
    while x != ZERO:
        village = lowest(x)
        x &= x - ONE
        up |= UP[village]
        down |= DOWN[village]
    n = write_word(np.uint64(s.bridges) & up, JOURNEY, out, n)
    return write_word(np.uint64(s.bridges) & down, JOURNEY + WAYS, out, n)


@kernel
def can_settle(s: Any, seat: Any) -> Any:
    """Has a seat a tile for the set-up that fits somewhere? If not, it will never again have one."""
    room = vacant(s, seat)
    for g in range(GUILDS):
        if s.masters[seat, g] == 0 and room & ~taken(s, g) != ZERO:
            return True
    return False


@kernel
def can_recruit(s: Any, seat: Any) -> Any:
    """Can a seat place a student?"""
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0 and teachers(s, seat, g) != ZERO:
            return True
    return False


@kernel
def can_act(s: Any, seat: Any) -> Any:
    """Has a seat an action? A village without stone has a bridge, so every student there can travel."""
    if can_recruit(s, seat) or origins(s, seat) != ZERO:
        return True
    home = settled(s, seat) & lively(s)
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0 and home & ~taken(s, g) != ZERO:
            return True
    return False


@kernel
def hand_over(s: Any, seat: Any) -> None:
    """Give the turn to the first seat, from ``seat`` on, that can act (SHANGRI-2.6, SHANGRI-3.4)."""
    n = np.int64(s.seats)
    if s.stage == SET_UP:
        for k in range(n):
            if can_settle(s, (seat + k) % n):
                s.mover = (seat + k) % n
                return
        s.stage = TURN
        seat = 0
    for k in range(n):
        if can_act(s, (seat + k) % n):
            s.mover = (seat + k) % n
            return
    s.over = STUCK


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    if action < RECRUIT:
        s.masters[seat, action // VILLAGES] |= bit(action % VILLAGES)
    elif action < JOURNEY:
        space = action - RECRUIT
        s.students[seat, space // VILLAGES] |= bit(space % VILLAGES)
        # If the first student leaves no second one, no other first one would have: all that can be placed are then of
        # one guild with a single tile left, or there is one master to teach.
        if s.stage == TURN and can_recruit(s, seat):
            s.stage = SECOND
            return
        s.stage = TURN
    else:
        way = action - JOURNEY
        journey(s, way % WAYS, way // WAYS)
        if popcount(np.uint64(s.stones)) >= STONES:
            s.over = LAST_STONE
            return
    hand_over(s, seat + 1)


@kernel
def journey(s: Any, bridge: Any, side: Any) -> None:
    """All students of the village at one end of a bridge (0 the lower, 1 the higher) go to the other; it breaks."""
    origin, goal = ENDS[bridge, side], ENDS[bridge, 1 - side]
    stronger = prevails(s, origin, goal)
    for g in range(GUILDS):
        for seat in range(COLOURS):
            if np.uint64(s.students[seat, g]) & bit(origin) != ZERO:
                s.students[seat, g] &= ~bit(origin)
                arrive(s, seat, g, bit(goal), stronger)
    s.bridges &= ~bit(bridge)
    for village in (origin, goal):
        if np.uint64(s.bridges) & (UP[village] | DOWN[village]) == ZERO:  # SHANGRI-7.1
            s.stones |= bit(village)


@kernel
def arrive(s: Any, seat: Any, g: Any, here: Any, stronger: Any) -> None:
    """A student comes to the village ``here`` (a mask); one that finds no place is back in the reserve."""
    if taken(s, g) & here == ZERO:  # SHANGRI-6.7
        s.masters[seat, g] |= here
    elif stronger and np.uint64(s.masters[seat, g]) & here != ZERO:  # SHANGRI-6.8
        s.students[seat, g] |= here
    elif stronger:  # SHANGRI-6.9
        for other in range(COLOURS):
            s.masters[other, g] &= ~here
            s.students[other, g] &= ~here
        s.masters[seat, g] |= here


@kernel
def strength(s: Any, village: Any) -> Any:
    """All tiles of a village, and its masters: compared in this order (SHANGRI-6.5, SHANGRI-6.6)."""
    shift = np.uint64(village)
    masters = np.int64(0)
    students = np.int64(0)
    for seat in range(COLOURS):
        for g in range(GUILDS):
            masters += np.int64(np.uint64(s.masters[seat, g]) >> shift & ONE)
            students += np.int64(np.uint64(s.students[seat, g]) >> shift & ONE)
    return masters + students, masters


@kernel
def prevails(s: Any, origin: Any, goal: Any) -> Any:
    """Is the origin of a journey stronger than its goal?"""
    here, there = strength(s, origin), strength(s, goal)
    return here > there or (here == there and s.tie == ORIGIN)


@kernel
def points(s: Any, seat: Any) -> Any:
    """A seat's masters (SHANGRI-8.1)."""
    n = np.int64(0)
    for g in range(GUILDS):
        n += popcount(np.uint64(s.masters[seat, g]))
    return n


@kernel
def scores(s: Any, out: Any) -> None:
    for seat in range(np.int64(s.seats)):
        out[seat] = points(s, seat)


@kernel
def ranks(s: Any, out: Any) -> None:
    for seat in range(np.int64(s.seats)):
        mine = points(s, seat), popcount(settled(s, seat))  # SHANGRI-8.2
        out[seat] = 0
        for other in range(np.int64(s.seats)):
            if (points(s, other), popcount(settled(s, other))) > mine:
                out[seat] += 1


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.over)


def why(s: Any, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal. Plain Python."""
    if s.over:
        return 705
    if seat != s.mover:
        return 302
    if s.stage == SET_UP:
        return _why_not_settle(s, seat, action)
    if s.stage == SECOND and not RECRUIT <= action < JOURNEY:
        return 503
    if action < RECRUIT:
        return _why_not_place(s, seat, *divmod(action, VILLAGES))
    if action < JOURNEY:
        return _why_not_recruit(s, seat, *divmod(action - RECRUIT, VILLAGES))
    return _why_not_travel(s, seat, action - JOURNEY) if action < PASS else 303


def _why_not_settle(s: Any, seat: int, action: int) -> int:
    if action >= RECRUIT:
        return 201
    g, village = divmod(action, VILLAGES)
    if s.masters[seat, g]:
        return 203
    if _has(s.stones, village):
        return 702
    if _has(taken(s, g), village):
        return 202
    if not _has(vacant(s, seat), village):
        return 204 if s.seats == COLOURS else 205
    return 0


def _why_not_place(s: Any, seat: int, g: int, village: int) -> int:
    if _has(s.stones, village):
        return 702
    if _has(taken(s, g), village):
        return 401
    if not _has(settled(s, seat), village):
        return 402
    return 0 if reserve(s, seat, g) > 0 else 403


def _why_not_recruit(s: Any, seat: int, g: int, village: int) -> int:
    if _has(s.stones, village):
        return 702
    if not _has(s.masters[seat, g], village):
        return 501
    if _has(s.students[seat, g], village):
        return 502
    return 0 if reserve(s, seat, g) > 0 else 505


def _why_not_travel(s: Any, seat: int, way: int) -> int:
    side, bridge = divmod(way, WAYS)
    if not _has(s.bridges, bridge):
        return 602
    return 0 if _has(origins(s, seat), int(ENDS[bridge, side])) else 601


def _has(members: Any, i: int) -> bool:
    return bool(int(members) >> i & 1)


def rebuild(s: Any) -> None:
    """Recompute the derived field ``stones`` from the bridges. Plain Python."""
    s.stones = sum(1 << v for v in range(VILLAGES) if not int(s.bridges) & int(UP[v] | DOWN[v]))

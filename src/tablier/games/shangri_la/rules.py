"""The rules of The Bridges of Shangri-La, to be read beside the rulebook. Sets of villages are masks.

For each seat and guild the state holds the villages with a master and those with a student. A tile that is not on the
board is in the reserve, so a tile returns to it by leaving the board.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, popcount, u64, write_word
from tablier.engine.kernel import kernel
from tablier.games.shangri_la.actions import ACTIONS, WAYS
from tablier.games.shangri_la.board import COLOURS, GUILDS, STONES, TILES, VILLAGES
from tablier.games.shangri_la.state import LAST_STONE, ORIGIN, SECOND, SET_UP, STUCK, TURN, State
from tablier.games.shangri_la.tables import (
    DOWN,
    ENDS,
    IN_PLAY,
    OWN_LIMIT,
    SHEET,
    STANDING,
    UP,
    VILLAGE_LIMIT,
)

MASTER, RECRUIT, JOURNEY = ACTIONS["master"], ACTIONS["student"], ACTIONS["journey"]


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    sheet, s.tie = options[0], options[1]
    s.seats = seats
    s.stones = IN_PLAY[seats] ^ u64((1 << VILLAGES) - 1)
    s.bridges = STANDING[seats]
    if sheet != 0:
        for seat in range(seats):
            for g in range(GUILDS):
                s.masters[seat, g] = SHEET[seats, seat, g]
    hand_over(s, 0)


@kernel
def seats(s: State) -> int:
    return i64(s.seats)


@kernel
def movers(s: State) -> int:
    if s.over != 0:
        return i64(0)
    return i64(1) << i64(s.mover)


@kernel
def reserve(s: State, seat: int, g: int) -> int:
    """Tiles of a guild that a seat does not have on the board."""
    return TILES - popcount(u64(s.masters[seat, g])) - popcount(u64(s.students[seat, g]))


@kernel
def taken(s: State, g: int) -> Any:
    """The villages where the space of a guild has a master."""
    found = ZERO
    for seat in range(COLOURS):
        found |= u64(s.masters[seat, g])
    return found


@kernel
def settled(s: State, seat: int) -> Any:
    """The villages where a seat has a master."""
    found = ZERO
    for g in range(GUILDS):
        found |= u64(s.masters[seat, g])
    return found


@kernel
def lively(s: State) -> Any:
    """The villages without a stone (SHANGRI-7.2)."""
    return ~u64(s.stones)


@kernel
def teachers(s: State, seat: int, g: int) -> Any:
    """The villages where a seat's master of a guild can take a student."""
    return u64(s.masters[seat, g]) & ~u64(s.students[seat, g]) & lively(s)


@kernel
def origins(s: State, seat: int) -> Any:
    """The villages where a seat can begin a journey."""
    found = ZERO
    for g in range(GUILDS):
        found |= u64(s.students[seat, g])
    return found & lively(s)


@kernel
def pile(counts: Any, x: Any) -> Any:
    """One tile more in each village of ``x``; ``counts`` are the villages with one, two and three tiles or more."""
    one, two, three = counts
    return one | x, two | one & x, three | two & x


@kernel
def vacant(s: State, seat: int) -> Any:
    """The villages where the limits of the set-up leave room for a seat (SHANGRI-2.4, SHANGRI-2.5)."""
    n = i64(s.seats)
    every, own = (ZERO, ZERO, ZERO), (ZERO, ZERO, ZERO)
    for g in range(GUILDS):
        every = pile(every, taken(s, g))
        own = pile(own, u64(s.masters[seat, g]))
    return IN_PLAY[n] & ~every[VILLAGE_LIMIT[n] - 1] & ~own[OWN_LIMIT[n] - 1]


@kernel
def legal(s: State, seat: int, out: Any) -> int:
    if s.over != 0 or seat != s.mover:
        return i64(0)
    if s.stage == SET_UP:
        return list_settling(s, seat, out)
    if s.stage == SECOND:
        return list_students(s, seat, out, i64(0))
    n = list_masters(s, seat, out)
    n = list_students(s, seat, out, n)
    return list_journeys(s, seat, out, n)


@kernel
def list_settling(s: State, seat: int, out: Any) -> int:
    """List the tiles that a seat may place in the set-up."""
    n = i64(0)
    room = vacant(s, seat)
    for g in range(GUILDS):
        if s.masters[seat, g] == 0:  # SHANGRI-2.3
            n = write_word(room & ~taken(s, g), g * VILLAGES, out, n)
    return n


@kernel
def list_masters(s: State, seat: int, out: Any) -> int:
    """List the masters that a seat may place (SHANGRI-4)."""
    n = i64(0)
    home = settled(s, seat) & lively(s)
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0:
            n = write_word(home & ~taken(s, g), g * VILLAGES, out, n)
    return n


@kernel
def list_students(s: State, seat: int, out: Any, n: int) -> int:
    """List the students that a seat may place (SHANGRI-5)."""
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0:
            n = write_word(teachers(s, seat, g), RECRUIT + g * VILLAGES, out, n)
    return n


@kernel
def list_journeys(s: State, seat: int, out: Any, n: int) -> int:
    """List the journeys that a seat may begin (SHANGRI-6.1, SHANGRI-6.2)."""
    up, down = ZERO, ZERO
    x = origins(s, seat)
    while x != ZERO:
        village = lowest(x)
        x &= x - ONE
        up |= UP[village]
        down |= DOWN[village]
    n = write_word(u64(s.bridges) & up, JOURNEY, out, n)
    return write_word(u64(s.bridges) & down, JOURNEY + WAYS, out, n)


@kernel
def can_settle(s: State, seat: int) -> bool:
    """Has a seat a tile for the set-up that fits somewhere? If not, it will never again have one."""
    room = vacant(s, seat)
    for g in range(GUILDS):
        if s.masters[seat, g] == 0 and room & ~taken(s, g) != ZERO:
            return True
    return False


@kernel
def can_recruit(s: State, seat: int) -> bool:
    """Can a seat place a student?"""
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0 and teachers(s, seat, g) != ZERO:
            return True
    return False


@kernel
def can_act(s: State, seat: int) -> bool:
    """Has a seat an action? A village without stone has a bridge, so every student there can travel."""
    if can_recruit(s, seat) or origins(s, seat) != ZERO:
        return True
    home = settled(s, seat) & lively(s)
    for g in range(GUILDS):
        if reserve(s, seat, g) > 0 and home & ~taken(s, g) != ZERO:
            return True
    return False


@kernel
def hand_over(s: State, seat: int) -> None:
    """Give the turn to the first seat, from ``seat`` on, that can act (SHANGRI-2.6, SHANGRI-3.4)."""
    n = i64(s.seats)
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
def apply(s: State, seat: int, action: int) -> None:
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
        if popcount(u64(s.stones)) >= STONES:
            s.over = LAST_STONE
            return
    hand_over(s, seat + 1)


@kernel
def journey(s: State, bridge: int, side: int) -> None:
    """All students of the village at one end of a bridge (0 the lower, 1 the higher) go to the other; it breaks."""
    origin, goal = ENDS[bridge, side], ENDS[bridge, 1 - side]
    stronger = prevails(s, origin, goal)
    for g in range(GUILDS):
        for seat in range(COLOURS):
            if u64(s.students[seat, g]) & bit(origin) != ZERO:
                s.students[seat, g] &= ~bit(origin)
                arrive(s, seat, g, bit(goal), stronger)
    s.bridges &= ~bit(bridge)
    for village in (origin, goal):
        if u64(s.bridges) & (UP[village] | DOWN[village]) == ZERO:  # SHANGRI-7.1
            s.stones |= bit(village)


@kernel
def arrive(s: State, seat: int, g: int, here: Any, stronger: Any) -> None:
    """A student comes to the village ``here`` (a mask); one that finds no place is back in the reserve."""
    if taken(s, g) & here == ZERO:  # SHANGRI-6.7
        s.masters[seat, g] |= here
    elif stronger and u64(s.masters[seat, g]) & here != ZERO:  # SHANGRI-6.8
        s.students[seat, g] |= here
    elif stronger:  # SHANGRI-6.9
        for other in range(COLOURS):
            s.masters[other, g] &= ~here
            s.students[other, g] &= ~here
        s.masters[seat, g] |= here


@kernel
def strength(s: State, village: int) -> Any:
    """All tiles of a village, and its masters: compared in this order (SHANGRI-6.5, SHANGRI-6.6)."""
    shift = u64(village)
    masters = i64(0)
    students = i64(0)
    for seat in range(COLOURS):
        for g in range(GUILDS):
            masters += i64(u64(s.masters[seat, g]) >> shift & ONE)
            students += i64(u64(s.students[seat, g]) >> shift & ONE)
    return masters + students, masters


@kernel
def prevails(s: State, origin: int, goal: int) -> bool:
    """Is the origin of a journey stronger than its goal?"""
    here, there = strength(s, origin), strength(s, goal)
    return here > there or (here == there and s.tie == ORIGIN)


@kernel
def points(s: State, seat: int) -> int:
    """A seat's masters (SHANGRI-8.1)."""
    n = i64(0)
    for g in range(GUILDS):
        n += popcount(u64(s.masters[seat, g]))
    return n


@kernel
def scores(s: State, out: Any) -> None:
    for seat in range(i64(s.seats)):
        out[seat] = points(s, seat)


@kernel
def ranks(s: State, out: Any) -> None:
    for seat in range(i64(s.seats)):
        mine = points(s, seat), popcount(settled(s, seat))  # SHANGRI-8.2
        out[seat] = 0
        for other in range(i64(s.seats)):
            if (points(s, other), popcount(settled(s, other))) > mine:
                out[seat] += 1


@kernel
def end_reason(s: State) -> int:
    return i64(s.over)


@kernel
def rebuild(s: State) -> int:
    """Recompute the derived field ``stones`` from the bridges."""
    stones = ZERO
    for v in range(VILLAGES):
        if u64(s.bridges) & (UP[v] | DOWN[v]) == ZERO:
            stones |= bit(v)
    s.stones = stones
    return 0


@kernel
def start_turn(s: State, seat: int) -> int:
    """:func:`hand_over` as a query."""
    hand_over(s, seat)
    return 0

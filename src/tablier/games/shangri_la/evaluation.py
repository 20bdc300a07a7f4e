"""The evaluation of a position.

Every standing bridge is examined in both directions: the masters that a journey over it would expel, the students that
would find a free space, and whether the origin is strong enough now or after a turn of recruiting. The weights were
fitted to self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, i64, lowest, popcount, u64
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import Fit, knot, softmax, sums
from tablier.games.shangri_la.board import COLOURS, GUILDS, VILLAGES
from tablier.games.shangri_la.priors import see
from tablier.games.shangri_la.rules import reserve
from tablier.games.shangri_la.state import SECOND, SET_UP, State
from tablier.games.shangri_la.survey import (
    ABOVE,
    ARRIVING,
    EXPELLED,
    EXPELLING,
    FINAL,
    LOW,
    OF,
    SOON_EXPELLED,
    SOON_EXPELLING,
    WANTED,
    WANTING,
    across,
    ahead,
    bridges_of,
    guilds,
    look,
    outcome,
    prevails,
)
from tablier.games.shangri_la.tables import ENDS
from tablier.games.shangri_la.weights import (
    AFTER,
    BEST_FIRST,
    CLAIMS,
    COLUMNS,
    DOMINANT,
    EYED,
    EYEING,
    HALF,
    HARM_FIRST,
    HARM_LATER,
    HELD,
    HOMES,
    KNOTS,
    LANDING,
    MASTERS,
    NEXT,
    ON_LAST,
    RESERVE,
    RESTING,
    SETTLED,
    SHARED,
    SHORT,
    SOON_STRIKING,
    SOON_STRUCK,
    STRIKING,
    STRUCK,
    STUDENTS,
    TURN,
    VALUE,
    WINS,
    WINS_LATER,
)


@kernel
def measure(s: State, out: Any) -> None:
    """Write the features of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    view = look(s)
    out[:, :] = 0.0
    for v in range(VILLAGES):
        measure_village(s, view, v, out)
    for seat in range(i64(s.seats)):
        for g in range(GUILDS):
            out[seat, RESERVE] += 0.1 * reserve(s, seat, g)
        out[seat, SHORT] = GUILDS - popcount(view.stock & OF[seat])
    if s.stage != SET_UP:
        measure_journeys(s, view, out)
    measure_turn(s, out)


@kernel
def measure_village(s: State, view: Any, v: Any, out: Any) -> None:
    """Count each seat's masters in a village and, unless a stone lies there, their prospects and threats."""
    masters = view.words[v] & LOW
    ways = popcount(bridges_of(s, v))
    highest = ways > 0 and is_highest(s, view, v)
    for seat in range(i64(s.seats)):
        n = popcount(masters & OF[seat])
        if n > 0:
            out[seat, MASTERS] += n
            out[seat, HELD] += 1.0
            if ways == 0:
                out[seat, RESTING] += n
            else:
                out[seat, SETTLED] += 1.0
                out[seat, ON_LAST] += n * (ways == 1)
                out[seat, DOMINANT] += n * highest
                measure_home(view, v, seat, out[seat])
                measure_threats(view, v, seat, out[seat])


@kernel
def measure_home(view: Any, v: Any, seat: int, out: Any) -> None:
    """Count the masters that a seat could place in a village where it has one, and its students there."""
    masters = view.words[v] & LOW
    colours = 0
    for other in range(COLOURS):
        colours += masters & OF[other] != ZERO
    places = 0.1 * popcount(view.stock & OF[seat] & ~guilds(masters))
    out[HOMES] += places
    out[CLAIMS] += places / colours
    students = view.words[v] >> ABOVE
    out[STUDENTS] += popcount(students & OF[seat])
    if students & ~OF[seat] != ZERO:
        out[SHARED] += popcount(students & OF[seat])


@kernel
def measure_threats(view: Any, v: Any, seat: int, out: Any) -> None:
    """Count a seat's masters in a village that can be expelled, and those that can expel others."""
    mine = view.words[v] & OF[seat]
    struck = view.sets[EXPELLED, v] & mine
    soon = view.sets[SOON_EXPELLED, v] & mine & ~struck
    out[STRUCK] += popcount(struck)
    out[SOON_STRUCK] += popcount(soon)
    out[EYED] += popcount(view.sets[WANTED, v] & mine & ~struck & ~soon)
    striking = view.sets[EXPELLING, v] & mine
    soon = view.sets[SOON_EXPELLING, v] & mine & ~striking
    out[STRIKING] += popcount(striking)
    out[SOON_STRIKING] += popcount(soon)
    out[EYEING] += popcount(view.sets[WANTING, v] & mine & ~striking & ~soon)
    out[LANDING] += popcount(view.sets[ARRIVING, v] & mine)


@kernel
def is_highest(s: State, view: Any, v: Any) -> Any:
    """Would a journey to a village fail from every neighbour?"""
    bridges = bridges_of(s, v)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        if prevails(s, view, across(bridge, v), v, 0):
            return False
    return True


@kernel
def first_traveller(s: State) -> Any:
    """The seat that has the next whole turn."""
    return (i64(s.mover) + (s.stage == SECOND)) % i64(s.seats)


@kernel
def measure_journeys(s: State, view: Any, out: Any) -> None:
    """Examine all journeys; mark the first seat, in the order of turns, with one that ends the game and wins alone."""
    n = i64(s.seats)
    first = first_traveller(s)
    final = popcount(u64(s.bridges)) == FINAL
    shortest = n
    bridges = u64(s.bridges)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        for side in range(2):
            origin, goal = ENDS[bridge, side], ENDS[bridge, 1 - side]
            students = view.words[origin] >> ABOVE
            if students == ZERO:
                continue
            made, expelled = outcome(s, view, origin, goal)
            measure_journey(n, first, students, made, expelled, out)
            if final:
                winner = winner_after(n, view.words[goal] & LOW, made, expelled, out)
                if winner >= 0 and students & OF[winner] != ZERO:
                    shortest = min(shortest, (winner - first) % n)
    if shortest < n:
        out[(first + shortest) % n, WINS if shortest == 0 else WINS_LATER] = 1.0


@kernel
def measure_journey(n: int, first: int, students: Any, made: Any, expelled: Any, out: Any) -> None:
    """Note a journey for each of ``n`` seats if it is its best, or the most harmful one of another seat."""
    total = popcount(made) - popcount(expelled)
    for seat in range(n):
        change = popcount(made & OF[seat]) - popcount(expelled & OF[seat])
        wait = (seat - first) % n
        if students & OF[seat] != ZERO:
            best = BEST_FIRST + min(wait, 2)
            out[seat, best] = max(out[seat, best], change - (total - change) / (n - 1))
        if change < 0:
            beginners = students & ~OF[seat]
            if beginners & OF[first] != ZERO:
                out[seat, HARM_FIRST] = max(out[seat, HARM_FIRST], -change)
            if beginners & ~OF[first] != ZERO:
                out[seat, HARM_LATER] = max(out[seat, HARM_LATER], -change)


@kernel
def winner_after(n: int, before: Any, made: Any, expelled: Any, out: Any) -> Any:
    """The one of ``n`` seats that wins alone after a last journey to a village with the masters ``before``, or -1.

    ``out`` holds the masters and the villages of each seat.
    """
    after = before & ~expelled | made
    winner, most = -1, -1.0
    for seat in range(n):
        masters = out[seat, MASTERS] + popcount(after & OF[seat]) - popcount(before & OF[seat])
        villages = out[seat, HELD] + (after & OF[seat] != ZERO) - (before & OF[seat] != ZERO)
        score = masters * (VILLAGES + 1) + villages
        if score == most:
            winner = -1
        elif score > most:
            winner, most = seat, score
    return winner


@kernel
def measure_turn(s: State, out: Any) -> None:
    """Mark the seat to move and the seats after it."""
    n = i64(s.seats)
    mover = i64(s.mover)
    out[mover, TURN] = 1.0
    out[(mover + 1) % n, NEXT] = 1.0
    out[(mover + 2) % n, AFTER] = 1.0
    out[mover, HALF] = s.stage == SECOND


@kernel
def evaluate(s: State, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    n = i64(s.seats)
    seen = np.empty((COLOURS, COLUMNS))
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(VALUE, k, t, seen, n, out)
    softmax(out, n)


FIT = Fit(measure, ahead, see)

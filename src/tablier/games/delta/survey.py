"""How far each pawn still has to go, for the evaluation and the priors.

The path of a pawn is the cheapest sequence of gaps to its goal, where a step, a missing plank and a missing stone each
cost about one card.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import ONE, ZERO, bit, lowest
from tablier.engine.bitset192 import EMPTY, has, intersection, union
from tablier.engine.kernel import kernel
from tablier.games.delta.board import COLOURS, GAPS, GAPS_ENDS, SIZES, SUPPORTS, VILLAGES
from tablier.games.delta.state import State
from tablier.games.delta.tables import ENDS, GOAL, int64
from tablier.games.delta.terrain import fits, laid, reserve, unblocked_gaps, under_pawns

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

STONE_COST, PLANK_COST, STEP_COST = 0.8, 1.0, 1.0
CROWDED = 0.6
"""The cost of a plank with another pawn on it."""
MISSING = 5.0
"""The cost of a gap where no plank of the seat's reserve can be laid now."""
FAR = 60.0
"""The cost where there is no path."""
LONGEST = 24
"""The most gaps of a path that are followed."""
ALL_SUPPORTS = np.uint64((1 << SUPPORTS) - 1)
_ONE_SIZE = np.uint64(sum(1 << colour * SIZES for colour in range(COLOURS)))
"""The planks of size 1 of all colours, as a word of bits."""

GAP = np.full((SUPPORTS, SUPPORTS), -1, np.int64)
"""The gap between two supports, -1 if there is none."""
BESIDE = np.zeros(SUPPORTS, np.uint64)
"""For each support the supports at the other ends of its gaps, as a word of bits."""
for _gap, (_one, _other) in enumerate(GAPS_ENDS):
    GAP[_one, _other] = GAP[_other, _one] = _gap
    BESIDE[_one] |= bit(_other)
    BESIDE[_other] |= bit(_one)


@kernel
def survey(s: State, seat: int, dist: Reals, via: Numbers, asked: Any) -> None:
    """For each support write the cost of the cheapest path to a seat's goal, and the first gap of that path.

    Dijkstra's algorithm from the goal. ``dist`` and ``via`` are indexed by support. It ends when the supports ``asked``
    for, a word of bits, are known; the costs of supports further from the goal are then upper bounds.
    """
    planks, crowded = laid(s), intersection(laid(s), under_pawns(s, seat))
    mine = intersection(unblocked_gaps(s), spanned(s, seat))
    dist[:] = FAR
    via[:] = -1
    dist[GOAL[s.seats, seat] - GAPS] = STEP_COST
    edge, unknown = bit(GOAL[s.seats, seat] - GAPS), ALL_SUPPORTS
    while edge != ZERO and asked & unknown != ZERO:
        here = nearest(dist, edge)
        unknown &= ~bit(here)
        left = BESIDE[here] & unknown
        edge = (edge | left) & unknown
        while left != ZERO:
            there = lowest(left)
            left &= left - ONE
            gap = GAP[here, there]
            cost = dist[here] + STEP_COST + entry_cost(s, there)
            if has(planks, gap):
                cost += CROWDED if has(crowded, gap) else 0.0
            else:
                cost += PLANK_COST if has(mine, gap) else MISSING
            if cost < dist[there]:
                dist[there] = cost
                via[there] = gap


@kernel
def nearest(dist: Reals, edge: Any) -> int:
    """The support of least cost in a word of bits, which is not empty; the first of equal ones."""
    here = lowest(edge)
    edge &= edge - ONE
    while edge != ZERO:
        support = lowest(edge)
        edge &= edge - ONE
        here = support if dist[support] < dist[here] else here
    return here


@kernel
def supports(place: int) -> Any:
    """The support of a village or the two of a gap, as a word of bits."""
    return bit(place - GAPS) if place >= GAPS else bit(ENDS[place, 0]) | bit(ENDS[place, 1])


@kernel
def spanned(s: State, seat: int) -> Any:
    """The gaps that some plank of a seat's reserve spans."""
    found, mine = EMPTY, reserve(s, seat)
    for size in range(SIZES):
        if mine >> np.uint64(size) & _ONE_SIZE != 0:
            found = union(found, fits(size))
    return found


@kernel
def entry_cost(s: State, support: int) -> float:
    """The cost of a path over a support."""
    if support < VILLAGES:
        return STEP_COST
    return 0.0 if np.uint64(s.stones) & bit(support - VILLAGES) != 0 else STONE_COST


@kernel
def remaining(s: State, place: int, goal: int, dist: Reals) -> Any:
    """The remaining cost for a pawn on a place."""
    if place == goal:
        return 0.0
    if place >= GAPS:
        return dist[place - GAPS] - STEP_COST
    return min(dist[ENDS[place, 0]], dist[ENDS[place, 1]])


@kernel
def follow(s: State, seat: int, dist: Reals, via: Numbers, path: Numbers, over: Numbers) -> int:
    """Write the gaps of a pawn's path and the support at the far end of each; returns their number."""
    goal, place = GOAL[s.seats, seat], int64(s.pawns[seat])
    if place >= GAPS:
        here = place - GAPS
    else:
        here = ENDS[place, 0] if dist[ENDS[place, 0]] <= dist[ENDS[place, 1]] else ENDS[place, 1]
    n = 0
    while here != goal - GAPS and via[here] >= 0 and n < LONGEST:
        path[n] = via[here]
        here = ENDS[path[n], 0] + ENDS[path[n], 1] - here
        over[n] = here
        n += 1
    return n


@kernel
def needs(s: State, path: Numbers, over: Numbers, length: int, stones: Numbers, planks: Numbers) -> None:
    """Write how many stones and planks are missing up to each gap of a path, this gap included."""
    lying = laid(s)
    stone, plank = 0, 0
    for k in range(length):
        if over[k] >= VILLAGES and np.uint64(s.stones) & bit(over[k] - VILLAGES) == 0:
            stone += 1
        if not has(lying, path[k]):
            plank += 1
        stones[k] = stone
        planks[k] = plank

"""How far each pawn still has to go, for the evaluation and the priors.

The path of a pawn is the cheapest sequence of gaps to its goal, where a step, a missing plank and a missing stone each
cost about one card.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import bit
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
_ONE_SIZE = np.uint64(sum(1 << colour * SIZES for colour in range(COLOURS)))
"""The planks of size 1 of all colours, as a word of bits."""

_GAPS_AT = [[g for g, ends in enumerate(GAPS_ENDS) if support in ends] for support in range(SUPPORTS)]
GAPS_AT = np.full((SUPPORTS, max(map(len, _GAPS_AT))), -1, np.int64)
"""For each support the gaps that end there, then -1."""
for _support, _gaps in enumerate(_GAPS_AT):
    GAPS_AT[_support, : len(_gaps)] = _gaps


@kernel
def survey(s: State, seat: int, dist: Reals, via: Numbers) -> None:
    """For each support write the cost of the cheapest path to a seat's goal, and the first gap of that path.

    Dijkstra's algorithm from the goal. ``dist`` and ``via`` are indexed by support.
    """
    planks, crowded = laid(s), intersection(laid(s), under_pawns(s, seat))
    mine = intersection(unblocked_gaps(s), spanned(s, seat))
    dist[:] = FAR
    via[:] = -1
    dist[GOAL[s.seats, seat] - GAPS] = STEP_COST
    done = np.uint64(0)
    here = nearest(dist, done)
    while here >= 0:
        done |= bit(here)
        for k in range(GAPS_AT.shape[1]):
            gap = GAPS_AT[here, k]
            if gap < 0:
                break
            there = ENDS[gap, 0] + ENDS[gap, 1] - here
            cost = dist[here] + STEP_COST + entry_cost(s, there)
            if has(planks, gap):
                cost += CROWDED if has(crowded, gap) else 0.0
            else:
                cost += PLANK_COST if has(mine, gap) else MISSING
            if cost < dist[there]:
                dist[there] = cost
                via[there] = gap
        here = nearest(dist, done)


@kernel
def nearest(dist: Reals, done: Any) -> int:
    """The support of least cost that is not done; -1 if none can be reached."""
    here, best = -1, FAR
    for support in range(SUPPORTS):
        if done & bit(support) == 0 and dist[support] < best:
            here, best = support, dist[support]
    return here


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

"""The evaluation and the priors of Delta, from how far each pawn still has to go.

The path of a pawn is the cheapest sequence of gaps to its goal, where a step, a missing plank and a missing stone each
cost about one card. All priors come from that path: cards that advance it, stones and planks that belong to it, steps
along it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import bit
from tablier.engine.bitset192 import EMPTY, has, intersection, nonempty, single, union
from tablier.engine.kernel import kernel
from tablier.engine.rng import proportional
from tablier.games.delta.actions import (
    DRAGON,
    LEAP,
    MOVE_1,
    MOVE_2,
    PLANK_1,
    PLANK_2,
    STONE_1,
    STONE_2,
    TAKE_AWAY,
)
from tablier.games.delta.board import CENTRES, COLOURS, GAPS, GAPS_ENDS, SIZES, SUPPORTS, VILLAGES
from tablier.games.delta.rules import CHOOSE, GO, LAY, LIFT, SET, TAKE, legal
from tablier.games.delta.state import GAP, PLANK, PROGRAMMING, REMOVE, SLOTS, STONE, State
from tablier.games.delta.tables import ENDS, GOAL, int64
from tablier.games.delta.terrain import fits, laid, open_gaps, reserve, unblocked_gaps, under_pawns

Numbers = NDArray[np.int64]
Reals = NDArray[np.float64]

STONE_COST, PLANK_COST, STEP_COST = 0.8, 1.0, 1.0
CROWDED = 0.6
"""The cost of a plank with another pawn on it."""
MISSING = 5.0
"""The cost of a gap where no plank of the seat's reserve can be laid now."""
FAR = 60.0
"""The cost where there is no path."""
SLOPE = 0.45
"""How quickly the expected reward falls with the remaining cost."""
_LONGEST = 24
_ONE_SIZE = np.uint64(sum(1 << colour * SIZES for colour in range(COLOURS)))
"""The planks of size 1 of all colours, as a word of bits."""

CLOSENESS = np.zeros((GAPS + VILLAGES, VILLAGES))
"""For each place and village their closeness: 1 at the village, 0 at the opposite one."""
_WIDTH = math.dist(CENTRES[0], CENTRES[3])
for _place in range(GAPS + VILLAGES):
    _ends = GAPS_ENDS[_place] if _place < GAPS else (_place - GAPS,)
    for _village in range(VILLAGES):
        CLOSENESS[_place, _village] = max(
            0.0, 1 - min(math.dist(CENTRES[e], CENTRES[_village]) for e in _ends) / _WIDTH
        )

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
def evaluate(s: State, out: Reals) -> None:
    """Share the expected reward by the remaining cost of each pawn; see :mod:`tablier.engine.protocol`."""
    n = int64(s.seats)
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    total = 0.0
    for seat in range(n):
        survey(s, seat, dist, via)
        out[seat] = math.exp(-SLOPE * remaining(s, int64(s.pawns[seat]), GOAL[n, seat], dist))
        total += out[seat]
    for seat in range(n):
        out[seat] /= total


@kernel
def follow(s: State, seat: int, dist: Reals, via: Numbers, path: Numbers, over: Numbers) -> int:
    """Write the gaps of a pawn's path and the support at the far end of each; returns their number."""
    goal, place = GOAL[s.seats, seat], int64(s.pawns[seat])
    if place >= GAPS:
        here = place - GAPS
    else:
        here = ENDS[place, 0] if dist[ENDS[place, 0]] <= dist[ENDS[place, 1]] else ENDS[place, 1]
    n = 0
    while here != goal - GAPS and via[here] >= 0 and n < _LONGEST:
        path[n] = via[here]
        here = ENDS[path[n], 0] + ENDS[path[n], 1] - here
        over[n] = here
        n += 1
    return n


@kernel
def priors(s: State, seat: int, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh the listed actions of a seat by what they do for its path; see :mod:`tablier.engine.protocol`."""
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    path, over = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    survey(s, seat, dist, via)
    length = follow(s, seat, dist, via, path, over)
    if s.stage == PROGRAMMING:
        weigh_cards(s, seat, path, over, length, actions, n, out)
    elif s.stage == STONE:
        weigh_stones(over, length, actions, n, out)
    elif s.stage == PLANK:
        weigh_planks(s, path, length, actions, n, out)
    elif s.stage == GAP:
        weigh_gaps(s, path, length, actions, n, out)
    elif s.stage == REMOVE:
        weigh_removals(s, seat, path, over, length, actions, n, out)
    else:
        weigh_steps(s, GOAL[s.seats, seat], dist, actions, n, out)


@kernel
def weigh_stones(over: Numbers, length: int, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh islands: those of the path, the next one most."""
    for i in range(n):
        out[i] = 0.2
        for k in range(length):
            if over[k] == actions[i] - SET + VILLAGES:
                out[i] = 10.0 / (1 + k)


@kernel
def weigh_gaps(s: State, path: Numbers, length: int, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh gaps for the held plank: gaps of the path that it spans, other gaps that it spans, misses."""
    good = fits(int64(s.held))
    for i in range(n):
        gap = int64(actions[i]) - LAY
        out[i] = 0.3 if has(good, gap) else 0.001
        for k in range(length):
            if path[k] == gap and has(good, gap):
                out[i] = 20.0


@kernel
def weigh_steps(s: State, goal: int, dist: Reals, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh the places to go to by the remaining cost there."""
    least = FAR
    for i in range(n):
        out[i] = remaining(s, int64(actions[i]) - GO, goal, dist)
        least = min(least, out[i])
    for i in range(n):
        out[i] = math.exp(-2.0 * (out[i] - least))


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


@kernel
def up_to(counts: Numbers, length: int, limit: int) -> int:
    """The number of gaps at the start of a path with a count of at most ``limit``."""
    k = 0
    while k < length and counts[k] <= limit:
        k += 1
    return k


@kernel
def gain(card: int, stone: int, plank: int, step: int, stones: Numbers, planks: Numbers, length: int) -> Any:
    """How many stones, planks or steps of a path a card adds, after the given numbers of each."""
    if card <= STONE_2:
        return min(card - STONE_1 + 1, (stones[length - 1] if length else 0) - stone)
    if card <= PLANK_2:
        borne = up_to(stones, length, stone)
        return min(card - PLANK_1 + 1, (planks[borne - 1] if borne else 0) - plank)
    ready = up_to(planks, length, plank)
    return min(card - MOVE_1 + 1, (ready + 1 if ready == length else ready) - step)


@kernel
def weigh_cards(
    s: State, seat: int, path: Numbers, over: Numbers, length: int, actions: NDArray[np.int16], n: int, out: Reals
) -> None:
    """Weigh cards for the next slot by how they advance the pawn after the cards already chosen."""
    stones, planks = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    needs(s, path, over, length, stones, planks)
    stone, plank, step = 0, 0, 0
    for slot in range(SLOTS):
        card = int64(s.programme[seat, slot]) - 1
        if 0 <= card <= MOVE_2 and card != TAKE_AWAY:
            brought = gain(card, stone, plank, step, stones, planks, length)
            stone += brought if card <= STONE_2 else 0
            plank += brought if STONE_2 < card <= PLANK_2 else 0
            step += brought if card > PLANK_2 else 0
    for i in range(n):
        card = int64(actions[i])
        if card >= DRAGON:
            other = card - DRAGON
            out[i] = 0.2 + 1.2 * CLOSENESS[s.pawns[other], GOAL[s.seats, other] - GAPS] / (s.seats - 1)
        elif card in (TAKE_AWAY, LEAP):
            out[i] = 0.6 if card == TAKE_AWAY else 0.05
        else:
            brought = gain(card, stone, plank, step, stones, planks, length)
            arrives = card == MOVE_2 and brought == 1 and step == length
            out[i] = 9.0 if arrives else PAYS[card, brought]


PAYS = np.array(
    [
        [0.5, 5.0, 0.0],
        [0.5, 2.0, 9.0],
        [0.04, 5.0, 0.0],
        [0.04, 0.4, 9.0],
        [0.0, 0.0, 0.0],
        [0.04, 5.0, 0.0],
        [0.04, 0.4, 9.0],
    ]
)
"""``PAYS[card, gain]``: the weight of an action card by its :func:`gain`."""


@kernel
def weigh_planks(s: State, path: Numbers, length: int, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh planks by where they fit: the first gap of the path, a later one, any open gap, none."""
    ready = open_gaps(s)
    for i in range(n):
        fitting = intersection(fits(int64(actions[i]) - CHOOSE), ready)
        out[i] = 0.6 if nonempty(fitting) else 0.1
        for k in range(length - 1, -1, -1):
            if has(fitting, path[k]):
                out[i] = 10.0 / (1 + k)


@kernel
def weigh_removals(
    s: State, seat: int, path: Numbers, over: Numbers, length: int, actions: NDArray[np.int16], n: int, out: Reals
) -> None:
    """Weigh removals: high for the leader's path, low for the seat's own."""
    mine, theirs, stones = EMPTY, EMPTY, np.uint64(0)
    for k in range(length):
        mine = union(mine, single(path[k]))
        if over[k] >= VILLAGES:
            stones |= bit(over[k] - VILLAGES)
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    others, beyond = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    leader, least = -1, FAR
    for other in range(int64(s.seats)):
        if other != seat:
            survey(s, other, dist, via)
            left = remaining(s, int64(s.pawns[other]), GOAL[s.seats, other], dist)
            if left < least:
                leader, least = other, left
                for k in range(follow(s, other, dist, via, others, beyond)):
                    theirs = single(others[k]) if k == 0 else union(theirs, single(others[k]))
    for i in range(n):
        action = int64(actions[i])
        if action >= LIFT:
            out[i] = 0.05 if stones & bit(action - LIFT) != 0 else 0.5
        elif has(mine, action - TAKE):
            out[i] = 0.05
        else:
            out[i] = 6.0 if leader >= 0 and has(theirs, action - TAKE) else 0.8


@kernel
def rollout_policy(s: State, seat: int, rng: Any, out: NDArray[np.int16]) -> int:
    """Draw an action with probability proportional to its prior; see :mod:`tablier.engine.protocol`."""
    n = legal(s, seat, out)
    if n == 1:
        return int64(out[0])
    weights = np.empty(n)
    priors(s, seat, out, n, weights)
    return int64(out[proportional(rng, weights, n)])

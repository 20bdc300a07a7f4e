"""What a position is worth, and what is plausible in it: how far each pawn still has to go.

The way of a pawn is the cheapest sequence of gaps to its goal, where a step, a plank to be laid and a stone to be put
each cost about a card's worth. All plausibilities come from that way: cards that bring it forward, stones and planks
that belong to it, steps along it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tablier.engine.bits import bit
from tablier.engine.kernel import kernel
from tablier.engine.rng import proportional
from tablier.engine.triples import NOTHING, both, either, has, single, some
from tablier.games.delta.board import CENTRES, COLOURS, ENDS, GAPS, GAPS_ENDS, GOAL, SIZES, SUPPORTS, VILLAGES
from tablier.games.delta.rules import (
    CHOOSE,
    DRAGON,
    GAP,
    GO,
    LAY,
    LEAP,
    LIFT,
    MOVE_1,
    MOVE_2,
    PLANK,
    PLANK_1,
    PLANK_2,
    PROGRAMMING,
    REMOVE,
    SET,
    STONE,
    STONE_1,
    STONE_2,
    TAKE,
    TAKE_AWAY,
    fits,
    laid,
    legal,
    open_gaps,
    reserve,
    unblocked_gaps,
    under_pawns,
)
from tablier.games.delta.state import SLOTS

STONE_COST, PLANK_COST, STEP_COST = 0.8, 1.0, 1.0
CROWDED = 0.6
"""What it costs that somebody stands on a plank."""
MISSING = 5.0
"""What it costs that no plank of the own reserve can be laid in a gap as things stand."""
FAR = 60.0
"""The cost of no way at all."""
SLOPE = 0.45
"""How quickly the odds fall with the cost of what is left."""
_LONGEST = 24
_ONE_SIZE = np.uint64(sum(1 << colour * SIZES for colour in range(COLOURS)))
"""The planks of size 1 of all colours, as a word of bits."""

CLOSENESS = np.zeros((GAPS + VILLAGES, VILLAGES))
"""For each place and village how near they are: 1 there, 0 at the opposite one."""
_WIDTH = math.dist(CENTRES[0], CENTRES[3])
for _place in range(GAPS + VILLAGES):
    _ends = GAPS_ENDS[_place] if _place < GAPS else (_place - GAPS,)
    for _village in range(VILLAGES):
        CLOSENESS[_place, _village] = max(
            0.0, 1 - min(math.dist(CENTRES[e], CENTRES[_village]) for e in _ends) / _WIDTH
        )

_WAYS = [[g for g, ends in enumerate(GAPS_ENDS) if support in ends] for support in range(SUPPORTS)]
WAYS = np.full((SUPPORTS, max(map(len, _WAYS))), -1, np.int64)
"""For each support the gaps that end there, then -1."""
for _support, _gaps in enumerate(_WAYS):
    WAYS[_support, : len(_gaps)] = _gaps


@kernel
def survey(s: Any, seat: Any, dist: Any, via: Any) -> None:
    """Find for each support the cost of the cheapest way from it to a seat's goal, and the gap that begins it.

    Dijkstra's algorithm from the goal. ``dist`` is ``float64``, ``via`` ``int64``, both by support.
    """
    planks, crowded = laid(s), both(laid(s), under_pawns(s, seat))
    mine = both(unblocked_gaps(s), spanned(s, seat))
    dist[:] = FAR
    via[:] = -1
    dist[GOAL[s.seats, seat] - GAPS] = STEP_COST
    done = np.uint64(0)
    here = nearest(dist, done)
    while here >= 0:
        done |= bit(here)
        for k in range(WAYS.shape[1]):
            gap = WAYS[here, k]
            if gap < 0:
                break
            there = ENDS[gap, 0] + ENDS[gap, 1] - here
            cost = dist[here] + STEP_COST + entry(s, there)
            if has(planks, gap):
                cost += CROWDED if has(crowded, gap) else 0.0
            else:
                cost += PLANK_COST if has(mine, gap) else MISSING
            if cost < dist[there]:
                dist[there] = cost
                via[there] = gap
        here = nearest(dist, done)


@kernel
def nearest(dist: Any, done: Any) -> Any:
    """The support of least cost that is not done; -1 if none can be reached."""
    here, best = -1, FAR
    for support in range(SUPPORTS):
        if done & bit(support) == 0 and dist[support] < best:
            here, best = support, dist[support]
    return here


@kernel
def spanned(s: Any, seat: Any) -> Any:
    """The gaps that some plank of a seat's reserve spans."""
    found, mine = NOTHING, reserve(s, seat)
    for size in range(SIZES):
        if mine >> np.uint64(size) & _ONE_SIZE != 0:
            found = either(found, fits(size))
    return found


@kernel
def entry(s: Any, support: Any) -> Any:
    """What it costs to have a way lead over a support."""
    if support < VILLAGES:
        return STEP_COST
    return 0.0 if np.uint64(s.stones) & bit(support - VILLAGES) != 0 else STONE_COST


@kernel
def standing(s: Any, place: Any, goal: Any, dist: Any) -> Any:
    """The cost of what is left for a pawn on a place."""
    if place == goal:
        return 0.0
    if place >= GAPS:
        return dist[place - GAPS] - STEP_COST
    return min(dist[ENDS[place, 0]], dist[ENDS[place, 1]])


@kernel
def evaluate(s: Any, out: Any) -> None:
    """Share the expected reward by what each pawn has left; see :mod:`tablier.engine.protocol`."""
    n = np.int64(s.seats)
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    total = 0.0
    for seat in range(n):
        survey(s, seat, dist, via)
        out[seat] = math.exp(-SLOPE * standing(s, np.int64(s.pawns[seat]), GOAL[n, seat], dist))
        total += out[seat]
    for seat in range(n):
        out[seat] /= total


@kernel
def follow(s: Any, seat: Any, dist: Any, via: Any, way: Any, over: Any) -> Any:
    """Write the gaps of a pawn's way and the support at the far end of each; returns their number."""
    goal, place = GOAL[s.seats, seat], np.int64(s.pawns[seat])
    if place >= GAPS:
        here = place - GAPS
    else:
        here = ENDS[place, 0] if dist[ENDS[place, 0]] <= dist[ENDS[place, 1]] else ENDS[place, 1]
    n = 0
    while here != goal - GAPS and via[here] >= 0 and n < _LONGEST:
        way[n] = via[here]
        here = ENDS[way[n], 0] + ENDS[way[n], 1] - here
        over[n] = here
        n += 1
    return n


@kernel
def priors(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh the listed actions of a seat by what they do for its way; see :mod:`tablier.engine.protocol`."""
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    way, over = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    survey(s, seat, dist, via)
    length = follow(s, seat, dist, via, way, over)
    if s.stage == PROGRAMMING:
        weigh_cards(s, seat, way, over, length, actions, n, out)
    elif s.stage == STONE:
        weigh_stones(over, length, actions, n, out)
    elif s.stage == PLANK:
        weigh_planks(s, way, length, actions, n, out)
    elif s.stage == GAP:
        weigh_gaps(s, way, length, actions, n, out)
    elif s.stage == REMOVE:
        weigh_removals(s, seat, way, over, length, actions, n, out)
    else:
        weigh_steps(s, GOAL[s.seats, seat], dist, actions, n, out)


@kernel
def weigh_stones(over: Any, length: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh islands: those of the way, the next one most."""
    for i in range(n):
        out[i] = 0.2
        for k in range(length):
            if over[k] == actions[i] - SET + VILLAGES:
                out[i] = 10.0 / (1 + k)


@kernel
def weigh_gaps(s: Any, way: Any, length: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh gaps for the plank held: those of the way that it spans, others that it spans, misses."""
    good = fits(np.int64(s.held))
    for i in range(n):
        gap = np.int64(actions[i]) - LAY
        out[i] = 0.3 if has(good, gap) else 0.001
        for k in range(length):
            if way[k] == gap and has(good, gap):
                out[i] = 20.0


@kernel
def weigh_steps(s: Any, goal: Any, dist: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh places to go to by what is left from there."""
    least = FAR
    for i in range(n):
        out[i] = standing(s, np.int64(actions[i]) - GO, goal, dist)
        least = min(least, out[i])
    for i in range(n):
        out[i] = math.exp(-2.0 * (out[i] - least))


@kernel
def needs(s: Any, way: Any, over: Any, length: Any, stones: Any, planks: Any) -> None:
    """Write how many stones and planks are missing up to each gap of a way, this gap included."""
    lying = laid(s)
    stone, plank = 0, 0
    for k in range(length):
        if over[k] >= VILLAGES and np.uint64(s.stones) & bit(over[k] - VILLAGES) == 0:
            stone += 1
        if not has(lying, way[k]):
            plank += 1
        stones[k] = stone
        planks[k] = plank


@kernel
def up_to(counts: Any, length: Any, limit: Any) -> Any:
    """How many gaps of a way have a count of at most ``limit``."""
    k = 0
    while k < length and counts[k] <= limit:
        k += 1
    return k


@kernel
def gain(card: Any, stone: Any, plank: Any, step: Any, stones: Any, planks: Any, length: Any) -> Any:
    """How many stones, planks or steps a card would bring, after so many of each on a way."""
    if card <= STONE_2:
        return min(card - STONE_1 + 1, (stones[length - 1] if length else 0) - stone)
    if card <= PLANK_2:
        borne = up_to(stones, length, stone)
        return min(card - PLANK_1 + 1, (planks[borne - 1] if borne else 0) - plank)
    ready = up_to(planks, length, plank)
    return min(card - MOVE_1 + 1, (ready + 1 if ready == length else ready) - step)


@kernel
def weigh_cards(s: Any, seat: Any, way: Any, over: Any, length: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh cards for the next slot: what brings the pawn on after the cards that are already chosen."""
    stones, planks = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    needs(s, way, over, length, stones, planks)
    stone, plank, step = 0, 0, 0
    for slot in range(SLOTS):
        card = np.int64(s.programme[seat, slot]) - 1
        if 0 <= card <= MOVE_2 and card != TAKE_AWAY:
            brought = gain(card, stone, plank, step, stones, planks, length)
            stone += brought if card <= STONE_2 else 0
            plank += brought if STONE_2 < card <= PLANK_2 else 0
            step += brought if card > PLANK_2 else 0
    for i in range(n):
        card = np.int64(actions[i])
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
"""The weight of each action card by what it brings: nothing, half of what it could, or one; or two."""


@kernel
def weigh_planks(s: Any, way: Any, length: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh planks by where they would go: the first gap of the way, a later one, anywhere, nowhere."""
    ready = open_gaps(s)
    for i in range(n):
        fitting = both(fits(np.int64(actions[i]) - CHOOSE), ready)
        out[i] = 0.6 if some(fitting) else 0.1
        for k in range(length - 1, -1, -1):
            if has(fitting, way[k]):
                out[i] = 10.0 / (1 + k)


@kernel
def weigh_removals(s: Any, seat: Any, way: Any, over: Any, length: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh what may be taken away: what others need, not what the own way needs."""
    mine, theirs, stones = NOTHING, NOTHING, np.uint64(0)
    for k in range(length):
        mine = either(mine, single(way[k]))
        if over[k] >= VILLAGES:
            stones |= bit(over[k] - VILLAGES)
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    others, beyond = np.empty(_LONGEST, np.int64), np.empty(_LONGEST, np.int64)
    leader, least = -1, FAR
    for other in range(np.int64(s.seats)):
        if other != seat:
            survey(s, other, dist, via)
            left = standing(s, np.int64(s.pawns[other]), GOAL[s.seats, other], dist)
            if left < least:
                leader, least = other, left
                for k in range(follow(s, other, dist, via, others, beyond)):
                    theirs = single(others[k]) if k == 0 else either(theirs, single(others[k]))
    for i in range(n):
        action = np.int64(actions[i])
        if action >= LIFT:
            out[i] = 0.05 if stones & bit(action - LIFT) != 0 else 0.5
        elif has(mine, action - TAKE):
            out[i] = 0.05
        else:
            out[i] = 6.0 if leader >= 0 and has(theirs, action - TAKE) else 0.8


@kernel
def rollout_policy(s: Any, seat: Any, rng: Any, out: Any) -> Any:
    """Draw an action by its weight; see :mod:`tablier.engine.protocol`."""
    n = legal(s, seat, out)
    if n == 1:
        return np.int64(out[0])
    weights = np.empty(n)
    priors(s, seat, out, n, weights)
    return np.int64(out[proportional(rng, weights, n)])

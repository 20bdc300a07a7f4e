"""The priors of Delta, which are its rollout policy, too.

All come from the path of the pawn: cards that advance it, stones and planks that belong to it, steps along it.
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
from tablier.games.delta.board import CENTRES, GAPS, GAPS_ENDS, SUPPORTS, VILLAGES
from tablier.games.delta.rules import CHOOSE, GO, LAY, LIFT, SET, TAKE, legal
from tablier.games.delta.state import GAP, PLANK, PROGRAMMING, REMOVE, SLOTS, STONE, State
from tablier.games.delta.survey import FAR, LONGEST, Numbers, Reals, follow, needs, remaining, supports, survey
from tablier.games.delta.tables import GOAL, int64
from tablier.games.delta.terrain import fits, open_gaps

CLOSENESS = np.zeros((GAPS + VILLAGES, VILLAGES))
"""For each place and village their closeness: 1 at the village, 0 at the opposite one."""
_WIDTH = math.dist(CENTRES[0], CENTRES[3])
for _place in range(GAPS + VILLAGES):
    _ends = GAPS_ENDS[_place] if _place < GAPS else (_place - GAPS,)
    for _village in range(VILLAGES):
        CLOSENESS[_place, _village] = max(
            0.0, 1 - min(math.dist(CENTRES[e], CENTRES[_village]) for e in _ends) / _WIDTH
        )


@kernel
def priors(s: State, seat: int, actions: NDArray[np.int16], n: int, out: Reals) -> None:
    """Weigh the listed actions of a seat by what they do for its path; see :mod:`tablier.engine.protocol`."""
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    path, over = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    survey(s, seat, dist, via, supports_asked(s, seat, actions, n))
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
def supports_asked(s: State, seat: int, actions: NDArray[np.int16], n: int) -> Any:
    """The supports whose distances count: those of the pawn and of the places to which it may go."""
    found = supports(int64(s.pawns[seat]))
    for i in range(n):
        if actions[i] >= GO:
            found |= supports(int64(actions[i]) - GO)
    return found


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
    stones, planks = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
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
    others, beyond = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    leader, least = -1, FAR
    for other in range(int64(s.seats)):
        if other != seat:
            survey(s, other, dist, via, supports(int64(s.pawns[other])))
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

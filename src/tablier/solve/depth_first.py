"""Proof search: does a seat get at least a given result? Written once for games of two seats without chance or secrets.

Depth-first with a transposition table (Slate and Atkin 1977). The moves of a position are tried in the order of how
often they have decided others (the history heuristic, Schaeffer 1989).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.fingerprint import fingerprint
from tablier.engine.kernel import kernel
from tablier.engine.playout import rewards
from tablier.engine.protocol import apply, legal, movers

MAX_PLIES = 256
"""The longest line of play that is followed."""
LOST, SHARED, WON = 0, 1, 2
"""Results of seat 0, in half wins."""
NO, YES, UNKNOWN = 0, 1, -1
_FIRST = np.int64(1) << 40


class Table(NamedTuple):
    """What is known of positions: one entry per slot, the newest. Results are those of seat 0."""

    key: NDArray[np.uint64]
    least: NDArray[np.int8]
    most: NDArray[np.int8]
    action: NDArray[np.int16]
    """The action that last decided the position, -1 if none did."""


class Work(NamedTuple):
    """Working memory. ``words`` are the records of ``stack`` as ``uint64``; the other arrays have a row for each."""

    stack: Any
    words: NDArray[np.uint64]
    actions: NDArray[np.int16]
    order: NDArray[np.int64]
    history: NDArray[np.int64]
    places: NDArray[np.int64]
    result: NDArray[np.float64]
    left: NDArray[np.int64]
    """One number: the positions that may still be visited."""


@kernel
def at_least(goal: Any, work: Any, table: Any, level: Any) -> Any:
    """Does seat 0 get at least ``goal`` half wins from the position ``work.stack[level]``?

    Returns YES, NO, or UNKNOWN if ``work.left`` positions were visited or the line is longer than the stack.
    """
    s = work.stack[level]
    who = movers(s)
    if who == 0:
        rewards(s, work.places, work.result)
        return np.int64(YES if 2.0 * work.result[0] >= goal else NO)
    if work.left[0] <= 0 or level + 1 == len(work.stack):
        return np.int64(UNKNOWN)
    work.left[0] -= 1
    seat = lowest(np.uint64(who))
    key = fingerprint(work.words[level], seat)
    slot = np.int64(key & np.uint64(len(table.key) - 1))
    if table.key[slot] == key:
        if table.least[slot] >= goal:
            return np.int64(YES)
        if table.most[slot] < goal:
            return np.int64(NO)
    wanted = np.int64(YES if seat == 0 else NO)
    n = list_actions(seat, table.action[slot] if table.key[slot] == key else np.int16(-1), work, level)
    for i in range(n):
        action = next_action(work, level, i, n)
        work.stack[level + 1] = work.stack[level]
        apply(work.stack[level + 1], seat, action)
        answer = at_least(goal, work, table, level + 1)
        if answer == UNKNOWN:
            return np.int64(UNKNOWN)
        if answer == wanted:
            work.history[seat, action] += 1
            store(table, slot, key, goal, wanted, action)
            return wanted
    store(table, slot, key, goal, YES + NO - wanted, -1)
    return np.int64(YES + NO - wanted)


@kernel
def list_actions(seat: Any, hint: Any, work: Any, level: Any) -> Any:
    """Write the legal actions and their priorities, the ``hint`` first; returns their number."""
    n = legal(work.stack[level], seat, work.actions[level])
    for i in range(n):
        action = work.actions[level, i]
        work.order[level, i] = _FIRST if action == hint else work.history[seat, action]
    return n


@kernel
def next_action(work: Any, level: Any, i: Any, n: Any) -> Any:
    """Move the action of highest priority among those from ``i`` on to place ``i``, and return it."""
    best = i
    for j in range(i + 1, n):
        if work.order[level, j] > work.order[level, best]:
            best = j
    action = np.int64(work.actions[level, best])
    work.actions[level, best], work.order[level, best] = work.actions[level, i], work.order[level, i]
    return action


@kernel
def store(table: Any, slot: Any, key: Any, goal: Any, answer: Any, action: Any) -> None:
    """Write an answer; what another position left in the slot is lost."""
    if table.key[slot] != key:
        table.key[slot] = key
        table.least[slot], table.most[slot], table.action[slot] = LOST, WON, -1
    if answer == YES:
        table.least[slot] = goal
    else:
        table.most[slot] = goal - 1
    if action >= 0:
        table.action[slot] = action

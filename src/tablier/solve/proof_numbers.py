"""Proof-number search, depth first (df-pn, Nagai 2002): does seat 0 get at least a given result?

The proof number of a position estimates what it takes to prove that its mover succeeds, the disproof number that it
does not. The search follows the child that is easiest to prove, until another one is easier. The disproof number is
the largest of the children, plus an eighth of their count: a sum would count positions several times that several lines
reach (weak proof numbers, Ueda et al. 2008). It is written once for the games that have kernels ``bounds``, ``effort``
and ``key``.

Several threads may share a table: an entry is two words, and the first one is the key XOR the second (Hyatt and Mann
2002), so a torn entry matches no position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.playout import rewards
from tablier.engine.protocol import apply, bounds, effort, key, legal, movers
from tablier.solve.depth_first import NO, SHARED, UNKNOWN, WON, YES

MAX_TURNS = 64
"""The longest line of play that is followed."""
ENTRIES = 4
"""Entries of a bucket: a key may be in any of them."""
INFINITE = np.int64((1 << 26) - 1)
"""The proof number of a disproved position. A larger number is stored as this, less one."""
_BITS = np.int64(26)
_WORK = np.int64(52)
_BOTH = (np.int64(1) << _WORK) - np.int64(1)
_SHARE = 8
_GOALS = np.array([0, 0, 0xA5A5F00DDEADBEEF], np.uint64)


class ProofWork(NamedTuple):
    """Working memory of a thread. The arrays but the last four have a row for each level."""

    stack: Any
    actions: NDArray[np.int16]
    keys: NDArray[np.uint64]
    """The key of each child."""
    numbers: NDArray[np.int64]
    """The proof and disproof number of each child, for the child's mover."""
    memory: NDArray[np.uint64]
    """The memory of the kernel ``bounds``."""
    places: NDArray[np.int64]
    result: NDArray[np.float64]
    left: NDArray[np.int64]
    """One number: the positions that may still be visited."""


@kernel
def pair(proof: Any, disproof: Any) -> Any:
    """Both numbers in one."""
    return min(np.int64(proof), INFINITE) << _BITS | min(np.int64(disproof), INFINITE)


@kernel
def proof_of(numbers: Any) -> Any:
    """The proof number of a pair."""
    return numbers >> _BITS & INFINITE


@kernel
def disproof_of(numbers: Any) -> Any:
    """The disproof number of a pair."""
    return numbers & INFINITE


@kernel
def decides(numbers: Any) -> Any:
    """Do the numbers that were looked up prove or disprove?"""
    return numbers >= 0 and (proof_of(numbers) == 0 or disproof_of(numbers) == 0)


@kernel
def prove(goal: Any, work: Any, table: Any, again: Any) -> Any:
    """Does seat 0 get at least ``goal`` half wins from the position ``work.stack[0]``? YES, NO, or UNKNOWN.

    With ``again`` its own entry in the table does not count, so that a turn is found by which it is so.
    """
    s = work.stack[0]
    who = movers(s)
    if who == 0:
        return np.int64(YES if reached(s, goal, work) else NO)
    if not again:
        for known in (SHARED, WON):  # more implies less
            answer = answer_of(look_up(table, key_of(s, known)), who)
            if (answer == YES and known >= goal) or (answer == NO and known <= goal):
                return answer
    return answer_of(search(np.int64(goal), work, table, np.int64(0), key_of(s, goal), INFINITE, INFINITE), who)


@kernel
def answer_of(numbers: Any, who: Any) -> Any:
    """The answer that numbers of a position give, if these seats are to move: YES, NO or UNKNOWN."""
    if not decides(numbers):
        return np.int64(UNKNOWN)
    return np.int64(YES if (proof_of(numbers) == 0) == (who == 1) else NO)


@kernel
def key_of(s: Any, goal: Any) -> Any:
    """The key of a position and a goal."""
    return np.uint64(key(s)) ^ _GOALS[goal]


@kernel
def reached(s: Any, goal: Any, work: Any) -> Any:
    """Does seat 0 get so much in a game that is over?"""
    rewards(s, work.places, work.result)
    return 2.0 * work.result[0] >= goal


@kernel
def search(goal: Any, work: Any, table: Any, level: Any, at: Any, proof_limit: Any, disproof_limit: Any) -> Any:
    """Visit the position ``work.stack[level]``, of key ``at``, until a number reaches its limit; returns both."""
    s = work.stack[level]
    seat = lowest(np.uint64(movers(s)))
    n = expand(goal, work, table, level, seat)
    before = work.left[0]
    while True:
        best, numbers, second, spread = weigh(work.numbers[level, :n])
        proof, disproof = proof_of(numbers), disproof_of(numbers)
        if level + 2 > MAX_TURNS:
            work.left[0] = 0  # the line of play is too long
        if decides(numbers) or proof >= proof_limit or disproof >= disproof_limit or work.left[0] <= 0:
            store(table, at, numbers, before - work.left[0])
            return numbers
        numbers = look_up(table, work.keys[level, best])
        if decides(numbers):  # another line of play has proved it meanwhile
            work.numbers[level, best] = numbers
            continue
        work.stack[level + 1] = s
        apply(work.stack[level + 1], seat, np.int64(work.actions[level, best]))
        work.numbers[level, best] = search(
            goal,
            work,
            table,
            level + 1,
            work.keys[level, best],
            INFINITE if disproof_limit == INFINITE else disproof_limit - spread,
            min(proof_limit, second + second // 4 + 1),
        )


@kernel
def expand(goal: Any, work: Any, table: Any, level: Any, seat: Any) -> Any:
    """Write the children that are not lost for the mover, or one that is won; returns their number."""
    s, child = work.stack[level], work.stack[level + 1]
    work.left[0] -= 1
    bounds(s, work.memory, work.result)
    if 2.0 * work.result[0] >= goal or 2.0 * work.result[1] < goal:
        won = (2.0 * work.result[0] >= goal) == (seat == 0)
        work.numbers[level, 0] = pair(INFINITE, 0) if won else pair(0, INFINITE)
        return 1
    n = 0
    for i in range(legal(s, seat, work.actions[level])):
        action = np.int64(work.actions[level, i])
        work.stack[level + 1] = s
        apply(child, seat, action)
        if movers(child) == 0:
            if reached(child, goal, work) != (seat == 0):
                continue
            numbers = pair(INFINITE, 0)
        else:
            work.keys[level, n] = key_of(child, goal)
            numbers = look_up(table, work.keys[level, n])
            if numbers < 0:
                effort(child, work.places)
                numbers = pair(work.places[0], work.places[1])
        if proof_of(numbers) != 0:
            work.actions[level, n], work.numbers[level, n] = action, numbers
            n += 1
        if disproof_of(numbers) == 0:
            work.actions[level, 0], work.numbers[level, 0] = action, numbers
            return 1
    return n


@kernel
def weigh(children: Any) -> Any:
    """The best child, the numbers of its parent, the second lowest disproof number, and the share of the count."""
    best, proof, second, easiest, most, alive = 0, INFINITE, INFINITE, INFINITE, np.int64(0), 0
    for i in range(len(children)):
        p, d = proof_of(children[i]), disproof_of(children[i])
        if d < proof or (d == proof and p < easiest):
            best, proof, second, easiest = i, d, proof, p
        elif d < second:
            second = d
        if p != 0:
            alive += 1
            most = max(most, p)
    spread = max(alive - 1, 0) // _SHARE
    if proof == 0:
        return best, pair(0, INFINITE), second, spread
    if most == 0:
        return best, pair(INFINITE, 0), second, spread
    return best, pair(min(proof, INFINITE - 1), min(most + spread, INFINITE - 1)), second, spread


@kernel
def look_up(table: Any, at: Any) -> Any:
    """The stored numbers of a key, -1 if there are none."""
    first = bucket(table, at)
    for i in range(first, first + ENTRIES):
        word = table[i, 1]
        if table[i, 0] ^ word == at and word != np.uint64(0):
            return np.int64(word) & _BOTH
    return np.int64(-1)


@kernel
def bucket(table: Any, at: Any) -> Any:
    """The first entry of the bucket of a key."""
    return np.int64(at & np.uint64(len(table) - 1)) & ~np.int64(ENTRIES - 1)


@kernel
def store(table: Any, at: Any, numbers: Any, visited: Any) -> None:
    """Write numbers and the logarithm of the work behind them, over the entry of this key or that of least work."""
    first = bucket(table, at)
    chosen, least, rank = first, np.int64(64), magnitude(visited)
    for i in range(first, first + ENTRIES):
        word = table[i, 1]
        old = np.int64(word >> np.uint64(_WORK)) if word != np.uint64(0) else np.int64(-1)
        if table[i, 0] ^ word == at:
            chosen, rank = i, max(rank, old)
            break
        if old < least:
            chosen, least = i, old
    word = np.uint64(numbers) | np.uint64(rank) << np.uint64(_WORK)
    table[chosen, 0], table[chosen, 1] = at ^ word, word


@kernel
def magnitude(visited: Any) -> Any:
    """The number of binary digits."""
    n = np.int64(0)
    while visited > 0:
        visited >>= 1
        n += 1
    return n


@kernel
def fill(table: Any, keys: Any, words: Any) -> None:
    """Store the words of these keys."""
    for i in range(len(keys)):
        visited = np.uint64(1) << (words[i] >> np.uint64(_WORK)) >> np.uint64(1)
        store(table, keys[i], np.int64(words[i]) & _BOTH, np.int64(visited))


@kernel
def pin(table: Any, at: Any) -> None:
    """Store the numbers of a key again, as if they had taken most work."""
    numbers = look_up(table, at)
    if numbers >= 0:
        store(table, at, numbers, np.int64(1) << np.int64(61))


def rank_of(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The number of binary digits of the positions visited for each stored word."""
    return words >> np.uint64(_WORK)


def is_proved(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of these stored words hold a proof."""
    low = np.uint64(INFINITE)
    decided: NDArray[np.bool_] = ((words & low) == 0) | ((words >> np.uint64(_BITS) & low) == 0)
    stored: NDArray[np.bool_] = words != 0
    return decided & stored

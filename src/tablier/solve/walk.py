"""Walks through the positions that can arise while a seat plays as was proved; they write its turns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.protocol import apply, bounds, effort, key, legal, movers
from tablier.solve.proof_numbers import decides, disproof_of, key_of, look_up, pair, prove, reached

DONE, FULL, CROWDED, FAILED = range(4)
"""All positions were followed; ``turns`` is full; ``seen`` is half full; there is no proof."""
_NONE = np.int64(-1)
_OVER, _BOUNDED, _SEEN, _PROVED = range(4)
_MANY = np.int64(1) << 40


class Walk(NamedTuple):
    """Memory of a walk through the positions that can arise."""

    todo: Any
    """Records of positions to follow, the next one last."""
    here: Any
    """Two records: the position that is followed, and one after it."""
    seen: NDArray[np.uint64]
    """Keys of positions met so far: a hash table with open addressing, where 0 is an empty place."""
    order: NDArray[np.int16]
    """The actions in the order in which they are followed."""
    legal: NDArray[np.bool_]
    """By action: is it legal?"""
    actions: NDArray[np.int16]
    """The legal actions."""
    turns: NDArray[np.int16]
    """Actions of the strategy, in the order of the walk."""
    counts: NDArray[np.int64]
    """Positions to follow, positions met, actions of the strategy in ``turns``."""


@kernel
def follow(goal: Any, seat: Any, mark: Any, work: Any, table: Any, walk: Any) -> Any:
    """Walk on, until all positions were followed or a part of the memory is full; returns why it ended.

    Args:
        goal: in half wins of seat 0. It is proved that seat 0 reaches it, or, for ``seat`` 1, that it does not.
        seat: the seat whose strategy it is.
        mark: tells the positions of this walk from those of others with the same memory.
        work: memory of the search by proof numbers.
        table: its table.
        walk: with the positions to follow.
    """
    s = walk.here[0]
    while walk.counts[0] > 0:
        if walk.counts[2] == len(walk.turns):
            return FULL
        if 2 * (walk.counts[1] + len(walk.order)) > len(walk.seen):
            return CROWDED
        walk.counts[0] -= 1
        walk.here[0] = walk.todo[walk.counts[0]]
        mover = lowest(np.uint64(movers(s)))
        if mover == seat:
            action = choose(goal, seat, mark, work, table, walk)
            if action == _NONE:
                return FAILED
            walk.turns[walk.counts[2]] = action
            walk.counts[2] += 1
            push(mover, action, mark, walk)
        else:
            n = legal(s, mover, walk.actions)
            for i in range(n):
                walk.legal[walk.actions[i]] = True
            for i in range(len(walk.order)):
                action = np.int64(walk.order[len(walk.order) - 1 - i])
                if walk.legal[action]:
                    push(mover, action, mark, walk)
            for i in range(n):
                walk.legal[walk.actions[i]] = False
    return DONE


@kernel
def push(mover: Any, action: Any, mark: Any, walk: Any) -> None:
    """Note the position after an action, unless it was met before or is the end of the game."""
    after = walk.todo[walk.counts[0]]
    walk.todo[walk.counts[0]] = walk.here[0]
    apply(after, mover, action)
    if movers(after) != 0 and meet(walk, np.uint64(key(after)) ^ mark):
        walk.counts[0] += 1


@kernel
def choose(goal: Any, seat: Any, mark: Any, work: Any, table: Any, walk: Any) -> Any:
    """The action with the shortest proof, as far as one can tell; -1 if there is none."""
    s, after, chosen, least = walk.here[0], walk.here[1], _NONE, _MANY
    for i in range(legal(s, seat, walk.actions)):
        walk.here[1] = s
        apply(after, seat, np.int64(walk.actions[i]))
        cost = cost_of(after, goal, seat, mark, work, table, walk)
        if cost < least:
            chosen, least = np.int64(walk.actions[i]), cost
    return prove_again(goal, s, work, table) if chosen == _NONE else chosen


@kernel
def prove_again(goal: Any, s: Any, work: Any, table: Any) -> Any:
    """An action by which the mover succeeds, where the table has lost its proof; -1 if there is none.

    Bounds must not decide the position: then the search names no action.
    """
    work.stack[0] = s
    work.left[0] = _MANY
    work.numbers[0, :] = pair(1, 1)
    prove(goal, work, table, True)
    for i in range(len(work.numbers[0])):
        if disproof_of(work.numbers[0, i]) == 0:
            return np.int64(work.actions[0, i])
    return _NONE


@kernel
def cost_of(after: Any, goal: Any, seat: Any, mark: Any, work: Any, table: Any, walk: Any) -> Any:
    """A number that is the lower, the fewer positions a proof may add; ``_MANY`` if none is known."""
    if movers(after) == 0:
        return np.int64(_OVER) if reached(after, goal, work) == (seat == 0) else _MANY
    bounds(after, work.memory, work.result)
    least, most = 2.0 * work.result[0] >= goal, 2.0 * work.result[1] >= goal
    if least == most:
        return np.int64(_BOUNDED) if least == (seat == 0) else _MANY
    numbers = look_up(table, key_of(after, goal))
    if not decides(numbers) or disproof_of(numbers) != 0:
        return _MANY
    if place_for(walk.seen, np.uint64(key(after)) ^ mark) < 0:
        return np.int64(_SEEN)
    effort(after, work.places)
    return np.int64(_PROVED + work.places[0] + work.places[1])


@kernel
def meet(walk: Any, at: Any) -> Any:
    """Note a key; is it new?"""
    place = place_for(walk.seen, at)
    if place < 0:
        return False
    walk.seen[place] = at
    walk.counts[1] += 1
    return True


@kernel
def place_for(seen: Any, at: Any) -> Any:
    """The empty place for a new key; -1 if the table has the key."""
    last = np.int64(len(seen) - 1)
    place = np.int64(at >> np.uint64(20)) & last
    while seen[place] != 0:
        if seen[place] == at:
            return _NONE
        place = (place + 1) & last
    return place


@kernel
def rehashed(seen: Any) -> Any:
    """The same keys with twice as many places."""
    new = np.zeros(2 * len(seen), np.uint64)
    for i in range(len(seen)):
        if seen[i] != 0:
            new[place_for(new, seen[i])] = seen[i]
    return new

"""The evaluation of a position, and a rollout policy.

Islands count for the points that they score. A sandbar counts as the part of an island that it is likely to become, by
its size and by the number of cells where it can grow. Bridges that can be built now count for the groups that they
would link. The weights were fitted to self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, count, has, i64, lowest, popcount
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import Fit, knot, weight
from tablier.engine.rng import below, unit
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND
from tablier.games.ponte_del_diavolo.groups import spread
from tablier.games.ponte_del_diavolo.priors import see
from tablier.games.ponte_del_diavolo.rules import legal, pool, seat_of, variant
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, State
from tablier.games.ponte_del_diavolo.survey import (
    add_below,
    ahead,
    blank_survey,
    find_groups,
    find_networks,
    link,
    promised_by,
)
from tablier.games.ponte_del_diavolo.tables import (
    AROUND,
    ENDS,
    FIRST_BRIDGE,
    USED_SLOT_WORDS,
)
from tablier.games.ponte_del_diavolo.weights import (
    BUILT,
    CALM_ROOM,
    EXITS,
    FINISH_NOW,
    FRAGILE,
    FRESH_ROOM,
    IS_DARK,
    ISLANDS,
    KNOTS,
    LINK_NOW,
    LINKABLE,
    LINKS,
    PLAYOUT_BRIDGE,
    PLAYOUT_EXTEND,
    PLAYOUT_FINISH,
    POINTS,
    PROMISED,
    ROOM,
    SANDBARS,
    TURN,
    VALUE,
)


@kernel
def measure(s: State, out: Any) -> None:
    """Write the features of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    for colour in range(2):
        measure_colour(s, variant(s), colour, out[seat_of(s, colour)])


@kernel
def measure_colour(s: State, v: int, colour: int, out: Any) -> None:
    """Write the features of a colour: the columns of ``VALUE``."""
    view = blank_survey()
    n = find_networks(s, v, colour, view)
    mine = i64(s.mover) == colour
    out[:] = 0.0
    finishable = measure_groups(view, n, mine, out)
    best = measure_links(s, v, colour, view, out)
    measure_room(s, v, colour, out)
    if mine:
        out[TURN] = 0.5 if s.half != 0 else 1.0
        out[FINISH_NOW] = min(finishable, 1 if s.half != 0 else 2)
        out[LINK_NOW] = 0.0 if s.half != 0 else best
    out[IS_DARK] = colour


@kernel
def measure_groups(view: Any, n: int, mine: Any, out: Any) -> Any:
    """Count points, promises and sandbars; returns the number of sandbars that one tile can complete."""
    finishable = 0
    for g in range(n):
        if view.parent[g] == g:
            out[POINTS] += view.islands[g] * (view.islands[g] + 1) / 2
            out[PROMISED] += view.worth[g] * (view.worth[g] + 1.0) / 2
        if view.size[g] == ISLAND:
            out[ISLANDS] += 1.0
        else:
            ways = min(EXITS, count(view.exits[g]))
            out[SANDBARS + (EXITS + 1) * (view.size[g] - 1) + ways] += 1.0
            if view.size[g] == ISLAND - 1 and ways > 0:
                finishable += 1
                if ways == 1 and not mine:
                    out[FRAGILE] += 1.0
    out[PROMISED] -= out[POINTS]
    return finishable


@kernel
def measure_links(s: State, v: int, colour: int, view: Any, out: Any) -> Any:
    """Join networks by the bridges that can be built now, while the pool lasts; returns the best gain of one bridge."""
    left = pool(s, v)
    best = best_link(s, v, colour, view) if left > 0 else 0.0
    for w in range(USED_SLOT_WORDS[v]):
        x = s.spans[colour, w]
        while x != ZERO and left > 0:
            gain = link(view, v, w * 64 + lowest(x))
            x &= x - ONE
            if gain > 0.0:
                left -= 1
                out[LINKABLE] += gain
                out[LINKS] += 1.0
        x = s.bridges[w]
        while x != ZERO:
            if has(s.tiles[colour], i64(ENDS[v, w * 64 + lowest(x), 0])):
                out[BUILT] += 1.0
            x &= x - ONE
    return best


@kernel
def best_link(s: State, v: int, colour: int, view: Any) -> Any:
    """The gain of the best bridge that can be built now."""
    best = 0.0
    for w in range(USED_SLOT_WORDS[v]):
        x = s.spans[colour, w]
        while x != ZERO:
            best = max(best, promised_by(view, v, w * 64 + lowest(x)))
            x &= x - ONE
    return best


@kernel
def measure_room(s: State, v: int, colour: int, out: Any) -> None:
    """Count cells in tens: all room, room away from own tiles, and room under no own span."""
    near = spread(AROUND, v, (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2]))
    below = np.zeros(CELL_WORDS, np.uint64)
    add_below(s, v, colour, below)
    for w in range(CELL_WORDS):
        room = s.room[colour, w]
        out[ROOM] += 0.1 * popcount(room)
        out[FRESH_ROOM] += 0.1 * popcount(room & ~near[w])
        out[CALM_ROOM] += 0.1 * popcount(room & ~below[w])


@kernel
def evaluate(s: State, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    columns = VALUE.shape[1]
    seen = np.empty((2, columns))
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    light, dark = seat_of(s, LIGHT), seat_of(s, DARK)
    z = 0.0
    for f in range(columns):
        z += weight(VALUE, k, t, f) * (seen[light, f] - seen[dark, f])
    p = 1.0 / (1.0 + np.exp(-z))
    out[light] = p
    out[dark] = 1.0 - p


@kernel
def rollout_policy(s: State, seat: int, rng: Any, out: Any) -> Any:
    """Build a bridge, finish an island or extend a sandbar, each with its own probability; else a uniform action."""
    n = legal(s, seat, out)
    v = variant(s)
    tiles = n
    while tiles > 0 and out[tiles - 1] >= FIRST_BRIDGE[v]:
        tiles -= 1
    if n > tiles and unit(rng) < PLAYOUT_BRIDGE:
        return i64(out[tiles + below(rng, n - tiles)])
    roll = unit(rng)
    if tiles > 0 and roll < PLAYOUT_FINISH:
        cell = some_exit(s, v, i64(s.mover), rng, ISLAND - 2 if roll < PLAYOUT_EXTEND else ISLAND - 1)
        for i in range(tiles):
            if out[i] == cell:
                return cell
    return i64(out[below(rng, n)])


@kernel
def some_exit(s: State, v: int, colour: int, rng: Any, smallest: int) -> Any:
    """A random cell beside a random sandbar of at least ``smallest`` tiles, larger ones first; -1 if there is none."""
    view = blank_survey()
    n = find_groups(s, v, colour, view)
    for tiles in range(ISLAND - 1, smallest - 1, -1):
        begin = below(rng, n) if n > 0 else 0
        for i in range(n):
            g = (begin + i) % n
            ways = count(view.exits[g])
            if view.size[g] == tiles and ways > 0:
                return member(view.exits[g], below(rng, ways))
    return i64(-1)


@kernel
def member(words: Any, i: Any) -> Any:
    """The member of a set at index ``i`` in ascending order."""
    for w in range(len(words)):
        x = words[w]
        size = popcount(x)
        if i < size:
            for _ in range(i):
                x &= x - ONE
            return i64(w * 64) + lowest(x)
        i -= size
    return i64(-1)


FIT = Fit(measure, ahead, see)

"""How good a position looks: an evaluation, priors and a playout policy. Their weights are data: ``evaluation.json``.

A colour's tiles are surveyed group by group. Islands count for what they score; a sandbar counts as the part of an
island that it promises to become, by its size and by how many tiles could still join it; bridges that can be built
now count for the groups they would link. All weights were fitted to self-play by ``tools/fit_ponte_del_diavolo.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tablier.engine.bits import ONE, ZERO, add, count, has, lowest, popcount
from tablier.engine.kernel import kernel
from tablier.engine.rng import below, unit
from tablier.games.data import load
from tablier.games.ponte_del_diavolo.geometry import (
    AROUND,
    CELL_WORDS,
    CELLS,
    ENDS,
    ISLAND,
    MAX_CELLS,
    REACH,
    SIDES,
    SIZES,
    SLOT_WORDS,
    UNDER,
    USED_SLOT_WORDS,
)
from tablier.games.ponte_del_diavolo.rules import DARK, LIGHT, group, legal, pass_id, pool, seat_of, spread, variant


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by how much of the board is still open.

    ``knots`` are the open shares of the rows of ``value``; ``value`` and ``tile``, ``bridge`` name their columns.
    """

    knots: list[float]
    promise: list[list[float]]
    value_columns: list[str]
    value: list[list[float]]
    tile_columns: list[str]
    tile: list[list[float]]
    bridge_columns: list[str]
    bridge: list[list[float]]
    playout: dict[str, float]


DATA = load(__package__, "evaluation.json", Weights)
GROUPS = 48
"""More groups than a colour can have: it holds forty tiles."""
EXITS = 3
"""Ways to grow are counted up to this many."""

KNOTS = np.array(DATA.knots)
PROMISE = np.array(DATA.promise)
VALUE = np.array(DATA.value)
TILE = np.array(DATA.tile)
BRIDGE = np.array(DATA.bridge)
PLAYOUT_BRIDGE = DATA.playout["bridge"]
PLAYOUT_FINISH = DATA.playout["finish"]
PLAYOUT_EXTEND = DATA.playout["extend"]

VALUES = (
    "points islands promised linkable links"
    " one_0 one_1 one_2 one_3 two_0 two_1 two_2 two_3 three_0 three_1 three_2 three_3"
    " room fresh_room own_room calm_room bridges turn finish_now link_now fragile dark"
).split()
TILES_SEEN = (
    "finish extend_two extend_one hinder_three hinder_two hinder_one under_own under_other reach_island reach_sandbar"
    " corner closed_to_other ring_0 ring_1 ring_2 second"
).split()
BRIDGES_SEEN = ["any", "gain", "useless", "islands"]
F = len(VALUES)
RINGS = 3

RING = np.zeros((len(SIZES), MAX_CELLS), np.int8)
for _v, _size in enumerate(SIZES):
    for _cell in range(_size * _size):
        _row, _column = divmod(_cell, _size)
        RING[_v, _cell] = min(_row, _column, _size - 1 - _row, _size - 1 - _column, RINGS)


@kernel
def survey(s: Any, v: Any, colour: Any, label: Any, size: Any, exits: Any) -> Any:
    """Find the groups of a colour: number them in ``label`` by cell, write ``size`` and, in ``exits``, where they may grow.

    Returns their number.
    """
    n = np.int64(0)
    left = s.tiles[colour].copy()
    room = s.room[colour]
    for w in range(CELL_WORDS):
        while left[w] != ZERO:
            a, b, c, tiles = group(s.tiles[colour], v, w * 64 + lowest(left[w]))
            cells = (a, b, c)
            for i in range(CELL_WORDS):
                left[i] &= ~cells[i]
                x = cells[i]
                while x != ZERO:
                    label[i * 64 + lowest(x)] = n
                    x &= x - ONE
            size[n] = tiles
            a, b, c = spread(SIDES, v, cells)
            exits[n, 0] = a & room[0]
            exits[n, 1] = b & room[1]
            exits[n, 2] = c & room[2]
            n += 1
    return n


@kernel
def head(parent: Any, g: Any) -> Any:
    """The group that stands for all linked ones."""
    while parent[g] != g:
        g = np.int64(parent[g])
    return g


@kernel
def link(parent: Any, islands: Any, worth: Any, g: Any, h: Any) -> Any:
    """Join the networks of two groups; returns what that gains, 0 if they are one already."""
    g, h = head(parent, g), head(parent, h)
    if g == h:
        return 0.0
    gain = worth[g] * worth[h]
    parent[h] = g
    islands[g] += islands[h]
    worth[g] += worth[h]
    return gain


@kernel
def networks(s: Any, v: Any, colour: Any, label: Any, size: Any, exits: Any, n: Any, parent: Any, islands: Any, worth: Any) -> None:
    """Join the groups by the bridges that stand. ``islands`` and ``worth`` (with promises) are by network."""
    for g in range(n):
        parent[g] = g
        islands[g] = size[g] == ISLAND
        worth[g] = 1.0 if size[g] == ISLAND else PROMISE[size[g] - 1, min(EXITS, count(exits[g]))]
    for w in range(USED_SLOT_WORDS[v]):
        x = s.bridges[w]
        while x != ZERO:
            slot = w * 64 + lowest(x)
            x &= x - ONE
            a, b = np.int64(ENDS[v, slot, 0]), np.int64(ENDS[v, slot, 1])
            if has(s.tiles[colour], a):
                link(parent, islands, worth, np.int64(label[a]), np.int64(label[b]))


@kernel
def measure(s: Any, v: Any, colour: Any, out: Any) -> None:
    """Write what the evaluation sees of a colour, in the order of ``VALUES``."""
    label = np.empty(MAX_CELLS, np.int8)
    size = np.empty(GROUPS, np.int8)
    exits = np.empty((GROUPS, CELL_WORDS), np.uint64)
    parent = np.empty(GROUPS, np.int8)
    islands = np.empty(GROUPS, np.int64)
    worth = np.empty(GROUPS, np.float64)
    n = survey(s, v, colour, label, size, exits)
    networks(s, v, colour, label, size, exits, n, parent, islands, worth)
    out[:] = 0.0
    mine = np.int64(s.mover) == colour
    finishable = 0
    for g in range(n):
        if parent[g] == g:
            out[0] += islands[g] * (islands[g] + 1) / 2
            out[2] += worth[g] * (worth[g] + 1.0) / 2
        if size[g] == ISLAND:
            out[1] += 1.0
        else:
            ways = min(EXITS, count(exits[g]))
            out[5 + (EXITS + 1) * (size[g] - 1) + ways] += 1.0
            if size[g] == ISLAND - 1 and ways > 0:
                finishable += 1
                if ways == 1 and not mine:
                    out[25] += 1.0
    out[2] -= out[0]
    calm = (s.room[colour, 0], s.room[colour, 1], s.room[colour, 2])
    left = pool(s, v)
    best = 0.0
    for w in range(USED_SLOT_WORDS[v]):
        x = s.spans[colour, w]
        while x != ZERO:
            slot = w * 64 + lowest(x)
            x &= x - ONE
            under = UNDER[v, slot]
            calm = (calm[0] & ~under[0], calm[1] & ~under[1], calm[2] & ~under[2])
            if left > 0:
                gain = link(parent, islands, worth, np.int64(label[ENDS[v, slot, 0]]), np.int64(label[ENDS[v, slot, 1]]))
                if gain > 0.0:
                    left -= 1
                    out[3] += gain
                    out[4] += 1.0
                    best = max(best, gain)
    near = spread(AROUND, v, (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2]))
    room, other = s.room[colour], s.room[1 - colour]
    for w in range(CELL_WORDS):
        out[17] += 0.1 * popcount(room[w])
        out[18] += 0.1 * popcount(room[w] & ~near[w])
        out[19] += 0.1 * popcount(room[w] & ~other[w])
        out[20] += 0.1 * popcount(calm[w])
    x = s.bridges
    for w in range(USED_SLOT_WORDS[v]):
        bits = x[w]
        while bits != ZERO:
            if has(s.tiles[colour], np.int64(ENDS[v, w * 64 + lowest(bits), 0])):
                out[21] += 1.0
            bits &= bits - ONE
    if mine:
        out[22] = 0.5 if s.half != 0 else 1.0
        out[23] = min(finishable, 1 if s.half != 0 else 2)
        out[24] = 0.0 if s.half != 0 else best
    out[26] = colour


@kernel
def openness(s: Any, v: Any) -> Any:
    """The share of the board on which somebody may still lay a tile."""
    n = 0.0
    for w in range(CELL_WORDS):
        n += popcount(s.room[LIGHT, w] | s.room[DARK, w])
    return n / CELLS[v]


@kernel
def knot(u: Any) -> Any:
    """The row of weights below an openness, and how far it is to the next."""
    k = 0
    while k < len(KNOTS) - 2 and u > KNOTS[k + 1]:
        k += 1
    return k, min(1.0, (u - KNOTS[k]) / (KNOTS[k + 1] - KNOTS[k]))


@kernel
def evaluate(s: Any, out: Any) -> None:
    v = variant(s)
    light = np.empty(F)
    dark = np.empty(F)
    measure(s, v, LIGHT, light)
    measure(s, v, DARK, dark)
    k, t = knot(openness(s, v))
    z = 0.0
    for f in range(F):
        z += ((1.0 - t) * VALUE[k, f] + t * VALUE[k + 1, f]) * (light[f] - dark[f])
    p = 1.0 / (1.0 + np.exp(-z))
    out[seat_of(s, LIGHT)] = p
    out[seat_of(s, DARK)] = 1.0 - p


@kernel
def seen_tiles(s: Any, v: Any, colour: Any, masks: Any) -> None:
    """Write the sets of cells that matter to a tile of ``colour``: the columns of ``TILES_SEEN`` that are sets."""
    label = np.empty(MAX_CELLS, np.int8)
    size = np.empty(GROUPS, np.int8)
    exits = np.empty((GROUPS, CELL_WORDS), np.uint64)
    masks[:] = ZERO
    for side in range(2):
        who = colour if side == 0 else 1 - colour
        n = survey(s, v, who, label, size, exits)
        for g in range(n):
            if size[g] < ISLAND:
                row = 3 * side + ISLAND - 1 - size[g]
                for w in range(CELL_WORDS):
                    masks[row, w] |= exits[g, w]
            if side == 0:
                continue
        for w in range(USED_SLOT_WORDS[v]):
            x = s.spans[who, w]
            while x != ZERO:
                under = UNDER[v, w * 64 + lowest(x)]
                x &= x - ONE
                for i in range(CELL_WORDS):
                    masks[6 + side, i] |= under[i]
        if side == 0:
            for w in range(CELL_WORDS):
                x = s.tiles[who, w] & ~s.ends[w]
                while x != ZERO:
                    cell = w * 64 + lowest(x)
                    x &= x - ONE
                    row = 8 if size[label[cell]] == ISLAND else 9
                    for i in range(CELL_WORDS):
                        masks[row, i] |= REACH[v, cell, i]
    near = spread(AROUND, v, (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2]))
    beside = spread(SIDES, v, (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2]))
    for w in range(CELL_WORDS):
        masks[10, w] = near[w] & ~beside[w]
        masks[11, w] = ~s.room[1 - colour, w]


@kernel
def see_tile(s: Any, v: Any, masks: Any, cell: Any, out: Any) -> None:
    """Write what the priors see of a tile on ``cell``, in the order of ``TILES_SEEN``."""
    for f in range(12):
        out[f] = 1.0 if has(masks[f], cell) else 0.0
    ring = RING[v, cell]
    for r in range(RINGS):
        out[12 + r] = 1.0 if ring == r else 0.0
    out[15] = 1.0 if s.half != 0 and has(masks[0], cell) else 0.0


@kernel
def see_bridge(v: Any, label: Any, size: Any, parent: Any, worth: Any, slot: Any, out: Any) -> None:
    """Write what the priors see of a bridge, in the order of ``BRIDGES_SEEN``."""
    a, b = np.int64(label[ENDS[v, slot, 0]]), np.int64(label[ENDS[v, slot, 1]])
    g, h = head(parent, a), head(parent, b)
    out[0] = 1.0
    out[1] = worth[g] * worth[h] if g != h else 0.0
    out[2] = 1.0 if g == h else 0.0
    out[3] = 1.0 * (size[a] == ISLAND) + 1.0 * (size[b] == ISLAND)


@kernel
def see(s: Any, actions: Any, n: Any, out: Any) -> None:
    """What the priors see of actions: ``out[i]`` has the columns of ``TILES_SEEN``, then those of ``BRIDGES_SEEN``."""
    v = variant(s)
    colour = np.int64(s.mover)
    masks = np.empty((12, CELL_WORDS), np.uint64)
    seen_tiles(s, v, colour, masks)
    label = np.empty(MAX_CELLS, np.int8)
    size = np.empty(GROUPS, np.int8)
    exits = np.empty((GROUPS, CELL_WORDS), np.uint64)
    parent = np.empty(GROUPS, np.int8)
    islands = np.empty(GROUPS, np.int64)
    worth = np.empty(GROUPS, np.float64)
    if n > 0 and actions[n - 1] >= CELLS[v]:
        groups = survey(s, v, colour, label, size, exits)
        networks(s, v, colour, label, size, exits, groups, parent, islands, worth)
    tile_columns = TILE.shape[1]
    for i in range(n):
        out[i, :] = 0.0
        if actions[i] < CELLS[v]:
            see_tile(s, v, masks, np.int64(actions[i]), out[i])
        elif actions[i] < pass_id(v):
            see_bridge(v, label, size, parent, worth, np.int64(actions[i] - CELLS[v]), out[i, tile_columns:])


@kernel
def priors(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    seen = np.empty((n, TILE.shape[1] + BRIDGE.shape[1]))
    see(s, actions, n, seen)
    k, t = knot(openness(s, variant(s)))
    for i in range(n):
        z = 0.0
        for f in range(TILE.shape[1]):
            z += ((1.0 - t) * TILE[k, f] + t * TILE[k + 1, f]) * seen[i, f]
        for f in range(BRIDGE.shape[1]):
            z += ((1.0 - t) * BRIDGE[k, f] + t * BRIDGE[k + 1, f]) * seen[i, TILE.shape[1] + f]
        out[i] = np.exp(z)


@kernel
def playout(s: Any, seat: Any, rng: Any, out: Any) -> Any:
    """Build a bridge, finish an island or extend a sandbar, each with its own chance; else anything."""
    n = legal(s, seat, out)
    v = variant(s)
    tiles = n
    while tiles > 0 and out[tiles - 1] >= CELLS[v]:
        tiles -= 1
    if n > tiles and unit(rng) < PLAYOUT_BRIDGE:
        return np.int64(out[tiles + below(rng, n - tiles)])
    roll = unit(rng)
    if tiles > 0 and roll < PLAYOUT_FINISH:
        chosen = some_exit(s, v, np.int64(s.mover), rng, ISLAND - 1 if roll >= PLAYOUT_EXTEND else 2)
        if chosen >= 0 and is_listed(out, tiles, chosen):
            return chosen
    return np.int64(out[below(rng, n)])


@kernel
def some_exit(s: Any, v: Any, colour: Any, rng: Any, smallest: Any) -> Any:
    """A random cell beside a random sandbar of at least ``smallest`` tiles, larger ones first; -1 if there is none."""
    label = np.empty(MAX_CELLS, np.int8)
    size = np.empty(GROUPS, np.int8)
    exits = np.empty((GROUPS, CELL_WORDS), np.uint64)
    n = survey(s, v, colour, label, size, exits)
    for tiles in range(ISLAND - 1, smallest - 1, -1):
        begin = below(rng, n) if n > 0 else 0
        for i in range(n):
            g = (begin + i) % n
            ways = count(exits[g])
            if size[g] == tiles and ways > 0:
                return member(exits[g], below(rng, ways))
    return np.int64(-1)


@kernel
def member(words: Any, i: Any) -> Any:
    """The member of a set at index ``i`` in ascending order."""
    for w in range(len(words)):
        x = words[w]
        size = popcount(x)
        if i < size:
            for _ in range(i):
                x &= x - ONE
            return np.int64(w * 64) + lowest(x)
        i -= size
    return np.int64(-1)


@kernel
def is_listed(actions: Any, n: Any, action: Any) -> Any:
    """Is it among the first ``n`` actions?"""
    for i in range(n):
        if actions[i] == action:
            return True
    return False

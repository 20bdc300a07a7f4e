"""How good a position looks: an evaluation, priors and a playout policy. Their weights are data: ``evaluation.json``.

A colour's tiles are surveyed group by group. Islands count for what they score; a sandbar counts as the part of an
island that it promises to become, by its size and by how many tiles could still join it; bridges that can be built
now count for the groups they would link. All weights were fitted to self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.catalogue.data import load, require, require_tables
from tablier.engine.bits import ONE, ZERO, count, has, i64, lowest, popcount
from tablier.engine.fitted import Fit, knot, odds, sums, weight
from tablier.engine.kernel import kernel
from tablier.engine.rng import below, unit
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND, SIZES
from tablier.games.ponte_del_diavolo.rules import group, legal, pool, seat_of, spread, variant
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, State
from tablier.games.ponte_del_diavolo.tables import (
    AROUND,
    CELLS,
    ENDS,
    FIRST_BRIDGE,
    MAX_CELLS,
    PASS,
    REACH,
    SIDES,
    UNDER,
    USED_SLOT_WORDS,
)

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
EXITS = 3
"""Ways to grow are counted up to this many."""


class Playout(msgspec.Struct, forbid_unknown_fields=True):
    """How often the policy builds a bridge, finishes an island, extends a sandbar, where it could."""

    bridge: Share
    finish: Share
    extend: Share


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by how much of the board is still open.

    ``knots`` are the open shares of the rows of ``value``, ``tile`` and ``bridge``; ``promise`` is by size of a
    sandbar, then by its exits.
    """

    knots: list[float]
    promise: list[list[float]]
    value_columns: list[str]
    value: list[list[float]]
    tile_columns: list[str]
    tile: list[list[float]]
    bridge_columns: list[str]
    bridge: list[list[float]]
    playout: Playout

    def __post_init__(self) -> None:
        """Check that the tables fit together.

        Raises:
            ValueError: they do not; the message names the field.
        """
        require_tables(self, value=26, tile=16, bridge=4)
        fits = [len(row) for row in self.promise] == [EXITS + 1] * (ISLAND - 1)
        require(fits, "promise", f"it takes {ISLAND - 1} rows, one for each size of a sandbar, of {EXITS + 1} numbers")


DATA = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(DATA.knots)
PROMISE = np.array(DATA.promise)
VALUE = np.array(DATA.value)
TILE = np.array(DATA.tile)
BRIDGE = np.array(DATA.bridge)
PRIOR = np.concatenate([TILE, BRIDGE], 1)
PLAYOUT_BRIDGE, PLAYOUT_FINISH, PLAYOUT_EXTEND = msgspec.structs.astuple(DATA.playout)

# columns of VALUE; SANDBARS is the first of twelve: by size, then by exits
POINTS, ISLANDS, PROMISED, LINKABLE, LINKS, SANDBARS = range(6)
ROOM, FRESH_ROOM, CALM_ROOM, BUILT, TURN, FINISH_NOW, LINK_NOW, FRAGILE, IS_DARK = range(17, 26)
# columns of TILE: the first twelve are sets of cells
FINISH, HINDER, UNDER_SPANS, REACH_ISLAND, REACH_SANDBAR, CORNER, CLOSED, RING_0, SECOND = 0, 3, 6, 8, 9, 10, 11, 12, 15
SETS = 12
# columns of BRIDGE
ANY, GAIN, USELESS, ON_ISLANDS = range(4)

GROUPS = 48
"""More groups than a colour can have: it holds forty tiles."""
RINGS = 3

RING = np.zeros((len(SIZES), MAX_CELLS), np.int8)
"""How far a cell is from the edge, counted up to RINGS."""
for _v, _size in enumerate(SIZES):
    for _cell in range(_size * _size):
        _row, _column = divmod(_cell, _size)
        RING[_v, _cell] = min(_row, _column, _size - 1 - _row, _size - 1 - _column, RINGS)


class Survey(NamedTuple):
    """The groups of a colour, numbered: by cell, their sizes, where each may grow, and the networks that they form.

    ``parent`` leads to the group that stands for a network; there ``islands`` counts, ``worth`` counts with promises.
    """

    label: NDArray[np.int8]
    size: NDArray[np.int8]
    exits: NDArray[np.uint64]
    parent: NDArray[np.int8]
    islands: NDArray[np.int64]
    worth: NDArray[np.float64]


@kernel
def blank_survey() -> Any:
    """Working memory for a survey."""
    return Survey(
        np.empty(MAX_CELLS, np.int8),
        np.empty(GROUPS, np.int8),
        np.empty((GROUPS, CELL_WORDS), np.uint64),
        np.empty(GROUPS, np.int8),
        np.empty(GROUPS, np.int64),
        np.empty(GROUPS, np.float64),
    )


@kernel
def find_groups(s: State, v: int, colour: int, view: Any) -> Any:
    """Fill ``label``, ``size`` and ``exits`` of a survey; returns the number of groups."""
    n = i64(0)
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
                    view.label[i * 64 + lowest(x)] = n
                    x &= x - ONE
            view.size[n] = tiles
            beside = spread(SIDES, v, cells)
            for i in range(CELL_WORDS):
                view.exits[n, i] = beside[i] & room[i]
            n += 1
    return n


@kernel
def find_networks(s: State, v: int, colour: int, view: Any) -> Any:
    """Make a survey: find the groups and join them by the bridges that stand. Returns the number of groups."""
    n = find_groups(s, v, colour, view)
    for g in range(n):
        view.parent[g] = g
        island = view.size[g] == ISLAND
        view.islands[g] = island
        view.worth[g] = 1.0 if island else PROMISE[view.size[g] - 1, min(EXITS, count(view.exits[g]))]
    for w in range(USED_SLOT_WORDS[v]):
        x = s.bridges[w]
        while x != ZERO:
            slot = w * 64 + lowest(x)
            x &= x - ONE
            if has(s.tiles[colour], i64(ENDS[v, slot, 0])):
                link(view, v, slot)
    return n


@kernel
def head(view: Any, cell: int) -> Any:
    """The group that stands for the network of a tile."""
    g = i64(view.label[cell])
    while view.parent[g] != g:
        g = i64(view.parent[g])
    return g


@kernel
def link(view: Any, v: int, slot: int) -> Any:
    """Join the networks at the ends of a slot; returns the points that this promises, 0 if they are one already."""
    gain = promised_by(view, v, slot)
    g, h = head(view, ENDS[v, slot, 0]), head(view, ENDS[v, slot, 1])
    if g != h:
        view.parent[h] = g
        view.islands[g] += view.islands[h]
        view.worth[g] += view.worth[h]
    return gain


@kernel
def promised_by(view: Any, v: int, slot: int) -> Any:
    """The points that a bridge promises by joining two networks, 0 if they are one."""
    g, h = head(view, ENDS[v, slot, 0]), head(view, ENDS[v, slot, 1])
    return view.worth[g] * view.worth[h] if g != h else 0.0


@kernel
def measure(s: State, out: Any) -> None:
    """Write what the evaluation sees of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    for colour in range(2):
        measure_colour(s, variant(s), colour, out[seat_of(s, colour)])


@kernel
def measure_colour(s: State, v: int, colour: int, out: Any) -> None:
    """Write what the evaluation sees of a colour: the columns of ``VALUE``."""
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
    """Count points, promises and sandbars; returns how many sandbars lack one tile and can have it."""
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
    """Join networks by the bridges that could be built now, while the pool lasts; returns the best gain of one."""
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
    """What the best bridge that could be built now promises."""
    best = 0.0
    for w in range(USED_SLOT_WORDS[v]):
        x = s.spans[colour, w]
        while x != ZERO:
            best = max(best, promised_by(view, v, w * 64 + lowest(x)))
            x &= x - ONE
    return best


@kernel
def measure_room(s: State, v: int, colour: int, out: Any) -> None:
    """Count in tens of cells: all room, that away from own tiles, that under no own span."""
    near = spread(AROUND, v, (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2]))
    below = np.zeros(CELL_WORDS, np.uint64)
    add_below(s, v, colour, below)
    for w in range(CELL_WORDS):
        room = s.room[colour, w]
        out[ROOM] += 0.1 * popcount(room)
        out[FRESH_ROOM] += 0.1 * popcount(room & ~near[w])
        out[CALM_ROOM] += 0.1 * popcount(room & ~below[w])


@kernel
def add_below(s: State, v: int, colour: int, out: Any) -> None:
    """Add the cells under the bridges that a colour could build now."""
    for w in range(USED_SLOT_WORDS[v]):
        x = s.spans[colour, w]
        while x != ZERO:
            under = UNDER[v, w * 64 + lowest(x)]
            x &= x - ONE
            for i in range(CELL_WORDS):
                out[i] |= under[i]


@kernel
def ahead(s: State) -> Any:
    """Return the share of the board on which either colour may still lay a tile."""
    n = i64(0)
    for w in range(CELL_WORDS):
        n += popcount(s.room[LIGHT, w] | s.room[DARK, w])
    return n / CELLS[variant(s)]


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
def find_sets(s: State, v: int, colour: int, sets: Any) -> None:
    """Write the sets of cells that matter to a tile of ``colour``: the first columns of ``TILE``."""
    sets[:] = ZERO
    view = blank_survey()
    add_exits(s, v, 1 - colour, view, sets[HINDER:])
    add_below(s, v, 1 - colour, sets[UNDER_SPANS + 1])
    add_exits(s, v, colour, view, sets[FINISH:])
    add_below(s, v, colour, sets[UNDER_SPANS])
    add_reach(s, v, colour, view, sets)
    tiles = (s.tiles[colour, 0], s.tiles[colour, 1], s.tiles[colour, 2])
    near, beside = spread(AROUND, v, tiles), spread(SIDES, v, tiles)
    for w in range(CELL_WORDS):
        sets[CORNER, w] = near[w] & ~beside[w]
        sets[CLOSED, w] = ~s.room[1 - colour, w]


@kernel
def add_exits(s: State, v: int, colour: int, view: Any, out: Any) -> None:
    """Add where sandbars of three, two and one may grow: three sets. Fills the groups of ``view``."""
    for g in range(find_groups(s, v, colour, view)):
        if view.size[g] < ISLAND:
            for w in range(CELL_WORDS):
                out[ISLAND - 1 - view.size[g], w] |= view.exits[g, w]


@kernel
def add_reach(s: State, v: int, colour: int, view: Any, out: Any) -> None:
    """Add the cells at the distance of a bridge from a tile that carries none, of an island or of a sandbar."""
    for w in range(CELL_WORDS):
        x = s.tiles[colour, w] & ~s.ends[w]
        while x != ZERO:
            cell = w * 64 + lowest(x)
            x &= x - ONE
            row = REACH_ISLAND if view.size[view.label[cell]] == ISLAND else REACH_SANDBAR
            for i in range(CELL_WORDS):
                out[row, i] |= REACH[v, cell, i]


@kernel
def see(s: State, actions: Any, n: int, out: Any) -> None:
    """What the priors see of actions: ``out[i]`` has the columns of ``PRIOR``."""
    v = variant(s)
    colour = i64(s.mover)
    sets = np.empty((SETS, CELL_WORDS), np.uint64)
    find_sets(s, v, colour, sets)
    view = blank_survey()
    if n > 0 and actions[n - 1] >= FIRST_BRIDGE[v]:
        find_networks(s, v, colour, view)
    out[:n, :] = 0.0
    for i in range(n):
        if actions[i] < FIRST_BRIDGE[v]:
            see_tile(s, v, sets, i64(actions[i]), out[i])
        elif actions[i] < PASS[v]:
            see_bridge(v, view, i64(actions[i] - FIRST_BRIDGE[v]), out[i, TILE.shape[1] :])


@kernel
def see_tile(s: State, v: int, sets: Any, cell: int, out: Any) -> None:
    """Write what the priors see of a tile on ``cell``."""
    for f in range(SETS):
        out[f] = 1.0 if has(sets[f], cell) else 0.0
    if RING[v, cell] < RINGS:
        out[RING_0 + RING[v, cell]] = 1.0
    out[SECOND] = 1.0 if s.half != 0 and has(sets[FINISH], cell) else 0.0


@kernel
def see_bridge(v: int, view: Any, slot: int, out: Any) -> None:
    """Write what the priors see of a bridge."""
    a, b = ENDS[v, slot, 0], ENDS[v, slot, 1]
    out[ANY] = 1.0
    out[GAIN] = promised_by(view, v, slot)
    out[USELESS] = 1.0 if head(view, a) == head(view, b) else 0.0
    out[ON_ISLANDS] = 1.0 * (view.size[view.label[a]] == ISLAND) + 1.0 * (view.size[view.label[b]] == ISLAND)


@kernel
def priors(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """See :func:`tablier.engine.protocol.priors`."""
    seen = np.empty((n, PRIOR.shape[1]))
    see(s, actions, n, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(PRIOR, k, t, seen, n, out)
    odds(out, n)


@kernel
def rollout_policy(s: State, seat: int, rng: Any, out: Any) -> Any:
    """Build a bridge, finish an island or extend a sandbar, each with its own chance; else play anything."""
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

"""Priors for the search: how promising a tile or a bridge looks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, has, i64, lowest
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import exp_inplace, knot, sums
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND, SIZES
from tablier.games.ponte_del_diavolo.groups import spread
from tablier.games.ponte_del_diavolo.rules import variant
from tablier.games.ponte_del_diavolo.state import State
from tablier.games.ponte_del_diavolo.survey import (
    add_below,
    ahead,
    blank_survey,
    find_groups,
    find_networks,
    head,
    promised_by,
)
from tablier.games.ponte_del_diavolo.tables import (
    AROUND,
    ENDS,
    FIRST_BRIDGE,
    MAX_CELLS,
    PASS,
    REACH,
    SIDES,
)
from tablier.games.ponte_del_diavolo.weights import (
    ANY,
    CLOSED,
    CORNER,
    FINISH,
    GAIN,
    HINDER,
    KNOTS,
    ON_ISLANDS,
    PRIOR,
    REACH_ISLAND,
    REACH_SANDBAR,
    RING_0,
    SECOND,
    SETS,
    TILE,
    UNDER_SPANS,
    USELESS,
)

RINGS = 3
RING = np.zeros((len(SIZES), MAX_CELLS), np.int8)
"""The distance of a cell from the edge, at most RINGS."""
for _v, _size in enumerate(SIZES):
    for _cell in range(_size * _size):
        _row, _column = divmod(_cell, _size)
        RING[_v, _cell] = min(_row, _column, _size - 1 - _row, _size - 1 - _column, RINGS)


@kernel
def find_sets(s: State, v: int, colour: int, sets: Any) -> None:
    """Write the sets of cells that are features of a tile of ``colour``: the first columns of ``TILE``."""
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
    """Add three sets: the cells where sandbars of three, two and one may grow. Fills the groups of ``view``."""
    for g in range(find_groups(s, v, colour, view)):
        if view.size[g] < ISLAND:
            for w in range(CELL_WORDS):
                out[ISLAND - 1 - view.size[g], w] |= view.exits[g, w]


@kernel
def add_reach(s: State, v: int, colour: int, view: Any, out: Any) -> None:
    """Add two sets: the cells at a bridge's distance from a free tile of an island, and of a sandbar."""
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
    """Write the features of actions: ``out[i]`` has the columns of ``PRIOR``."""
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
    """Write the features of a tile on ``cell``."""
    for f in range(SETS):
        out[f] = 1.0 if has(sets[f], cell) else 0.0
    if RING[v, cell] < RINGS:
        out[RING_0 + RING[v, cell]] = 1.0
    out[SECOND] = 1.0 if s.half != 0 and has(sets[FINISH], cell) else 0.0


@kernel
def see_bridge(v: int, view: Any, slot: int, out: Any) -> None:
    """Write the features of a bridge."""
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
    exp_inplace(out, n)

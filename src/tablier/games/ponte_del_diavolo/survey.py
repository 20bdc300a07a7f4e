"""A survey of a colour: its groups, where they can grow, and the networks that bridges make of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import ONE, ZERO, count, has, i64, lowest, popcount
from tablier.engine.kernel import kernel
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND
from tablier.games.ponte_del_diavolo.groups import group, spread
from tablier.games.ponte_del_diavolo.rules import variant
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, State
from tablier.games.ponte_del_diavolo.tables import (
    CELLS,
    ENDS,
    MAX_CELLS,
    SIDES,
    UNDER,
    USED_SLOT_WORDS,
)
from tablier.games.ponte_del_diavolo.weights import EXITS, PROMISE

GROUPS = 48
"""An upper bound of the groups of a colour, which has forty tiles."""


class Survey(NamedTuple):
    """The groups of a colour, and the networks that they form.

    Attributes:
        label: the number of the group by cell.
        size: the tiles of each group.
        exits: the cells where each group may grow.
        parent: a group of the same network; the root of a network is its own parent.
        islands: the islands of the network, at its root.
        worth: the islands, and the parts of islands that sandbars promise, at the root.
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
    left = np.copy(s.tiles[colour])
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
    """Fill a survey: find the groups and join them by the bridges on the board. Returns the number of groups."""
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
    """The root of the network of a tile."""
    g = i64(view.label[cell])
    while view.parent[g] != g:
        g = i64(view.parent[g])
    return g


@kernel
def link(view: Any, v: int, slot: int) -> Any:
    """Join the networks at the ends of a slot; returns the points that this promises."""
    gain = promised_by(view, v, slot)
    g, h = head(view, ENDS[v, slot, 0]), head(view, ENDS[v, slot, 1])
    if g != h:
        view.parent[h] = g
        view.islands[g] += view.islands[h]
        view.worth[g] += view.worth[h]
    return gain


@kernel
def promised_by(view: Any, v: int, slot: int) -> Any:
    """The points that a bridge promises by joining two networks; 0 if it joins a network to itself."""
    g, h = head(view, ENDS[v, slot, 0]), head(view, ENDS[v, slot, 1])
    return view.worth[g] * view.worth[h] if g != h else 0.0


@kernel
def add_below(s: State, v: int, colour: int, out: Any) -> None:
    """Add the cells under the bridges that a colour can build now."""
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

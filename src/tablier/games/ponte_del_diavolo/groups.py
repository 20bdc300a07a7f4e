"""Groups of tiles, and the room that they leave to their own colour.

Sets of cells are three words, in a tuple or a field of the state. A group is called an island if it has four tiles and
a sandbar if it has fewer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, add, count, has, i64, lowest
from tablier.engine.bitset192 import difference, first, intersection, nonempty, single, size, union, words
from tablier.engine.kernel import kernel
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND
from tablier.games.ponte_del_diavolo.state import State
from tablier.games.ponte_del_diavolo.tables import (
    AROUND,
    ENDS,
    SIDES,
    USED_SLOT_WORDS,
)


@kernel
def spread(near: Any, v: int, cells: Any) -> Any:
    """The union of the neighbours, by the table ``near``, of a set of cells."""
    a, b, c = ZERO, ZERO, ZERO
    for w in range(CELL_WORDS):
        x = cells[w]
        while x != ZERO:
            cell = np.uint64(w * 64) | np.uint64(lowest(x))  # unsigned: no check for a negative index
            x &= x - ONE
            a |= near[v, cell, 0]
            b |= near[v, cell, 1]
            c |= near[v, cell, 2]
    return a, b, c


@kernel
def group(tiles: Any, v: int, cell: int) -> Any:
    """The group of a tile on ``cell``, which may be hypothetical: three words, and the number of tiles.

    The search stops as soon as there are more tiles than an island has.
    """
    a, b, c = single(cell)
    n = i64(1)
    near = SIDES[v, cell]
    edge = (near[0] & tiles[0], near[1] & tiles[1], near[2] & tiles[2])
    new = size(edge)
    while new != 0:
        a |= edge[0]
        b |= edge[1]
        c |= edge[2]
        n += new
        if n > ISLAND:
            break
        x, y, z = spread(SIDES, v, edge)
        edge = (x & tiles[0] & ~a, y & tiles[1] & ~b, z & tiles[2] & ~c)
        new = size(edge)
    return a, b, c, n


@kernel
def fits(tiles: Any, v: int, cell: int) -> bool:
    """Would a tile here follow PONTE-4.2 and PONTE-4.3, given that it touches no island?"""
    a, b, c, n = group(tiles, v, cell)
    if n != ISLAND:
        return n < ISLAND
    return not nonempty(intersection(spread(AROUND, v, (a, b, c)), difference(tiles, (a, b, c))))


@kernel
def close_room(tiles: Any, room: Any, v: int, cell: int) -> Any:
    """The room of a colour after a new tile of it on ``cell``."""
    a, b, c, n = group(tiles, v, cell)
    own = (a, b, c)
    near = spread(AROUND, v, own)
    if n == ISLAND:  # PONTE-4.3: nothing may touch an island
        return difference(room, near)
    # A cell can only close if a tile there joins this sandbar, touches it, or joins a sandbar that touches it.
    others = difference(tiles, own)
    touching = intersection(near, others)
    crowded = nonempty(touching)
    while nonempty(touching):
        a, b, c, _ = group(tiles, v, first(touching))
        touching = difference(touching, (a, b, c))
        near = union(near, spread(SIDES, v, (a, b, c)))
    suspects = intersection(near, room)
    while nonempty(suspects):
        suspect = first(suspects)
        suspects = difference(suspects, single(suspect))
        if n + 1 == ISLAND and nonempty(intersection(words(SIDES[v, suspect]), own)):
            closed = crowded or nonempty(intersection(words(AROUND[v, suspect]), others))
        else:  # without another tile beside it, a tile here makes at most a sandbar
            closed = nonempty(intersection(words(SIDES[v, suspect]), others)) and not fits(tiles, v, suspect)
        if closed:
            room = difference(room, single(suspect))
    return room


@kernel
def islands(s: State, v: int, colour: int, out: Any) -> int:
    """Write the set of all tiles of islands into ``out``; returns the number of islands (PONTE-4.1)."""
    out[:] = ZERO
    n = i64(0)
    for w in range(CELL_WORDS):
        x = s.tiles[colour, w] & ~out[w]
        while x != ZERO:
            a, b, c, tiles = group(s.tiles[colour], v, w * 64 + lowest(x))
            x &= ~(a, b, c)[w]
            if tiles == ISLAND:
                out[0] |= a
                out[1] |= b
                out[2] |= c
                n += 1
    return n


@kernel
def linked(s: State, v: int, colour: int, cell: int, out: Any) -> None:
    """Write into ``out`` all tiles linked to the one on ``cell`` by sides and bridges (PONTE-7.2)."""
    out[:] = ZERO
    add(out, cell)
    grown = i64(0)
    n = i64(1)
    while grown < n:
        grown = n
        x, y, z = spread(SIDES, v, (out[0], out[1], out[2]))
        t = s.tiles[colour]
        out[0] |= x & t[0]
        out[1] |= y & t[1]
        out[2] |= z & t[2]
        for w in range(USED_SLOT_WORDS[v]):
            slots = s.bridges[w]
            while slots != ZERO:
                slot = w * 64 + lowest(slots)
                slots &= slots - ONE
                a, b = i64(ENDS[v, slot, 0]), i64(ENDS[v, slot, 1])
                if has(out, a) != has(out, b):
                    add(out, a)
                    add(out, b)
        n = count(out)

"""The rules of Ponte del Diavolo, to be read beside the rulebook. Sets of cells and of bridge slots are bit sets.

A tile or a bridge never leaves the board, so the room for tiles only shrinks. The state keeps it: ``room`` (cells
where a colour may lay a tile) and ``spans`` (slots where a colour may build now) follow from tiles and bridges and are
updated around each new tile or bridge.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, add, bit, count, has, i64, lowest, popcount, write
from tablier.engine.kernel import kernel
from tablier.engine.triples import NOTHING, both, either, first, single, size, some, without, words
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND, SIZES
from tablier.games.ponte_del_diavolo.state import CHOICE, DARK, DARK_OPENS, LIGHT, LIGHT_OPENS, OPEN_PLAY, State
from tablier.games.ponte_del_diavolo.tables import (
    AROUND,
    BRIDGES,
    CELLS,
    ENDS,
    EVERYWHERE,
    FIRST_BRIDGE,
    OVER,
    PASS,
    REACH,
    SHUT,
    SIDES,
    SLOT,
    SLOTS,
    SWAP,
    TILES,
    UNDER,
    USED_SLOT_WORDS,
)

DARK_PASSED, LAST_TURN = 1, 2
FIRST_SIZE = SIZES[0]
SIZE_STEP = SIZES[1] - SIZES[0]
# A tile takes room from fewer cells than this: at most 13 around its own sandbar of three, and six more beside each of
# at most five sandbars that touch it diagonally (two of the eight cells beside those lie around the first).
ALWAYS_ENOUGH = 46


@kernel
def variant(s: State) -> int:
    """Index of the board in the tables."""
    return (i64(s.board) - FIRST_SIZE) // SIZE_STEP


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    v = options[0]
    s.board = FIRST_SIZE + SIZE_STEP * v
    for colour in range(2):
        for w in range(CELL_WORDS):
            s.room[colour, w] = EVERYWHERE[v, w]


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def movers(s: State) -> int:
    if s.over != 0:
        return i64(0)
    return i64(1) << seat_of(s, s.mover)


@kernel
def seat_of(s: State, colour: int) -> int:
    """The seat that plays a colour."""
    return i64(s.light) ^ i64(colour)


@kernel
def hand(s: State, v: int, colour: int) -> int:
    """Tiles that a colour still holds (PONTE-1.2)."""
    return TILES[v] - count(s.tiles[colour])


@kernel
def pool(s: State, v: int) -> int:
    """Bridges left for both (PONTE-1.3)."""
    return BRIDGES[v] - count(s.bridges)


@kernel
def legal(s: State, seat: int, out: Any) -> int:
    v = variant(s)
    colour = i64(s.mover)
    if s.over != 0 or seat != seat_of(s, colour):
        return 0
    if s.half != 0:
        return write(s.room[colour], 0, out, 0)
    n = first_tiles(s, v, colour, out)
    stuck = n == 0
    if s.opening == OPEN_PLAY:
        if pool(s, v) > 0:
            n = write(s.spans[colour], FIRST_BRIDGE[v], out, n)
        if stuck:  # PONTE-6.1
            out[n] = PASS[v]
            n += 1
    elif s.opening == CHOICE:
        out[n] = SWAP[v]
        n += 1
    return n


@kernel
def first_tiles(s: State, v: int, colour: int, out: Any) -> int:
    """List the cells where a first tile leaves room for a second (PONTE-3.3).

    Two tiles may be laid together or not, in whatever order. So one trial tile settles every cell that it leaves
    open; only the cells that it closes are tried in their turn.
    """
    room = s.room[colour]
    if hand(s, v, colour) < 2:
        return 0
    if count(room) >= ALWAYS_ENOUGH:
        return write(room, 0, out, 0)
    tiles, room = words(s.tiles[colour]), words(room)
    unknown, good = room, NOTHING
    while some(unknown):
        trial = single(first(unknown))
        left = close_room(either(tiles, trial), without(room, trial), v, first(trial))
        if some(left):
            good = either(good, either(trial, left))
        unknown = without(without(unknown, trial), left)
    return write(good, 0, out, 0)


@kernel
def first_of(words: Any) -> int:
    """The lowest member of a set, -1 if it is empty."""
    for w in range(len(words)):
        if words[w] != ZERO:
            return i64(w * 64) + lowest(words[w])
    return i64(-1)


@kernel
def apply(s: State, seat: int, action: int) -> None:
    v = variant(s)
    colour = i64(s.mover)
    if action < FIRST_BRIDGE[v]:
        lay(s, v, colour, action)
        if s.half == 0:
            s.half = 1
            if s.opening == CHOICE:  # to lay a dark tile is to keep the colours
                s.opening = DARK_OPENS
            return
        if s.opening != OPEN_PLAY:
            s.opening = CHOICE if s.opening == LIGHT_OPENS else OPEN_PLAY
    elif action < PASS[v]:
        build(s, v, action - FIRST_BRIDGE[v])
    elif action == PASS[v]:
        if colour == DARK and s.last == 0:
            s.over = DARK_PASSED
            return
        if colour == LIGHT:
            s.last = 1
    else:
        s.light = 1 - s.light
        s.opening = DARK_OPENS
        return
    if s.last != 0 and colour == DARK:
        s.over = LAST_TURN
        return
    s.half = 0
    s.mover = 1 - colour


@kernel
def lay(s: State, v: int, colour: int, cell: int) -> None:
    """Put a tile on a cell and take away the room and the spans that it costs."""
    add(s.tiles[colour], cell)
    keep = ~bit(cell)
    s.room[LIGHT, cell >> 6] &= keep
    s.room[DARK, cell >> 6] &= keep
    for w in range(USED_SLOT_WORDS[v]):  # PONTE-5.4
        s.spans[LIGHT, w] &= ~OVER[v, cell, w]
        s.spans[DARK, w] &= ~OVER[v, cell, w]
    open_spans(s, v, colour, cell)
    x, y, z = close_room(words(s.tiles[colour]), words(s.room[colour]), v, cell)
    s.room[colour, 0], s.room[colour, 1], s.room[colour, 2] = x, y, z


@kernel
def open_spans(s: State, v: int, colour: int, cell: int) -> None:
    """Note where a new tile makes bridges possible: the other end, no tile under it, no bridge across it."""
    for w in range(CELL_WORDS):
        x = REACH[v, cell, w] & s.tiles[colour, w] & ~s.ends[w]
        while x != ZERO:
            other = w * 64 + lowest(x)
            x &= x - ONE
            slot = i64(SLOT[v, cell, other])
            if free_below(s, v, slot) and not crosses(s, v, slot):
                add(s.spans[colour], slot)


@kernel
def free_below(s: State, v: int, slot: int) -> bool:
    """Is there no tile under this slot?"""
    for w in range(CELL_WORDS):
        if (s.tiles[LIGHT, w] | s.tiles[DARK, w]) & UNDER[v, slot, w] != ZERO:
            return False
    return True


@kernel
def crosses(s: State, v: int, slot: int) -> bool:
    """Does a bridge on the board rule this slot out (PONTE-5.3, PONTE-5.6)?"""
    for w in range(USED_SLOT_WORDS[v]):
        if s.bridges[w] & SHUT[v, slot, w] != ZERO:
            return True
    return False


@kernel
def build(s: State, v: int, slot: int) -> None:
    """Put a bridge on a slot; cells under it and slots across it are closed for both colours."""
    add(s.bridges, slot)
    add(s.ends, i64(ENDS[v, slot, 0]))
    add(s.ends, i64(ENDS[v, slot, 1]))
    for w in range(USED_SLOT_WORDS[v]):
        s.spans[LIGHT, w] &= ~SHUT[v, slot, w]
        s.spans[DARK, w] &= ~SHUT[v, slot, w]
    for w in range(CELL_WORDS):  # PONTE-5.5
        s.room[LIGHT, w] &= ~UNDER[v, slot, w]
        s.room[DARK, w] &= ~UNDER[v, slot, w]


@kernel
def spread(near: Any, v: int, cells: Any) -> Any:
    """The union of the neighbours, by the table ``near``, of a set given as a tuple of words."""
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
    """The tiles joined by sides to one on ``cell``, be it there or not: three words, and their number.

    Growth stops as soon as there are more than an island holds.
    """
    a = bit(cell) if cell < 64 else ZERO
    b = bit(cell) if 64 <= cell < 128 else ZERO
    c = bit(cell) if cell >= 128 else ZERO
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
    """Would a tile here keep to PONTE-4.2 and PONTE-4.3, given that it touches no finished island?"""
    a, b, c, n = group(tiles, v, cell)
    if n != ISLAND:
        return n < ISLAND
    return not some(both(spread(AROUND, v, (a, b, c)), without(tiles, (a, b, c))))


@kernel
def close_room(tiles: Any, room: Any, v: int, cell: int) -> Any:
    """The room that a new tile on ``cell`` leaves to its own colour."""
    a, b, c, n = group(tiles, v, cell)
    own = (a, b, c)
    near = spread(AROUND, v, own)
    if n == ISLAND:  # PONTE-4.3: nothing may touch an island
        return without(room, near)
    # Only a tile that joins this sandbar, touches it, or joins a sandbar that touches it can have become too much.
    others = without(tiles, own)
    touching = both(near, others)
    crowded = some(touching)
    while some(touching):
        a, b, c, _ = group(tiles, v, first(touching))
        touching = without(touching, (a, b, c))
        near = either(near, spread(SIDES, v, (a, b, c)))
    suspects = both(near, room)
    while some(suspects):
        suspect = first(suspects)
        suspects = without(suspects, single(suspect))
        if n + 1 == ISLAND and some(both(words(SIDES[v, suspect]), own)):
            closed = crowded or some(both(words(AROUND[v, suspect]), others))
        else:  # beside no other tile it makes a sandbar at most
            closed = some(both(words(SIDES[v, suspect]), others)) and not fits(tiles, v, suspect)
        if closed:
            room = without(room, single(suspect))
    return room


@kernel
def islands(s: State, v: int, colour: int, out: Any) -> int:
    """Write the set of tiles that belong to islands into ``out``; returns the number of islands (PONTE-4.1)."""
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


@kernel
def points(s: State, v: int, colour: int) -> int:
    """Points of a colour: n linked islands are worth n(n+1)/2 (PONTE-7.1)."""
    island = np.empty(CELL_WORDS, np.uint64)
    network = np.empty(CELL_WORDS, np.uint64)
    islands(s, v, colour, island)
    total = i64(0)
    at = first_of(island)
    while at >= 0:
        linked(s, v, colour, at, network)
        tiles = i64(0)
        for w in range(CELL_WORDS):
            tiles += popcount(island[w] & network[w])
            island[w] &= ~network[w]
        n = tiles // ISLAND
        total += n * (n + 1) // 2
        at = first_of(island)
    return total


@kernel
def bridges_of(s: State, v: int, colour: int) -> int:
    """Number of bridges that a colour has built."""
    n = i64(0)
    for w in range(CELL_WORDS):
        n += popcount(s.ends[w] & s.tiles[colour, w])
    return n // 2


@kernel
def scores(s: State, out: Any) -> None:
    v = variant(s)
    for colour in range(2):
        out[seat_of(s, colour)] = points(s, v, colour)


@kernel
def ranks(s: State, out: Any) -> None:
    v = variant(s)
    island = np.empty(CELL_WORDS, np.uint64)
    lead = points(s, v, LIGHT) - points(s, v, DARK)
    if lead == 0:  # PONTE-7.3
        lead = islands(s, v, LIGHT, island) - islands(s, v, DARK, island)
    if lead == 0:  # PONTE-7.4
        lead = bridges_of(s, v, LIGHT) - bridges_of(s, v, DARK)
    out[seat_of(s, LIGHT)] = 1 if lead < 0 else 0
    out[seat_of(s, DARK)] = 1 if lead > 0 else 0


@kernel
def end_reason(s: State) -> int:
    return i64(s.over)


@kernel
def rebuild(s: Any) -> int:
    """Recompute the derived fields (``ends``, ``room``, ``spans``) from tiles and bridges."""
    v = variant(s)
    tiles, bridges = s.tiles.copy(), s.bridges.copy()
    s.tiles[:, :] = ZERO
    s.spans[:, :] = ZERO
    s.bridges[:] = ZERO
    s.ends[:] = ZERO
    for colour in range(2):
        s.room[colour, :] = EVERYWHERE[v]
    for colour in range(2):
        for cell in range(CELLS[v]):
            if has(tiles[colour], cell):
                lay(s, v, i64(colour), i64(cell))
    for slot in range(SLOTS[v]):
        if has(bridges, slot):
            build(s, v, i64(slot))
    return 0

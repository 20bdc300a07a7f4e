"""The rules of Ponte del Diavolo, to be read beside the rulebook. Sets of cells and of bridge slots are bit sets.

Tiles and bridges never leave the board, so the room for tiles only shrinks. The state keeps it: ``room`` (cells where a
colour may lay a tile) and ``spans`` (slots where a colour may build now) are derived from tiles and bridges and
updated around each new tile or bridge.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, add, bit, count, has, i64, lowest, popcount, write
from tablier.engine.bitset192 import EMPTY, difference, first, nonempty, single, union, words
from tablier.engine.kernel import kernel
from tablier.games.ponte_del_diavolo.geometry import CELL_WORDS, ISLAND, SIZES
from tablier.games.ponte_del_diavolo.groups import close_room, islands, linked
from tablier.games.ponte_del_diavolo.state import CHOICE, DARK, DARK_OPENS, LIGHT, LIGHT_OPENS, OPEN_PLAY, State
from tablier.games.ponte_del_diavolo.tables import (
    BRIDGES,
    CELLS,
    ENDS,
    EVERYWHERE,
    FIRST_BRIDGE,
    OVER,
    PASS,
    REACH,
    SHUT,
    SLOT,
    SLOTS,
    SWAP,
    TILES,
    UNDER,
    USED_SLOT_WORDS,
)

DARK_PASSED, LAST_TURN = 1, 2
SIZE = np.array(SIZES, np.int64)
VARIANT = np.zeros(max(SIZES) + 1, np.int64)
VARIANT[SIZE] = np.arange(len(SIZES))
# A tile closes fewer cells than this: at most 13 around its own sandbar of three, and six beside each of at most five
# sandbars that touch it diagonally (two of the eight cells beside each of those lie around the first sandbar).
ALWAYS_ENOUGH = 46


@kernel
def variant(s: State) -> int:
    """Index of the board in the tables."""
    return i64(VARIANT[s.board])


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    v = options[0]
    s.board = SIZE[v]
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
    """The tiles left to a colour (PONTE-1.2)."""
    return TILES[v] - count(s.tiles[colour])


@kernel
def pool(s: State, v: int) -> int:
    """The bridges left to both colours (PONTE-1.3)."""
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

    Whether two tiles may be laid together does not depend on their order. So one trial tile decides every cell that it
    leaves open; only the cells that it closes are tried later.
    """
    room = s.room[colour]
    if hand(s, v, colour) < 2:
        return 0
    if count(room) >= ALWAYS_ENOUGH:
        return write(room, 0, out, 0)
    tiles, room = words(s.tiles[colour]), words(room)
    unknown, good = room, EMPTY
    while nonempty(unknown):
        trial = single(first(unknown))
        left = close_room(union(tiles, trial), difference(room, trial), v, first(trial))
        if nonempty(left):
            good = union(good, union(trial, left))
        unknown = difference(difference(unknown, trial), left)
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
            if s.opening == CHOICE:  # laying a dark tile keeps the colours
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
    """Put a tile on a cell and update room and spans."""
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
    """Add the slots that a new tile opens: a free tile at the other end, no tile below, no bridge across."""
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
    """Does a bridge on the board exclude this slot (PONTE-5.3, PONTE-5.6)?"""
    for w in range(USED_SLOT_WORDS[v]):
        if s.bridges[w] & SHUT[v, slot, w] != ZERO:
            return True
    return False


@kernel
def build(s: State, v: int, slot: int) -> None:
    """Put a bridge on a slot; this closes the cells below and the slots across for both colours."""
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
    """The number of bridges of a colour."""
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

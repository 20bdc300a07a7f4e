"""The rules of On Top, to be read beside the rulebook. Sets of cells, positions and points are masks.

A turn is two plies: chance draws a kind of tile from the bag, and the seat lays it. Where the order of several
intersections completed by it could matter, further plies of the same seat name the next one to be scored.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.seats import CHANCE
from tablier.engine.bits import ONE, ZERO, add, bit, discard, empty, has, i64, lowest, u64, write_word
from tablier.engine.kernel import kernel
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.geometry import CELLS, COLOURS, KINDS, PAWNS, POINTS, POSITIONS, TRIANGLES, WORDS
from tablier.games.on_top.scoring import look_for_last_pawns, merit, penalty, scarce, score
from tablier.games.on_top.state import (
    AFTER_TILE,
    BAG,
    CHOSEN,
    FULL,
    State,
)
from tablier.games.on_top.tables import (
    ALL_CELLS,
    ALL_POSITIONS,
    AROUND,
    BESIDE,
    COPIES,
    CORNERS,
    COVERING,
    KIND,
    PAIR,
    SIDES,
    STARTS,
    TIPS,
)

SCORE = ACTIONS["score"]


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    s.board, start, s.golden, s.last_pawn, s.order = options[0], options[1], options[2], options[3], options[4]
    s.teams = options[5] if seats == COLOURS else 0
    s.seats = seats
    for c in range(COLOURS):
        s.pawns[c] = PAWNS - 1 if c < seats else PAWNS  # TOP-1.5, TOP-2.2
    for k in range(KINDS):
        s.bag[k] = COPIES[k]
    begin(s, STARTS[s.board, start])


@kernel
def begin(s: State, start: Any) -> None:
    """Lay the start triangles on the empty board (TOP-2.1, TOP-8.3)."""
    s.triangles = TRIANGLES
    for w in range(WORDS):
        s.free[w] = ALL_CELLS[s.board, w]
        s.room[w] = ALL_POSITIONS[s.board, w]
    for cell in range(CELLS):
        if has(start, cell):
            close(s, cell)
    for cell in range(CELLS):
        if is_hole(s, cell):
            close(s, cell)
    for point in range(POINTS):
        if not empty(AROUND[s.board, point]) and surrounded(s, point):
            s.done |= bit(point)


@kernel
def seats(s: State) -> Any:
    return i64(s.seats)


@kernel
def movers(s: State) -> Any:
    if s.over != 0:
        return i64(0)
    if s.drawn == 0 and s.pending == ZERO:
        return i64(1) << CHANCE
    return i64(1) << i64(s.mover)


@kernel
def legal(s: State, seat: int, out: Any) -> Any:
    if movers(s) != i64(1) << seat:
        return i64(0)
    if seat == CHANCE:
        return list_kinds(s, out)
    if s.pending != ZERO:
        return list_points(s, out)
    return list_places(s, out)


@kernel
def list_kinds(s: State, out: Any) -> Any:
    """List the kinds of tile in the bag."""
    n = i64(0)
    for k in range(KINDS):
        if s.bag[k] > 0:
            out[n] = k
            n += 1
    return n


@kernel
def list_points(s: State, out: Any) -> Any:
    """List the intersections that may be scored next (TOP-5.12)."""
    return write_word(u64(s.pending), SCORE, out, i64(0))


@kernel
def list_places(s: State, out: Any) -> Any:
    """List the places of a tile, each twice (TOP-3.4 to TOP-3.6)."""
    n = i64(0)
    for w in range(WORDS):
        x = s.room[w] & s.reach[w]
        while x != ZERO:
            first = 2 * (64 * w + lowest(x))
            out[n] = first
            out[n + 1] = first + 1
            x &= x - ONE
            n += 2
    return n


@kernel
def chance_weights(s: State, out: Any) -> Any:
    n = i64(0)
    for k in range(KINDS):
        if s.bag[k] > 0:
            out[n] = s.bag[k]
            n += 1
    return n


@kernel
def apply(s: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.bag[action] -= 1
        s.drawn = 1 + action
        return
    if action < SCORE:
        lay(s, action >> 1, i64(s.drawn) - 1, action & 1)
        s.drawn = 0
    else:
        score(s, action - SCORE)
    score_pending(s)


@kernel
def lay(s: State, position: int, kind: int, turn: int) -> None:
    """Lay a tile, close new holes, and mark completed intersections as pending."""
    board = i64(s.board)
    s.tiles[position] = 1 + 2 * kind + turn
    for k in range(4):  # acute corners are worth one sixth of a circle, obtuse ones two
        s.parts[CORNERS[board, position, k], KIND[kind, (k + 2 * turn) & 3]] += 1 + (k & 1)
    cover(s, PAIR[board, position, 0])
    cover(s, PAIR[board, position, 1])
    touched = TIPS[board, PAIR[board, position, 0]] | TIPS[board, PAIR[board, position, 1]]
    for i in range(4):
        cell = SIDES[board, position, i]
        if cell >= 0 and is_hole(s, cell):
            close(s, cell)
            touched |= TIPS[board, cell]
    touched &= ~u64(s.done)
    while touched != ZERO:
        point = lowest(touched)
        touched &= touched - ONE
        if surrounded(s, point):
            s.pending |= bit(point)


@kernel
def cover(s: State, cell: int) -> None:
    """Remove a cell from the free cells."""
    discard(s.free, cell)
    for w in range(WORDS):
        s.room[w] &= ~COVERING[s.board, cell, w]
        s.reach[w] |= BESIDE[s.board, cell, w]


@kernel
def close(s: State, cell: int) -> None:
    """Put a black triangle on a cell; it is closed even if none is left (TOP-4.1, TOP-4.3)."""
    cover(s, cell)
    if s.triangles > 0:
        s.triangles -= 1
        add(s.black, cell)


@kernel
def is_hole(s: State, cell: int) -> Any:
    """Is a cell free, and no cell beside it?"""
    if not has(s.free, cell):
        return False
    for w in range(WORDS):
        if s.room[w] & COVERING[s.board, cell, w] != ZERO:
            return False
    return True


@kernel
def surrounded(s: State, point: int) -> Any:
    """Is no cell around a point free?"""
    for w in range(WORDS):
        if s.free[w] & AROUND[s.board, point, w] != ZERO:
            return False
    return True


@kernel
def score_pending(s: State) -> None:
    """Score completed intersections until a seat must choose the order; then end the game or the turn."""
    while s.pending != ZERO:
        if s.order == CHOSEN and s.pending & (s.pending - ONE) != ZERO and scarce(s):
            return
        score(s, lowest(u64(s.pending)))
    if s.over == 0:
        if s.last_pawn == AFTER_TILE:
            look_for_last_pawns(s)
        if s.over == 0:
            end_turn(s)


@kernel
def end_turn(s: State) -> None:
    """End the game if room or tiles have run out (TOP-7.1, TOP-7.8); else the next seat is to move."""
    if empty(s.room):
        s.over = FULL
        return
    tiles = i64(0)
    for k in range(KINDS):
        tiles += s.bag[k]
    if tiles == 0:
        s.over = BAG
        return
    s.mover += 1
    if s.mover == s.seats:
        s.mover = 0


@kernel
def scores(s: State, out: Any) -> None:
    for seat in range(i64(s.seats)):
        out[seat] = s.points[seat] - penalty(s, seat)


@kernel
def ranks(s: State, out: Any) -> None:
    sides = i64(2) if s.teams != 0 else i64(s.seats)
    for seat in range(i64(s.seats)):
        mine = merit(s, seat % sides, sides)
        out[seat] = 0
        for side in range(sides):
            if merit(s, side, sides) > mine:
                out[seat] += 1


@kernel
def end_reason(s: State) -> Any:
    return i64(s.over)


@kernel
def begin_from(s: State, cells: Any) -> int:
    """Restart with black triangles on these cells."""
    for w in range(WORDS):
        s.black[w] = ZERO
        s.reach[w] = ZERO
    s.done = 0
    black = np.zeros(WORDS, np.uint64)
    for i in range(len(cells)):
        add(black, cells[i])
    begin(s, black)
    return 0


@kernel
def lay_tile(s: State, position: int, kind: int, turn: int) -> int:
    """:func:`lay` as a query."""
    lay(s, position, kind, turn)
    return 0


@kernel
def score_point(s: State, point: int) -> int:
    """:func:`score` as a query."""
    score(s, point)
    return 0


@kernel
def rebuild(s: State) -> int:
    """Recompute the derived fields ``room``, ``reach`` and ``parts`` from the cells and the tiles."""
    board = i64(s.board)
    for w in range(WORDS):
        s.room[w] = ALL_POSITIONS[board, w]
        s.reach[w] = ZERO
    for point in range(POINTS):
        for colour in range(COLOURS):
            s.parts[point, colour] = 0
    for cell in range(CELLS):
        if has(ALL_CELLS[board], cell) and not has(s.free, cell):
            for w in range(WORDS):
                s.room[w] &= ~COVERING[board, cell, w]
                s.reach[w] |= BESIDE[board, cell, w]
    for position in range(POSITIONS):
        if s.tiles[position] != 0:
            tile = i64(s.tiles[position]) - 1
            for k in range(4):
                s.parts[CORNERS[board, position, k], KIND[tile // 2, (k + 2 * (tile % 2)) & 3]] += 1 + (k & 1)
    return 0

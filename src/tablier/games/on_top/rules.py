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
from tablier.games.on_top.state import (
    AFTER_PLACING,
    AFTER_TILE,
    BAG,
    CHOSEN,
    FULL,
    LAST_PAWN,
    NEUTRAL,
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
    GOLDEN,
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
    """List the kinds of which there is a tile in the bag."""
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
    settle(s)


@kernel
def lay(s: State, position: int, kind: int, turn: int) -> None:
    """Lay a tile, close the holes that arise, and note the intersections that are completed."""
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
    """A cell is no longer free."""
    discard(s.free, cell)
    for w in range(WORDS):
        s.room[w] &= ~COVERING[s.board, cell, w]
        s.reach[w] |= BESIDE[s.board, cell, w]


@kernel
def close(s: State, cell: int) -> None:
    """Put a black triangle on a cell; without one it is closed all the same (TOP-4.1, TOP-4.3)."""
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
def settle(s: State) -> None:
    """Score what is completed, as far as nobody has to be asked; then end the game or the turn."""
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
    """The end of the game for want of room or tiles (TOP-7.1, TOP-7.8), or the next seat."""
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
def standing(s: State, point: int) -> Any:
    """Who places a pawn: the one colour with the most parts (-1 if there is none), and those behind it as a set."""
    best = second = i64(0)
    for c in range(COLOURS):
        n = i64(s.parts[point, c])
        if n > best:
            best, second = n, best
        elif second < n < best:
            second = n
    leader, behind, leaders = i64(-1), i64(0), 0
    for c in range(COLOURS):
        n = i64(s.parts[point, c])
        if n == best:
            leader = i64(c)
            leaders += 1
        elif n == second and n > 0:
            behind |= i64(1) << c
    if leaders > 1:  # TOP-5.5; no colour at all ties them all
        return i64(-1), i64(0)
    return leader, behind


@kernel
def scarce(s: State) -> Any:
    """Could a colour run out of pawns at the pending points, so that their order matters?"""
    due = (i64(0), i64(0), i64(0), i64(0))
    x = u64(s.pending)
    while x != ZERO:
        leader, behind = standing(s, lowest(x))
        x &= x - ONE
        if leader >= 0:
            behind |= i64(1) << leader
            due = (
                due[0] + (behind & 1),
                due[1] + (behind >> 1 & 1),
                due[2] + (behind >> 2 & 1),
                due[3] + (behind >> 3),
            )
    for c in range(COLOURS):
        if due[c] > 0 and s.pawns[c] <= due[c]:
            return True
    return False


@kernel
def score(s: State, point: int) -> None:
    """Place the pawns of a completed intersection, and move a marker (TOP-5, TOP-6)."""
    s.done |= bit(point)
    s.pending &= ~bit(point)
    leader, behind = standing(s, point)
    if leader < 0:
        return
    height = i64(0)
    for c in range(COLOURS):
        if behind >> c & 1 != 0 and s.pawns[c] > 0:
            s.pawns[c] -= 1
            s.below[c] |= bit(point)
            height += 1
    if s.last_pawn == AFTER_PLACING and look_for_last_pawns(s):
        return
    if s.pawns[leader] > 0:
        s.pawns[leader] -= 1
        s.top[leader] |= bit(point)
        if leader < s.seats:
            golden = GOLDEN[s.board, s.golden] & bit(point) != ZERO
            s.points[leader] += 2 * (height + 1) if golden else height + 1
    if s.last_pawn != AFTER_TILE:
        look_for_last_pawns(s)


@kernel
def look_for_last_pawns(s: State) -> Any:
    """End the game if a colour has no pawn left, a player's before a neutral one (TOP-7.4, TOP-7.7)."""
    for c in range(COLOURS):
        if s.pawns[c] == 0:
            s.over = LAST_PAWN if c < s.seats else NEUTRAL
            s.pending = ZERO
            return True
    return False


@kernel
def penalty(s: State, seat: int) -> Any:
    """What a seat loses for the pawns that it has left (TOP-7.2); nothing when the last pawn has won."""
    return i64(s.pawns[seat]) if s.over != 0 and s.over != LAST_PAWN else i64(0)


@kernel
def scores(s: State, out: Any) -> None:
    for seat in range(i64(s.seats)):
        out[seat] = s.points[seat] - penalty(s, seat)


@kernel
def has_won(s: State, seat: int) -> Any:
    """Has a seat won by its last pawn? Among several the one ahead on the score track wins (TOP-7.4, TOP-7.6)."""
    if s.over != LAST_PAWN or s.pawns[seat] != 0:
        return False
    for other in range(i64(s.seats)):
        if s.pawns[other] == 0 and s.points[other] > s.points[seat]:
            return False
    return True


@kernel
def merit(s: State, side: Any, sides: Any) -> Any:
    """What places a side, a seat or a team (TOP-8.1): a victory by the last pawn, then points, then few pawns left."""
    points = pawns = i64(0)
    for seat in range(side, i64(s.seats), sides):
        if has_won(s, seat):
            return True, i64(0), i64(0)
        points += s.points[seat] - penalty(s, seat)
        pawns += s.pawns[seat]
    return False, points, -pawns


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
    """Begin again, with black triangles on these cells."""
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

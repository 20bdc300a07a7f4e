"""The rules of On Top, to be read beside the rulebook. Sets of cells, positions and points are masks.

A turn is two plies: chance draws a kind of tile from the bag, and the seat lays it. Where the order of several
intersections completed by it could matter, further plies of the same seat name the next one to be scored.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, add, bit, discard, empty, has, lowest, write_word
from tablier.engine.kernel import kernel
from tablier.engine.protocol import CHANCE
from tablier.games.on_top.geometry import (
    ALL_CELLS,
    ALL_POSITIONS,
    AROUND,
    BESIDE,
    BOARDS,
    CELLS,
    COLOURS,
    COPIES,
    CORNERS,
    COVERING,
    GOLDEN,
    KIND,
    KINDS,
    PAIR,
    PAWNS,
    POINTS,
    POSITIONS,
    SIDES,
    STARTS,
    TIPS,
    TRIANGLES,
    WORDS,
)

# Action ids: a position, twice (the tile with turn 0 or 1), then a point to be scored next. Outcomes of chance: kinds.
SCORE = 2 * POSITIONS
ACTIONS = SCORE + POINTS

FULL, LAST_PAWN, NEUTRAL, BAG = 1, 2, 3, 4  # why the game ended
AFTER_PLACING, AFTER_POINT, AFTER_TILE = 0, 1, 2  # the values of the option ``last_pawn``
CHOSEN = 0  # the value of the option ``order`` by which the player chooses


def action_count(options: Sequence[int]) -> int:
    """Number of action ids."""
    return ACTIONS


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.board, start, s.golden, s.last_pawn, s.order = options[0], options[1], options[2], options[3], options[4]
    s.teams = options[5] if seats == COLOURS else 0
    s.seats = seats
    for c in range(COLOURS):
        s.pawns[c] = PAWNS - 1 if c < seats else PAWNS  # TOP-1.5, TOP-2.2
    for k in range(KINDS):
        s.bag[k] = COPIES[k]
    begin(s, STARTS[s.board, start])


@kernel
def begin(s: Any, start: Any) -> None:
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
def seats(s: Any) -> Any:
    return np.int64(s.seats)


@kernel
def movers(s: Any) -> Any:
    if s.over != 0:
        return np.int64(0)
    if s.drawn == 0 and s.pending == ZERO:
        return np.int64(1) << CHANCE
    return np.int64(1) << np.int64(s.mover)


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    if movers(s) != np.int64(1) << seat:
        return np.int64(0)
    if seat == CHANCE:
        return list_kinds(s, out)
    if s.pending != ZERO:
        return list_points(s, out)
    return list_places(s, out)


@kernel
def list_kinds(s: Any, out: Any) -> Any:
    """List the kinds of which there is a tile in the bag."""
    n = np.int64(0)
    for k in range(KINDS):
        if s.bag[k] > 0:
            out[n] = k
            n += 1
    return n


@kernel
def list_points(s: Any, out: Any) -> Any:
    """List the intersections that may be scored next (TOP-5.12)."""
    return write_word(np.uint64(s.pending), SCORE, out, np.int64(0))


@kernel
def list_places(s: Any, out: Any) -> Any:
    """List the places of a tile, each twice (TOP-3.4 to TOP-3.6)."""
    n = np.int64(0)
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
def chance_weights(s: Any, out: Any) -> Any:
    n = np.int64(0)
    for k in range(KINDS):
        if s.bag[k] > 0:
            out[n] = s.bag[k]
            n += 1
    return n


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    if seat == CHANCE:
        s.bag[action] -= 1
        s.drawn = 1 + action
        return
    if action < SCORE:
        lay(s, action >> 1, np.int64(s.drawn) - 1, action & 1)
        s.drawn = 0
    else:
        score(s, action - SCORE)
    settle(s)


@kernel
def lay(s: Any, position: Any, kind: Any, turn: Any) -> None:
    """Lay a tile, close the holes that arise, and note the intersections that are completed."""
    board = np.int64(s.board)
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
    touched &= ~np.uint64(s.done)
    while touched != ZERO:
        point = lowest(touched)
        touched &= touched - ONE
        if surrounded(s, point):
            s.pending |= bit(point)


@kernel
def cover(s: Any, cell: Any) -> None:
    """A cell is no longer free."""
    discard(s.free, cell)
    for w in range(WORDS):
        s.room[w] &= ~COVERING[s.board, cell, w]
        s.reach[w] |= BESIDE[s.board, cell, w]


@kernel
def close(s: Any, cell: Any) -> None:
    """Put a black triangle on a cell; without one it is closed all the same (TOP-4.1, TOP-4.3)."""
    cover(s, cell)
    if s.triangles > 0:
        s.triangles -= 1
        add(s.black, cell)


@kernel
def is_hole(s: Any, cell: Any) -> Any:
    """Is a cell free, and no cell beside it?"""
    if not has(s.free, cell):
        return False
    for w in range(WORDS):
        if s.room[w] & COVERING[s.board, cell, w] != ZERO:
            return False
    return True


@kernel
def surrounded(s: Any, point: Any) -> Any:
    """Is no cell around a point free?"""
    for w in range(WORDS):
        if s.free[w] & AROUND[s.board, point, w] != ZERO:
            return False
    return True


@kernel
def settle(s: Any) -> None:
    """Score what is completed, as far as nobody has to be asked; then end the game or the turn."""
    while s.pending != ZERO:
        if s.order == CHOSEN and s.pending & (s.pending - ONE) != ZERO and scarce(s):
            return
        score(s, lowest(np.uint64(s.pending)))
    if s.over == 0:
        if s.last_pawn == AFTER_TILE:
            look_for_last_pawns(s)
        if s.over == 0:
            end_turn(s)


@kernel
def end_turn(s: Any) -> None:
    """The end of the game for want of room or tiles (TOP-7.1, TOP-7.8), or the next seat."""
    if empty(s.room):
        s.over = FULL
        return
    tiles = np.int64(0)
    for k in range(KINDS):
        tiles += s.bag[k]
    if tiles == 0:
        s.over = BAG
        return
    s.mover += 1
    if s.mover == s.seats:
        s.mover = 0


@kernel
def standing(s: Any, point: Any) -> Any:
    """Who places a pawn: the one colour with the most parts (-1 if there is none), and those behind it as a set."""
    best = second = np.int64(0)
    for c in range(COLOURS):
        n = np.int64(s.parts[point, c])
        if n > best:
            best, second = n, best
        elif second < n < best:
            second = n
    leader, behind, leaders = np.int64(-1), np.int64(0), 0
    for c in range(COLOURS):
        n = np.int64(s.parts[point, c])
        if n == best:
            leader = np.int64(c)
            leaders += 1
        elif n == second and n > 0:
            behind |= np.int64(1) << c
    if leaders > 1:  # TOP-5.5; no colour at all ties them all
        return np.int64(-1), np.int64(0)
    return leader, behind


@kernel
def scarce(s: Any) -> Any:
    """Could a colour run out of pawns at the pending points, so that their order matters?"""
    due = (np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    x = np.uint64(s.pending)
    while x != ZERO:
        leader, behind = standing(s, lowest(x))
        x &= x - ONE
        if leader >= 0:
            behind |= np.int64(1) << leader
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
def score(s: Any, point: Any) -> None:
    """Place the pawns of a completed intersection, and move a marker (TOP-5, TOP-6)."""
    s.done |= bit(point)
    s.pending &= ~bit(point)
    leader, behind = standing(s, point)
    if leader < 0:
        return
    height = np.int64(0)
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
def look_for_last_pawns(s: Any) -> Any:
    """End the game if a colour has no pawn left, a player's before a neutral one (TOP-7.4, TOP-7.7)."""
    for c in range(COLOURS):
        if s.pawns[c] == 0:
            s.over = LAST_PAWN if c < s.seats else NEUTRAL
            s.pending = ZERO
            return True
    return False


@kernel
def penalty(s: Any, seat: Any) -> Any:
    """What a seat loses for the pawns that it has left (TOP-7.2); nothing when the last pawn has won."""
    return np.int64(s.pawns[seat]) if s.over != 0 and s.over != LAST_PAWN else np.int64(0)


@kernel
def scores(s: Any, out: Any) -> None:
    for seat in range(np.int64(s.seats)):
        out[seat] = s.points[seat] - penalty(s, seat)


@kernel
def has_won(s: Any, seat: Any) -> Any:
    """Has a seat won by its last pawn? Among several the one ahead on the score track wins (TOP-7.4, TOP-7.6)."""
    if s.over != LAST_PAWN or s.pawns[seat] != 0:
        return False
    for other in range(np.int64(s.seats)):
        if s.pawns[other] == 0 and s.points[other] > s.points[seat]:
            return False
    return True


@kernel
def merit(s: Any, side: Any, sides: Any) -> Any:
    """What places a side, a seat or a team (TOP-8.1): a victory by the last pawn, then points, then few pawns left."""
    points = pawns = np.int64(0)
    for seat in range(side, np.int64(s.seats), sides):
        if has_won(s, seat):
            return True, np.int64(0), np.int64(0)
        points += s.points[seat] - penalty(s, seat)
        pawns += s.pawns[seat]
    return False, points, -pawns


@kernel
def ranks(s: Any, out: Any) -> None:
    sides = np.int64(2) if s.teams != 0 else np.int64(s.seats)
    for seat in range(np.int64(s.seats)):
        mine = merit(s, seat % sides, sides)
        out[seat] = 0
        for side in range(sides):
            if merit(s, side, sides) > mine:
                out[seat] += 1


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.over)


def why(s: Any, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal. Plain Python."""
    if s.over:
        return 709
    if seat != s.mover:
        return 302
    if s.pending:
        return 0 if action >= SCORE and int(s.pending) >> (action - SCORE) & 1 else 512
    if not s.drawn:
        return 301
    if action >= SCORE:
        return 303
    position = action // 2
    if position >= len(BOARDS[s.board].positions):
        return 304
    if not has(s.room, np.int64(position)):
        return 304
    return 0 if has(s.reach, np.int64(position)) else 305


def rebuild(s: Any) -> None:
    """Recompute the derived fields ``room``, ``reach`` and ``parts`` from the cells and the tiles. Plain Python."""
    s.room, s.reach, s.parts = ALL_POSITIONS[s.board], 0, 0
    for cell in range(len(BOARDS[s.board].cells)):
        if not has(s.free, np.int64(cell)):
            for w in range(WORDS):
                s.room[w] &= ~COVERING[s.board, cell, w]
                s.reach[w] |= BESIDE[s.board, cell, w]
    for position, tile in enumerate(s.tiles):
        if tile:
            kind, turn = divmod(int(tile) - 1, 2)
            for k in range(4):
                s.parts[CORNERS[s.board, position, k], KIND[kind, (k + 2 * turn) & 3]] += 1 + (k & 1)

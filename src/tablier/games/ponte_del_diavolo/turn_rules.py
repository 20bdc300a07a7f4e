"""The rules of Ponte del Diavolo on small boards, with a whole turn as one action.

A position is one between turns, after the choice of colours; seat 0 plays light. The functions of the protocol are
documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, write_word
from tablier.engine.kernel import kernel
from tablier.games.ponte_del_diavolo import rules
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, State
from tablier.games.ponte_del_diavolo.turn_bounds import slots_between, tally
from tablier.games.ponte_del_diavolo.turn_state import (
    CELLS,
    FIRST_BRIDGE,
    PASS,
    SLOT_WORDS,
    SMALL,
    SYMMETRIES,
    TurnState,
)
from tablier.games.ponte_del_diavolo.turn_tables import (
    ALL,
    BRIDGE_KEYS,
    ENDS,
    EVERY_SLOT,
    OVER,
    SHUT,
    TILE_KEYS,
    TURN_KEYS,
    UNDER,
)
from tablier.games.ponte_del_diavolo.turn_tiles import close_room


@kernel
def setup(s: TurnState, seats: int, options: Any) -> None:
    s.board = options[0]
    v = i64(s.board)
    s.room[LIGHT] = s.room[DARK] = ALL[v]
    for w in range(SLOT_WORDS):
        s.free[w] = EVERY_SLOT[v, w]


@kernel
def seats(s: TurnState) -> int:
    return 2


@kernel
def movers(s: TurnState) -> int:
    return i64(0) if s.over != 0 else i64(1) << i64(s.mover)


@kernel
def legal(s: TurnState, seat: int, out: Any) -> int:
    if s.over != 0 or seat != s.mover:
        return 0
    v = i64(s.board)
    n = write_pairs(v, s.tiles[seat], s.room[seat], out)
    stuck = n == 0
    for w in range(SLOT_WORDS):
        n = write_word(slots_between(s, v, s.tiles[seat] & ~s.ends, w), FIRST_BRIDGE + 64 * w, out, n)
    if stuck:  # PONTE-6.1
        out[n] = PASS
        n += 1
    return n


@kernel
def write_pairs(v: Any, tiles: Any, room: Any, out: Any) -> Any:
    """Write the actions of all pairs of tiles; returns their number (PONTE-3.3)."""
    n, left = i64(0), room
    while left != ZERO:
        cell = lowest(left)
        left &= left - ONE
        n = write_word(close_room(v, tiles | bit(cell), room, cell) & left, cell * CELLS, out, n)
    return n


@kernel
def apply(s: TurnState, seat: int, action: int) -> None:
    v = i64(s.board)
    if action < FIRST_BRIDGE:
        lay(s, v, seat, action // CELLS)
        lay(s, v, seat, action % CELLS)
    elif action < PASS:
        build(s, v, action - FIRST_BRIDGE)
    elif seat == LIGHT:
        s.last = 1
    elif s.last == 0:
        s.over = rules.DARK_PASSED
        return
    if s.last != 0 and seat == DARK:
        s.over = rules.LAST_TURN
        return
    s.mover = 1 - seat


@kernel
def lay(s: TurnState, v: Any, colour: Any, cell: Any) -> None:
    """Put a tile on a cell."""
    s.tiles[colour] |= bit(cell)
    for c in range(2):
        s.room[c] &= ~bit(cell)
    for w in range(SLOT_WORDS):  # PONTE-5.4
        s.free[w] &= ~OVER[v, cell, w]
    for k in range(SYMMETRIES):
        s.keys[k] ^= TILE_KEYS[v, colour, cell, k]
    s.room[colour] = close_room(v, s.tiles[colour], s.room[colour], cell)


@kernel
def build(s: TurnState, v: Any, slot: Any) -> None:
    """Put a bridge on a slot; this excludes the cells below and the slots across for both colours."""
    s.bridges[slot >> i64(6)] |= bit(slot)
    s.ends |= bit(ENDS[v, slot, 0]) | bit(ENDS[v, slot, 1])
    for c in range(2):  # PONTE-5.5
        s.room[c] &= ~UNDER[v, slot]
    for w in range(SLOT_WORDS):
        s.free[w] &= ~SHUT[v, slot, w]
    for k in range(SYMMETRIES):
        s.keys[k] ^= BRIDGE_KEYS[v, slot, k]


@kernel
def scores(s: TurnState, out: Any) -> None:
    for colour in range(2):
        out[colour] = tally(s, i64(s.board), i64(colour)) // 10_000


@kernel
def ranks(s: TurnState, out: Any) -> None:
    v = i64(s.board)
    lead = tally(s, v, i64(LIGHT)) - tally(s, v, i64(DARK))
    out[LIGHT] = 1 if lead < 0 else 0
    out[DARK] = 1 if lead > 0 else 0


@kernel
def end_reason(s: TurnState) -> int:
    return i64(s.over)


@kernel
def key(s: TurnState) -> int:
    least = s.keys[0]
    for k in range(1, SYMMETRIES):
        least = min(least, s.keys[k])
    return least ^ TURN_KEYS[i64(s.mover), i64(s.last)]


@kernel
def convert(s: State, t: TurnState) -> None:
    """Write a position between turns into a blank record, as if the colours had been chosen."""
    v = i64(0)
    while SMALL[v] != s.board:
        v += 1
    setup(t, 2, np.array([v]))
    for colour in range(2):
        x = s.tiles[colour, 0]
        while x != ZERO:
            lay(t, v, i64(colour), lowest(x))
            x &= x - ONE
    for w in range(SLOT_WORDS):
        x = s.bridges[w]
        while x != ZERO:
            build(t, v, 64 * w + lowest(x))
            x &= x - ONE
    t.mover, t.last = s.mover, s.last

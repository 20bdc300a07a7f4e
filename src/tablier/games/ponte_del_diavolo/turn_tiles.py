"""Tiles of one colour on small boards: groups, and the room that they leave. Sets of cells are one word."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import ONE, ZERO, bit, lowest, popcount
from tablier.engine.kernel import kernel
from tablier.games.ponte_del_diavolo.geometry import ISLAND
from tablier.games.ponte_del_diavolo.turn_tables import ALL, INNER, SIDE


@kernel
def beside(v: Any, cells: Any) -> Any:
    """A set of cells, and all that share a side with one of them."""
    row = ((cells & INNER[v, 0]) << ONE) | ((cells & INNER[v, 1]) >> ONE)
    return (cells | row | (cells << SIDE[v]) | (cells >> SIDE[v])) & ALL[v]


@kernel
def around(v: Any, cells: Any) -> Any:
    """A set of cells, and all that touch one of them, diagonals included."""
    row = cells | ((cells & INNER[v, 0]) << ONE) | ((cells & INNER[v, 1]) >> ONE)
    return (row | (row << SIDE[v]) | (row >> SIDE[v])) & ALL[v]


@kernel
def group(v: Any, tiles: Any, cell: Any) -> Any:
    """The tiles that sides join to the one on ``cell``, which may be hypothetical."""
    found, before = bit(cell), ZERO
    while found != before:
        before = found
        found |= beside(v, found) & tiles
    return found


@kernel
def islands(v: Any, tiles: Any) -> Any:
    """The tiles that belong to islands (PONTE-4.1)."""
    found, left = ZERO, tiles
    while left != ZERO:
        one = group(v, tiles, lowest(left))
        left &= ~one
        if popcount(one) == ISLAND:
            found |= one
    return found


@kernel
def fits(v: Any, tiles: Any, cell: Any) -> Any:
    """Would a tile here follow PONTE-4.2 and PONTE-4.3, given that it touches no island?"""
    own = group(v, tiles, cell)
    n = popcount(own)
    return n < ISLAND or (n == ISLAND and around(v, own) & tiles & ~own == ZERO)


@kernel
def close_room(v: Any, tiles: Any, room: Any, cell: Any) -> Any:
    """The room of a colour after a new tile of it on ``cell``."""
    own = group(v, tiles, cell)
    near = around(v, own)
    if popcount(own) == ISLAND:  # PONTE-4.3: nothing may touch an island
        return room & ~near
    others = tiles & ~own
    touching = near & others
    if popcount(own) + 1 == ISLAND:  # a tile beside this sandbar makes an island, which touches no other tile
        room &= ~(beside(v, own) if touching != ZERO else beside(v, own) & around(v, others))
    # Without another tile beside it, a tile joins no group but this one. With one, it may make too large a group, or an
    # island that touches this sandbar.
    while touching != ZERO:
        other = group(v, tiles, lowest(touching))
        touching &= ~other
        near |= beside(v, other)
    suspects = near & room & beside(v, others)
    while suspects != ZERO:
        suspect = lowest(suspects)
        suspects &= suspects - ONE
        if not fits(v, tiles, suspect):
            room &= ~bit(suspect)
    return room

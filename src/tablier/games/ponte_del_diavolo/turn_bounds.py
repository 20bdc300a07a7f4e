"""What the colours of a small board have and can still reach, for searches by turns.

A tally is one number: 10,000 times the points, 100 times the islands, and the bridges, in the order in which the rules
compare them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, popcount, u64
from tablier.engine.kernel import kernel, wrapping_kernel
from tablier.games.ponte_del_diavolo.geometry import ISLAND
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT
from tablier.games.ponte_del_diavolo.turn_state import SLOT_WORDS, SMALL, TurnState
from tablier.games.ponte_del_diavolo.turn_tables import ALL, AT, ENDS, PIECE, PIECES, ROWS, SHORE, SIDE
from tablier.games.ponte_del_diavolo.turn_tiles import beside, islands

ENTRY = 3
"""Words of an entry of the memory: tiles, room, and the number of islands plus one."""
_ROWS = max(SMALL)


@kernel
def bounds(s: TurnState, memory: Any, out: Any) -> None:
    """Bounds on the reward of light, from the tallies of each colour now and the most that it can reach.

    A tally never shrinks: tiles and bridges stay, and a linked island adds points.
    """
    v = i64(s.board)
    light, dark = tally(s, v, i64(LIGHT)), tally(s, v, i64(DARK))
    out[0] = reward(light - most(s, v, i64(DARK), memory))
    out[1] = reward(most(s, v, i64(LIGHT), memory) - dark)


@kernel
def reward(lead: Any) -> Any:
    """The reward of light by its lead."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@kernel
def effort(s: TurnState, out: Any) -> None:
    """The fewer cells the opponent has room for, the sooner the mover succeeds, and the other way round."""
    out[0] = 1 + popcount(s.room[1 - i64(s.mover)])
    out[1] = 1 + popcount(s.room[i64(s.mover)])


@kernel
def slots_between(s: TurnState, v: Any, cells: Any, w: Any) -> Any:
    """Word ``w`` of the slots that nothing excludes and whose ends are both among ``cells``."""
    others, slots = ALL[v] & ~cells, s.free[w]
    side = SIDE[v]
    row = (ONE << side) - ONE
    for r in range(_ROWS):
        slots &= ~ROWS[v, r, i64(others & row), w]
        others >>= side
    return slots


@kernel
def across(s: TurnState, v: Any, cell: Any) -> Any:
    """The other end of the bridge that ends on a cell."""
    for w in range(SLOT_WORDS):
        x = AT[v, cell, w] & s.bridges[w]
        if x != ZERO:
            slot = 64 * w + lowest(x)
            return ENDS[v, slot, 0] + ENDS[v, slot, 1] - cell
    return cell


@kernel
def network(s: TurnState, v: Any, tiles: Any, cell: Any) -> Any:
    """The tiles linked to the one on ``cell`` by sides and bridges (PONTE-7.2)."""
    found = new = bit(cell)
    while new != ZERO:
        reached = beside(v, new) & tiles
        ends = new & s.ends
        while ends != ZERO:
            reached |= bit(across(s, v, lowest(ends)))
            ends &= ends - ONE
        new = reached & ~found
        found |= reached
    return found


@kernel
def value(points: Any, islands: Any, bridges: Any) -> Any:
    """A tally."""
    return i64(10_000 * points + 100 * islands + bridges)


@kernel
def tally(s: TurnState, v: Any, colour: Any) -> Any:
    """The tally of a colour: what decides the game (PONTE-7.1, PONTE-7.3, PONTE-7.4)."""
    tiles = s.tiles[colour]
    own = islands(v, tiles)
    points, left = i64(0), own
    while left != ZERO:
        net = network(s, v, tiles, lowest(left))
        n = popcount(net & own) // ISLAND
        points += n * (n + 1) // 2
        left &= ~net
    return value(points, popcount(own) // ISLAND, popcount(tiles & s.ends) // 2)


@kernel
def most(s: TurnState, v: Any, colour: Any, memory: Any) -> Any:
    """The most that the tally of a colour can become, if its opponent only watches."""
    tiles = s.tiles[colour]
    own, ends, slots = islands(v, tiles), ZERO, i64(0)
    for w in range(SLOT_WORDS):
        x = slots_between(s, v, (tiles | s.room[colour]) & ~s.ends, w)
        slots += popcount(x)
        while x != ZERO:
            slot = 64 * w + lowest(x)
            ends |= bit(ENDS[v, slot, 0]) | bit(ENDS[v, slot, 1])
            x &= x - ONE
    have = popcount(own) // ISLAND
    all_islands = most_islands(v, tiles, s.room[colour], memory)
    joined, points, left = all_islands - have, i64(0), own
    while left != ZERO:
        net = network(s, v, tiles, lowest(left))
        n = popcount(net & own) // ISLAND
        if (net & ~own) | (net & ends) != ZERO:  # a sandbar may grow, an end may carry a bridge
            joined += n
        else:
            points += n * (n + 1) // 2
        left &= ~net
    bridges = popcount(tiles & s.ends) // 2 + min(slots, popcount(ends) // 2)
    return value(points + joined * (joined + 1) // 2, all_islands, bridges)


@wrapping_kernel
def most_islands(v: Any, tiles: Any, room: Any, memory: Any) -> Any:
    """The most islands that tiles can become if all of ``room`` is at hand; ``memory`` keeps answers."""
    entries = len(memory) // ENTRY
    mixed = (tiles * u64(0x9E3779B97F4A7C15)) ^ (room * u64(0xC2B2AE3D27D4EB4F))
    at = ENTRY * i64((mixed >> u64(32)) % u64(entries))
    if memory[at] == tiles and memory[at + 1] == room and memory[at + 2] != ZERO:
        return i64(memory[at + 2]) - 1
    own = islands(v, tiles)
    places, shores = np.empty(PIECES[v], np.uint64), np.empty(PIECES[v], np.uint64)
    n = 0
    for i in range(PIECES[v]):
        if PIECE[v, i] & ~(tiles | room) == ZERO and SHORE[v, i] & tiles == ZERO and PIECE[v, i] & own == ZERO:
            places[n], shores[n] = PIECE[v, i], SHORE[v, i]
            n += 1
    answer = popcount(own) // ISLAND + most_apart(places[:n], shores[:n], ZERO)
    memory[at], memory[at + 1], memory[at + 2] = tiles, room, u64(answer + 1)
    return answer


@kernel
def most_apart(places: Any, shores: Any, taken: Any) -> Any:
    """The most of these places that neither overlap nor touch each other, nor ``taken``."""
    most = i64(0)
    for i in range(len(places)):
        if places[i] & taken == ZERO:
            found = 1 + most_apart(places[i + 1 :], shores[i + 1 :], taken | places[i] | shores[i])
            most = max(most, found)
    return most

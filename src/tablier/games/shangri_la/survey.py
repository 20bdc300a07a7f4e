"""A survey of the villages: who lives there, and whom journeys over the standing bridges threaten.

A village is one word: a bit for each colour and guild that has a master there, and above them as many for students.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import ONE, ZERO, i64, lowest, popcount, u64
from tablier.engine.kernel import kernel
from tablier.games.shangri_la.board import COLOURS, GUILDS, TILES, VILLAGES
from tablier.games.shangri_la.rules import reserve
from tablier.games.shangri_la.state import ORIGIN, SET_UP, State
from tablier.games.shangri_la.tables import DOWN, ENDS, STANDING, UP

SPACES = COLOURS * GUILDS
LOW = u64((1 << SPACES) - 1)
ABOVE = u64(SPACES)
GUILD = u64(GUILDS)
GUILD_SET = u64((1 << GUILDS) - 1)
EVERY_COLOUR = u64(sum(1 << GUILDS * seat for seat in range(COLOURS)))
OF = np.array([((1 << GUILDS) - 1) << GUILDS * seat for seat in range(COLOURS)], np.uint64)
"""The bits of each colour in a word."""
REACH = 2
"""The number of tiles that a turn can add to a village."""
FINAL, FEW, STEP = 2, 4, 0.05
"""With ``FINAL`` bridges the next journey ends the game; with ``FEW`` or less :func:`ahead` counts in ``STEP``."""
# rows of ``sets``
SETS = 7
EXPELLED, SOON_EXPELLED, WANTED, EXPELLING, SOON_EXPELLING, WANTING, ARRIVING = range(SETS)


class Survey(NamedTuple):
    """A position, village by village.

    Attributes:
        stock: the reserves, as bits like the masters of a village.
        words: the villages.
        sets: the masters that a journey to the village can expel now, after a turn of recruiting, or if the master next
            door had a student; then the tiles of the village that can do so, and its students with a free space.
    """

    stock: Any
    words: NDArray[np.uint64]
    sets: NDArray[np.uint64]


@kernel
def look(s: State) -> Any:
    """Survey a position."""
    words = np.zeros(VILLAGES, np.uint64)
    stock = ZERO
    for seat in range(COLOURS):
        for g in range(GUILDS):
            space = ONE << u64(seat * GUILDS + g)
            if reserve(s, seat, g) > 0:
                stock |= space
            put(words, u64(s.masters[seat, g]), space)
            put(words, u64(s.students[seat, g]), space << ABOVE)
    view = Survey(stock, words, np.zeros((SETS, VILLAGES), np.uint64))
    bridges = u64(s.bridges)
    while bridges != ZERO:
        bridge = lowest(bridges)
        bridges &= bridges - ONE
        look_over(s, view, ENDS[bridge, 0], ENDS[bridge, 1])
        look_over(s, view, ENDS[bridge, 1], ENDS[bridge, 0])
    return view


@kernel
def put(words: Any, where: Any, tile: Any) -> None:
    """Add a tile to the words of the villages ``where``."""
    while where != ZERO:
        words[lowest(where)] |= tile
        where &= where - ONE


@kernel
def guilds(x: Any) -> Any:
    """The guilds of a set of tiles, in every colour."""
    found = x
    for _ in range(COLOURS - 1):
        x >>= GUILD
        found |= x
    return (found & GUILD_SET) * EVERY_COLOUR


@kernel
def facing(one: Any, other: Any) -> Any:
    """The members of ``one`` that have a tile of the same guild and another colour in ``other``."""
    return one & guilds(other) & ~other


@kernel
def tiles(view: Any, v: Any) -> Any:
    """The strength of a village."""
    return popcount(view.words[v])


@kernel
def prevails(s: State, view: Any, origin: int, goal: int, more: Any) -> Any:
    """Would a village with ``more`` students be stronger, as the origin of a journey, than the goal?"""
    here, there = tiles(view, origin) + more, tiles(view, goal)
    if here != there:
        return here > there
    here, there = popcount(view.words[origin] & LOW), popcount(view.words[goal] & LOW)
    return here > there or (here == there and s.tie == ORIGIN)


@kernel
def look_over(s: State, view: Any, origin: int, goal: int) -> None:
    """Add the threats of a journey between two neighbours."""
    settlers = view.words[origin] & LOW
    students = view.words[origin] >> ABOVE
    masters = view.words[goal] & LOW
    if students != ZERO:
        view.sets[ARRIVING, origin] |= students & ~guilds(masters)
    if prevails(s, view, origin, goal, 0):
        view.sets[EXPELLED, goal] |= facing(masters, students)
        view.sets[EXPELLING, origin] |= facing(students, masters)
        view.sets[WANTED, goal] |= facing(masters, settlers)
        view.sets[WANTING, origin] |= facing(settlers, masters)
    elif prevails(s, view, origin, goal, REACH):
        view.sets[SOON_EXPELLED, goal] |= facing(masters, settlers)
        view.sets[SOON_EXPELLING, origin] |= facing(settlers, masters)


@kernel
def outcome(s: State, view: Any, origin: int, goal: int) -> Any:
    """The masters that a journey makes, and those that it expels."""
    students = view.words[origin] >> ABOVE
    masters = view.words[goal] & LOW
    settling = students & ~guilds(masters)
    if not prevails(s, view, origin, goal, 0):
        return settling, ZERO
    return settling | facing(students, masters), facing(masters, students)


@kernel
def bridges_of(s: State, v: Any) -> Any:
    """The bridges of a village."""
    return u64(s.bridges) & (UP[v] | DOWN[v])


@kernel
def across(bridge: int, v: Any) -> Any:
    """The village at the other end of a bridge."""
    return ENDS[bridge, 0] + ENDS[bridge, 1] - v


@kernel
def ahead(s: State) -> Any:
    """The share of the game that remains: the mean of the shares of bridges and tiles left; 1 to 2 in the set-up.

    It depends on the bridges alone when few are left: 0 when the next journey ends the game, ``STEP`` for each before.
    """
    n = i64(s.seats)
    bridges = popcount(u64(s.bridges))
    if s.stage != SET_UP and bridges <= FEW:
        return STEP * (bridges - FINAL)
    whole = n * GUILDS
    left = i64(0)
    for seat in range(n):
        for g in range(GUILDS):
            left += reserve(s, seat, g)
    after = (TILES - 1) * whole  # tiles left after the set-up
    if s.stage == SET_UP:
        return 1.0 + (left - after) / whole
    return 0.5 * bridges / popcount(STANDING[n]) + 0.5 * min(1.0, left / after)

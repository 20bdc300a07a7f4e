"""The board: supports, gaps, which plank spans which gap, and which gaps cross, in exact integer geometry.

A support carries the end of a plank: the villages ``0..5``, then the islands ``6..32``, which need a stone. A gap is a
pair of supports that some plank spans. A place is where a pawn can stand: a plank, numbered as its gap ``0..134``, or a
village ``135..140``. A plank is ``colour * SIZES + size``; its colour is the seat that began with it. A set of places
is an integer with one bit for each place; :mod:`tablier.games.delta.tables` holds the sets as arrays for kernels.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Annotated

import msgspec

from tablier.catalogue.data import load, reading, require

Letter = Annotated[str, msgspec.Meta(pattern="^[A-Z]$")]
Length = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=120)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Point = tuple[int, int]


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plank size: its length, and the least and greatest distance between supports that it spans."""

    length: Length
    min_distance: Length
    max_distance: Length


class Village(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A village: its letter in the notation, its colour, its centre, and the goal of its pawn."""

    id: Letter
    name: Name
    x: int
    y: int
    goal: Letter


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``board.json``. Lengths are in units of ``size``; y runs down.

    ``bears`` is the number of planks that a support carries. A plank ends ``village_inset`` from the centre of a
    village. ``tables`` lists the villages in play by seat, one text for each number of seats from two. The radii of
    islands and villages are for drawing.
    """

    size: tuple[Length, Length]
    stones: Count
    bears: Count
    stone_radius: Length
    plank_width: Length
    island_radius: Length
    village_radius: Length
    village_inset: Length
    planks: Annotated[list[Size], msgspec.Meta(min_length=6, max_length=6)]
    villages: Annotated[list[Village], msgspec.Meta(min_length=6, max_length=6)]
    islands: Annotated[list[Point], msgspec.Meta(min_length=1, max_length=32)]
    tables: Annotated[list[str], msgspec.Meta(min_length=5, max_length=5)]

    def __post_init__(self) -> None:
        """Check that the fields are consistent.

        Raises:
            ValueError: they are not; the message names the field.
        """
        goals = {village.id: village.goal for village in self.villages}
        require(len(goals) == len(self.villages), "villages", "two have the same id")
        for i, village in enumerate(self.villages):
            back = goals.get(village.goal)
            require(back == village.id != village.goal, f"villages[{i}].goal", "the goal's goal is another village")
        for i, size in enumerate(self.planks):
            require(size.min_distance <= size.max_distance, f"planks[{i}]", "no distance is between the limits")
        points = [(v.x, v.y) for v in self.villages] + self.islands
        require(len(set(points)) == len(points), "islands", "two islands or villages have the same centre")
        for i, (x, y) in enumerate(points):
            field = f"villages[{i}]" if i < len(self.villages) else f"islands[{i - len(self.villages)}]"
            require(0 <= x <= self.size[0] and 0 <= y <= self.size[1], field, "its centre is not on the board")
        for i, table in enumerate(self.tables):
            require(len(set(table)) == len(table) == i + 2, f"tables[{i}]", f"{table!r} does not name {i + 2} villages")
            require(set(table) <= set(goals), f"tables[{i}]", f"a village of {table!r} is unknown")


DATA = load(__package__, "board.json", Board)

LETTERS = "".join(village.id for village in DATA.villages)
VILLAGES = len(DATA.villages)
ISLANDS = len(DATA.islands)
SUPPORTS = VILLAGES + ISLANDS
SIZES = len(DATA.planks)
COLOURS = 6
PLANKS = COLOURS * SIZES
STONES = DATA.stones
BEARS = DATA.bears
TABLES = {len(table): tuple(LETTERS.index(letter) for letter in table) for table in DATA.tables}
"""The village of each seat, by the number of seats."""

CENTRES: tuple[Point, ...] = (*((v.x, v.y) for v in DATA.villages), *DATA.islands)
"""The centre of every support."""


def inset(support: int) -> int:
    """The distance from the centre of a support to the end of a plank."""
    return DATA.village_inset if support < VILLAGES else 0


def fitting(a: int, b: int) -> tuple[int, ...]:
    """The plank sizes that span two supports (DELTA-5.3), whatever lies between them."""
    (ax, ay), (bx, by) = CENTRES[a], CENTRES[b]
    square, short = (bx - ax) ** 2 + (by - ay) ** 2, inset(a) + inset(b)
    return tuple(
        i
        for i, size in enumerate(DATA.planks)
        if (size.min_distance + short) ** 2 <= square <= (size.max_distance + short) ** 2
    )


def passes_over(a: int, b: int, c: int) -> bool:
    """Would a plank from ``a`` to ``b`` lie over the support ``c`` (DELTA-5.3)?"""
    (ax, ay), (bx, by), (cx, cy) = CENTRES[a], CENTRES[b], CENTRES[c]
    ux, uy, vx, vy = bx - ax, by - ay, cx - ax, cy - ay
    square, along, across = ux * ux + uy * uy, ux * vx + uy * vy, ux * vy - uy * vx
    room = 2 * (DATA.stone_radius if c >= VILLAGES else DATA.village_radius) + DATA.plank_width
    return 0 < along < square and 4 * across * across < room * room * square


def _gaps() -> tuple[tuple[int, int], ...]:
    """The gaps in order: from the villages, then between islands; a village spans to no other village."""
    pairs = [(a, b) for a, b in combinations(range(SUPPORTS), 2) if b >= VILLAGES and fitting(a, b)]
    return tuple((a, b) for a, b in pairs if not any(passes_over(a, b, c) for c in range(SUPPORTS) if c not in (a, b)))


GAPS_ENDS = _gaps()
"""The two supports of each gap, the lower one first."""
GAPS = len(GAPS_ENDS)
PLACES = GAPS + VILLAGES
WORDS = -(-PLACES // 64)
with reading(__package__, "board.json"):
    require(WORDS == 3, "planks", f"they span {GAPS} gaps, not 123 to 186")  # kernels unroll three words


def _turn(a: int, b: int, c: int) -> int:
    """Positive where the way from ``a`` over ``b`` to ``c`` turns right, negative where left (y runs down)."""
    (ax, ay), (bx, by), (cx, cy) = CENTRES[a], CENTRES[b], CENTRES[c]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def crosses(gap: int, other: int) -> bool:
    """Would planks in two gaps cross (DELTA-5.4)? Ends on one support do not."""
    (a, b), (c, d) = GAPS_ENDS[gap], GAPS_ENDS[other]
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in set(members))


def _near(place: int) -> set[int]:
    """The places one step from a place if every gap held a plank (DELTA-7.1)."""
    if place >= GAPS:
        return {gap for gap, ends in enumerate(GAPS_ENDS) if place - GAPS in ends}
    shore = {GAPS + end for end in GAPS_ENDS[place] if end < VILLAGES}
    stones = {end for end in GAPS_ENDS[place] if end >= VILLAGES}
    return {gap for gap, ends in enumerate(GAPS_ENDS) if gap != place and stones & set(ends)} | shore


AT = tuple(_bits(g for g, ends in enumerate(GAPS_ENDS) if support in ends) for support in range(SUPPORTS))
"""For each support the gaps that end there."""
FITS = tuple(_bits(g for g, ends in enumerate(GAPS_ENDS) if size in fitting(*ends)) for size in range(SIZES))
"""For each size the gaps that it spans."""
CROSS = tuple(_bits(h for h in range(GAPS) if h != g and crosses(g, h)) for g in range(GAPS))
"""For each gap the gaps that cross it."""
NEAR = tuple(_bits(_near(place)) for place in range(PLACES))
"""For each place the places one step away."""
ON_GAPS = _bits(range(GAPS))
ON_VILLAGES = _bits(range(GAPS, PLACES))

HOME = {seats: tuple(GAPS + village for village in table) for seats, table in TABLES.items()}
"""The place where each seat begins, by the number of seats."""
GOAL = {
    seats: tuple(GAPS + LETTERS.index(DATA.villages[village].goal) for village in table)
    for seats, table in TABLES.items()
}
"""The goal of each seat, by the number of seats."""

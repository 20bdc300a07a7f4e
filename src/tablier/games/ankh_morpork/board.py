"""The city and its pieces in tables, read from ``board.json`` and ``pieces.json``.

Kinds of cards, districts and sites are numbered in the order of ``board.json``; a set of sites is a mask with a bit for
each. A chip is one number of one district; the thief stands on a chip or in the Shades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Annotated, Literal, get_args

import msgspec

from tablier.catalogue.data import load, reading, require

Count = Annotated[int, msgspec.Meta(ge=1, le=120)]
Small = Annotated[int, msgspec.Meta(ge=0, le=120)]
Roll = Annotated[int, msgspec.Meta(ge=2, le=12)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Coordinate = Annotated[float, msgspec.Meta(ge=-10, le=10)]
Item = Literal["foundation", "house", "villa", "token"]
Work = Literal["resource", "beggars", "alchemists", "palace", "university", "thieves"]


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colour of a seat: its letter, its English name."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z]$")]
    name: Name


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place on the board, in sides of a hexagon from the middle; y grows downwards."""

    x: Coordinate
    y: Coordinate


class Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A district. A guild that gives cards has its kind as ``id`` and the ``work`` ``resource``; others both alike."""

    id: Name
    name: Name
    work: Work
    numbers: Annotated[list[Roll], msgspec.Meta(min_length=1)]
    sites: Annotated[list[int], msgspec.Meta(min_length=6, max_length=6)]
    x: Coordinate
    y: Coordinate


WORKSHOPS = [5, 10]
"""The numbers of the library and of the laboratory."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``board.json``: kinds of cards, colours of the seats, districts, building sites and the edges between them."""

    kinds: Annotated[list[str], msgspec.Meta(min_length=5, max_length=5)]
    colours: Annotated[list[Colour], msgspec.Meta(min_length=4, max_length=4)]
    shades: Point
    hexes: Annotated[list[Hex], msgspec.Meta(min_length=1)]
    sites: Annotated[list[Point], msgspec.Meta(min_length=1, max_length=64)]
    edges: Annotated[list[tuple[int, int]], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        """Check what fields say of one another.

        Raises:
            ValueError: they disagree; the message names the field.
        """
        n = len(self.sites)
        ids = [h.id for h in self.hexes]
        require(len(set(ids)) == len(ids), "hexes", "two have the same id")
        require(
            sorted(h.id for h in self.hexes if h.work == "resource") == sorted(self.kinds), "hexes", "a guild a kind"
        )
        works = sorted(h.work for h in self.hexes if h.work != "resource")
        require(works == sorted(set(get_args(Work)) - {"resource"}), "hexes", "not one for each other work")
        for i, h in enumerate(self.hexes):
            require(set(h.sites) <= set(range(n)) and len(set(h.sites)) == 6, f"hexes[{i}].sites", "not six sites")
            require(h.work == "thieves" or 7 not in h.numbers, f"hexes[{i}].numbers", "a seven outside the thieves")
            require(h.work in ("resource", h.id), f"hexes[{i}].id", f"it is not {h.work!r}, its work")
            require(
                h.work != "alchemists" or h.numbers == WORKSHOPS, f"hexes[{i}].numbers", f"they are not {WORKSHOPS}"
            )
        for field, some in (("guilds", "resource"), ("others", "")):
            chosen = [h for h in self.hexes if (h.work == "resource") == bool(some)]
            numbers = [number for h in chosen for number in h.numbers]
            require(len(set(numbers)) == len(numbers), "hexes", f"a number stands on two of the {field}")
            where = [site for h in chosen for site in h.sites]
            require(len(set(where)) == len(where), "hexes", f"a site touches two of the {field}")
        for i, (a, b) in enumerate(self.edges):
            require(0 <= a < b < n, f"edges[{i}]", "not two sites in ascending order")
        require(self.edges == sorted(set(self.edges)), "edges", "not in ascending order, or one comes twice")
        require({site for edge in self.edges for site in edge} == set(range(n)), "sites", "one has no edge")


class Scrolls(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What scrolls buy, how many such actions a turn allows, and what the library pays for a card."""

    resource: Count
    token: Count
    dice: Count
    house: Count
    villa: Count
    actions: Count
    library: Count


class Guild(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for membership, and the last; the first ``cheap`` bought in a turn cost ``price``, others ``dear``."""

    member: Count
    last: Annotated[int, msgspec.Meta(ge=1, le=30)]
    cheap: Small
    price: Count
    dear: Count
    palace: Count


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that the bank takes for one."""

    anybody: Count
    member: Count
    president: Count


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The assassins at large: cells from the lowest to the highest; the first ``occupied`` are so at the start."""

    cells: Annotated[list[Roll], msgspec.Meta(min_length=1)]
    occupied: Small

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            ValueError: a number comes twice, or more cells are occupied than there are.
        """
        require(
            len(set(self.cells)) == len(self.cells) and 7 not in self.cells, "track.cells", "a seven, or a number twice"
        )
        require(self.occupied <= len(self.cells), "track.occupied", "more than there are cells")


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What brings victory points, and how many win."""

    house: Small
    villa: Small
    president: Small
    arrest: Small
    vetinari: Small
    captain: Small
    sergeant: Small
    victory: Count


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``pieces.json``. ``assassin_succeeds[n]``: faces with ``n`` buildings at the thieves', or more in the last."""

    cards_of_a_kind: Annotated[int, msgspec.Meta(ge=1, le=25)]  # all cards, in one hand, are counted in an ``i8``
    houses: Annotated[int, msgspec.Meta(ge=3, le=120)]
    villas: Small
    foundations: Small
    receipts: Small
    guards: Small
    vetinari: Small
    assassins: Small
    costs: dict[Item, Annotated[dict[str, Count], msgspec.Meta(min_length=1)]]
    scrolls: Scrolls
    guild: Guild
    rates: Rates
    bounty: Annotated[list[str], msgspec.Meta(min_length=2)]
    hand_limit: Small
    track: Track
    assassin_succeeds: Annotated[list[Annotated[list[Face], msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]
    promotion: Count
    points: Points

    def __post_init__(self) -> None:
        """Check that nothing is missing, nothing twice.

        Raises:
            ValueError: something is; the message names the field.
        """
        require(set(self.costs) == set(get_args(Item)), "costs", f"wants each of {', '.join(get_args(Item))}")
        require(len(set(self.bounty)) == len(self.bounty), "bounty", "a kind comes twice")
        require(self.guild.member <= self.guild.last, "guild.member", "more than the last point")
        require(self.guards + self.vetinari <= 120, "guards", "more than 120 tokens, with Vetinari's")
        require(self.track.occupied <= self.assassins, "track.occupied", "more than there are assassins")


DATA = load(__package__, "board.json", Board)
PIECES = load(__package__, "pieces.json", Pieces)

KIND_NAMES = tuple(DATA.kinds)
GOOD_NAMES = (*KIND_NAMES, "scroll")
COLOUR_NAMES = tuple(colour.name for colour in DATA.colours)
"""The colour of a seat has the seat's number."""

KINDS = len(KIND_NAMES)
SCROLL = KINDS
GOODS = KINDS + 1
"""What can change hands between players: the kinds of cards, and scrolls."""
SEATS = len(DATA.colours)
SITES = len(DATA.sites)
EVERYWHERE = (1 << SITES) - 1
"""All sites."""

CHIPS = tuple((d, number) for d, h in enumerate(DATA.hexes) for number in h.numbers)
SHADES = len(CHIPS)
SPOTS = SHADES + 1
"""Where the thief can stand."""
SPOT_NAMES = (*(f"{DATA.hexes[d].id}{number}" for d, number in CHIPS), "shades")


# The counts of pieces.json by name: kernels read constants, not structures.
CARDS, HAND_LIMIT, ASSASSINS = PIECES.cards_of_a_kind, PIECES.hand_limit, PIECES.assassins
HOUSES, VILLAS, FOUNDATIONS, RECEIPTS = PIECES.houses, PIECES.villas, PIECES.foundations, PIECES.receipts
GUARDS, VETINARI, PROMOTION = PIECES.guards, PIECES.vetinari, PIECES.promotion
MEMBER, LAST, PALACE_LIMIT = PIECES.guild.member, PIECES.guild.last, PIECES.guild.palace
CHEAP, PRICE, DEAR = PIECES.guild.cheap, PIECES.guild.price, PIECES.guild.dear
RATE, MEMBER_RATE, PRESIDENT_RATE = PIECES.rates.anybody, PIECES.rates.member, PIECES.rates.president
SCROLL_ACTIONS, LIBRARY_PAYS = PIECES.scrolls.actions, PIECES.scrolls.library
SCROLLS_CARD, SCROLLS_TOKEN, SCROLLS_DICE = PIECES.scrolls.resource, PIECES.scrolls.token, PIECES.scrolls.dice
SCROLLS_HOUSE, SCROLLS_VILLA = PIECES.scrolls.house, PIECES.scrolls.villa
HOUSE_WORTH, VILLA_WORTH, VICTORY = PIECES.points.house, PIECES.points.villa, PIECES.points.victory
PRESIDENT_WORTH, ARREST_WORTH, VETINARI_WORTH = PIECES.points.president, PIECES.points.arrest, PIECES.points.vetinari
RANK_WORTH = (0, PIECES.points.sergeant, PIECES.points.captain)


def mask(members: Iterable[int]) -> int:
    """The set of the given numbers."""
    return sum({1 << i for i in members})


def _kinds(cards: dict[str, int] | list[str], field: str) -> list[int]:
    with reading(__package__, "pieces.json"):
        for kind in cards:
            require(kind in KIND_NAMES, field, f"{kind!r} is none of {', '.join(KIND_NAMES)}")
    return [KIND_NAMES.index(kind) for kind in cards]


def _cost(item: Item) -> tuple[int, ...]:
    cost = PIECES.costs[item]
    counts = dict(zip(_kinds(cost, f"costs.{item}"), cost.values(), strict=True))
    return tuple(counts.get(kind, 0) for kind in range(KINDS))


FOUNDATION_COST, HOUSE_COST = _cost("foundation"), _cost("house")
VILLA_COST, TOKEN_COST = _cost("villa"), _cost("token")
"""Costs by kind."""
BOUNTIES = tuple(combinations(_kinds(PIECES.bounty, "bounty"), 2))
"""The pairs of kinds that an assassin takes."""

GUILD = tuple(mask(next(h.sites for h in DATA.hexes if h.id == kind)) for kind in KIND_NAMES)
"""The sites around the guild of each kind."""
AROUND = (*(mask(DATA.hexes[d].sites) for d, _ in CHIPS), 0)
"""The sites around the district of each chip; around the Shades there are none."""


def _of(work: Work) -> int:
    return mask(site for h in DATA.hexes if h.work == work for site in h.sites)


BEGGARS, ALCHEMISTS, PALACE, UNIVERSITY, THIEVES = (
    _of(work) for work in ("beggars", "alchemists", "palace", "university", "thieves")
)
"""The sites around the other districts."""

NOTHING, BEG, BREW, RULE, STUDY = range(5)
"""What a number wakes beside a guild: nothing, beggars, alchemists, palace, university."""
_WORKS = {"beggars": BEG, "alchemists": BREW, "palace": RULE, "university": STUDY}


def _by_result(of: Callable[[Hex], int | None], default: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For the results 0 to 12 what ``of`` says of the district with that number, and its chip; -1 without a chip."""
    found = {
        number: (value, chip) for chip, (d, number) in enumerate(CHIPS) if (value := of(DATA.hexes[d])) is not None
    }
    values, chips = zip(*(found.get(result, (default, -1)) for result in range(13)), strict=True)
    return values, chips


KIND_OF, KIND_CHIP = _by_result(lambda h: KIND_NAMES.index(h.id) if h.work == "resource" else None, -1)
"""The kind that each result brings, -1 if none, and where its chip is."""
WORK_OF, WORK_CHIP = _by_result(lambda h: _WORKS.get(h.work), NOTHING)
"""What else each result wakes, and where that chip is."""

LIBRARY, LABORATORY = (SPOT_NAMES.index(f"alchemists{number}") for number in WORKSHOPS)
LICENSED = tuple(spot for spot, (d, _) in enumerate(CHIPS) if DATA.hexes[d].work != "thieves" and spot != LABORATORY)
"""The chips to which a licence lets the thief go."""


def _reach() -> tuple[tuple[int, ...], ...]:
    near = tuple(1 << site for site in range(SITES))
    rows = [near]
    beside = [mask(b if a == site else a for a, b in DATA.edges if site in (a, b)) for site in range(SITES)]
    for _ in range(KINDS + 1):
        near = tuple(_grown(sites, beside) for sites in near)
        rows.append(near)
    return tuple(rows)


def _grown(sites: int, beside: list[int]) -> int:
    """A set of sites and their neighbours."""
    out = sites
    for site in range(SITES):
        if sites >> site & 1:
            out |= beside[site]
    return out


REACH = _reach()
"""``[edges][site]``: the sites at most so many edges away."""

CELLS = tuple(PIECES.track.cells)
TRACK = mask(PIECES.track.cells[: PIECES.track.occupied])
SUCCEEDS = tuple(mask(faces) for faces in PIECES.assassin_succeeds)
"""For a number of buildings at the thieves' the faces (a mask) with which an assassin succeeds; the last for more."""
DICE = tuple(max(0, 6 - abs(7 - total)) for total in range(13))
"""The weights of the results 0 to 12 of two dice."""

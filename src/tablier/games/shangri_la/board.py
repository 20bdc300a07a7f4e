"""The mountains: villages, bridges, guilds, and what depends on the number of seats.

A space is a guild's place in a village. Villages, bridges and guilds are numbered in the order of ``board.json``; a set
of villages or of bridges is a mask with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from tablier.catalogue import require_seats
from tablier.catalogue.data import load, require

Letter = Annotated[str, msgspec.Meta(pattern="^[A-Za-z]$")]
Length = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=120)]
Name = Annotated[str, msgspec.Meta(min_length=1)]


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guild or a colour: its letter in the notation, its English name."""

    id: Letter
    name: Name


class Village(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A village: its letter, its name, its centre on a board of ``size``."""

    id: Letter
    name: Name
    x: int
    y: int


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of seats.

    ``closed`` are villages out of play; the limits hold in the set-up, per village, for all tiles and for those of one
    colour; ``sheet`` is the printed starting position, by village, a tile being colour and guild (``rH``).
    """

    seats: Count
    closed: list[str]
    village_limit: Annotated[int, msgspec.Meta(ge=1, le=3)]
    own_limit: Annotated[int, msgspec.Meta(ge=1, le=3)]
    sheet: dict[str, str]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``board.json``. ``layout`` gives the guilds of a village row by row; ``tiles`` is per guild and colour."""

    size: tuple[Length, Length]
    villages: Annotated[list[Village], msgspec.Meta(min_length=2, max_length=16)]
    bridges: Annotated[list[tuple[str, str]], msgspec.Meta(min_length=1, max_length=32)]
    guilds: Annotated[list[Named], msgspec.Meta(min_length=1, max_length=8)]
    layout: list[str]
    colours: Annotated[list[Named], msgspec.Meta(min_length=4, max_length=4)]
    tiles: Count
    stones: Count
    tables: Annotated[list[Table], msgspec.Meta(min_length=1)]

    def __post_init__(self) -> None:
        """Check what fields say of one another.

        Raises:
            ValueError: they disagree; the message names the field.
        """
        villages, guilds, colours = ([n.id for n in part] for part in (self.villages, self.guilds, self.colours))
        for field, letters in (("villages", villages), ("guilds", guilds), ("colours", colours)):
            require(len(set(letters)) == len(letters), field, f"two have the same id among {' '.join(letters)}")
        for i, village in enumerate(self.villages):
            there = 0 <= village.x <= self.size[0] and 0 <= village.y <= self.size[1]
            require(there, f"villages[{i}]", "its centre is not on the board")
        for i, ends in enumerate(self.bridges):
            require(set(ends) <= set(villages), f"bridges[{i}]", f"a village of {ends} is unknown")
            require(villages.index(ends[0]) < villages.index(ends[1]), f"bridges[{i}]", f"{ends} is not in order")
        require(self.bridges == sorted(set(self.bridges)), "bridges", "not in ascending order, or one comes twice")
        require(sorted("".join(self.layout)) == sorted(guilds), "layout", "it does not show every guild once")
        for i, table in enumerate(self.tables):
            self._check_table(f"tables[{i}]", table, set(villages), set(guilds), colours)

    def _check_table(self, at: str, table: Table, villages: set[str], guilds: set[str], colours: list[str]) -> None:
        require(table.seats <= len(colours), f"{at}.seats", "more seats than colours")
        require(set(table.closed) <= villages, f"{at}.closed", f"a village of {table.closed} is unknown")
        require(len(set(table.closed)) == len(table.closed), f"{at}.closed", "a village comes twice")
        laid: list[str] = []
        for village, text in table.sheet.items():
            where, words = f"{at}.sheet.{village}", text.split()
            require(village in villages - set(table.closed), where, "no village in play")
            require(len(words) <= table.village_limit, where, f"more than {table.village_limit} tiles")
            for word in words:
                require(word[:1] in colours[: table.seats] and word[1:] in guilds, where, f"{word!r} is no tile")
                own = [other for other in words if other[0] == word[0]]
                require(len(own) <= table.own_limit, where, f"more than {table.own_limit} tiles of one colour")
                require([o[1] for o in words].count(word[1]) == 1, where, f"two tiles on the space {word[1]}")
            laid += words
        require(len(set(laid)) == len(laid), f"{at}.sheet", "a colour has two tiles of one guild")


DATA = load(__package__, "board.json", Board)
require_seats(__package__, "tables", tuple(table.seats for table in DATA.tables), "board.json")

VILLAGE_LETTERS = "".join(village.id for village in DATA.villages)
GUILD_LETTERS = "".join(guild.id for guild in DATA.guilds)
COLOUR_LETTERS = "".join(colour.id for colour in DATA.colours)
"""The colour of a seat has the seat's number."""
COLOUR_NAMES = tuple(colour.name for colour in DATA.colours)

VILLAGES = len(DATA.villages)
GUILDS = len(DATA.guilds)
COLOURS = len(DATA.colours)
TILES = DATA.tiles
STONES = DATA.stones
BRIDGES = tuple((VILLAGE_LETTERS.index(a), VILLAGE_LETTERS.index(b)) for a, b in DATA.bridges)
"""The bridges as pairs of villages, the lower one first."""


def mask(members: Iterable[int]) -> int:
    """The set of the given numbers."""
    return sum({1 << i for i in members})


def _open(table: Table) -> set[int]:
    return {v for v in range(VILLAGES) if VILLAGE_LETTERS[v] not in table.closed}


TABLES = {table.seats: table for table in DATA.tables}
"""What depends on the number of seats, by that number."""
IN_PLAY = {n: mask(_open(table)) for n, table in TABLES.items()}
"""The villages in play by the number of seats."""
STANDING = {n: mask(i for i, ends in enumerate(BRIDGES) if set(ends) <= _open(t)) for n, t in TABLES.items()}
"""The bridges between these villages."""

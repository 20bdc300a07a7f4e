"""What things are called, in texts and as ids."""

from __future__ import annotations

import functools
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from tablier.games.shangri_la.board import COLOUR_NAMES, DATA, GUILD_LETTERS, VILLAGE_LETTERS
from tablier.games.shangri_la.board_model import Tile
from tablier.scene.model import Message

NAMED = 2
"""A preview names this many tiles of a kind; more are counted."""
SPAN = 100
"""Bridges are drawn in lengths that are multiples of this, so that planks are about as wide on all of them."""


def centre(village: int) -> tuple[int, int]:
    """The middle of a village."""
    place = DATA.villages[village]
    return place.x, place.y


def village_name(village: int) -> Message:
    """A village by letter and name."""
    place = DATA.villages[village]
    return Message("shangri-village", {"id": place.id, "name": place.name})


def short_name(village: int) -> str:
    """A village in sentences; its letter stands on the board."""
    return DATA.villages[village].name


def guild_name(guild: int) -> Message:
    """A guild."""
    return Message("shangri-guild", {"id": GUILD_LETTERS[guild]})


def tile_name(tile: Tile) -> Message:
    """A tile by colour and guild."""
    return Message("shangri-tile", {"colour": COLOUR_NAMES[tile[0]], "guild": guild_name(tile[1])})


def pair_name(tile: Tile, student: bool) -> Message:
    """A master, with its student if it has one."""
    return Message("shangri-pair", {"tile": tile_name(tile)}) if student else tile_name(tile)


def brief_names(tiles: Sequence[Tile], students: int) -> Iterator[Message]:
    """Tiles by name; where they are many, by colour and number, since the board shows them. With their students."""
    if len(tiles) <= NAMED:
        yield from map(tile_name, tiles)
    else:
        for seat, n in sorted(Count(seat for seat, _ in tiles).items()):
            yield Message("shangri-many", {"n": n, "colour": COLOUR_NAMES[seat]})
    if students:
        yield Message("shangri-with-students", {"n": students})


def space(guild: int, village: int) -> str:
    """The spot of a space."""
    return GUILD_LETTERS[guild] + VILLAGE_LETTERS[village]


def spot(village: int) -> str:
    """The target of a village."""
    return f"spot:{VILLAGE_LETTERS[village]}"


def bridge_name(ends: tuple[int, int]) -> str:
    """The spot of a bridge."""
    return "-".join(VILLAGE_LETTERS[village] for village in ends)


def planks(ends: tuple[int, int]) -> str:
    """The sprite of a bridge, by its length."""
    (x, y), (u, v) = map(centre, ends)
    return f"bridge-{round(hypot(u - x, v - y) / SPAN)}"


def dock(seat: int) -> str:
    """The dock of a reserve."""
    return f"reserve:{seat}"


def stock(seat: int, guild: int) -> str:
    """The id of a pile in a reserve."""
    return f"{dock(seat)}:{GUILD_LETTERS[guild]}"


def join(parts: Iterable[Message], key: str = "shangri-list") -> Message:
    """A list of messages as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)

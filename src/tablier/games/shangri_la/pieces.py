"""The pieces of Shangri-La: bridges, villages, tiles, stones, and the reserves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.games.shangri_la.board import COLOUR_NAMES, GUILD_LETTERS, VILLAGE_LETTERS
from tablier.games.shangri_la.board_model import Tile, Village, bridges, reserve
from tablier.games.shangri_la.phrases import (
    bridge_name,
    dock,
    guild_name,
    join,
    pair_name,
    planks,
    space,
    stock,
    village_name,
)
from tablier.games.shangri_la.state import State
from tablier.scene.model import Message, Piece

if TYPE_CHECKING:
    from tablier.position import Position

CLOSED = VILLAGE_LETTERS.index("c")
"""The red village."""


def board_pieces(s: State, now: Sequence[Village]) -> Iterator[Piece]:
    """Bridges, villages, tiles and stones."""
    for ends in bridges(s):
        name = bridge_name(ends)
        label = Message("shangri-bridge", {"a": village_name(ends[0]), "b": village_name(ends[1])})
        a, b = (VILLAGE_LETTERS[village] for village in ends)
        yield Piece(f"bridge:{name}", planks(ends), a, to=b, label=label)
        yield Piece(f"flags:{name}", "flags", name, label=Message("shangri-stands"))
    for number, village in enumerate(now):
        yield from _village_pieces(number, village)


def _village_pieces(number: int, village: Village) -> Iterator[Piece]:
    at = VILLAGE_LETTERS[number]
    sprite = ("peace" if village.stone else "village") + ("-red" if number == CLOSED else "")
    yield Piece(f"village:{at}", sprite, at, label=_contents(village))
    yield Piece(f"sign:{at}", f"sign-{at}", at)
    tiles, _ = village.strength
    if tiles and not village.stone:
        yield Piece(f"strength:{at}", f"strength-{tiles}", at)
    for guild, seat in sorted(village.masters.items()):
        at_space = space(guild, number)
        student = guild in village.students
        name = f"{COLOUR_NAMES[seat]}-{GUILD_LETTERS[guild]}"
        yield Piece(
            master_id((seat, guild), number), name, at_space, seat=seat, label=pair_name((seat, guild), student)
        )
        if student:
            yield Piece(student_id((seat, guild), number), f"{name}-student", at_space, seat=seat, up=1)
    if village.stone:
        yield Piece(f"stone:{at}", "stone", at, label=Message("shangri-stone"))


def master_id(tile: Tile, village: int) -> str:
    """The id of a master."""
    return f"master:{COLOUR_NAMES[tile[0]]}:{space(tile[1], village)}"


def student_id(tile: Tile, village: int) -> str:
    """The id of a student."""
    return f"student:{COLOUR_NAMES[tile[0]]}:{space(tile[1], village)}"


def _contents(village: Village) -> Message:
    """A village as it is read aloud: how strong, and whose."""
    tiles, masters = village.strength
    if not tiles:
        return Message("shangri-nobody")
    who = join(pair_name((seat, guild), guild in village.students) for guild, seat in sorted(village.masters.items()))
    return Message("shangri-contents", {"masters": masters, "students": tiles - masters, "who": who})


def reserve_pieces(position: Position) -> Iterator[Piece]:
    """The piles of all reserves."""
    for seat in range(position.seats):
        for guild, letter in enumerate(GUILD_LETTERS):
            left = reserve(position.state, seat, guild)
            label = Message("shangri-stock", {"guild": guild_name(guild), "n": left})
            yield Piece(
                stock(seat, guild),
                f"{COLOUR_NAMES[seat]}-{letter}",
                dock(seat),
                seat=seat,
                n=left,
                i=guild,
                label=label,
            )

"""The names of a table's players: as a player changes them, and in a language."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablier.catalogue.data import Lang
from tablier.server.domain.games import Level
from tablier.server.domain.state import TableState
from tablier.server.message_base import ShortText


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """The name to show at one's seat."""

    seat: int
    name: ShortText


class Named(msgspec.Struct):
    """A name as it is shown."""

    seat: int
    name: str


def player_names(state: TableState, levels: Iterable[Level], lang: Lang) -> list[str]:
    """The players by seat: people by name, which may be empty, bots by level."""
    labels = {level.level: level.label[lang] for level in levels}
    return [seat.name or labels.get(seat.level, "") for seat in state.seats]

"""The names of a table's players in a language."""

from __future__ import annotations

from collections.abc import Iterable

from tablier.catalogue.data import Lang
from tablier.server.domain.games import Level
from tablier.server.domain.state import TableState


def player_names(state: TableState, levels: Iterable[Level], lang: Lang) -> list[str]:
    """The players by seat: people by name, which may be empty, bots by level."""
    labels = {level.level: level.label[lang] for level in levels}
    return [seat.name or labels.get(seat.level, "") for seat in state.seats]

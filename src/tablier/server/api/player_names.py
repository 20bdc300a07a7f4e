"""The names of a table's players in a language."""

from __future__ import annotations

from tablier.server.domain.state import TableState
from tablier.server.tables.bots import BotFactory


def player_names(state: TableState, bot_factory: BotFactory, lang: str) -> list[str]:
    """The players by seat: people by name, which may be empty, bots by level."""
    levels = {level.level: level.label[lang] for level in bot_factory.levels(state.row.game)}
    return [seat.name or levels.get(seat.level, "") for seat in state.seats]

"""Makes tables that continue finished games."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from tablier.server.bus import Bus
from tablier.server.db.table_store import TableStore
from tablier.server.domain import continuations
from tablier.server.domain.continuations import Continuation
from tablier.server.domain.new_tables import MadeTable
from tablier.server.domain.state import TableState
from tablier.server.tables.bots import BotFactory
from tablier.server.tokens import new_token

logger = structlog.get_logger()


class Continuations:
    """Makes tables from positions of finished games."""

    def __init__(self, tables: TableStore, bus: Bus, bots: BotFactory) -> None:
        self._tables = tables
        self._bus = bus
        self._bot_factory = bots

    async def make(self, state: TableState, wanted: Continuation, browser: int) -> MadeTable:
        """Make a table that continues a game.

        Raises:
            Problem: see :func:`tablier.server.domain.continuations.table`.
        """
        levels, watch = {level.level for level in self._bot_factory.levels(state.row.game)}, new_token()
        made = partial(continuations.table, state, wanted, levels, browser, watch=watch)
        table, events = await asyncio.to_thread(made)
        await self._tables.add(table, events)
        await self._tables.add_watcher(table.id, browser)
        logger.info("table.made", table=table.id, game=table.game, continues=state.row.id)
        self._bus.wake(table.id)
        return MadeTable(table.id, [], watch)

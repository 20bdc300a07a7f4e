"""Imports records and diagrams: each is replayed under the rules and becomes a table whose game is over.

Draws are verified if the record contains their seed. What it says of its draws is stored, so that the table's own
record can be verified too.
"""

from __future__ import annotations

import asyncio

import structlog

from tablier.errors import RecordError
from tablier.record import Record
from tablier.server.config import Config
from tablier.server.db.event_store import EventStore
from tablier.server.db.table_store import TableStore
from tablier.server.domain import imports
from tablier.server.domain.imports import Diagram, Imported, Replayed
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library

logger = structlog.get_logger()

ROWS = 500
"""Events written in one transaction."""


class RecordImporter:
    """Makes tables from records."""

    def __init__(self, config: Config, tables: TableStore, events: EventStore, library: Library) -> None:
        self._config = config
        self._tables = tables
        self._events = events
        self._library = library
        self._one = asyncio.Lock()
        self._waiting = 0

    async def add(self, text: bytes) -> Imported:
        """Make a table from a record.

        Raises:
            Problem: the record cannot be read, is too long, breaks a rule (the move is named by its number), or its
                draws do not follow from its seed.
        """
        try:
            record = Record.loads(text)
        except RecordError as error:
            raise imports.problem(None, error) from error
        return await self._add(record)

    async def add_diagram(self, data: Diagram) -> Imported:
        """Make a table from a diagram.

        Raises:
            Problem: the diagram cannot be read, is too long, describes an impossible position, or breaks a rule.
        """
        game = self._library.game(data.game)
        return await self._add(await asyncio.to_thread(imports.of_diagram, game, data.diagram))

    async def _add(self, record: Record) -> Imported:
        try:
            self._library.game(record.game)
            names = imports.check(record, self._library.info(record.game), self._config.record_plies)
            replayed = await self._replay(record)
        except RecordError as error:
            raise imports.problem(record, error) from error
        table, events = imports.table(record, names, replayed)
        await self._tables.add(table)
        for first in range(0, len(events), ROWS):
            await self._events.append(events[first : first + ROWS])
        logger.info("table.imported", table=table.id, game=table.game, events=len(events))
        return Imported(table.id, replayed.lines)

    async def _replay(self, record: Record) -> Replayed:
        """Replay a record in a thread, one at a time."""
        if self._waiting >= self._config.waiting_records:
            raise Problem(Refusal.BUSY)
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(imports.replay, record)
        finally:
            self._waiting -= 1

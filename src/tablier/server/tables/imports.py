"""Imports records and diagrams: each is replayed under the rules and becomes a table whose game is over.

Draws are verified if the record contains their seed. What it says of its draws is stored, so that the table's own
record can be verified too.
"""

from __future__ import annotations

from functools import partial

import structlog

from tablier.errors import RecordError
from tablier.record import Record
from tablier.server.config import Config
from tablier.server.db.event_store import EventStore
from tablier.server.db.table_store import TableStore
from tablier.server.domain import imports
from tablier.server.domain.imports import Diagram, Imported
from tablier.server.tables.library import Library
from tablier.server.tables.record_queue import RecordQueue

logger = structlog.get_logger()

ROWS = 500
"""Events written in one transaction."""


class RecordImporter:
    """Makes tables from records."""

    def __init__(
        self, config: Config, tables: TableStore, events: EventStore, library: Library, record_queue: RecordQueue
    ) -> None:
        self._config = config
        self._tables = tables
        self._events = events
        self._library = library
        self._record_queue = record_queue

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
        return await self._add(await self._record_queue.run(partial(imports.of_diagram, game, data.diagram)))

    async def _add(self, record: Record) -> Imported:
        try:
            self._library.game(record.game)
            names = imports.check(record, self._library.info(record.game), self._config.record_plies)
            replayed = await self._record_queue.run(partial(imports.replay, record))
        except RecordError as error:
            raise imports.problem(record, error) from error
        table, events = imports.table(record, names, replayed)
        await self._tables.add(table)
        for first in range(0, len(events), ROWS):
            await self._events.append(events[first : first + ROWS])
        logger.info("table.imported", table=table.id, game=table.game, events=len(events))
        return Imported(table.id, replayed.lines)

"""The tables in use, in memory. The database is authoritative: a wake-up makes a table be read again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import structlog
from msgspec.structs import replace

from tablier.errors import TablierError
from tablier.server.bus import Bus
from tablier.server.db.table_store import TableStore
from tablier.server.domain.events import Submitted
from tablier.server.domain.reader_cache import ReaderCache
from tablier.server.domain.state import TableState
from tablier.server.messages import Table
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library

logger = structlog.get_logger()

SLICE = 256
"""Events replayed before others have their turn in the event loop."""


class CachedTable:
    """A table in memory. ``state`` is replaced, never changed."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.keys: dict[str, int] = {}
        """The number of each event, by its idempotency key."""
        self.description: Table | None = None
        """The table as everybody may know it, until the next wake-up."""
        self.readers = ReaderCache()
        self.submitting = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._version, self._read_version = 1, 0
        """How many wake-ups have come, and how many had come before the last reading began."""
        self._row_version = 1
        """How many had come with the last one after which more than the log may have changed."""

    @property
    def current(self) -> bool:
        """Whether nothing has changed since the last reading, as far as this process knows."""
        return self._read_version == self._version

    def expire(self, *, row: bool = True) -> None:
        """Have the table read again: something has changed; without ``row`` only the log has."""
        self._version += 1
        if row:
            self._row_version = self._version
        self.description = None

    def advance(self, state: TableState) -> None:
        """Take over the state after one more event. The row stays: it may have been read again meanwhile."""
        event = state.events[-1]
        self.keys[event.key] = event.seq
        self.state = replace(state, row=self.state.row) if state.row is not self.state.row else state
        if self.description is not None and not _as_described(state, self.description):
            self.description = None

    async def refresh(self, tables: TableStore) -> None:
        """Read what has changed since the last reading.

        Raises:
            Unavailable: the database does not answer.
            TablierError: the log cannot be replayed.
        """
        async with self._reading:
            version, table_id = self._version, self.state.row.id  # a wake-up from here on means reading again
            if self._read_version == version:
                return
            row_changed = self._row_version > self._read_version
            row, events = await tables.changes(table_id, self.state.seq, row=row_changed)
            for event in events:
                if event.seq % SLICE == 0:
                    await asyncio.sleep(0)
                if event.seq > self.state.seq:  # else this process has committed it meanwhile
                    self.advance(self.state.apply(event))
            self.state = replace(self.state, row=row or self.state.row)
            self.description = None
            self._read_version = version


def _as_described(state: TableState, table: Table) -> bool:
    """Whether the last event cannot have changed the description: most are submissions, whose effect others show."""
    submitted = isinstance(state.events[-1].payload, Submitted) and not state.over
    return submitted and not any(seat.preparing for seat in table.seats)


class TableCache:
    """The tables in use; the least recently used is dropped first."""

    def __init__(self, tables: TableStore, library: Library, bus: Bus, size: int) -> None:
        self._table_store = tables
        self._library = library
        self._size = size
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
        bus.expire_with(self._expire, resync=self._expire_all)

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, table_id: str) -> CachedTable:
        """A table as it is now.

        Raises:
            Problem: there is no such table, its game is not ready, or its log cannot be replayed.
        """
        table = self._tables.get(table_id) or await self._load(table_id)
        self._tables.move_to_end(table_id)
        while not table.current:
            try:
                await table.refresh(self._table_store)
            except Problem:
                raise
            except TablierError as error:
                self._tables.pop(table_id, None)
                logger.exception("table.broken", table=table_id, seq=table.state.seq + 1)
                raise Problem(Refusal.BROKEN_LOG) from error
        return table

    async def state(self, table_id: str) -> TableState:
        """The state of a table as it is now.

        Raises:
            Problem: as :meth:`get`.
        """
        return (await self.get(table_id)).state

    def at_hand(self, table_id: str) -> CachedTable | None:
        """A table if it is in memory and up to date."""
        table = self._tables.get(table_id)
        if table is None or not table.current:
            return None
        self._tables.move_to_end(table_id)
        return table

    def current(self, table_id: str) -> TableState | None:
        """The state of a table if it is in memory and up to date."""
        table = self.at_hand(table_id)
        return None if table is None else table.state

    def known(self, table_id: str) -> TableState | None:
        """The state of a table if it is in memory, perhaps out of date."""
        table = self._tables.get(table_id)
        return None if table is None else table.state

    def advance(self, state: TableState) -> None:
        """Take over the state after an event that this process has committed."""
        table = self._tables.get(state.row.id)
        if table is not None and table.state.seq + 1 == state.seq:
            table.advance(state)

    def _expire(self, table_id: str, row: bool) -> None:
        if table_id in self._tables:
            self._tables[table_id].expire(row=row)

    def _expire_all(self) -> None:
        for table in self._tables.values():
            table.expire()

    async def _load(self, table_id: str) -> CachedTable:
        row = await self._table_store.get(table_id)
        if row is None:
            raise Problem(Refusal.NO_TABLE)
        game = self._library.game(row.game)
        if row.rules_version != game.info.rules_version:
            raise Problem(Refusal.OLD_RULES)
        table = self._tables.setdefault(table_id, CachedTable(TableState.new(row, game)))
        if len(self._tables) > self._size:
            self._tables.popitem(last=False)
        return table

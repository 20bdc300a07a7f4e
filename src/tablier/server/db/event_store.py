"""The event log: rows are appended, never changed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from tablier.server.db.database import Database
from tablier.server.db.event_rows import from_row, to_row
from tablier.server.db.schema import event
from tablier.server.domain.events import Event

# One statement for any number of rows: for SQLite each further step costs a handover of the interpreter's lock.
_NAMES = [column.name for column in event.c]
_COLUMNS = ", ".join(_NAMES)
_VALUES = ", ".join(f"json_extract(value, '$.{name}')" for name in _NAMES)
_INSERT = {
    "sqlite": f"insert into event ({_COLUMNS}) select {_VALUES} from json_each(?) where true on conflict do nothing",
    "postgresql": (
        f"insert into event ({_COLUMNS}) select {_COLUMNS} "
        "from json_populate_recordset(cast(null as event), cast($1 as json)) on conflict do nothing"
    ),
}
_after = (  # built once, as for tables
    sa.select(event)
    .where(event.c.table_id == sa.bindparam("id"), event.c.seq > sa.bindparam("after"))
    .order_by(event.c.seq)
)
_encode = msgspec.json.Encoder().encode


class EventStore:
    """The events of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = _INSERT[database.engine.dialect.name]

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The events of a table that follow number ``after``."""
        return await self._database.read(lambda connection: events_after(connection, table_id, after))

    async def append(self, events: Sequence[Event]) -> list[Event | None]:
        """Append events in one transaction: committed when this returns.

        Returns, for each: the event itself if it was appended, the earlier event of the same key if it is a
        repetition, or ``None`` if another event has its number.
        """
        rows, tables = _encode([to_row(e) for e in events]).decode(), {e.table_id for e in events}
        if await self._database.insert_rows(self._insert, rows, tables) == len(events):
            return list(events)
        stored = await self._database.read(lambda connection: [_by_key(connection, e.table_id, e.key) for e in events])
        return [e if e == known else known for e, known in zip(events, stored, strict=True)]

    async def find(self, table_id: str, key: str) -> Event | None:
        """The event of this key."""
        return await self._database.read(lambda connection: _by_key(connection, table_id, key))


def events_after(connection: sa.Connection, table_id: str, after: int) -> list[Event]:
    """The events of a table that follow number ``after``."""
    return [from_row(row) for row in connection.execute(_after, {"id": table_id, "after": after})]


def _by_key(connection: sa.Connection, table_id: str, key: str) -> Event | None:
    query = sa.select(event).where(event.c.table_id == table_id, event.c.key == key)
    row = connection.execute(query).first()
    return None if row is None else from_row(row)

"""When the server ran: clocks run only while at least one process lives, so downtime is not charged to them.

Each process keeps a row of when it started and when it was last alive, renewed while a clock runs. The gaps between
the rows are downtime. A process that finds that its machine slept (a closed laptop) starts a new row.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from tablier.server.db.database import Database
from tablier.server.db.schema import uptime
from tablier.server.timestamps import now

KEPT = 90 * 24 * 3600 * 1000
FOREVER = 1 << 62


class Uptime:
    """The periods in which some process lived; heartbeats come every ``interval`` ms."""

    def __init__(self, database: Database, interval: int) -> None:
        self._database = database
        self._asleep = 3 * interval
        """A process that has not renewed its row for so long was asleep."""
        self._row: int | None = None
        self._seen = 0
        self._periods: list[tuple[int, int]] = [(0, FOREVER)]

    def charged(self, begin: int, end: int) -> int:
        """How many ms between two moments the server ran."""
        return sum(max(0, min(end, last) - max(begin, start)) for start, last in self._periods)

    async def heartbeat(self) -> None:
        """Record that this process lives, and read when others did."""
        at = now()
        self._row, rows = await self._database.write(lambda connection: self._renew(connection, at))
        self._seen = at
        # A clock is only read by a live process: its own period has no end.
        self._periods = _union((start, FOREVER if id_ == self._row else last) for id_, start, last in rows)

    def _renew(self, connection: sa.Connection, at: int) -> tuple[int, list[tuple[int, int, int]]]:
        row = self._row
        if row is None:
            connection.execute(sa.delete(uptime).where(uptime.c.last < at - KEPT))
        if row is None or at - self._seen > self._asleep:
            new = sa.insert(uptime).values(start=at, last=at).returning(uptime.c.id)
            row = int(connection.execute(new).scalar_one())
        else:
            connection.execute(sa.update(uptime).where(uptime.c.id == row).values(last=at))
        return row, [(r.id, r.start, r.last) for r in connection.execute(sa.select(uptime))]


def _union(periods: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, last in sorted(periods):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((start, last))
    return merged

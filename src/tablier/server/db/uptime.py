"""When the server was there. A clock runs only while at least one process lived: nobody pays for a restart or a sleep.

Each process keeps a row of when it began and when it was last seen to live, renewed while a clock runs. What lies
between the rows is charged to nobody. A process that finds that it slept (a laptop that was closed) begins a new row.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from tablier.server.db.store import Store, metadata, now

HEARTBEAT = 5000
"""How often a process says that it lives, in ms; so much of a crash may be given away, none is charged."""
ASLEEP = 3 * HEARTBEAT
KEPT = 90 * 24 * 3600 * 1000
FOREVER = 1 << 62

uptime = sa.Table(
    "uptime",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("start", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
)


class Uptime:
    """The times in which a process lived, this one's included."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._row: int | None = None
        self._seen = 0
        self._periods: list[tuple[int, int]] = [(0, FOREVER)]

    def charged(self, begin: int, end: int) -> int:
        """How many ms between two moments the server was there."""
        return sum(max(0, min(end, last) - max(begin, start)) for start, last in self._periods)

    async def heartbeat(self) -> None:
        """Say that this process lives, and hear when others did."""
        at = now()
        async with self._store.begin() as connection:
            if self._row is None:
                await connection.execute(sa.delete(uptime).where(uptime.c.last < at - KEPT))
            if self._row is None or at - self._seen > ASLEEP:
                new = sa.insert(uptime).values(start=at, last=at).returning(uptime.c.id)
                self._row = int((await connection.execute(new)).scalar_one())
            else:
                await connection.execute(sa.update(uptime).where(uptime.c.id == self._row).values(last=at))
            rows = [(r.id, r.start, r.last) for r in await connection.execute(sa.select(uptime))]
        self._seen = at
        # Whoever asks this process hears an answer: it lives until then.
        self._periods = _union((start, FOREVER if id_ == self._row else last) for id_, start, last in rows)


def _union(periods: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, last in sorted(periods):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((start, last))
    return merged

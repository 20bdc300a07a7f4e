"""Which browsers are connected to which tables, shared between server processes.

Rows expire, so those of a process that was killed disappear by themselves.
"""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa

from tablier.server.db.store import Store, browser, metadata, now

PRESENCE = 8_000
"""How long a row is valid without renewal, in milliseconds."""
UNKNOWN = 0
"""Stands for all browsers without an identity."""

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("browser_id", sa.Integer, primary_key=True),
    sa.Column("sockets", sa.Integer, nullable=False, server_default="1"),
    sa.Column("until", sa.BigInteger, nullable=False),
)

At = tuple[str, int, int]
"""A table, the number of a browser that is connected to it, and with how many sockets: of a known one 1 is enough."""
There = dict[str, Counter[int]]
"""The sockets of each browser at each table."""


class PresenceStore:
    """The browsers connected to the other processes, and to this one as far as the others know."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: frozenset[At] = frozenset()

    async def exchange(self, here: frozenset[At]) -> tuple[There, set[int]]:
        """Tell who is connected here; returns who is connected elsewhere, and who of those here has been erased."""
        at, told = now(), self._told
        mine = presence.c.process == self._store.name
        async with self._store.begin() as connection:
            # Whoever was taken for dead finds its rows gone and tells all of them again.
            renewed = await connection.execute(sa.update(presence).where(mine).values(until=at + PRESENCE))
            if renewed.rowcount != len(told):
                await connection.execute(sa.delete(presence).where(mine))
                told = frozenset()
            if gone := told - here:
                place = sa.tuple_(presence.c.table_id, presence.c.browser_id)
                places = [(table, who) for table, who, _ in gone]
                await connection.execute(sa.delete(presence).where(mine, place.in_(places)))
            if come := here - told:
                rows = [
                    {
                        "process": self._store.name,
                        "table_id": table,
                        "browser_id": who,
                        "sockets": sockets,
                        "until": at + PRESENCE,
                    }
                    for table, who, sockets in come
                ]
                await connection.execute(sa.insert(presence), rows)
            await connection.execute(sa.delete(presence).where(presence.c.until < at))
            others = await connection.execute(sa.select(presence).where(~mine))
            elsewhere: There = {}
            for row in others:
                elsewhere.setdefault(row.table_id, Counter())[row.browser_id] += row.sockets
            kept = sa.exists().where(browser.c.id == presence.c.browser_id)
            erased = sa.select(presence.c.browser_id).where(mine, presence.c.browser_id != UNKNOWN, ~kept)
            forgotten = set((await connection.execute(erased)).scalars())
        self._told = here
        return elsewhere, forgotten

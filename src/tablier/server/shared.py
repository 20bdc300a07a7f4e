"""What processes that share a database tell each other through it, none trusting another to live on.

Each row is good for some seconds and renewed meanwhile, so what a process that was killed has left there runs out.
"""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from tablier.server.store import Store, browser, metadata, now

LEASE = 15_000
"""Milliseconds for which a bot's turn belongs to a process that is not heard of."""
PRESENCE = 8_000
"""Milliseconds for which the browsers of a process that is not heard of are taken to be connected."""
UNKNOWN = 0
"""The number under which the browsers that have never sat down are told, all together."""

lease = sa.Table(
    "lease",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("process", sa.String(16), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
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


class Leases:
    """Which process thinks for the bots of which table. Two never do at once, unless one has been silent for long."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: set[str] = set()

    async def take(self, table_id: str) -> bool:
        """Take a table; ``False`` while another process has it."""
        at = now()
        row = {"table_id": table_id, "process": self._store.name, "until": at + LEASE}
        statement = (
            insert(lease)
            .values(row)
            .on_conflict_do_update(
                index_elements=["table_id"],
                set_=row,
                where=sa.or_(lease.c.until < at, lease.c.process == self._store.name),
            )
            .returning(lease.c.table_id)
        )
        async with self._store.begin() as connection:
            taken = (await connection.execute(statement)).scalar() is not None
        if taken:
            self._held.add(table_id)
        return taken

    async def release(self, table_id: str) -> None:
        """Let others have it."""
        self._held.discard(table_id)
        async with self._store.begin() as connection:
            await connection.execute(
                sa.delete(lease).where(lease.c.table_id == table_id, lease.c.process == self._store.name)
            )

    async def renew(self) -> None:
        """Keep what is held."""
        if not self._held:
            return
        mine = sa.and_(lease.c.process == self._store.name, lease.c.table_id.in_(self._held))
        async with self._store.begin() as connection:
            await connection.execute(sa.update(lease).where(mine).values(until=now() + LEASE))

    async def run_out(self) -> list[str]:
        """The tables at which a process has fallen silent."""
        async with self._store.connect() as connection:
            return list((await connection.execute(sa.select(lease.c.table_id).where(lease.c.until < now()))).scalars())


class Present:
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

"""Leases: which server process thinks for the bots of which table.

A lease is renewed while its process lives, and expires soon after it has died.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from tablier.server.db.store import Store, metadata, now

LEASE = 15_000
"""How long a lease is valid without renewal, in milliseconds."""

lease = sa.Table(
    "lease",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("process", sa.String(16), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)


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

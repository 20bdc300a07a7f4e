"""Leases: which server process thinks for the bots of which table.

A process renews its leases while it lives; those of a dead process expire.
"""

from __future__ import annotations

import sqlalchemy as sa

from tablier.server.db.database import Database
from tablier.server.db.schema import lease
from tablier.server.timestamps import now


class Leases:
    """The leases of this process, valid for ``duration`` ms without renewal. A table has one holder at a time."""

    def __init__(self, database: Database, duration: int) -> None:
        self._database = database
        self._duration = duration
        self._mine = lease.c.process == database.process
        self._held: set[str] = set()
        self._expired: set[str] = set()
        """What :meth:`expired` found last, for :meth:`clear`."""

    async def take(self, table_id: str) -> bool:
        """Take a table; ``False`` while another process has it."""
        at = now()
        row = {"table_id": table_id, "process": self._database.process, "until": at + self._duration}
        statement = (
            self._database.insert(lease)
            .values(row)
            .on_conflict_do_update(index_elements=["table_id"], set_=row, where=sa.or_(lease.c.until < at, self._mine))
            .returning(lease.c.table_id)
        )
        taken = await self._database.write(lambda connection: connection.execute(statement).scalar())
        if taken is not None:
            self._held.add(table_id)
        return taken is not None

    async def release(self, table_id: str) -> None:
        """Let other processes have a table."""
        self._held.discard(table_id)
        statement = sa.delete(lease).where(lease.c.table_id == table_id, self._mine)
        await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def renew(self) -> None:
        """Renew the held leases."""
        if self._held:
            held = sa.and_(self._mine, lease.c.table_id.in_(self._held))
            statement = sa.update(lease).where(held).values(until=now() + self._duration)
            await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def expired(self) -> list[str]:
        """The tables whose leases have expired.

        The leases stay until somebody takes or clears them: a process may die between this and its first turn there.
        """
        query = sa.select(lease.c.table_id).where(lease.c.until < now())
        found = await self._database.read(lambda connection: list(connection.execute(query).scalars()))
        self._expired = set(found)
        return found

    async def clear(self, table_id: str) -> None:
        """Delete the lease of a table at which no bot is to move, if it was found expired."""
        if table_id in self._expired:
            self._expired.discard(table_id)
            statement = sa.delete(lease).where(lease.c.table_id == table_id, lease.c.until < now())
            await self._database.write(lambda connection: connection.execute(statement).rowcount)

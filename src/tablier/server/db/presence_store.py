"""Which browsers are connected to which tables, shared between server processes.

A process renews its rows while it lives; those of a dead process expire.
"""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa

from tablier.server.db.database import Database
from tablier.server.db.schema import browser, presence
from tablier.server.timestamps import now

UNKNOWN = 0
"""Stands for all browsers that have no number yet."""

At = tuple[str, int, int]
"""A table, the number of a browser connected to it, and its sockets: for a known browser 1, however many it has."""
Sockets = dict[str, Counter[int]]
"""The sockets of each browser at each table."""


class PresenceStore:
    """The browsers connected to the other processes, and what the others know of this one.

    A row is valid for ``expiry`` ms without renewal.
    """

    def __init__(self, database: Database, expiry: int) -> None:
        self._database = database
        self._expiry = expiry
        self._mine = presence.c.process == database.process
        self._told: frozenset[At] = frozenset()

    async def exchange(self, here: frozenset[At]) -> tuple[Sockets, set[int]]:
        """Store the browsers connected here.

        Returns those connected elsewhere, and which of the browsers here have been erased.
        """
        answer = await self._database.write(lambda connection: self._exchange(connection, here))
        self._told = here
        return answer

    def _exchange(self, connection: sa.Connection, here: frozenset[At]) -> tuple[Sockets, set[int]]:
        at = now()
        told = self._told
        if self._renew(connection, at) != len(told):  # another process took this one for dead and deleted its rows
            connection.execute(sa.delete(presence).where(self._mine))
            told = frozenset()
        if gone := told - here:
            row = sa.tuple_(presence.c.table_id, presence.c.browser_id)
            rows = [(table, who) for table, who, _ in gone]
            connection.execute(sa.delete(presence).where(self._mine, row.in_(rows)))
        if come := here - told:
            connection.execute(sa.insert(presence), [self._row(entry, at) for entry in come])
        connection.execute(_delete_expired(at))
        elsewhere: Sockets = {}
        for found in connection.execute(sa.select(presence).where(~self._mine)):
            elsewhere.setdefault(found.table_id, Counter())[found.browser_id] += found.sockets
        known = sa.exists().where(browser.c.id == presence.c.browser_id)
        erased = sa.select(presence.c.browser_id).where(self._mine, presence.c.browser_id != UNKNOWN, ~known)
        return elsewhere, set(connection.execute(erased).scalars())

    def _renew(self, connection: sa.Connection, at: int) -> int:
        """Renew this process's rows; returns how many there are."""
        return connection.execute(sa.update(presence).where(self._mine).values(until=at + self._expiry)).rowcount

    def _row(self, entry: At, at: int) -> dict[str, object]:
        table, who, sockets = entry
        return {
            "process": self._database.process,
            "table_id": table,
            "browser_id": who,
            "sockets": sockets,
            "until": at + self._expiry,
        }


def _delete_expired(at: int) -> sa.Delete:
    """Delete the rows of dead processes. A locked row is being renewed; to wait for it could be a deadlock."""
    key = presence.primary_key.columns
    expired = sa.select(*key).where(presence.c.until < at).with_for_update(skip_locked=True)
    return sa.delete(presence).where(sa.tuple_(*key).in_(expired))

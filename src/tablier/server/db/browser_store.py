"""Browsers: who holds which secret, and the data stored about them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from tablier.server.db.database import Database
from tablier.server.db.schema import browser, event, game_table, seat, watcher
from tablier.server.timestamps import now

ERASED = 0
"""In place of the time at which a browser was first seen: the browser that an erased one's seats pass to."""


class BrowserStore:
    """The browsers that have sat down or watched."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, secret: bytes) -> int:
        """Add a browser, given the hash of its secret; returns its number."""
        return await self._database.write(lambda connection: _add(connection, secret, now()))

    async def find(self, secret: bytes) -> int | None:
        """The number of the browser whose secret has this hash."""
        query = sa.select(browser.c.id).where(browser.c.secret == secret)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def personal_data(
        self, browser_id: int
    ) -> tuple[int, list[tuple[Any, ...]], list[tuple[Any, ...]], list[str]]:
        """Everything stored about a browser.

        When it was first seen, its seats (table, game, number, name), its chat (table, seat, text, time), and the
        tables that it watches.
        """
        since = sa.select(browser.c.at).where(browser.c.id == browser_id)
        mine = seat.c.browser_id == browser_id
        seats = (
            sa.select(seat.c.table_id, game_table.c.game, seat.c.seat, seat.c.name)
            .join(game_table)
            .where(mine)
            .order_by(game_table.c.at, seat.c.seat)
        )
        own = sa.and_(event.c.table_id == seat.c.table_id, event.c.seat == seat.c.seat, event.c.kind == "chat")
        chat = sa.select(event.c.table_id, event.c.seat, event.c.plies, event.c.at).join(seat, own).where(mine)
        watched = sa.select(watcher.c.table_id).where(watcher.c.browser_id == browser_id)

        def query(connection: sa.Connection) -> tuple[int, list[tuple[Any, ...]], list[tuple[Any, ...]], list[str]]:
            return (
                int(connection.execute(since).scalar_one()),
                [tuple(row) for row in connection.execute(seats)],
                [(row.table_id, row.seat, row.plies[0], row.at) for row in connection.execute(chat.order_by("at"))],
                list(connection.execute(watched).scalars()),
            )

        return await self._database.read(query)

    async def erase(self, browser_id: int, secret: bytes) -> list[str]:
        """Erase a browser, its names and links; returns the tables at which it sat.

        Its seats pass to a new browser, and ``secret`` must be the hash of a secret that no browser has: so its open
        connections in any process hold no seat any more.
        """
        mine = seat.c.browser_id == browser_id

        def change(connection: sa.Connection) -> list[str]:
            tables = list(connection.execute(sa.select(seat.c.table_id).where(mine).distinct()).scalars())
            heir = _add(connection, secret, ERASED)
            vacated = {"browser_id": heir, "name": "", "token": None, "recovery": None}
            connection.execute(sa.update(seat).where(mine).values(vacated))
            connection.execute(sa.delete(watcher).where(watcher.c.browser_id == browser_id))
            connection.execute(sa.delete(browser).where(browser.c.id == browser_id))
            self._database.notify(connection, tables)
            return tables

        return await self._database.write(change)

    async def erased_seats(self, table_id: str) -> set[int]:
        """The seats of a table whose browsers have been erased."""
        query = sa.select(seat.c.seat).join(browser).where(seat.c.table_id == table_id, browser.c.at == ERASED)
        return await self._database.read(lambda connection: set(connection.execute(query).scalars()))


def _add(connection: sa.Connection, secret: bytes, at: int) -> int:
    statement = sa.insert(browser).values(secret=secret, at=at).returning(browser.c.id)
    return int(connection.execute(statement).scalar_one())

"""The databases of the tests: the same tests run on SQLite and, with ``--database postgresql``, on PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tablier.server.db import database
from tablier.server.db.database import Database
from tablier.server.db.schema import metadata

from .cluster import Cluster

everywhere: Cluster | None = None
"""The cluster on which all tests run, if any."""


async def address(data: Path) -> str:
    """The database that belongs to a data folder; empty for the SQLite file in it."""
    return "" if everywhere is None else await everywhere.database(str(data))


async def open_database(data: Path) -> Database:
    return await database.open_database(data, await address(data))


async def value(database: Database, query: str | sa.Executable) -> Any:
    """The value that a query gives."""
    statement = sa.text(query) if isinstance(query, str) else query
    return await database.read(lambda connection: connection.execute(statement).scalar())


async def change(database: Database, *statements: str | sa.Executable) -> None:
    """Run statements in one transaction."""

    def run(connection: sa.Connection) -> None:
        for statement in statements:
            connection.execute(sa.text(statement) if isinstance(statement, str) else statement)

    await database.write(run)


async def everything(database: Database) -> bytes:
    """Every value of every row, one after another."""

    def query(connection: sa.Connection) -> list[sa.Row[Any]]:
        return [row for table in metadata.sorted_tables for row in connection.execute(sa.select(table))]

    rows = await database.read(query)
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)

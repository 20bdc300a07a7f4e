"""The databases of the tests: the same tests run on SQLite and, with ``--database postgresql``, on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from tablier.server.db.store import Store, metadata

from .cluster import Cluster

everywhere: Cluster | None = None
"""The cluster on which all tests run, if any."""


async def address(data: Path) -> str:
    """The database that belongs to a data folder; empty for the SQLite file in it."""
    return "" if everywhere is None else await everywhere.database(str(data))


async def open_store(data: Path) -> Store:
    return await Store.open(data, await address(data))


async def everything(store: Store) -> bytes:
    """Every value of every row, one after another."""
    async with store._engine.connect() as connection:
        rows = [row for table in metadata.sorted_tables for row in await connection.execute(sa.select(table))]
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)

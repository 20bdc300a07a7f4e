"""The database's history leads to what the code expects, both ways, and two processes may start at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tablier.server.migrations import alembic_config
from tablier.server.store import Store, metadata

from .databases import address, open_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(tmp_path)
    yield store
    await store.close()


async def test_the_migrations_lead_to_the_tables_of_the_code(store: Store) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with store._engine.begin() as connection:
        assert await connection.run_sync(differences) == []


async def test_down_and_up_again(store: Store) -> None:
    def down(connection: sa.Connection) -> list[str]:
        command.downgrade(alembic_config(connection), "base")
        return sa.inspect(connection).get_table_names()

    def up(connection: sa.Connection) -> list[str]:
        command.upgrade(alembic_config(connection), "head")
        return sa.inspect(connection).get_table_names()

    async with store._engine.begin() as connection:
        assert await connection.run_sync(down) == ["alembic_version"]
        assert set(metadata.tables) < set(await connection.run_sync(up))


async def test_processes_may_start_at_once(tmp_path: Path) -> None:
    url = await address(tmp_path)
    stores = await asyncio.gather(*(Store.open(tmp_path, url) for _ in range(4)))
    for store in stores:
        await store.ping()
        await store.close()


@pytest.mark.sqlite
async def test_acknowledged_means_on_the_disk(store: Store) -> None:
    async with store._engine.connect() as connection:
        settings = {
            name: (await connection.exec_driver_sql(f"pragma {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

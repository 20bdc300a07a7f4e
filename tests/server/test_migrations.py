"""The database's history leads to what the code expects, both ways, and two processes may start at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tablier.server.migrations import alembic_config
from tablier.server.store import Store, metadata


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    await (await Store.open(tmp_path)).close()
    return tmp_path / "tablier.sqlite3"


def test_the_migrations_lead_to_the_tables_of_the_code(file: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_down_and_up_again(file: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "base")
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(alembic_config(connection), "heads")
        assert set(metadata.tables) < set(sa.inspect(connection).get_table_names())


async def test_two_processes_may_start_at_once(tmp_path: Path) -> None:
    stores = await asyncio.gather(*(Store.open(tmp_path) for _ in range(4)))
    for store in stores:
        await store.ping()
        await store.close()


async def test_acknowledged_means_on_the_disk(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    async with store._engine.connect() as connection:
        settings = {
            name: (await connection.exec_driver_sql(f"pragma {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await store.close()

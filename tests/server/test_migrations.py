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
from alembic.script import ScriptDirectory

from tablier.server.db import database
from tablier.server.db.migrations import alembic_config
from tablier.server.db.store import Store, metadata
from tablier.server.tokens import digest

from .browser import finished, serving
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


REVISIONS = [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()][::-1]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_game_goes_on_in_a_database_of_any_age(tmp_path: Path, revision: str) -> None:
    secret, url = "secret-of-the-host", await address(tmp_path)
    engine = database.open_engine(tmp_path, url)
    async with engine.execution_options(writes=True).begin() as connection:
        await connection.run_sync(lambda sync: command.upgrade(alembic_config(sync), revision))
        await connection.run_sync(_fill, digest(secret))
    await engine.dispose()
    async with serving(tmp_path) as server:
        host = server.browser()
        host.http.cookies.set("tablier", secret)
        async with host.at("old") as line:
            assert line.welcome["you"] == [0, 1]
            assert [entry["seq"] for entry in line.welcome["log"]] == [1]
            assert (await line.submit(1, "2"))["seq"] == 2
            assert not (await line.next("update"))["view"].get("result")
            for number in ("2", "3"):
                for seat in (0, 1):
                    await line.submit(seat, "1" if (seat, number) == (1, "2") else number)
            await finished(server, "old")
        assert (await host.http.get("/api/tables/old/record")).status_code == 200
        assert [table["id"] for table in (await host.http.get("/api/tables")).json()] == ["old"]
        assert (await host.http.delete("/api/me")).status_code == 204


def _fill(connection: sa.Connection, secret: bytes) -> None:
    """A table of the toy after one submission, and whatever the database of that time knows besides."""
    kept = sa.MetaData()
    kept.reflect(connection)
    rows: dict[str, list[dict[str, Any]]] = {
        "browser": [{"secret": secret, "at": 1000}],
        "game_table": [{"id": "old", "game": "toy", "rules_version": 1, "options": {}, "at": 1000}],
        "seat": [{"table_id": "old", "seat": n, "level": 0, "name": "Ada", "browser_id": 1} for n in (0, 1)],
        "event": [{"table_id": "old", "seq": 1, "key": "0:a", "kind": "submit", "seat": 0, "plies": ["1"], "at": 2000}],
        "watcher": [{"table_id": "old", "browser_id": 1}],
        "lease": [{"table_id": "old", "process": "dead", "until": 3000}],
        "presence": [{"process": "dead", "table_id": "old", "browser_id": 1, "until": 3000}],
        "uptime": [{"start": 1000, "last": 3000}],
    }
    assert kept.tables.keys() - {"alembic_version"} <= rows.keys()
    for table in kept.sorted_tables:
        if table.name in rows:
            connection.execute(sa.insert(table), rows[table.name])


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

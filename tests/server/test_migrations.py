"""Migrations lead to the schema of the code, can be reverted, and may run in several processes at once."""

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
from tablier.server.db.database import Database
from tablier.server.db.migrations import alembic_config
from tablier.server.db.schema import metadata
from tablier.server.tokens import digest

from .browser import finished, serving
from .databases import address, open_database


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(tmp_path)
    yield opened
    await opened.close()


async def test_the_migrations_lead_to_the_tables_of_the_code(opened: Database) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await opened.write(differences) == []


async def test_migrations_can_be_reverted_and_repeated(opened: Database) -> None:
    def down(connection: sa.Connection) -> list[str]:
        command.downgrade(alembic_config(connection), "base")
        return sa.inspect(connection).get_table_names()

    def up(connection: sa.Connection) -> list[str]:
        command.upgrade(alembic_config(connection), "head")
        return sa.inspect(connection).get_table_names()

    assert await opened.write(down) == ["alembic_version"]
    assert set(metadata.tables) < set(await opened.write(up))


REVISIONS = [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()][::-1]


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_game_goes_on_in_a_database_of_any_age(tmp_path: Path, revision: str) -> None:
    secret, url = "secret-of-the-host", await address(tmp_path)
    old = database.connect(tmp_path, url)
    await old.write(lambda connection: command.upgrade(alembic_config(connection), revision))
    await old.write(lambda connection: _fill(connection, digest(secret)))
    await old.close()
    async with serving(tmp_path) as server:
        host = server.browser()
        host.http.cookies.set("tablier", secret)
        async with host.at("old") as line:
            assert line.welcome["you"] == [0, 1]
            assert "hints" not in line.welcome["table"]
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
    several = await asyncio.gather(*(database.open_database(tmp_path, url) for _ in range(4)))
    for one in several:
        await one.ping()
        await one.close()


@pytest.mark.sqlite
async def test_sqlite_syncs_every_commit(opened: Database) -> None:
    def query(connection: sa.Connection) -> dict[str, Any]:
        names = "journal_mode", "synchronous", "foreign_keys"
        return {name: connection.exec_driver_sql(f"pragma {name}").scalar() for name in names}

    settings = await opened.write(query)
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

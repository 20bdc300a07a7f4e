"""Dead connections; busy, full and restarted databases; stopping servers."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
import websockets

from tablier.server.config import Config
from tablier.server.db.database import BUSY_TIMEOUT, FILE, Database

from .browser import UNLIMITED, Browser, Running, serving, until
from .cluster import Cluster
from .databases import address, change
from .player import Player
from .process import process

LONG = 180.0
"""Seconds for a whole game; only a machine that is very busy takes so long."""


async def limit_pages(database: Database, more: int) -> None:
    """Let a SQLite database grow by so many pages."""

    def limit(connection: sa.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + more}")

    await database.write(limit)


class Hole:
    """A way to a server that may fall silent without closing anything."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open = asyncio.Event()
        self._open.set()

    @asynccontextmanager
    async def way(self) -> AsyncIterator[int]:
        tasks: set[asyncio.Task[None]] = set()

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                with suppress(OSError):
                    while data := await reader.read(4096):
                        await self._open.wait()
                        writer.write(data)
            finally:
                writer.transport.abort()

        async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
            tasks.update(map(asyncio.create_task, (pass_on(reader, back), pass_on(there, writer))))

        server = await asyncio.start_server(met, "127.0.0.1", 0)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server.close()

    def fall_silent(self) -> None:
        self._open.clear()


async def test_a_dead_connection_is_noticed(tmp_path: Path) -> None:
    usual = Config(data=tmp_path)
    assert usual.ping_interval + usual.pong_timeout < 12
    async with serving(tmp_path, ping_interval=0.3, pong_timeout=0.3) as server:
        host, friend = server.browser(), server.browser()
        made = await host.table("me", "friend")
        await friend.claim(made["id"], made["links"][0]["token"])
        hole = Hole(server.services.config.port)
        cookies = "; ".join(f"{name}={value}" for name, value in friend.http.cookies.items())
        async with (
            host.at(made["id"]) as line,
            hole.way() as port,
            websockets.connect(
                f"{server.origin.replace('http', 'ws')}/ws/{made['id']}",
                host="127.0.0.1",
                port=port,
                origin=server.origin,  # type: ignore[arg-type]
                additional_headers={"Cookie": cookies},
                ping_interval=None,
                close_timeout=0,
            ) as silent,
        ):
            await silent.send('{"type":"hello"}')
            await silent.recv()
            assert (await line.hello())["table"]["seats"][1]["here"]
            await asyncio.sleep(1)  # as long as it answers, it stays, several pings long
            assert (await line.hello())["table"]["seats"][1]["here"]
            line.news.clear()
            hole.fall_silent()
            while (await line.next("table"))["table"]["seats"][1].get("here"):
                pass


@pytest.mark.sqlite
async def test_a_busy_database_is_waited_for(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        busy = sqlite3.connect(server.services.config.data / FILE, isolation_level=None)
        busy.execute("begin immediate")
        waiting = asyncio.create_task(line.submit(0, "1"))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        busy.execute("rollback")
        busy.close()
        assert (await waiting)["seq"] == 1


@pytest.mark.sqlite
@pytest.mark.config(write_retries=(0.0,))
async def test_a_database_that_stays_busy_refuses_moves(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")

    await change(server.services.database, "pragma busy_timeout = 50")
    async with browser.at(made["id"]) as line:
        busy = sqlite3.connect(server.services.config.data / FILE, isolation_level=None)
        busy.execute("begin immediate")
        refused = await line.submit(0, "1", key="while-busy")
        assert (refused["code"], refused["say"]["k"]) == ("failed", "refused-storage")
        answer = await browser.http.post(f"/api/tables/{made['id']}/name", json={"seat": 0, "name": "X"})
        assert (answer.status_code, answer.json()["say"]["k"]) == (503, "refused-storage")
        assert (await line.hello())["seq"] == 0  # who only looks is served
        busy.execute("rollback")
        busy.close()
        assert (await line.submit(0, "1", key="while-busy"))["seq"] == 1


HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("begin immediate")
print("held", flush=True)
time.sleep(600)
"""


@pytest.mark.sqlite
async def test_a_database_locked_by_another_process_refuses_moves_after_three_seconds(server: Running) -> None:
    """All who wait, not one after another."""
    browser = server.browser()
    tables = [(await browser.table("me", "me"))["id"] for _ in range(3)]
    command = (sys.executable, "-c", HOLD, str(server.services.config.data / FILE))
    holder = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert holder.stdout is not None
    await holder.stdout.readline()

    async def submit(number: int, table: str) -> dict[str, Any]:
        await asyncio.sleep(0.1 * number)  # each behind the one before
        async with browser.at(table) as line:
            return await line.submit(0, "1", key="while-it-is-held")

    async def rename(number: int) -> int:
        name = {"seat": 0, "name": f"X{number}"}
        return (await browser.http.post(f"/api/tables/{tables[0]}/name", json=name, timeout=30)).status_code

    try:
        async with asyncio.timeout(4 * BUSY_TIMEOUT):  # one after another takes 18 s and more
            answers = asyncio.gather(*(submit(n, table) for n, table in enumerate(tables)))
            statuses = await asyncio.gather(*map(rename, range(3)))
            refusals = [(answer["code"], answer["say"]["k"]) for answer in await answers]
    finally:
        holder.kill()
        await holder.wait()
    assert refusals == [("failed", "refused-storage")] * 3
    assert statuses == [503] * 3
    async with browser.at(tables[0]) as line:
        assert (await line.submit(0, "1", key="while-it-is-held"))["seq"] == 1


async def test_a_locked_postgresql_refuses_moves_after_three_seconds(postgresql: Cluster, tmp_path: Path) -> None:
    database = await postgresql.database(str(tmp_path))
    async with serving(tmp_path, database=database) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
        holder = await asyncpg.connect(database)
        async with browser.at(made["id"]) as line:
            async with holder.transaction():
                await holder.execute("lock table event in exclusive mode")
                async with asyncio.timeout(4 * BUSY_TIMEOUT):
                    refused = await line.submit(0, "1", key="while-it-is-held")
                assert (refused["code"], refused["say"]["k"]) == ("failed", "refused-storage")
            assert (await line.submit(0, "1", key="while-it-is-held"))["seq"] == 1
        await holder.close()


@pytest.mark.sqlite
@pytest.mark.config(socket_rate=UNLIMITED, write_retries=(0.0,))
async def test_sqlites_own_error_for_a_full_disk_is_understood(server: Running) -> None:
    """SQLite's own limit of pages is the one way to have its own error for a full disk."""
    browser = server.browser()
    made = await browser.table("me", "me", rounds=300, most=300)
    await limit_pages(server.services.database, 0)
    async with browser.at(made["id"]) as line:
        played = 0
        while (answer := await line.submit(played % 2, str(played // 2 + 1), key=f"number-{played:03}"))[
            "type"
        ] == "ack":
            played = answer["seq"]
        assert answer["say"]["k"] == "refused-storage"
        await limit_pages(server.services.database, 1000)
        assert (await line.submit(played % 2, str(played // 2 + 1), key=f"number-{played:03}"))["seq"] == played + 1


@pytest.mark.long
async def test_play_survives_a_restart_of_postgresql(
    postgresql: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    database = await postgresql.database(str(tmp_path))
    async with process(tmp_path, database) as running:
        browser = Browser(running.origin)
        made = await browser.table("me", "me", "bot", rounds=60, most=300)
        players = [Player(browser, made["id"], seat) for seat in (0, 1)]
        playing = asyncio.gather(*(player.play() for player in players))

        async def played(rounds: int) -> None:
            async with asyncio.timeout(LONG):
                while len(players[0].acknowledged) < rounds:
                    await asyncio.sleep(0.01)

        async def refused() -> bool:  # a player's choice, or the bot's for which both players wait
            return "log.failed" in capfd.readouterr().err

        await played(5)
        await asyncio.to_thread(postgresql.stop)
        await asyncio.to_thread(postgresql.start)
        await played(15)
        await asyncio.to_thread(postgresql.stop, "fast")
        answer = await browser.http.get("/health")
        assert (answer.status_code, answer.json()["say"]["k"]) == (503, "refused-storage")
        await until(refused, LONG)  # longer than the log is patient
        await asyncio.to_thread(postgresql.start)
        async with asyncio.timeout(LONG):
            await playing
        assert (await browser.http.get("/health")).json()["status"] == "ok"
        assert set().union(*(player.refusals for player in players)) <= {"refused-storage"}
        async with browser.at(made["id"]) as line:
            assert line.welcome["seq"] == 180


async def test_a_stopping_server_closes_its_sockets_and_loses_nothing(tmp_path: Path) -> None:
    database = await address(tmp_path)
    async with process(tmp_path, database) as running:
        browser = Browser(running.origin)
        made = await browser.table("me", "me", rounds=300, most=300)
        async with browser.at(made["id"]) as line:
            for n in range(1, 151):
                for seat in (0, 1):
                    await line.send(type="submit", key=f"seat-{seat}-{n:03}", seat=seat, plies=[str(n)])
            await line.next("ack", seq=20)
            stopping = asyncio.create_task(running.terminate())
            assert await line.closed() == 1012  # the server stops; come back
            assert await stopping == 0
            acknowledged = {message["key"]: message["seq"] for message in line.news if message["type"] == "ack"}
    async with serving(tmp_path) as server:
        events = {
            event.key.partition(":")[2]: event.seq for event in await server.services.event_store.events(made["id"])
        }
        assert len(events) >= 20
        assert acknowledged.items() <= events.items()

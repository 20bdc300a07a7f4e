"""Acknowledged events survive restarts and full disks; ``test_kill.py`` covers ``kill -9``."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.database import FILE, Database
from tablier.server.db.errors import StoreError
from tablier.server.db.event_store import EventStore
from tablier.server.db.event_writer import EventWriter
from tablier.server.db.table_store import TableStore
from tablier.server.domain.events import Event, Submitted
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.timestamps import now

from .browser import serving
from .cluster import programs
from .databases import address, change, open_database


async def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as line:
            await line.submit(0, "1", key="first-key")
            before = (await line.hello())["view"]
    async with serving(tmp_path) as server:
        browser.move(server.origin)
        async with browser.at(made["id"]) as line:
            assert line.welcome["view"] == before
            assert (await line.submit(0, "1", key="first-key"))["seq"] == 1  # the first answer, once more
            assert (await line.submit(1, "2"))["seq"] == 2
            assert (await browser.http.get(line.welcome["table"]["stage"])).status_code == 200


async def test_a_backup_of_a_running_server_is_consistent(tmp_path: Path) -> None:
    """As the page for operators says. What comes after it is not in it, and the game goes on from there."""
    old, new = tmp_path / "old", tmp_path / "new"
    async with serving(old) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as line:
            await line.submit(0, "1")
            await asyncio.to_thread(back_up, old, new, await address(old), await address(new))
            await line.submit(1, "2")
    async with serving(new) as server:
        browser.move(server.origin)
        async with browser.at(made["id"], since=2) as line:  # it has seen more
            assert line.welcome["seq"] == 1
            assert [entry["seq"] for entry in line.welcome["log"]] == [1]
            assert (await line.submit(1, "3"))["seq"] == 2


def back_up(old: Path, new: Path, source: str, target: str) -> None:
    new.mkdir()
    if source:
        bin_ = programs()
        assert bin_ is not None
        subprocess.run([bin_ / "pg_dump", "--format=custom", f"--file={new}/dump", source], check=True)
        subprocess.run([bin_ / "pg_restore", "--no-owner", f"--dbname={target}", f"{new}/dump"], check=True)
    else:
        with closing(sqlite3.connect(old / FILE)) as live, closing(sqlite3.connect(new / FILE)) as copy:
            live.backup(copy)


async def test_a_stage_is_found_by_its_hash_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        tables = [await browser.table("me", "me", most=most) for most in (5, 9)]
        stages = []
        for made in tables:
            async with browser.at(made["id"]) as line:
                stages.append(line.welcome["table"]["stage"])
        contents = [(await browser.http.get(stage)).text for stage in stages]
        assert contents[0] != contents[1]
    async with serving(tmp_path) as server:
        browser.move(server.origin)
        for stage, content in zip(reversed(stages), reversed(contents), strict=True):
            answer = await browser.http.get(stage)
            assert answer.text == content
            assert "immutable" in answer.headers["cache-control"]
        assert (await browser.http.get("/api/stages/toy/0123456789abcdef.json")).status_code == 404


async def fill_the_disk(database: Database) -> None:
    """From now on the log's rows find no room, and the database says so as it would."""
    if database.shared:
        await change(
            database,
            "create function full_disk() returns trigger language plpgsql as "
            "$$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$",
            "create trigger no_room before insert on event for each row execute function full_disk()",
        )
    else:
        await change(
            database, "create trigger no_room before insert on event begin select raise(abort, 'disk is full'); end"
        )


async def empty_the_disk(database: Database) -> None:
    await change(database, "drop trigger no_room" + " on event" * database.shared)


async def test_a_full_disk_refuses_moves_and_the_server_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as line:
            await fill_the_disk(server.services.database)
            refused = await line.submit(0, "1", key="while-full")
            assert (refused["code"], refused["say"]["k"]) == ("failed", "refused-storage")
            assert (await line.hello())["seq"] == 0
            await empty_the_disk(server.services.database)
            assert (await line.submit(0, "1", key="while-full"))["seq"] == 1


@pytest.mark.sqlite
@pytest.mark.parametrize("case", ["a file", "below a file", "no database", "a newer version"])
async def test_a_data_folder_that_cannot_be_used_is_a_clear_error(tmp_path: Path, case: str) -> None:
    folder = tmp_path / "data"
    if case in ("a file", "below a file"):
        folder.write_text("no folder")
        folder = folder / "below" if case == "below a file" else folder
    else:
        folder.mkdir()
        if case == "no database":
            (folder / "tablier.sqlite3").write_bytes(b"no database" * 100)
        else:
            await (await open_database(folder)).close()
            with sqlite3.connect(folder / "tablier.sqlite3") as other:
                other.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(StoreError, match="--data"):
        await open_database(folder)


@pytest.mark.sqlite
async def test_a_read_only_file_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await open_database(tmp_path)).close()
    engine = sa.create_engine(f"sqlite:///file:{tmp_path / FILE}?mode=ro&uri=true")  # root may write to any file
    monkeypatch.setattr(sa, "create_engine", lambda url: engine)
    with pytest.raises(StoreError, match=rf"{FILE} \(attempt to write a readonly database\); .*owner and mode"):
        await open_database(tmp_path)


async def a_table(database: Database) -> str:
    browser = await BrowserStore(database).add(os.urandom(32))
    await TableStore(database).add(
        TableRow("table", "toy", 1, {}, (SeatRow(browser_id=browser), SeatRow(browser_id=browser)), now(), b"")
    )
    return "table"


async def test_two_writers_never_take_the_same_number(tmp_path: Path) -> None:
    """As two server processes on one file."""
    databases = [await open_database(tmp_path) for _ in range(2)]
    logs = [EventWriter(EventStore(database)) for database in databases]
    table = await a_table(databases[0])
    for log in logs:
        log.start()
    won: list[tuple[int, str]] = []

    async def write(who: int, log: EventWriter) -> None:
        for seq in range(1, 101):
            written = await log.append(Event(table, seq, f"0:{who}-{seq}", 0, Submitted(("1",)), now()))
            if written is not None:
                won.append((seq, written.key))

    await asyncio.gather(*(write(who, log) for who, log in enumerate(logs)))
    for log in logs:
        await log.stop()
    events = await EventStore(databases[0]).events(table)
    assert sorted(won) == [(event.seq, event.key) for event in events]
    assert len(won) == 100
    for database in databases:
        await database.close()


async def test_a_batch_answers_each_of_its_events(tmp_path: Path) -> None:
    database = await open_database(tmp_path)
    store, table = EventStore(database), await a_table(database)

    def event(seq: int, key: str) -> Event:
        return Event(table, seq, key, 0, Submitted((key,)), now())

    first, same_number, same_key, repeated = event(1, "a"), event(1, "b"), event(2, "a"), event(1, "a")
    assert await store.append([first, same_number, same_key, repeated]) == [first, None, first, first]
    assert await store.append([repeated, event(2, "c")]) == [first, await store.find(table, "c")]
    assert [e.key for e in await store.events(table)] == ["a", "c"]
    await database.close()


async def test_a_written_event_is_delivered_even_if_its_sender_is_cancelled(tmp_path: Path) -> None:
    database = await open_database(tmp_path)
    store, table = EventStore(database), await a_table(database)
    log, told = EventWriter(store), list[tuple[Event, Event | None]]()
    event = Event(table, 1, "0:1", 0, Submitted(("1",)), now())
    log.start()
    appending = asyncio.create_task(log.append(event, lambda *what: told.append(what)))
    await asyncio.sleep(0)
    appending.cancel()
    await log.stop()
    assert appending.cancelled()
    assert told == [(event, event)]
    assert await store.events(table) == [event]
    await database.close()


async def test_an_event_is_written_even_if_its_delivery_fails(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("nobody listens")

    database = await open_database(tmp_path)
    log, event = (
        EventWriter(EventStore(database)),
        Event(await a_table(database), 1, "0:1", 0, Submitted(("1",)), now()),
    )
    log.start()
    assert await log.append(event, fail) == event
    assert await log.append(msgspec.structs.replace(event, seq=2, key="0:2")) is not None
    await log.stop()
    await database.close()


async def test_queued_events_are_written_before_the_writer_stops(tmp_path: Path) -> None:
    database = await open_database(tmp_path)
    store, table = EventStore(database), await a_table(database)
    log = EventWriter(store)
    log.start()
    waiting = [
        asyncio.create_task(log.append(Event(table, n, f"{n}", 0, Submitted(("1",)), now()))) for n in range(1, 51)
    ]
    await asyncio.sleep(0)
    await log.stop()
    assert all(await asyncio.gather(*waiting))
    assert len(await store.events(table)) == 50
    with pytest.raises(StoreError):
        await log.append(Event(table, 51, "51", 0, Submitted(("1",)), now()))
    await database.close()

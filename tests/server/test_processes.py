"""Several processes on one PostgreSQL: any may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa

import tablier
from tablier.server import app
from tablier.server.db import database as database_module
from tablier.server.db import leases, presence_store
from tablier.server.db.database import PostgreSQLDatabase, open_database
from tablier.server.db.errors import Unavailable
from tablier.server.db.event_store import EventStore
from tablier.server.db.leases import Leases
from tablier.server.db.presence_store import PresenceStore, Sockets
from tablier.server.db.schema import lease, presence
from tablier.server.db.table_store import TableStore
from tablier.server.domain.events import Event, Submitted
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import CachedTable
from tablier.server.timestamps import now
from tablier.server.workers import scheduler

from .browser import PATIENCE, Browser, Line, Running, finished, serving, until
from .cluster import Cluster
from .databases import change, value
from .player import Player
from .process import Process, process, start
from .toy import SlowLibrary

LEASE = 15_000
OPEN = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}


@pytest.fixture
async def address(postgresql: Cluster, tmp_path: Path) -> str:
    return await postgresql.database(str(tmp_path))


@asynccontextmanager
async def two(data: Path, address: str) -> AsyncIterator[tuple[Running, Running]]:
    async with (
        serving(data, database=address, think=False, presence_exchange=0.05) as one,
        serving(data, database=address, think=False, presence_exchange=0.05) as other,
    ):
        yield one, other


def at(server: Running, browser: Browser) -> Browser:
    """The same browser, come to another server."""
    twin = server.browser()
    twin.http.cookies.update(browser.http.cookies)
    return twin


def woken_at(server: Running) -> asyncio.Queue[tuple[str, bool]]:
    """The wake-ups at a server from now on: the table, and whether more than its log may have changed."""
    woken: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
    server.services.bus.expire_with(lambda table, row: woken.put_nowait((table, row)), resync=lambda: None)
    return woken


async def check_that_nothing_else_woke(server: Running, woken: asyncio.Queue[tuple[str, bool]]) -> None:
    """Check that the other servers have been woken by nothing but the wake-ups that this sends."""
    database = server.services.database
    while woken.empty():  # until the other server listens
        await database.write(lambda connection: database.notify(connection, ["nothing"]))
        await asyncio.sleep(0.05)
    while not woken.empty():
        assert await woken.get() == ("nothing", True)
        await asyncio.sleep(0.05)


async def test_events_of_one_process_are_sent_by_the_other(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        host, guest = one.browser(), other.browser()
        made = await host.table("me", "friend")
        async with host.at(made["id"]) as left:
            await guest.claim(made["id"], made["links"][0]["token"], "Guest")
            seats = (await left.next("table"))["table"]["seats"]
            assert (seats[1]["kind"], seats[1]["name"]) == ("human", "Guest")
            async with guest.at(made["id"]) as right:
                for number in ("1", "2", "3"):
                    first = await left.submit(0, number)
                    await right.update(first["seq"])
                    second = await right.submit(1, number)
                    update = await left.update(second["seq"])
                assert update["view"]["result"]


async def test_only_events_that_are_written_wake_the_other_processes(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other), asyncio.timeout(PATIENCE):
        woken = woken_at(other)
        await check_that_nothing_else_woke(one, woken)
        made = await one.browser().table("me", "me")
        assert await woken.get() == (made["id"], True)
        event = Event(made["id"], 1, "0:key", 0, Submitted(("1",)), now())
        store = EventStore(one.services.database)
        assert await store.append([event]) == [event]
        assert await woken.get() == (made["id"], False)
        assert await store.append([event]) == [event]
        await check_that_nothing_else_woke(one, woken)


async def test_a_change_wakes_the_other_processes_even_if_its_own_dies_after_the_commit(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, address) as (one, other), asyncio.timeout(PATIENCE):
        monkeypatch.setattr(one.services.bus, "wake", lambda *_, **__: None)  # as if it died after each commit
        store, browsers, woken = one.services.table_store, one.services.browser_store, woken_at(other)
        await check_that_nothing_else_woke(one, woken)
        made = await one.browser().table("me", "friend", "friend")
        table = made["id"]
        assert await woken.get() == (table, True)
        browser, heir = [await browsers.add(secret) for secret in (b"one", b"another")]
        changes: list[Callable[[], Awaitable[object]]] = [
            lambda: store.update(table, shared=True),
            lambda: store.sit(table, browser, "Ada", lambda _: 1),
            lambda: store.rename(table, 1, "Eve"),
            lambda: store.set_recovery(table, 1, b"recovery"),
            lambda: store.recover(table, b"recovery", heir),
            lambda: store.fill(table, 2),
            lambda: store.end_watching(table, b"watch"),
            lambda: browsers.erase(heir, b"nobody's"),
        ]
        for change_table in changes:
            await change_table()
            assert await woken.get() == (table, True)
        rematch = TableRow("rematch", "toy", 1, {}, (SeatRow(), SeatRow()), at=0, seed=bytes(32), rematch_of=table)
        assert await store.add(rematch)
        assert {await woken.get() for _ in range(2)} == {(table, True), ("rematch", True)}
        assert not await store.add(rematch)
        with pytest.raises(Problem):
            await store.sit("no table", browser, "Ada", lambda _: 1)
        await check_that_nothing_else_woke(one, woken)


async def test_a_process_reads_its_own_change_if_the_answer_to_the_commit_was_lost(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, database=address, think=False) as server:
        host = server.browser()
        made = await host.table("me", "friend")
        async with host.at(made["id"]) as line:
            write = server.services.database.write

            async def commit_unheard(change: Callable[[sa.Connection], object]) -> object:
                await write(change)
                raise Unavailable("the connection was closed")

            with monkeypatch.context() as patch:
                patch.setattr(server.services.database, "write", commit_unheard)
                with pytest.raises(Unavailable):
                    await server.services.table_store.rename(made["id"], 0, "Ada")
            await line.table(lambda table: table["seats"][0].get("name") == "Ada")


async def test_a_row_is_read_only_when_more_than_the_log_has_changed() -> None:
    game, read = tablier.game("ponte_del_diavolo"), list[bool]()
    row = TableRow("table", game.name, 1, {}, (SeatRow(), SeatRow()), at=0, seed=bytes(32))
    table = CachedTable(TableState.new(row, game))

    class Store:
        async def changes(self, table_id: str, after: int, *, row: bool) -> tuple[TableRow | None, list[Event]]:
            read.append(row)
            if len(read) == 3:
                table.expire()
            return None, []

    async def refresh() -> bool:
        await table.refresh(cast("TableStore", Store()))
        return read[-1]

    assert await refresh()
    table.expire(row=False)
    assert not await refresh()
    table.expire()
    table.expire(row=False)
    assert await refresh()
    assert not table.current  # it has changed while it was read
    table.expire(row=False)
    assert await refresh()
    assert table.current


async def test_a_process_with_a_shared_database_starts_when_its_games_are_loaded(tmp_path: Path, address: str) -> None:
    library = SlowLibrary()
    async with AsyncExitStack() as stack:
        serves = serving(tmp_path, library, database=address, loading=PATIENCE)
        starts = asyncio.create_task(stack.enter_async_context(serves))
        await asyncio.sleep(0.3)
        assert not starts.done()
        library.go.set()
        assert (await starts).services.library.ready("toy")


async def test_presence_is_shared_between_processes(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        host, guest = one.browser(), other.browser()
        made = await host.table("me", "friend")
        await guest.claim(made["id"], made["links"][0]["token"])
        async with host.at(made["id"]) as left:
            async with guest.at(made["id"]):
                await left.table(lambda table: "here" in table["seats"][1])
            await left.table(lambda table: "here" not in table["seats"][1])


async def test_the_presence_of_a_dead_process_expires(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = now()
    monkeypatch.setattr(presence_store, "now", lambda: time)
    dead, alive = await open_database(tmp_path, address), await open_database(tmp_path, address)
    everybody = frozenset({("table", 1, 1), ("table", 2, 1)})
    lost, found = PresenceStore(dead, 8000), PresenceStore(alive, 8000)

    async def heard() -> Sockets:
        return (await found.exchange(frozenset()))[0]

    await lost.exchange(everybody)
    assert await heard() == {"table": {1: 1, 2: 1}}
    time += 8000 + 1
    assert await heard() == {}
    await lost.exchange(everybody)  # it had only been slow
    assert await heard() == {"table": {1: 1, 2: 1}}
    for database in (dead, alive):
        await database.close()


async def test_a_process_does_not_wait_for_another_that_renews_expired_rows(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = now()
    monkeypatch.setattr(presence_store, "now", lambda: time)
    slow, quick = await open_database(tmp_path, address), await open_database(tmp_path, address)
    assert isinstance(slow, PostgreSQLDatabase)
    watching = PresenceStore(quick, 8000)
    await PresenceStore(slow, 8000).exchange(frozenset({("table", 1, 1)}))
    time += 8000 + 1
    async with slow.connect() as connection:
        await connection.execute(sa.update(presence).values(until=time + 8000))
        await watching.exchange(frozenset())
        await connection.commit()
    assert (await watching.exchange(frozenset()))[0] == {"table": {1: 1}}
    for database in (slow, quick):
        await database.close()


async def test_queries_take_turns_at_the_connections(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "CONNECTIONS", 1)
    database = await open_database(tmp_path, address)
    served = list[int]()

    async def ask(number: int) -> None:
        await database.read(lambda connection: connection.execute(sa.text("select 1")))
        served.append(number)
        if number < 20:
            await asyncio.gather(ask(number + 20))  # it comes back at once, and must wait again

    await asyncio.gather(*map(ask, range(20)))
    assert served == list(range(40))
    monkeypatch.setattr(database_module, "FREE_TIMEOUT", 0.1)
    slow = asyncio.create_task(database.read(lambda connection: connection.execute(sa.text("select pg_sleep(1)"))))
    await asyncio.sleep(0)
    with pytest.raises(Unavailable, match="all connections to PostgreSQL are in use"):
        await database.read(lambda connection: connection.execute(sa.text("select 1")))
    await slow
    await database.close()


async def test_a_process_reads_few_of_the_tables_that_are_due_at_once(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, most, read = 0, 0, 0

    async def state(table: str) -> TableState:
        nonlocal reading, most, read
        reading += 1
        most = max(most, reading)
        await asyncio.sleep(0.001)
        reading, read = reading - 1, read + 1
        raise Problem(Refusal.NO_TABLE)

    async with serving(tmp_path, database=address) as server:
        monkeypatch.setattr(server.services.cache, "state", state)
        for number in range(100):
            server.services.scheduler.wake(f"table-{number}")

        async def all_read() -> bool:
            return read >= 100

        await until(all_read)
    assert most == scheduler.READ_AT_ONCE


async def test_a_stopping_process_hands_over_its_sockets_one_after_another(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PACE", 3.0)
    async with AsyncExitStack() as running:
        server = await running.enter_async_context(serving(tmp_path, database=address))
        browser = server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as one, browser.at(made["id"]) as other:
            stopping = asyncio.create_task(running.aclose())
            closing = {asyncio.create_task(line.closed()): line for line in (one, other)}
            done, (left,) = await asyncio.wait(closing, return_when=asyncio.FIRST_COMPLETED)
            left.cancel()
            await asyncio.wait([left])
            assert [await closed for closed in done] == [1012]
            assert (await closing[left].submit(0, "1"))["type"] == "ack"
            assert await closing[left].closed() == 1012
            await stopping


async def test_spectators_of_all_processes_are_counted(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        host, known = one.browser(), one.browser()
        made = (await host.http.post("/api/tables", json=OPEN)).json()["id"]
        await known.table("me", "me")
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(host.at(made))]

            async def come(browser: Browser, count: int) -> Line:
                """Somebody comes to watch; all who are there hear how many do."""
                lines.append(await stack.enter_async_context(browser.at(made)))
                for line in lines:
                    await watching(line, count)
                return lines[-1]

            await come(one.browser(), 1)  # unknown browsers: each of their sockets counts
            passer = await come(other.browser(), 2)
            await come(other.browser(), 3)
            await come(known, 4)
            await come(at(other, known), 4)  # the same one
            await come(at(other, host), 4)  # who sits there does not watch
            await passer.socket.close()
            lines.remove(passer)
            for line in lines:
                await watching(line, 3)


async def watching(line: Line, count: int) -> None:
    """Wait until so many watch."""
    await line.table(lambda table: table.get("watching", 0) == count)


async def test_a_browser_erased_at_one_process_is_disconnected_from_the_other(tmp_path: Path, address: str) -> None:
    async with process(tmp_path, address, "web") as one, process(tmp_path, address, "web") as other:
        host, player, watcher = (Browser(one.origin) for _ in range(3))
        public = (await host.http.post("/api/tables", json=OPEN)).json()["id"]
        private = await host.table("me", "friend")
        await player.http.post(f"/api/tables/{public}/join", json={"name": "Bea"})
        await watcher.http.post(f"/api/tables/{private['id']}/watch", json={"token": private["watch"]})
        for browser, table in ((player, public), (watcher, private["id"])):
            browser.move(other.origin)
            async with browser.at(table) as line:
                browser.move(one.origin)
                assert (await browser.http.delete("/api/me")).status_code == 204
                async with asyncio.timeout(PATIENCE):
                    assert await line.closed() == 4001
        host.move(other.origin)
        async with host.at(private["id"]) as line:
            assert line.welcome["you"] == [0]  # others stay


async def test_watching_ends_in_all_processes(tmp_path: Path, address: str) -> None:
    async with process(tmp_path, address, "web") as one, process(tmp_path, address, "web") as other:
        host, watcher = Browser(one.origin), Browser(one.origin)
        made = await host.table("me", "friend")
        link = f"/api/tables/{made['id']}/watch"
        await watcher.http.post(link, json={"token": made["watch"]})
        watcher.move(other.origin)
        async with watcher.at(made["id"]) as line:
            assert (await host.http.delete(f"{link}-link")).status_code == 204
            async with asyncio.timeout(PATIENCE):
                assert await line.closed() == 4003
        fresh = (await host.http.post(f"{link}-link")).json()["token"]

        async def admitted() -> bool:  # as soon as the other process has heard of the new link
            return (await watcher.http.post(link, json={"token": fresh})).status_code == 204

        await until(admitted)
        async with watcher.at(made["id"]) as line:
            assert line.welcome["you"] == []


async def test_a_lease_has_one_holder_and_expires(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = 1_000_000
    monkeypatch.setattr(leases, "now", lambda: time)
    async with serving(tmp_path, database=address, think=False) as server:
        made = await server.browser().table("bot", "bot")
        other = await open_database(tmp_path, address)
        mine, theirs = Leases(server.services.database, LEASE), Leases(other, LEASE)
        assert await mine.take(made["id"])
        assert not await theirs.take(made["id"])
        assert await mine.take(made["id"])  # the holder may repeat it
        await mine.release(made["id"])
        assert await theirs.take(made["id"])
        time += LEASE - 1
        await theirs.renew()
        time += LEASE
        assert not await mine.take(made["id"])
        assert await mine.expired() == []
        time += 1
        assert await mine.expired() == [made["id"]]
        assert await mine.take(made["id"])
        await other.close()


async def test_an_expired_lease_is_cleared_where_no_bot_is_to_move(tmp_path: Path, address: str) -> None:
    """Its dead holder does not delete it, and every process would look at the table again and again."""
    async with serving(tmp_path, database=address, lease_check=0.02) as server:
        database = server.services.database
        idle = (await server.browser().table("me", "friend"))["id"]
        await change(database, sa.insert(lease).values(table_id=idle, process="dead", until=1))

        async def cleared() -> bool:
            return not await value(database, sa.select(sa.func.count()).select_from(lease))

        await until(cleared)


async def test_an_expired_lease_stays_until_it_is_taken_or_cleared(tmp_path: Path, address: str) -> None:
    """A process that dies after it has found one loses no table whose bots are to play."""
    async with serving(tmp_path, database=address, think=False) as server:
        database = server.services.database
        made = await server.browser().table("bot", "bot")
        await change(database, sa.insert(lease).values(table_id=made["id"], process="dead", until=1))
        died, lives = (Leases(database, LEASE) for _ in range(2))
        assert await died.expired() == [made["id"]] == await lives.expired()
        assert await lives.take(made["id"])
        await died.clear(made["id"])  # it has been taken meanwhile
        assert await value(database, sa.select(lease.c.process)) == database.process
        await lives.release(made["id"])
        assert await lives.expired() == []


async def test_one_of_several_simultaneous_claims_wins(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        for _ in range(5):
            made = await one.browser().table("me", "friend")
            token = made["links"][0]["token"]
            answers = await asyncio.gather(*(s.browser().claim(made["id"], token) for s in (one, other) * 2))
            assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]


async def test_a_browser_that_joins_in_two_processes_at_once_gets_one_seat(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        host, guest = one.browser(), one.browser()
        await guest.table("me", "me")  # it has a cookie
        twin = at(other, guest)
        seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
        for _ in range(5):
            made = await host.http.post("/api/tables", json=OPEN | {"seats": seats})
            path = f"/api/tables/{made.json()['id']}/join"
            answers = await asyncio.gather(*(tab.http.post(path, json={}) for tab in (guest, twin) * 2))
            assert [answer.json() for answer in answers] == [{"seat": 1}] * 4


async def test_a_browser_that_follows_two_links_in_two_processes_at_once_gets_one_seat(
    tmp_path: Path, address: str
) -> None:
    async with two(tmp_path, address) as (one, other):
        host, guest = one.browser(), one.browser()
        await guest.table("me", "me")  # it has a cookie
        twin = at(other, guest)
        for _ in range(10):
            made = await host.table("me", "friend", "friend")
            tokens = (made["invite"], made["links"][1]["token"])
            ways = zip((guest, twin) * 2, tokens * 2, strict=True)
            await asyncio.gather(*(tab.claim(made["id"], token) for tab, token in ways))
            row = await one.services.table_store.get(made["id"])
            assert row is not None
            assert len([seat for seat in row.seats[1:] if seat.browser_id is not None]) == 1


async def test_no_wake_up_is_missed_when_database_connections_are_lost(tmp_path: Path, address: str) -> None:
    async with two(tmp_path, address) as (one, other):
        browser = one.browser()
        made = await browser.table("me", "me")
        async with at(other, browser).at(made["id"]) as right, browser.at(made["id"]) as left:
            await change(
                other.services.database,
                "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()",
            )
            await left.play(0, "1")  # a move that meets a lost connection is refused, and can be sent again
            await right.update(1)


async def test_bots_play_in_another_process(tmp_path: Path, address: str) -> None:
    async with (
        serving(tmp_path, database=address, think=False) as web,
        serving(tmp_path, database=address) as _,
        serving(tmp_path, database=address) as _,
    ):
        made = [await web.browser().table("bot", "bot") for _ in range(5)]
        for table in made:
            await finished(web, table["id"])
            assert len(await web.services.event_store.events(table["id"])) == 6


@pytest.mark.long
async def test_games_go_on_when_any_process_is_killed(tmp_path: Path, address: str) -> None:
    processes: dict[str, Process] = {
        role: await start(tmp_path, address, role.split()[0]) for role in ("worker", "web 1", "web 2")
    }
    host, guest = Browser(processes["web 1"].origin), Browser(processes["web 2"].origin)
    players: list[Player] = []
    for _ in range(3):
        made = await host.table("me", "friend", "bot", rounds=60, most=300)
        await guest.claim(made["id"], made["links"][0]["token"])
        players += [Player(host, made["id"], 0), Player(guest, made["id"], 1)]
    playing = asyncio.gather(*(player.play() for player in players))

    def played() -> int:
        return min(len(player.acknowledged) for player in players)

    for role in processes:
        before = played()
        async with asyncio.timeout(180):
            while played() < before + 10:
                await asyncio.sleep(0.01)
        await processes[role].kill()
        processes[role] = await start(tmp_path, address, role.split()[0])
        host.move(processes["web 1"].origin)
        guest.move(processes["web 2"].origin)
        assert not playing.done()
    async with asyncio.timeout(180):
        await playing
    for running in processes.values():
        assert await running.terminate() == 0
    database = await open_database(tmp_path, address)
    for player in players:
        events = await EventStore(database).events(player.table)
        assert [event.seq for event in events] == list(range(1, 181))
        assert {event.key: event.seq for event in events if event.seat == player.seat} == {
            f"{player.seat}:{key}": seq for key, seq in player.acknowledged.items()
        }
        assert player.refusals <= {"refused-storage"}
    await database.close()

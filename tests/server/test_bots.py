"""Bots at the table: they play, survive restarts, and fail without harm."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

import tablier
from tablier import bots
from tablier.moves import Move
from tablier.server.domain.events import Resigned, TakenBack
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.messages import Ack
from tablier.server.workers import bot_runner

from .browser import PATIENCE, Running, finished, serving, until
from .toy import RandomBot, RandomBots


class Bots(RandomBots):
    """Bots that do what a test wants before they play."""

    def __init__(self, before: Callable[[Any, int], Sequence[Move] | None]) -> None:
        self.before = before

    def level(self, game: str, n: int, *, seed: int, seconds: float) -> Any:
        def plays(position: Any, seat: int) -> Sequence[Move]:
            return self.before(position, seat) or RandomBot(seed).plays(position, seat)

        return SimpleNamespace(plays=plays)


class _Nothing(list[Move]):
    """No moves, and yet an answer."""

    def __bool__(self) -> bool:
        return True


async def test_bots_play_without_spectators(server: Running) -> None:
    made = await server.browser().table("bot", "bot")
    await finished(server, made["id"])
    assert len(await server.services.event_store.events(made["id"])) == 6


async def test_a_bot_answers(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "bot")
    async with browser.at(made["id"]) as line:
        assert line.welcome["table"]["seats"][1] == {"kind": "bot", "level": 1}
        for n in ("1", "2", "3"):
            assert (await line.submit(0, n))["type"] == "ack"
            await line.pieces(2 * int(n))
        assert (await line.submit(1, "5"))["code"] == "not-your-seat"
        await line.submit(0, type_="rematch")
        while not (table := (await line.next("table"))["table"]).get("rematch"):
            pass  # a bot always accepts
    async with browser.at(table["rematch"]) as line:
        assert line.welcome["you"] == [1]


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        server.services.bot_runner.wake = lambda table_id: None  # type: ignore[method-assign]
        # The bots are not woken: as if the process had died just then.
        server.services.bus._subscribers = server.services.bus._subscribers[:1]
        made = await server.browser().table("bot", "bot")
    async with serving(tmp_path) as server:
        await finished(server, made["id"])


async def test_a_bot_that_replaced_a_player_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        server.services.bus._subscribers = server.services.bus._subscribers[:1]  # the bots are not woken
        browser = server.browser()
        made = await browser.table("me", "me", "me")
        async with browser.at(made["id"]) as line:
            for seat in (0, 1):
                assert (await line.submit(seat, type_="resign"))["type"] == "ack"
            assert (await line.submit(2, "1"))["type"] == "ack"
        assert (await server.services.event_store.events(made["id"]))[0].payload == Resigned(1)
    async with serving(tmp_path) as server:
        browser.move(server.origin)
        async with browser.at(made["id"]) as line:
            assert line.welcome["you"] == [2]
            await line.pieces(3)


async def test_no_bot_is_woken_while_a_server_stops(tmp_path: Path) -> None:
    """A move that arrives meanwhile is written. Its answer is chosen after the next start."""
    with capture_logs() as logs:
        async with serving(tmp_path) as server:
            browser = server.browser()
            made = await browser.table("me", "bot")
            async with browser.at(made["id"]) as line:
                await server.services.scheduler.stop()
                await server.services.bot_runner.stop()
                assert (await line.submit(0, "1"))["type"] == "ack"
                server.services.bus.resync_all()
                await asyncio.sleep(0)
    assert [log for log in logs if log["event"].startswith("bot.")] == []
    async with serving(tmp_path) as server:
        browser.move(server.origin)
        async with browser.at(made["id"]) as line:
            await line.pieces(2)


async def test_a_bot_gets_its_seats_own_view(tmp_path: Path) -> None:
    seen: list[tuple[int, list[int | None]]] = []

    def look(position: Any, seat: int) -> None:
        seen.append((seat, list(position.chosen)))

    async with serving(tmp_path, bots=Bots(look)) as server:
        made = await server.browser().table("bot", "bot")
        await finished(server, made["id"])
    assert len(seen) == 6
    assert all(chosen == [None, None] for _, chosen in seen)


async def test_a_bots_turn_for_a_position_that_was_taken_back_is_not_played(tmp_path: Path) -> None:
    shown: list[list[list[int]]] = []
    go = threading.Event()

    def wait(position: Any, seat: int) -> None:
        shown.append(position.shown)
        if len(shown) == 2:
            go.wait(PATIENCE)

    async with serving(tmp_path, bots=Bots(wait)) as server:
        browser = server.browser()
        table = (await browser.table("me", "bot"))["id"]

        async def has_chosen() -> bool:
            return (await server.services.cache.state(table)).position.movers == (0,)

        async def thoughts(count: int) -> bool:
            return len(shown) == count

        async with browser.at(table) as line:
            await until(has_chosen)
            submitted = (await line.submit(0, "1"))["seq"]
            await until(partial(thoughts, 2))
            back = await server.services.submissions.append(table, 0, "back", lambda _: (TakenBack(submitted), None))
            assert isinstance(back, Ack)
            await line.submit(0, "2")
            go.set()
            await until(partial(thoughts, 3))
    assert [choices[0] for choices in shown] == [[], [1], [2]]


async def test_a_bot_that_fails_once_is_retried(tmp_path: Path) -> None:
    failures = iter([True])

    def fail(position: Any, seat: int) -> None:
        if next(failures, False):
            raise RuntimeError("out of order")

    async with serving(tmp_path, bots=Bots(fail)) as server:
        with capture_logs() as logged:
            made = await server.browser().table("bot", "bot")
            await finished(server, made["id"])
    assert [entry["attempt"] for entry in logged if entry["event"] == "bot.crashed"] == [1]


@pytest.mark.parametrize("how", ["crashes", "plays nonsense", "plays nothing", "never answers"])
async def test_a_bot_that_always_fails_does_not_stop_the_game(tmp_path: Path, how: str) -> None:
    def fail(position: Any, seat: int) -> Sequence[Move]:
        if how == "plays nonsense":
            return [Move(seat, 99, "99")]
        if how == "plays nothing":
            return _Nothing()
        if how == "never answers":
            time.sleep(0.3)
        raise RuntimeError("out of order")

    async with serving(tmp_path, bots=Bots(fail), bot_deadline=0.1) as server:
        with capture_logs() as logged:
            made = await server.browser().table("bot", "bot")
            await finished(server, made["id"])
        events = await server.services.event_store.events(made["id"])
        assert len(events) == 6
        assert how != "never answers" or sum(entry["event"] == "bot.late" for entry in logged) == 6
        assert (await server.browser().http.get("/health")).status_code == 200


async def test_searches_queue_and_their_deadline_excludes_the_queue(tmp_path: Path) -> None:
    together, most = 0, 0
    go = threading.Event()

    def think(position: Any, seat: int) -> None:
        nonlocal together, most
        together += 1
        most = max(most, together)
        go.wait(PATIENCE)
        time.sleep(0.02)
        together -= 1

    async with serving(tmp_path, bots=Bots(think), bot_deadline=3.0, waiting_bots=8) as server:
        browser = server.browser()
        body = {"game": "toy", "seats": [{"kind": "bot", "level": 1}] * 2}
        with capture_logs() as logged:
            # Each table asks for one search at a time, whatever happens at it.
            tables = [(await browser.table("bot", "bot"))["id"] for _ in range(bot_runner.WORKERS + 8)]
            for table in tables:
                server.services.bus.wake(table)
            async with asyncio.timeout(PATIENCE):
                while not server.services.bot_runner.full:
                    await asyncio.sleep(0.01)
            refused = await browser.http.post("/api/tables", json=body)
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
            assert refused.headers["retry-after"]
            await browser.table("me", "me")  # nobody needs to think there
            go.set()
            for table in tables:
                await finished(server, table)
        assert (await browser.http.post("/api/tables", json=body)).status_code == 201
    assert most == bot_runner.WORKERS
    assert not [entry for entry in logged if entry["event"] == "bot.late"]


async def test_searches_share_the_time_while_others_wait(tmp_path: Path) -> None:
    given: list[float] = []
    go = threading.Semaphore(0)

    class Timed(RandomBots):
        def level(self, game: str, n: int, *, seed: int, seconds: float) -> RandomBot:
            given.append(seconds)
            go.acquire(timeout=PATIENCE)
            return RandomBot(seed)

    async with serving(tmp_path, bots=Timed(), bot_seconds=3.0) as server:
        browser = server.browser()
        tables = [(await browser.table("bot", "bot"))["id"] for _ in range(3 * bot_runner.WORKERS)]
        async with asyncio.timeout(PATIENCE):
            while server.services.bot_runner.waiting < 2 * bot_runner.WORKERS:
                await asyncio.sleep(0.01)
            go.release()  # one search ends, so that another begins while one goes on and three or four wait
            while len(given) < 3:
                await asyncio.sleep(0.01)
        go.release(1000)
        for table in tables:
            await finished(server, table)
    assert given[0] == 3.0
    assert 1.0 <= given[2] < 1.3  # five or six wanted two threads


async def test_a_player_cannot_use_up_a_bots_key(server: Running) -> None:
    """The key of a bot's turn is predictable, but keys count for their seat alone."""
    browser = server.browser()
    made = await browser.table("me", "bot")
    async with browser.at(made["id"]) as line:
        for key in ("1:bot:0:", "1:bot:00", "bot:0000"):
            assert (await line.submit(0, "1", key=key))["code"] == "malformed"
        await line.submit(0, "1")
        await line.pieces(2)
        events = await server.services.event_store.events(made["id"])
    assert all(event.key.startswith(f"{event.seat}:") for event in events)


async def test_the_time_of_a_search_tells_nothing_of_a_secret_hand(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot with one legal ply answers at once; others may not know that it has but one."""
    pauses = list[float]()

    async def until_then(moment: float) -> None:
        pauses.append(moment - time.monotonic())

    monkeypatch.setattr(bot_runner, "_until", until_then)
    runner = server.services.bot_runner
    for game, level, searches in (("ankh_morpork", 5, True), ("ankh_morpork", 4, False), ("shangri_la", 5, False)):
        made = tablier.game(game)
        seats = tuple(SeatRow(level=level) for _ in range(3))
        state = TableState.new(TableRow("t", game, 1, {}, seats, 0, b""), made)
        monkeypatch.setattr(runner, "_bot_factory", bots)
        monkeypatch.setattr(runner, "_library", SimpleNamespace(interpreted_bot=lambda *_: RandomBot(1)))
        assert await runner._ask(state, state.position.view(0), 0)
        assert (pauses.pop() > 0) is searches

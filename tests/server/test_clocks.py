"""Clocks follow from the log, the server's uptime and the time: all processes compute the same."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from known import GAMES

import tablier
from tablier import catalogue
from tablier.catalogue import data
from tablier.engine.protocol import CHANCE
from tablier.errors import GameError
from tablier.games.delta.actions import CARDS
from tablier.games.delta.state import SLOTS
from tablier.record import Record
from tablier.scene.submissions import submission_ends
from tablier.server.db import uptime
from tablier.server.db.uptime import Uptime
from tablier.server.domain import replacement
from tablier.server.domain.clocks import DAY, LAG, MINUTE, RETURN_TIME, TimeControl
from tablier.server.domain.events import (
    ClockSet,
    ClockStarted,
    Drawn,
    Event,
    Payload,
    Retracted,
    SeatReturned,
    Submitted,
    TakenBack,
    TimedOut,
)
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.timestamps import now

from .browser import Line, Running, finished, serving
from .databases import change, open_database
from .toy import INFO, ToyGame

SECOND = 1000
HOUR = 3600 * SECOND


def always(begin: int, end: int) -> int:
    """The uptime of a server that was never down."""
    return end - begin


def after(state: TableState, at: int, seat: int, payload: Payload) -> TableState:
    """The state after one more event, at this second."""
    number = state.seq + 1
    return state.apply(Event("t", number, str(number), seat, payload, at * SECOND))


def table(text: str, *events: tuple[int, int, Payload], seats: int = 2, bots: int = 0, out: str = "") -> TableState:
    """A table with a clock whose log is this: second, seat, payload."""
    humans = tuple(SeatRow(browser_id=n) for n in range(seats - bots))
    rows = (*humans, *(SeatRow(level=1) for _ in range(bots)))
    row = TableRow("t", "toy", 1, INFO.choose({}), rows, 0, bytes(32))
    state = TableState.new(row, ToyGame())  # type: ignore[arg-type]
    begun: list[tuple[int, int, Payload]] = [(0, CHANCE, ClockSet(text, out)), (10, CHANCE, ClockStarted())]
    for at, seat, payload in (*begun, *events):
        state = after(state, at, seat, payload)
    return state


def seconds(state: TableState, at: int) -> list[float]:
    assert state.clock is not None
    return [left / SECOND for left in state.clock.left(always, at * SECOND)]


def running(state: TableState) -> tuple[int, ...]:
    assert state.clock is not None
    return state.clock.running


def test_time_controls_are_read() -> None:
    assert TimeControl.read("5+10") == TimeControl("5+10", 5 * MINUTE + 10_000, 10_000)
    assert TimeControl.read("3d", "loss") == TimeControl("3d", 3 * DAY, 0, True, "loss")


def test_clocks_of_all_games_can_be_read() -> None:
    for name in GAMES:
        presets = catalogue.info(name).clocks
        assert {TimeControl.read(preset.time).per_turn for preset in presets.values()} == {False, True}


def test_a_clock_without_texts_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = data.text("tablier.games.delta", "game.toml")
    monkeypatch.setattr(data, "text", lambda *_: text.replace("clocks.quick", "clocks.fast"))
    with pytest.raises(GameError, match=r"delta: game\.toml: clocks\.fast is none of quick"):
        catalogue._read.__wrapped__("tablier.games.delta")


def test_no_clock_runs_before_the_start() -> None:
    state = table("1+5")
    assert running(state) == (0, 1)
    assert seconds(state, 10) == [65, 65]
    unset = table("1+5").row
    first = after(TableState.new(unset, ToyGame()), 0, CHANCE, ClockSet("1+5"))  # type: ignore[arg-type]
    assert running(first) == ()
    assert first.clock_may_start
    assert seconds(first, 1000) == [65, 65]


def played(name: str, time: str, seed: int) -> TableState:
    """A table with a clock after eighty random submissions, one an hour."""
    game, choose = tablier.game(name), random.Random(seed)
    seats = game.info.seats[-1]
    rows = tuple(SeatRow(browser_id=n) for n in range(seats))
    row = TableRow("t", name, game.info.rules_version, game.info.choose({}), rows, 0, bytes(32))
    state = TableState.new(row, game)
    for payload in (ClockSet(time), Drawn(), ClockStarted()):
        state = after(state, 0, CHANCE, payload)
    while state.seq < 83 and state.position.movers:
        staged = state.position.copy()
        seat = choose.choice(staged.movers)
        while staged.ply == state.position.ply or not submission_ends(state.position, staged, seat):
            staged.push(choose.choice(staged.moves(seat)))
        plies = tuple(move.text for move in staged.since(state.position.ply))
        state = after(state, state.seq * 3600, seat, Submitted(plies))
        if time.endswith("d") and seat not in state.position.movers:
            assert seconds(state, state.seq * 3600 - 3600)[seat] * SECOND == TimeControl.read(time).initial
    return state


def earned(state: TableState) -> list[int]:
    """How many turns the clocks have paid to each seat."""
    assert state.clock is not None
    return [sum(tick.earned == seat for tick in state.clock.ticks) for seat in range(len(state.seats))]


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_of_ankh_morpork_earns_its_seconds_once(seed: int) -> None:
    """However often its seat buys and offers. Discards and answers in the turns of others earn nothing."""
    state = played("ankh_morpork", "10+20", seed)
    ends = [move.seat for move in state.position.history if move.text == "end"]
    assert len(ends) > 4
    assert earned(state) == [3 + ends.count(seat) for seat in range(len(state.seats))]


def test_a_round_of_delta_earns_its_seconds_once() -> None:
    """The programme earns them; performing its cards belongs to the same turn."""
    state = played("delta", "5+20", 1)
    programmes = [move.seat for move in state.position.history if move.action < CARDS]
    assert len(programmes) > 2 * SLOTS * len(state.seats)
    assert earned(state) == [programmes.count(seat) // SLOTS for seat in range(len(state.seats))]


@pytest.mark.parametrize("name", ["ponte_del_diavolo", "shangri_la", "on_top"])
def test_a_turn_earns_its_seconds_once(name: str) -> None:
    state = played(name, "5+10", 2)
    submissions = [event.seq for event in state.events if isinstance(event.payload, Submitted)]
    assert len(submissions) > 20
    assert state.clock is not None
    assert [tick.seq for tick in state.clock.ticks if tick.earned is not None] == submissions


@pytest.mark.parametrize("name", ["ankh_morpork", "delta"])
def test_an_answer_resets_a_clock_of_days(name: str) -> None:
    assert running(played(name, "30d", 4))


def test_the_clocks_of_all_movers_run() -> None:
    state = table("1+5", (15, 1, Submitted(("3",))))
    assert running(state) == (0,)
    assert seconds(state, 30) == [45, 65]  # seat 1 took 5 s and was given 5
    state = after(state, 31, 0, Submitted(("3",)))
    assert running(state) == (0, 1)
    assert seconds(state, 31) == [49, 65]


def test_a_turn_resets_a_clock_of_days() -> None:
    state = table("3d", (3600, 1, Submitted(("3",))))
    assert seconds(state, 3610) == [3 * 86400 - 3600, 3 * 86400]


def test_a_takeback_takes_the_increment_back() -> None:
    """Otherwise a seat could gain time by choosing and taking back."""
    lock: tuple[int, Payload] = (1, Submitted(("3",)))
    lift: tuple[int, Payload] = (1, Retracted(3))
    state = table("1+5", (15, *lock), (15, *lift))
    assert running(state) == (0, 1)
    assert seconds(state, 15) == [60, 60]
    again = table("1+5", (15, *lock), (15, *lift), (16, 1, Submitted(("4",))), (17, 1, Retracted(5)))
    assert seconds(again, 17) == [58, 59]


def test_choosing_and_taking_back_refills_no_days() -> None:
    lock: tuple[int, Payload] = (1, Submitted(("3",)))
    state = table("3d", (3610, *lock), (3620, 1, Retracted(3)))
    assert running(state) == (0, 1)
    assert seconds(state, 3620) == [3 * 86400 - 3610, 3 * 86400 - 3600]
    again = table("3d", (3610, *lock), (3620, 1, Retracted(3)), (7220, *lock), (7220, 1, Retracted(5)), (7230, *lock))
    assert again.clock is not None
    assert [tick.undone for tick in again.clock.ticks] == [(), (), (3,), (), (5,), ()]
    assert seconds(again, 7230)[1] == 3 * 86400  # a choice that stands has its days
    again = after(again, 7240, 1, Retracted(7))
    assert seconds(again, 7240)[1] == 3 * 86400 - 3600 - 3600 - 10


def test_who_agrees_to_a_takeback_keeps_the_days_of_the_turns_taken_back() -> None:
    state = table("3d", (3610, 1, Submitted(("3",))), (7210, 0, Submitted(("3",))), (7210, 1, TakenBack(3)))
    assert seconds(state, 7210) == [3 * 86400, 3 * 86400]


def test_a_takeback_never_times_a_seat_out() -> None:
    state = table("0+5", (14, 1, Submitted(("3",))), (14, 0, Submitted(("3",))), (17, 1, TakenBack(3)))
    assert min(seconds(state, 17)) > 0


def test_the_next_timeout_is_known_until_the_game_is_over() -> None:
    state = table("0+5", (12, 1, Submitted(("3",))))
    assert state.clock is not None
    assert state.clock.next_timeout(always, 12 * SECOND) == (0, 15 * SECOND + LAG)
    state = after(state, 16, 0, TimedOut())
    assert state.over
    assert state.clock is not None
    assert state.clock.next_timeout(always, 17 * SECOND) is None
    assert seconds(state, 99) == seconds(state, 16)


def test_a_bot_has_no_clock_and_a_returning_player_has_some_time() -> None:
    out = (16, 0, TimedOut(1))
    state = table("0+5", (12, 1, Submitted(("3",))), out, seats=3)
    assert running(state) == (2,)
    assert seconds(state, 16)[0] < 0
    state = after(state, 17, 0, SeatReturned())
    assert running(state) == (0, 2)
    assert seconds(state, 17)[0] * SECOND == RETURN_TIME


async def test_downtime_is_not_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1_000_000
    monkeypatch.setattr(uptime, "now", lambda: time)
    database = await open_database(tmp_path)
    first, second = Uptime(database, 5000), Uptime(database, 5000)
    await first.heartbeat()
    time += 4000
    await first.heartbeat()
    time += 9000  # it is killed, and another process starts nine seconds later
    await second.heartbeat()
    assert second.charged(1_000_000, time) == 4000
    assert second.charged(1_002_000, time + 500) == 2500
    third = Uptime(database, 5000)
    time += 1000
    await third.heartbeat()  # while the second lives
    assert third.charged(1_000_000, time) == 4000  # it has not read the other rows since
    time += 3000
    await second.heartbeat()
    await third.heartbeat()
    assert third.charged(1_000_000, time) == 8000 == second.charged(1_000_000, time)
    time += 2 * 3600 * 1000  # the machine sleeps for two hours
    assert second.charged(1_000_000, time) > 2 * 3600 * 1000
    await second.heartbeat()
    assert second.charged(1_000_000, time) == 8000
    await database.close()


async def next_clocks(line: Line, **fields: Any) -> dict[str, Any]:
    return await line.next("clocks", **fields)


async def test_clocks_start_when_all_seats_are_taken_and_are_sent_after_every_event(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", clock="5+10")
    async with host.at(made["id"]) as a:
        assert a.welcome["table"]["clock"] == "5+10"
        assert (await next_clocks(a))["running"] == []
        await guest.claim(made["id"], made["links"][0]["token"])
        told = await next_clocks(a, running=[0, 1])
        assert all(309_000 < left <= 310_000 for left in told["left"])
        assert (await a.update(2))["steps"][0]["say"]["k"] == "event-clock-start"
        await a.submit(0, "3")
        told = await next_clocks(a, running=[1])
        assert 319_000 < told["left"][0] <= 320_000
    assert (await host.http.post("/api/tables", json=wanted(clock="1+2"))).status_code == 400
    assert (await host.http.post("/api/tables", json=wanted(clock="x"))).json()["say"]["k"] == "problem-clock"


def wanted(**fields: Any) -> dict[str, Any]:
    return {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}], **fields}


async def test_a_scheduler_stops_while_its_tables_are_woken(server: Running) -> None:
    browser, scheduler = server.browser(), server.services.scheduler
    tables = [(await browser.table("me", "me", clock="5+10"))["id"] for _ in range(8)]
    for table_id in tables:
        async with browser.at(table_id) as line:
            await next_clocks(line, running=[0, 1])  # from now on a task waits for the timeout
    for table_id in tables:  # each task is at another step of its waking when it is cancelled
        scheduler.wake(table_id)
        await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await scheduler.stop()


@pytest.mark.parametrize(
    ("out", "seats", "bots", "replaced_by"),
    [
        ("loss", 2, 0, None),
        ("loss", 3, 0, None),
        ("bot", 2, 0, 2),
        ("bot", 3, 0, 2),
        ("bot", 3, 1, 2),
        ("bot", 3, 2, None),  # only bots would be left
        ("", 2, 0, None),  # early versions: a game of two is lost, among more a bot plays on
        ("", 3, 0, 2),
    ],
)
def test_the_preset_decides_what_a_timeout_does(out: str, seats: int, bots: int, replaced_by: int | None) -> None:
    assert replacement.after_timeout(table("0+5", seats=seats, bots=bots, out=out), range(1, 6)) == replaced_by
    assert replacement.after_timeout(table("0+5", seats=seats, bots=bots, out=out), ()) is None


async def test_a_bot_plays_on_for_two_where_the_preset_says_so(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", clock="0+2", rounds=300, most=300)
    async with host.at(made["id"]) as a:
        assert (a.welcome["table"]["clock"], a.welcome["table"]["out"]) == ("0+2", "bot")
        await guest.claim(made["id"], made["links"][0]["token"], "Bea")
        await next_clocks(a, running=[0, 1])
        await a.submit(0, "3")  # and then lets its time run out
        while (event := (await a.next("update")))["steps"][0]["say"]["k"] != "event-flag-bot":
            pass
        assert not event["view"].get("result")


async def test_a_timeout_loses_a_game_of_two(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", clock="0+1")
    async with browser.at(made["id"]) as line:
        await line.submit(1, "3")
        await finished(server, made["id"])
        while (view := (await line.next("update"))["view"]).get("result") is None:
            pass
        assert view["result"]["ranks"] == [1, 0]
        assert view["result"]["reason"]["k"] == "reason-time"
        assert (await line.submit(0, "3"))["code"] == "over"
    flag = (await server.services.event_store.events(made["id"]))[-1]
    assert (flag.seat, flag.payload) == (0, TimedOut())
    record = Record.loads((await browser.http.get(f"/api/tables/{made['id']}/record")).text)
    assert record.result is not None
    assert (record.result.reason, record.result.by) == ("time", 0)


async def test_a_bot_plays_on_among_three_until_the_owner_returns(server: Running) -> None:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", "me", clock="0+2", rounds=300, most=300)
    await guest.claim(made["id"], made["links"][0]["token"], "Bea")
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        for seat in (0, 2):
            await a.submit(seat, "1")
        while not (actions := await b.next("actions")).get("lost"):
            pass
        assert actions["lost"] == [1]
        assert (await b.submit(1, "9"))["code"] == "not-your-seat"
        assert (await a.submit(1, type_="return"))["code"] == "not-your-seat"
        assert (await b.submit(1, type_="return"))["type"] == "ack"
        while (await b.next("table"))["you"] != [1]:
            pass
        assert (await b.submit(1, type_="return"))["code"] == "late"
        payloads = [event.payload for event in await server.services.event_store.events(made["id"])]
        assert [type(payload) for payload in payloads].count(TimedOut) == payloads.count(SeatReturned()) == 1


async def test_two_processes_time_a_seat_out_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as one, serving(tmp_path) as two:
        browser = one.browser()
        made = await browser.table("me", "me", clock="0+1")
        async with browser.at(made["id"]):
            two.services.bus.wake(made["id"])
            await finished(one, made["id"])
            two.services.bus.wake(made["id"])
            await finished(two, made["id"])
        await asyncio.sleep(0.2)
        payloads = [event.payload for event in await one.services.event_store.events(made["id"])]
        assert [type(payload) for payload in payloads] == [ClockSet, ClockStarted, TimedOut]


async def test_a_restart_is_not_charged_and_seats_time_out_after_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me", clock="0+5")
        async with browser.at(made["id"]) as line:
            await next_clocks(line, running=[0, 1])
    database = await open_database(tmp_path)
    # As if the server had been away for an hour: longer than the clocks allow.
    hour = f"update event set at = at - {HOUR}", f"update uptime set start = start - {HOUR}, last = last - {HOUR}"
    await change(database, *hour)
    await database.close()
    async with serving(tmp_path) as server:
        state = await server.services.cache.state(made["id"])
        assert not state.over
        assert state.clock is not None
        assert min(state.clock.left(server.services.uptime.charged, now())) > 0
        await finished(server, made["id"])  # without any connection or wake-up
        assert (await server.services.cache.state(made["id"])).events[-1].payload == TimedOut()


async def test_a_rematch_has_the_same_clock(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me", clock="5+10")
    async with browser.at(made["id"]) as line:
        await line.submit(0, type_="resign")
        for seat in (0, 1):
            await line.submit(seat, type_="rematch")
        while not (table := (await line.next("table"))["table"]).get("rematch"):
            pass
    async with browser.at(table["rematch"]) as line:
        assert line.welcome["table"]["clock"] == "5+10"

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from known import AT_TABLE
from server.browser import Line, until

from tablier.catalogue.lessons import lessons
from tablier.local.connection import Connection
from tablier.local.requests import Requests
from tablier.server.domain import bot_turns, projections

from .device import Device, MemoryStore

PONTE = "ponte_del_diavolo"
FEWEST = {name: 3 if name in ("ankh_morpork", "shangri_la") else 2 for name in AT_TABLE}
TURNS = 40
"""After so many turns a player resigns: games of random moves can be long."""


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
async def line(device: Device) -> AsyncIterator[Line]:
    """A page of two people at one table of Ponte del Diavolo."""
    async with device.at(await device.table(PONTE, "me", "me")) as found:
        yield found


async def log(device: Device, table: str) -> list[Any]:
    async with device.at(table) as line:
        return list(line.welcome["log"])


async def play_turns(device: Device, table: str, line: Line, turns: int) -> bool:
    """Play seat 0 at random for so many turns, or to the end of the game, which is told."""
    opened = await device.host.runner.tables.get(table)
    for _ in range(turns):
        await until(lambda: _waits(opened))
        if opened.state.over:
            return True
        plies = bot_turns.random_submission(opened.state.position.view(0), 0)
        answer = await line.submit(0, *plies)
        assert answer["type"] == "ack", answer
        stored = json.loads((await device.store.load(table)) or "")
        assert len(stored["events"]) >= answer["seq"], "an event was acknowledged before it was stored"
    return False


async def _waits(opened: Any) -> bool:
    return bool(opened.state.over or (0 in opened.state.position.movers and not opened.state.initial_draw_pending))


@pytest.mark.parametrize("game", AT_TABLE)
async def test_a_game_against_bots_survives_a_reload_and_ends(game: str) -> None:
    device = Device()
    table = await device.table(game, "me", *["bot"] * (FEWEST[game] - 1))
    async with device.at(table) as line:
        await play_turns(device, table, line, 3)
    await until(lambda: _waits_at(device, table))
    before = await log(device, table)

    reloaded = Device(device.store)
    assert await log(reloaded, table) == before
    async with reloaded.at(table) as line:
        if not await play_turns(reloaded, table, line, TURNS):
            assert (await line.submit(0, type_="resign"))["type"] == "ack"
        if FEWEST[game] == 2:
            assert (await line.hello())["view"]["result"]
    [listed] = (await reloaded.request("GET", "/api/tables"))[1]
    assert (listed["id"], listed["game"], listed["broken"]) == (table, game, False)


async def _waits_at(device: Device, table: str) -> bool:
    return await _waits(await device.host.runner.tables.get(table))


async def test_a_takeback_between_people_of_one_device_needs_no_consent(line: Line) -> None:
    await line.submit(0, "d4", "e4")
    assert (await line.next("actions"))["takebacks"] == [{"seat": 0}]
    assert (await line.submit(0, type_="undo"))["type"] == "ack"
    assert (await line.hello())["view"]["movers"] == [0]


async def test_a_rematch_swaps_the_seats(device: Device, line: Line) -> None:
    await line.submit(0, type_="resign")
    for seat in (0, 1):
        assert (await line.submit(seat, type_="rematch"))["type"] == "ack"
    async with device.at(await rematch(line)) as next_game:
        assert next_game.welcome["you"] == [0, 1]
        assert next_game.welcome["seq"] == 0


async def rematch(line: Line) -> str:
    """Wait for the table of a rematch."""
    while not (follower := (await line.next("table"))["table"].get("rematch")):
        pass
    return str(follower)


async def test_a_page_shows_the_secrets_of_the_seat_that_it_wants(device: Device) -> None:
    table = await device.table("delta", "me", "me", "me")
    async with device.at(table) as line:
        opened = await device.host.runner.tables.get(table)
        for seat in (None, 1):
            await line.send(type="hello", **({} if seat is None else {"seat": seat}))
            welcome = await line.next("welcome")
            view = projections.view(opened.state, opened.state.reader([0, 1, 2], seat))
            assert welcome["view"] == json.loads(msgspec.json.encode(view))
            hands = {piece["seat"] for piece in welcome["view"]["pieces"] if piece["at"].startswith("hand:")}
            assert hands == (set() if seat is None else {seat})


@pytest.mark.parametrize("game", [game for game in AT_TABLE if lessons(game)])
async def test_lessons_are_played(device: Device, game: str) -> None:
    first = lessons(game)[0]
    address = f"/api/lessons/{game}/{first.id}"
    _, [welcome] = await device.request("POST", address, {"played": [], "message": {"type": "hello"}})
    assert (await device.request("GET", welcome["table"]["stage"]))[0] == 200
    _, answers = await device.request("POST", address, {"played": [], "message": {"type": "show"}})
    assert answers[-1]["outcome"] in ("right", "done")


async def test_puzzles_are_listed_and_played(device: Device) -> None:
    _, daily = await device.request("GET", "/api/puzzles")
    _, listed = await device.request("GET", f"/api/puzzles/{daily['game']}")
    assert daily["id"] in [puzzle["id"] for puzzle in listed]
    address = f"/api/puzzles/{daily['game']}/{daily['id']}"
    _, answers = await device.request("POST", address, {"played": [], "message": {"type": "show"}})
    assert answers[-1]["outcome"] == "done"


async def test_a_record_that_is_exported_can_be_imported(device: Device) -> None:
    table = await device.table(PONTE, "me", "me")
    async with device.at(table) as line:
        await line.submit(0, "d4", "e4")
        await line.submit(1, type_="resign")
    _, exported = await device.request("GET", f"/api/tables/{table}/record?lang=fr")
    status, imported = await device.request("POST", "/api/records", exported)
    assert status == 200
    _, again = await device.request("GET", f"/api/tables/{imported['id']}/record")
    assert again == {**exported, "date": again["date"]} if "date" in again else again == exported


@pytest.mark.parametrize(
    ("method", "address", "body", "code"),
    [
        ("POST", "/api/tables", "{", "malformed"),
        ("POST", "/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}, "no-game"),
        ("POST", "/api/tables", {"game": PONTE, "seats": [{"kind": "me"}]}, "seats"),
        ("POST", "/api/tables", {"game": PONTE, "seats": [{"kind": "me"}, {"kind": "friend"}]}, "forbidden"),
        ("POST", "/api/tables", {"game": PONTE, "seats": [{"kind": "me"}] * 2, "clock": "fast"}, "forbidden"),
        ("POST", "/api/records", "[]", "record"),
        ("POST", "/api/records", "x" * (600 << 10), "too-large"),
        ("POST", f"/api/lessons/{PONTE}/none", {"played": [], "message": {"type": "show"}}, "not-found"),
        ("GET", "/api/tables/none/record", "", "no-table"),
        ("GET", "/api/lobby", "", "not-found"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_a_code(
    device: Device, method: str, address: str, body: Any, code: str
) -> None:
    status, problem = await device.request(method, address, body)
    assert (status >= 400, problem["code"]) == (True, code)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "null",
        "[" * 100_000,
        '{"type":"nonsense"}',
        '{"type":"submit","key":"short","seat":0,"plies":["d4"]}',
        '{"type":"submit","key":"12345678","seat":7,"plies":["d4"]}',
        '{"type":"submit","key":"12345678","seat":0,"plies":["z9"]}',
        '{"type":"choices","ask":1,"seat":-1,"plies":[]}',
        '{"type":"look","ask":1,"event":99}',
        '{"type":"vote","key":"12345678","seat":0,"absent":1}',
        '{"type":"chat","key":"12345678","seat":0,"text":"hello"}',
        '{"type":"hint","ask":1,"seat":0}',
    ],
)
async def test_hostile_messages_are_refused_and_change_nothing(device: Device, line: Line, raw: str) -> None:
    await line.socket.send(raw)
    assert (await line.receive())["type"] == "refused"
    assert (await line.hello())["seq"] == 0


@pytest.mark.parametrize(("outcome", "text"), [("full", "refused-storage-full"), ("failed", "refused-not-saved")])
async def test_a_move_that_cannot_be_saved_is_not_played(device: Device, line: Line, outcome: str, text: str) -> None:
    device.store.fails = outcome
    assert (await line.submit(0, "d4", "e4"))["say"]["k"] == text
    assert (await line.hello())["seq"] == 0
    assert (await device.request("POST", "/api/tables", {"game": PONTE, "seats": [{"kind": "me"}] * 2}))[0] >= 500
    device.store.fails = ""
    assert (await line.submit(0, "d4", "e4"))["type"] == "ack"


async def test_an_unexpected_failure_is_told_without_a_word_of_a_server(
    device: Device, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Connection, "_answer", fail)
    monkeypatch.setattr(Requests, "_found", fail)
    assert (await line.submit(0, "d4", "e4"))["say"]["k"] == "problem-host-failed"
    status, told = await device.request("GET", "/api/tables")
    assert (status, told["say"]["k"]) == (500, "problem-host-failed")


async def test_a_bot_that_cannot_play_is_reported_and_plays_after_a_reload(device: Device) -> None:
    device.bots_fail = True
    table = await device.table(PONTE, "bot", "me")
    async with device.at(table) as line:
        assert (await line.next("refused"))["say"]["k"] == "refused-bot-failed"
        device.bots_fail = False
    async with device.at(table) as line:
        assert (await line.next("update"))["seq"] == 1


async def test_a_bot_whose_turn_cannot_be_stored_for_an_unknown_reason_is_reported(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await device.table(PONTE, "bot", "me")
    monkeypatch.setattr(device.store, "save", _break)
    async with device.at(table) as line:
        assert (await line.next("refused"))["say"]["k"] == "refused-bot-failed"


async def _break(*_: object) -> str:
    raise RuntimeError("the connection was lost")


async def test_a_bots_turn_for_a_position_that_was_taken_back_is_not_played(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, go, thoughts = asyncio.Event(), asyncio.Event(), list[bytes]()
    think = device.host.runner._think

    async def slowly(game: str, record: bytes, seat: int, level: int) -> Any:
        thoughts.append(record)
        started.set()
        await go.wait()
        return await think(game, record, seat, level)

    monkeypatch.setattr(device.host.runner, "_think", slowly)
    table = await device.table(PONTE, "me", "bot")
    async with device.at(table) as line:
        await line.submit(0, "d4", "e4")
        await started.wait()
        assert (await line.submit(0, type_="undo"))["type"] == "ack"
        await line.submit(0, "g7", "g8")
        go.set()
        answer = await line.next("update", seq=4)
    assert answer["view"]["movers"] == [0]
    assert len(thoughts) == 2, "the turn that was chosen after d4 e4 was played"


async def test_two_tabs_play_on_one_log() -> None:
    store = MemoryStore()
    first, second = Device(store), Device(store)
    table = await first.table(PONTE, "me", "me")
    async with first.at(table) as one, second.at(table) as two:
        await one.submit(0, "d4", "e4")
        await second.host.saved_elsewhere(table)
        assert (await two.next("update"))["seq"] == 1
        assert (await two.submit(1, "swap"))["seq"] == 2
        late = await one.submit(0, type_="resign")  # this tab has not heard of the last move
        assert late["seq"] == 3
        assert [(await one.next("update"))["seq"] for _ in range(3)] == [1, 2, 3]
    assert len(await log(Device(store), table)) == 3


async def test_two_tabs_make_one_rematch(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    first, second = Device(store), Device(store)
    save, told = store.save, set[asyncio.Task[None]]()

    async def save_and_tell(table_id: str, text: str, revision: int) -> str:
        outcome = await save(table_id, text, revision)
        told.update(asyncio.create_task(tab.host.saved_elsewhere(table_id)) for tab in (first, second))
        return outcome

    monkeypatch.setattr(store, "save", save_and_tell)
    table = await first.table(PONTE, "me", "me")
    async with first.at(table) as one, second.at(table) as two:
        await one.submit(0, type_="resign")
        for seat in (0, 1):
            await one.submit(seat, type_="rematch")
        follower = await rematch(one)
        assert await rematch(two) == follower
        await asyncio.gather(*told)

        async def is_only() -> bool:
            return set(store.tables) == {table, follower}

        await until(is_only)


async def test_tables_that_cannot_be_read_are_listed_and_harm_no_others(device: Device) -> None:
    good, cut, illegal = [await device.table(PONTE, "me", "me") for _ in range(3)]
    async with device.at(illegal) as line:
        await line.submit(0, "d4", "e4")
    text = device.store.tables[illegal][1]
    damaged = {cut: "{", illegal: text.replace('"d4"', '"z9"')}
    store = MemoryStore()
    store.tables = {**device.store.tables, **{table: (9, broken) for table, broken in damaged.items()}}

    reloaded = Device(store)
    for table in damaged:
        assert (await reloaded.request("GET", f"/api/tables/{table}/record"))[1]["say"]["k"] == "problem-broken-save"
    listed = (await reloaded.request("GET", "/api/tables"))[1]
    assert {table["id"]: table["broken"] for table in listed} == {good: False, cut: True, illegal: True}
    assert {table: store.tables[table][1] for table in damaged} == damaged
    async with reloaded.at(good) as line:
        assert (await line.submit(0, "d4", "e4"))["type"] == "ack"
    assert (await reloaded.request("DELETE", f"/api/tables/{cut}"))[0] == 204
    assert cut not in store.tables


async def test_a_seat_is_renamed(device: Device) -> None:
    table = await device.table(PONTE, "me", "me")
    async with device.at(table) as line:
        assert (await device.request("POST", f"/api/tables/{table}/name", {"seat": 1, "name": "Zoé"}))[0] == 200
        assert (await line.next("table"))["table"]["seats"][1]["name"] == "Zoé"
    assert (await Device(device.store).request("GET", "/api/tables"))[1][0]["names"] == ["", "Zoé"]


async def test_names_that_two_tabs_give_at_once_are_both_kept(device: Device) -> None:
    table, other = await device.table(PONTE, "me", "me"), Device(device.store)
    tabs = {0: device, 1: other}
    async with device.at(table), other.at(table):
        for seat, tab in tabs.items():
            wanted = {"seat": seat, "name": f"N{seat}"}
            assert (await tab.request("POST", f"/api/tables/{table}/name", wanted))[0] == 200
    assert (await Device(device.store).request("GET", "/api/tables"))[1][0]["names"] == ["N0", "N1"]


def test_the_host_needs_no_packages_of_the_server_and_no_numpy() -> None:
    blocked = ("numpy", "numba", "sqlalchemy", "alembic", "litestar", "structlog", "uvicorn", "jinja2", "rich", "click")
    program = f"import sys; sys.modules.update(dict.fromkeys({blocked})); import tablier.local.host"
    subprocess.run([sys.executable, "-c", program], check=True)


async def test_a_finished_game_is_tried_again_against_bots(device: Device) -> None:
    table = await device.table(PONTE, "me", "me")
    async with device.at(table) as line:
        await line.submit(0, "d4", "e4")
        await line.submit(1, type_="resign")
    wanted = {"event": 1, "seat": 0, "level": 1}
    status, made = await device.request("POST", f"/api/tables/{table}/continue", wanted)
    assert status == 200, made
    async with device.at(made["id"]) as line:
        assert line.welcome["you"] == [0]
        assert [seat["kind"] for seat in line.welcome["table"]["seats"]] == ["human", "bot"]
        assert (await line.next("update"))["seq"] == 2  # the bot has answered
    _, refused = await device.request("POST", f"/api/tables/{made['id']}/continue", wanted)
    assert refused["code"] == "not-over"

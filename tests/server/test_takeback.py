"""Takebacks: alone under four rules, by consent beyond them; nothing is deleted from the log."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import catalogue
from tablier.engine import protocol
from tablier.engine.protocol import CHANCE, SPECTATOR
from tablier.engine.rng import generator
from tablier.errors import IllegalMove
from tablier.position import Position
from tablier.record import Record
from tablier.server.domain import takeback
from tablier.server.domain.events import Retracted, Submitted, TakebackRequested, TakenBack
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem

from .browser import Browser, Line, Running, serving
from .logs import LocalTable

GAMES = [name for name in catalogue.names() if catalogue.has_scene(name)]
SETTINGS = settings(max_examples=6)


def worlds(position: Position, reader: int | None, choose: random.Random) -> list[Position]:
    """Positions that a reader cannot tell from this one."""
    if not position.game.info.hidden:
        return [position.copy()]
    rng = generator(choose.randrange(1 << 30))
    found = []
    for _ in range(3):
        world = position.view(reader)
        protocol.determinize(world.state, SPECTATOR if reader is None else reader, rng)
        world.viewer = None
        found.append(world)
    return found


def is_free(state: TableState, seat: int) -> bool:
    """Whether a seat may take back its last submission alone."""
    found = takeback.option(state, seat)
    return found is not None and found[1]


def check_free(table: LocalTable, seat: int) -> None:
    """Retract a submission and check the four rules, independently of the code."""
    state = table.state
    event = takeback.last(state, seat)
    assert event is not None
    standing, now = list(state.active_submissions), state.position.copy()
    before = state.before(event)
    since = now.history[before.ply :]
    draws = [move for move in now.history if move.seat == CHANCE]

    # Nothing hidden was revealed: in every world that a reader cannot tell from the true one, it saw the same.
    for reader in (*range(now.seats), None):
        for world in worlds(before, reader, table.choose):
            try:
                for move in since:
                    world.push(move)
            except IllegalMove:
                continue  # in this world a seat has made another choice
            assert world.view(reader).key() == now.view(reader).key()

    payload = takeback.take_back(state, seat)
    assert payload == Retracted(event)
    table.add(seat, payload)
    after = table.state.position
    # The seats to move stay the same, as far as everybody knows.
    assert seat in after.movers
    assert after.view(None).movers == now.view(None).movers
    # No other seat must choose again.
    assert table.state.active_submissions == tuple(number for number in standing if number != event)
    assert [m for m in after.history if m.seat != seat] == [m for m in now.history if m.seat != seat]
    for other in range(now.seats):
        if other != seat and other not in before.movers:
            assert other not in after.movers
    # No draw lies between, and none is made again.
    assert [move for move in after.history if move.seat == CHANCE] == draws
    assert all(move.seat != CHANCE for move in since)
    # The same choice leads to the same position.
    again = after.copy()
    for move in state.played[event - 1]:
        again.push(move)
    assert again.key() == now.key()


def walk(name: str, seed: int) -> int:
    """Play at random and retract what is free; returns how often."""
    choose = random.Random(seed)
    table = LocalTable(name, choose.choice(catalogue.info(name).seats), seed)
    lifted = 0
    for _ in range(24):
        if table.state.over:
            break
        table.submit()
        for seat in range(table.state.position.seats):
            if is_free(table.state, seat) and choose.random() < 0.5:
                check_free(table, seat)
                lifted += 1
    assert table.again().position.key() == table.state.position.key()
    return lifted


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_a_free_takeback_keeps_the_four_rules(name: str, seed: int) -> None:
    walk(name, seed)


@pytest.mark.parametrize("name", ["ponte_del_diavolo", "shangri_la", "delta"])
def test_some_submissions_are_free(name: str) -> None:
    assert any(walk(name, seed) for seed in range(9))


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_every_earlier_position_is_found(name: str, seed: int) -> None:
    choose = random.Random(seed)
    table = LocalTable(name, choose.choice(catalogue.info(name).seats), seed)
    keys = [table.state.position.key()]
    for _ in range(20):
        state = table.state
        if state.over:
            break
        asker = choose.randrange(state.position.seats)
        if choose.random() < 0.3 and (event := takeback.last(state, asker)):
            table.add(asker, TakenBack(event))
            assert takeback.last(table.state, asker) != event
        else:
            table.submit()
        keys.append(table.state.position.key())
    again = table.again()
    for state in (table.state, again):
        assert [state.at(seq).key() for seq in range(1, state.seq + 1)] == keys
        assert state.at(state.seq).history == state.position.history
    # After the same plies chance draws the same.
    drawn: dict[tuple[str, ...], Any] = {}
    for seq in range(1, again.seq + 1):
        for ply, move in enumerate(again.at(seq).history):
            if move.seat == CHANCE:
                path = tuple(m.text for m in again.at(seq).history[:ply])
                assert drawn.setdefault(path, move) == move


def toy_table(name: str, *plies: tuple[int, str], seats: int = 2, **options: Any) -> LocalTable:
    table = LocalTable(name, seats, 1, options=options)
    for seat, text in plies:
        table.add(seat, Submitted(tuple(text.split())))
    return table


def test_the_first_of_two_tiles_is_free_but_a_whole_turn_is_not() -> None:
    table = toy_table("ponte_del_diavolo", (0, "d4"))
    assert is_free(table.state, 0)
    table.add(0, takeback.take_back(table.state, 0))
    assert table.state.position.ply == 0
    table.add(0, Submitted(("d4", "e4")))
    assert not is_free(table.state, 0)  # the other seat is to move
    assert takeback.take_back(table.state, 0) == TakebackRequested(4)
    assert not is_free(table.state, 1)
    assert takeback.last(table.state, 1) is None


def test_no_takeback_is_free_after_a_draw() -> None:
    table = LocalTable("on_top", 2, 5)
    seat = table.state.position.movers[0]
    table.add(seat, Submitted((table.state.position.moves()[0].text,)))
    assert table.state.played[-1][-1].seat == CHANCE
    assert not is_free(table.state, seat)


FIRST = "stone1 stone2 plank1 remove move1"
OTHER = "stone2 plank1 stone1 move1 move2"


def test_a_programme_is_free_until_all_are_complete() -> None:
    table = toy_table("delta", (0, FIRST), (2, OTHER), seats=3)
    assert is_free(table.state, 0)  # although another seat has completed its own since
    assert is_free(table.state, 2)
    assert not is_free(table.state, 1)
    table.add(0, takeback.take_back(table.state, 0))
    assert table.state.position.movers == (0, 1)
    assert [move.seat for move in table.state.position.history] == [2] * 5
    table.add(0, Submitted(tuple(OTHER.split())))
    table.add(1, Submitted(tuple(FIRST.split())))  # the last: all are revealed
    assert not any(is_free(table.state, seat) for seat in range(3))


def test_a_table_has_a_greatest_number_of_takebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a log could grow for ever: a seat may lay a tile and take it back as often as it likes."""
    monkeypatch.setattr(takeback, "MOST", 4)
    table = toy_table("ponte_del_diavolo", (0, "d4"))
    for _ in range(3):
        table.add(0, takeback.take_back(table.state, 0))
        table.add(0, Submitted(("d4",)))
    assert takeback.option(table.state, 0) == (8, True)
    table.add(0, Submitted(("e4",)))
    asked = takeback.take_back(table.state, 0)
    table.add(0, asked)
    assert isinstance(asked, TakebackRequested)
    table.add(1, takeback.answer(table.state, 1, agree=False))  # what was asked may be answered
    before = table.state
    assert takeback.option(before, 0) is None
    with pytest.raises(Problem) as refused:
        takeback.take_back(before, 0)
    assert (refused.value.say.k, refused.value.say.a) == ("refused-no-more-back", {"max": 4})


async def pair(server: Running, **options: Any) -> tuple[str, Browser, Browser]:
    host, guest = server.browser(), server.browser()
    made = await host.table("me", "friend", **options)
    await guest.claim(made["id"], made["links"][0]["token"])
    return made["id"], host, guest


async def next_actions(line: Line, **fields: Any) -> dict[str, Any]:
    """The next message of this type with these fields."""
    while True:
        message = await line.next("actions")
        if all(message.get(key) == value for key, value in fields.items()):
            return message


async def test_a_secret_choice_is_retracted_alone(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, "3")
        await next_actions(a, takebacks=[{"seat": 0, "free": True}])
        assert (await b.submit(1, type_="undo"))["code"] == "illegal"
        assert (await b.submit(0, type_="undo"))["code"] == "not-your-seat"
        assert (await a.submit(0, type_="undo", key="first-undo"))["seq"] == 2
        assert (await a.submit(0, type_="undo", key="first-undo"))["seq"] == 2  # once for each key
        update = await b.update(2)
        assert update["steps"][0]["say"]["k"] == "event-undo-lift"
        assert update["steps"][0]["say"]["a"]["from"] < update["seq"]
        assert update["view"]["movers"] == [0, 1]
        assert (await a.submit(0, "4"))["type"] == "ack"
        await b.submit(1, "5")
        assert [p["id"] for p in (await a.hello())["view"]["pieces"]] == ["0:0:4", "1:0:5"]
        assert [len(entry["lines"]) for entry in a.welcome["log"]] == [1, 1, 1, 1]
        looks = [await a.ask("look", event=n) for n in range(5)]
        assert [len(look["view"]["pieces"]) for look in looks] == [0, 1, 0, 1, 2]


async def test_beyond_the_rules_the_others_must_agree(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, "3")
        await b.submit(1, "4")
        await a.submit(0, "1")
        assert await next_actions(b, takebacks=[{"seat": 1}])
        assert (await b.submit(0, type_="answer", agree=True))["code"] == "not-your-seat"
        assert (await b.submit(1, type_="answer", agree=True))["code"] == "late"  # no request is pending
        await b.submit(1, type_="undo")
        assert (await next_actions(a, request={"seat": 1, "waits": [0], "asked": 4}))["takebacks"] == [
            {"seat": 0, "free": True}
        ]
        assert (await b.submit(1, type_="undo"))["code"] == "late"
        assert (await b.submit(1, type_="answer", agree=True))["code"] == "late"  # the seat that asked cannot answer
        await a.submit(0, type_="answer", agree=False)
        await next_actions(b, request=None)
        await b.submit(1, type_="undo")
        done = (await a.submit(0, type_="answer", agree=True))["seq"]
        told = await b.update(done)
        assert told["steps"][0]["say"]["k"] == "event-undo-back"
        assert told["steps"][0]["say"]["a"]["from"] < told["seq"]
        assert told["steps"][0]["say"]["a"]["seat"]["a"]["n"] == 1
        assert told["view"]["movers"] == [1]  # the earlier choice of seat 0 stays
        await b.submit(1, "5")
        position: Any = (await server.services.cache.state(table)).position
        assert position.shown == [[3], [5]]


async def test_a_submission_ends_a_request(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, "3")
        await b.submit(1, "4")
        await a.submit(0, type_="undo")
        await next_actions(b, request={"seat": 0, "waits": [1], "asked": 3})
        await b.submit(1, "5")
        await next_actions(b, request=None)
        assert (await b.submit(1, type_="answer", agree=True))["code"] == "late"


async def test_only_who_has_asked_withdraws_a_request(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, "3")
        await b.submit(1, "4")
        refused = await a.submit(0, type_="withdraw")
        assert (refused["code"], refused["say"]["k"]) == ("late", "refused-no-request")  # nothing is asked
        asked = (await a.submit(0, type_="undo"))["seq"]
        assert (await b.submit(1, type_="withdraw", asked=asked))["code"] == "late"  # another seat has asked
        assert (await b.submit(0, type_="withdraw", asked=asked))["code"] == "not-your-seat"
        assert (await a.submit(0, type_="withdraw", asked=asked - 1))["code"] == "late"
        state = await server.services.cache.state(table)
        assert state.request is not None  # still pending
        assert state.seq == asked  # and nothing was written
        assert (await a.submit(0, type_="withdraw", asked=asked, key="withdrawn"))["seq"] == asked + 1
        assert (await a.submit(0, type_="withdraw", asked=asked, key="withdrawn"))["seq"] == asked + 1
        await next_actions(b, request=None)
        told = await b.update(asked + 1)
        assert told["steps"][0]["say"]["k"] == "event-undo-drop"
        assert (await b.submit(1, type_="answer", agree=True, asked=asked))["code"] == "late"  # consent comes too late
        assert (await a.submit(0, type_="withdraw"))["code"] == "late"
        assert (await a.submit(0, type_="undo"))["type"] == "ack"  # and may ask again


async def test_an_answer_counts_only_for_its_request(server: Running) -> None:
    table, host, guest = await pair(server)
    async with host.at(table) as a, guest.at(table) as b:
        await a.submit(0, "3")
        await b.submit(1, "4")
        first = (await a.submit(0, type_="undo"))["seq"]
        await a.submit(0, "5")  # plays on instead of answering,
        await b.submit(1, "5")
        second = (await a.submit(0, type_="undo"))["seq"]  # and asks for something else
        assert (await b.submit(1, type_="answer", agree=True, asked=first))["code"] == "late"
        assert (await b.submit(1, type_="answer", agree=True, asked=second))["type"] == "ack"


async def test_all_three_must_agree(server: Running) -> None:
    browsers = [server.browser() for _ in range(3)]
    made = await browsers[0].table("me", "friend", "friend")
    for browser, link in zip(browsers[1:], made["links"], strict=True):
        await browser.claim(made["id"], link["token"])
    async with browsers[0].at(made["id"]) as a, browsers[1].at(made["id"]) as b, browsers[2].at(made["id"]) as c:
        for seat, line in enumerate((a, b, c)):
            await line.submit(seat, "3")
        await a.submit(0, type_="undo")
        await b.submit(1, type_="answer", agree=True)
        await next_actions(c, request={"seat": 0, "waits": [2], "asked": 4})
        assert (await b.submit(1, type_="answer", agree=False))["code"] == "late"  # it has answered
        seq = (await c.submit(2, type_="answer", agree=True))["seq"]
        assert (await a.update(seq))["view"]["movers"] == [0, 1, 2]


async def test_seats_of_one_browser_need_no_consent(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        await line.submit(0, "3")
        await line.submit(1, "4")
        assert await next_actions(line, takebacks=[{"seat": 1}, {"seat": 0}])
        seq = (await line.submit(1, type_="undo"))["seq"]
        assert (await line.update(seq))["view"]["movers"] == [1]


async def test_a_bot_refuses_a_takeback_after_something_hidden_was_revealed(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "bot")
    async with browser.at(made["id"]) as line:
        await line.submit(0, "3")
        await line.pieces(2)
        assert (await line.submit(0, type_="undo"))["say"]["k"] == "refused-revealed"


async def test_a_finished_game_cannot_be_taken_back_and_its_record_has_the_final_moves(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        for number in ("1", "2"):
            for seat in (0, 1):
                await line.submit(seat, number)
        await line.submit(1, type_="undo")
        for seat, number in ((1, "5"), (0, "3"), (1, "3")):
            await line.submit(seat, number)
        assert (await line.submit(1, type_="undo"))["code"] == "over"
    record = Record.loads((await browser.http.get(f"/api/tables/{made['id']}/record")).text)
    assert [(entry.seat, entry.play) for entry in record.moves] == [
        (0, "1"),
        (1, "1"),
        (0, "2"),
        (1, "5"),
        (0, "3"),
        (1, "3"),
    ]


async def test_a_takeback_survives_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        table, host, guest = await pair(server, luck=True)
        async with host.at(table) as a, guest.at(table) as b:
            await a.submit(0, type_="nonce", nonce="a" * 32)
            await b.submit(1, type_="nonce", nonce="b" * 32)
            await a.play(0, "3")  # the coin falls first
            await b.play(1, "4")
            first = (await server.services.cache.state(table)).position.history
            await b.submit(1, type_="undo")
            await a.submit(0, type_="answer", agree=True)
            await b.submit(1, "4")
            state = await server.services.cache.state(table)
            assert state.position.history == first  # chance has drawn the same
            told = (await a.hello())["log"]
    async with serving(tmp_path) as server:
        again = await server.services.cache.state(table)
        assert again.position.history == first
        host.move(server.origin)
        async with host.at(table) as a:
            assert a.welcome["log"] == told

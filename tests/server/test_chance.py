"""Chance at the table: drawn by the server, written with what led there, told and replayed like everything else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablier.engine.protocol import CHANCE
from tablier.server import socket

from .browser import PATIENCE, Running, serving


@pytest.fixture
async def dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    monkeypatch.setattr(socket, "RATE", 1e6)
    async with serving(tmp_path) as running:
        yield running


async def test_a_game_that_begins_with_chance_has_begun_when_the_table_is_made(dice: Running) -> None:
    browser = dice.browser()
    made = await browser.table("me", "me", die=True)
    [opening] = await dice.hub.store.events(made["id"])
    assert (opening.seat, opening.kind, len(opening.plies)) == (CHANCE, "submit", 1)
    async with browser.at(made["id"]) as line:
        assert line.welcome["view"]["movers"] == [0, 1]
        [told] = line.welcome["log"]
        assert told["lines"][0]["say"] == {"k": "toy-rolled", "a": {"n": int(opening.plies[0])}}


async def test_a_draw_belongs_to_the_submission_that_leads_to_it(dice: Running) -> None:
    host, guest = dice.browser(), dice.browser()
    made = await host.table("me", "friend", die=True)
    await guest.claim(made["id"], made["links"][0]["token"])
    async with host.at(made["id"]) as a, guest.at(made["id"]) as b:
        await a.submit(0, "3")
        assert (await b.submit(1, "2", key="the-key-of-b"))["seq"] == 3
        event = (await dice.hub.store.events(made["id"]))[-1]
        assert (event.seat, event.plies[0], len(event.plies)) == (1, "2", 2)
        # A repetition draws nothing anew.
        assert await b.submit(1, "2", key="the-key-of-b") == {
            "type": "ack",
            "key": "the-key-of-b",
            "seq": 3,
        }
        for line in (a, b):
            update = await line.update(3)
            assert [step["say"]["k"] for step in update["steps"]] == ["toy-chose", "toy-rolled"]
            assert "die:1" in {piece["id"] for piece in update["steps"][1]["put"]}
            assert update["view"]["movers"] == [0, 1]
        rolled = [int((await dice.hub.store.events(made["id"]))[n].plies[-1]) for n in (0, 2)]
        position = (await dice.hub.rooms.get(made["id"])).position
        assert position.dice == rolled  # type: ignore[attr-defined]


async def test_nobody_can_choose_what_is_drawn(dice: Running) -> None:
    browser = dice.browser()
    made = await browser.table("me", "me", die=True)
    async with browser.at(made["id"]) as line:
        assert (await line.submit(CHANCE, "5"))["code"] == "not-your-seat"
        await line.submit(0, "3")
        assert (await line.submit(1, "2", "5"))["code"] == "not-your-turn"
        assert (await line.ask("choices", seat=1, plies=["2", "5"]))["code"] == "not-your-turn"
        staged = (await line.ask("choices", seat=1, plies=["2"]))["choices"]
        assert staged["complete"]
        assert "die:1" not in {piece["id"] for piece in staged.get("put", [])}
        assert len(await dice.hub.store.events(made["id"])) == 2


async def test_a_game_with_chance_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        browser = server.browser()
        made = await browser.table("me", "me", die=True)
        async with browser.at(made["id"]) as line:
            for seat, ply in [(0, "1"), (1, "2"), (1, "4"), (0, "3")]:
                await line.submit(seat, ply)
        before = (await server.hub.rooms.get(made["id"])).position
    async with serving(tmp_path) as server:
        room = await server.hub.rooms.get(made["id"])
        assert room.position.history == before.history
        assert [len(room.at(n).history) for n in range(room.seq + 1)] == [0, 1, 2, 4, 5, 7]


async def test_bots_play_games_with_chance_and_rematches_begin_with_it(dice: Running) -> None:
    browser = dice.browser()
    made = await browser.table("bot", "bot", die=True)
    async with asyncio.timeout(PATIENCE):
        while not (await dice.hub.rooms.get(made["id"])).over:
            await asyncio.sleep(0.02)
    events = await dice.hub.store.events(made["id"])
    assert [event.seat == CHANCE for event in events] == [True] + [False] * 6
    assert sum(len(event.plies) for event in events) == 3 + 6
    mine = await browser.table("me", "bot", die=True)
    async with browser.at(mine["id"]) as line:
        await line.submit(0, type_="resign")
        await line.submit(0, type_="rematch")
        while not (table := (await line.next("table"))["table"]).get("rematch"):
            pass
    assert (await dice.hub.store.events(table["rematch"]))[0].seat == CHANCE

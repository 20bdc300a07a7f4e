"""The host and a server tell the same of the same games."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from known import AT_TABLE
from server.browser import UNLIMITED, Line, Running, serving

import tablier
from tablier.server.tables.library import Library

from .device import Device

PLAYED = [(0, ("d4", "e4")), (1, ("f6", "f7")), (0, ("b2", "b3"))]


class Uncompiled(Library):
    """The games, without the kernels of bots."""

    def _compile(self, name: str) -> Any:
        return tablier.game(name)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path, Uncompiled(), socket_rate=UNLIMITED) as running:
        yield running


def told(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what differs between tables."""
    if "table" in message:
        table = {k: v for k, v in message["table"].items() if k not in ("id", "private", "watching")}
        return {**message, "table": table}
    return message


async def conversation(line: Line) -> list[dict[str, Any]]:
    """What is told to two players of one browser."""
    found = [line.welcome]
    for seat, plies in PLAYED:
        found.append(await line.ask("choices", seat=seat, plies=list(plies[:1])))
        found.append(await line.ask("why", seat=seat, plies=[], path=["spot:d4"]))
        answer = await line.submit(seat, *plies)
        found += [{**answer, "key": ""}, await line.next("update")]
    late = await line.submit(1, "c7", "c8", since=1)
    assert late["code"] == "late"
    found.append({**late, "key": ""})
    found.append(await line.ask("look", event=1))
    found.append(await line.ask("look", event=2, tried=[{"seat": 1, "plies": ["f6", "f7"]}]))
    found.append({**await line.submit(0, type_="undo"), "key": ""})
    line.news.clear()
    found += [await line.hello(), await line.next("actions")]
    return list(map(told, found))


async def test_two_people_at_one_browser_are_told_the_same(server: Running) -> None:
    device, browser = Device(), server.browser()
    made = await browser.table("me", "me", game="ponte_del_diavolo")
    table = await device.table("ponte_del_diavolo", "me", "me")
    async with browser.at(made["id"]) as there, device.at(table) as here:
        expected, found = await conversation(there), await conversation(here)
    assert found == expected


@pytest.mark.parametrize("game", AT_TABLE)
async def test_an_imported_game_is_told_the_same(server: Running, game: str) -> None:
    chance, position = random.Random(3), tablier.game(game).new()
    while position.movers and position.ply < 40:
        position.push(chance.choice(list(position.moves(position.movers[0]))))
    record = tablier.Record.of(position).dumps()
    device, browser = Device(), server.browser()
    there = (await browser.http.post("/api/records", content=record)).json()["id"]
    here = (await device.request("POST", "/api/records", record))[1]["id"]
    async with browser.at(there) as one, device.at(here) as other:
        assert told(other.welcome) == told(one.welcome)
        for event in range(0, one.welcome["seq"], 7):
            assert await other.ask("look", event=event) == await one.ask("look", event=event)
    expected = (await browser.http.get(f"/api/tables/{there}/record")).json()
    assert json.loads((await device.host.request("GET", f"/api/tables/{here}/record"))[1]) == expected

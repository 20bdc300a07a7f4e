"""Lessons over HTTP: each request brings all that was played, and nothing is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tablier import bots

from .browser import Running, SharedLibrary, serving

pytestmark = pytest.mark.once

ADDRESS = "/api/lessons/ponte_del_diavolo/block"
CHOICES = {"type": "choices", "ask": 3, "seat": 0, "plies": []}


class OneGame(SharedLibrary):
    def names(self) -> tuple[str, ...]:
        return ("ponte_del_diavolo",)


@pytest.fixture
async def ponte(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path, OneGame(), bots) as running:
        yield running


async def test_a_lesson_is_played_in_messages(ponte: Running) -> None:
    http = ponte.browser().http

    async def say(message: dict[str, Any], *played: list[str]) -> list[dict[str, Any]]:
        answer = await http.post(ADDRESS, json={"played": played, "message": message})
        assert answer.status_code == 200, answer.text
        assert "set-cookie" not in answer.headers
        found: list[dict[str, Any]] = answer.json()
        return found

    [welcome] = await say({"type": "hello"})
    assert (welcome["type"], welcome["you"], welcome["seq"]) == ("welcome", [0], 0)
    assert (await http.get(welcome["table"]["stage"])).status_code == 200
    [choices] = await say(CHOICES)
    assert (choices["type"], choices["ask"]) == ("choices", 3)
    [why] = await say({"type": "why", "ask": 4, "seat": 0, "plies": [], "path": ["spot:a1"]})
    assert (why["rule"], why["ask"]) == ("PONTE-3.2", 4)
    submit = {"type": "submit", "key": "k" * 8, "seat": 0, "plies": ["b2", "b3"]}
    ack, update, result = await say(submit)
    assert (ack["key"], ack["seq"], update["seq"]) == ("k" * 8, 1, 1)
    assert (result["type"], result["outcome"]) == ("lesson", "done")
    *_, shown = await say({"type": "show"})
    assert (shown["outcome"], shown["shown"]) == ("done", ["b2", "b3"])
    for message in (submit, CHOICES, {"type": "show"}):
        [refused] = await say(message, ["b2", "b3"])
        assert (refused["type"], refused["code"]) == ("refused", "over")
    [refused] = await say(submit | {"plies": ["a1", "b2"]})
    assert (refused["key"], refused["rule"]) == ("k" * 8, "PONTE-3.2")
    [refused] = await say(CHOICES | {"seat": 1})
    assert (refused["ask"], refused["code"]) == (3, "not-your-seat")


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        (ADDRESS, {"played": [["h8", "h7"]], "message": {"type": "hello"}}, 409),
        (ADDRESS, {"played": [], "message": {"type": "resign", "key": "k" * 8, "seat": 0}}, 400),
        (ADDRESS, {"played": [[]] * 13, "message": {"type": "hello"}}, 400),
        ("/api/lessons/ponte_del_diavolo/none", {"played": [], "message": {"type": "hello"}}, 404),
        ("/api/lessons/none/block", {"played": [], "message": {"type": "hello"}}, 404),
    ],
)
async def test_other_messages_are_refused(ponte: Running, address: str, body: dict[str, Any], status: int) -> None:
    assert (await ponte.browser().http.post(address, json=body)).status_code == status


async def test_chapters_link_to_lessons(ponte: Running) -> None:
    http = ponte.browser().http
    french = (await http.get("/rules/ponte_del_diavolo/fr")).text
    heading = french.index('id="PONTE-4.3"')
    link = french.index('href="/learn/ponte_del_diavolo/distance"')
    assert heading < link < french.index('id="PONTE-4.4"')
    [game] = (await http.get("/api/games")).json()
    assert {"id": "distance", "rules": ["PONTE-4.3"]}.items() <= game["lessons"][1].items()

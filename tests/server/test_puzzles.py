"""Puzzles over HTTP: listed without solutions, played like lessons, one of them chosen by the date."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from tablier import bots
from tablier.catalogue.puzzles import puzzles
from tablier.server.domain.puzzles import number_of_the_day

from .browser import Running, SharedLibrary, serving

pytestmark = pytest.mark.once

GAME = "on_top"
PUZZLE = puzzles(GAME)[0]
ADDRESS = f"/api/puzzles/{GAME}/{PUZZLE.id}"


class OneGame(SharedLibrary):
    def names(self) -> tuple[str, ...]:
        return (GAME,)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with serving(tmp_path, OneGame(), bots) as running:
        yield running


async def test_a_puzzle_is_solved_in_messages(server: Running) -> None:
    http = server.browser().http
    submit = {"type": "submit", "key": "k" * 8, "seat": PUZZLE.seat, "plies": PUZZLE.solution.split()}
    [welcome] = (await http.post(ADDRESS, json={"played": [], "message": {"type": "hello"}})).json()
    assert welcome["you"] == [PUZZLE.seat]
    ack, *_, result = (await http.post(ADDRESS, json={"played": [], "message": submit})).json()
    assert (ack["type"], result["type"], result["outcome"]) == ("ack", "lesson", "done")
    wrong = (await http.post(ADDRESS, json={"played": [], "message": {"type": "show"}})).json()[-1]
    assert (wrong["outcome"], wrong["shown"]) == ("done", PUZZLE.solution.split())


async def test_any_other_submission_is_wrong(server: Running) -> None:
    http = server.browser().http
    ask = {"type": "choices", "ask": 1, "seat": PUZZLE.seat, "plies": []}
    [choices] = (await http.post(ADDRESS, json={"played": [], "message": ask})).json()
    other = next(one["ply"] for one in choices["choices"]["options"] if one["ply"] != PUZZLE.solution)
    submit = {"type": "submit", "key": "k" * 8, "seat": PUZZLE.seat, "plies": [other]}
    *_, result = (await http.post(ADDRESS, json={"played": [], "message": submit})).json()
    assert result["outcome"] == "wrong"


async def test_puzzles_are_listed_by_level_without_their_solutions(server: Running) -> None:
    http = server.browser().http
    listed = (await http.get(f"/api/puzzles/{GAME}")).json()
    assert {one["id"] for one in listed} == {one.id for one in puzzles(GAME)}
    assert [one["level"] for one in listed] == sorted(one.level for one in puzzles(GAME))
    assert set(listed[0]) == {"id", "level", "shares"}
    [game] = (await http.get("/api/games")).json()
    assert game["puzzles"] == len(listed)
    today = (await http.get("/api/puzzles")).json()
    assert (today["game"], today["id"] in {one["id"] for one in listed}) == (GAME, True)


async def test_unknown_puzzles_are_not_found(server: Running) -> None:
    http = server.browser().http
    hello = {"played": [], "message": {"type": "hello"}}
    assert (await http.post(f"/api/puzzles/{GAME}/0123456789", json=hello)).status_code == 404
    assert (await http.get("/api/puzzles/none")).status_code == 404


def test_the_puzzle_of_the_day_changes_with_the_date_alone() -> None:
    numbers = [number_of_the_day(date(2026, 1, 1) + timedelta(days), range(50)) for days in range(200)]
    assert numbers == [number_of_the_day(date(2026, 1, 1) + timedelta(days), range(50)) for days in range(200)]
    assert set(numbers) <= set(range(50))
    assert len(set(numbers)) > 40

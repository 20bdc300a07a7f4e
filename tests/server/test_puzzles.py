"""Puzzles over HTTP: listed without solutions, played like lessons, wrong tries refuted, one of a day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

import tablier
from tablier import CHANCE, bots
from tablier.analysis.analyst import answered
from tablier.analysis.refutations import refutation
from tablier.api import Game
from tablier.catalogue.puzzles import puzzles
from tablier.position import Position
from tablier.puzzles.submissions import played
from tablier.server.domain.puzzles import RefutationAnswer, WrongTry, as_lesson, number_of_the_day

from .browser import Running, SharedLibrary, serving
from .test_secrecy import HIDDEN, pairs

pytestmark = pytest.mark.once

GAME = "on_top"
PUZZLE = puzzles(GAME)[0]
ADDRESS = f"/api/puzzles/{GAME}/{PUZZLE.id}"
REFUTATION = f"{ADDRESS}/refutation"
BEGUN = tablier.game(GAME).setup(PUZZLE.setup)
WRONG = next(move.text for move in BEGUN.moves() if move.text != PUZZLE.solution)


class OneGame(SharedLibrary):
    def names(self) -> tuple[str, ...]:
        return (GAME,)


@pytest.fixture
async def server(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path, OneGame(), bots, **{"analysis_slice": 0.05, **config}) as running:
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
    *_, result = await submitted(server, WRONG)
    assert result["outcome"] == "wrong"


async def test_a_wrong_try_is_refuted_by_an_answer_that_the_table_can_show(server: Running) -> None:
    _, update, _ = await submitted(server, WRONG)
    answer = await server.browser().http.post(REFUTATION, json={"plies": [WRONG]})
    assert answer.status_code == 200, answer.text
    found = msgspec.json.decode(answer.content, type=RefutationAnswer)
    assert 0 <= found.after <= PUZZLE.other < found.before == PUZZLE.best
    draw, reply = found.reply
    assert (draw.seat, reply.seat) == (CHANCE, (PUZZLE.seat + 1) % BEGUN.seats)
    BEGUN.copy().play(WRONG).play(" ".join(draw.plies)).play(" ".join(reply.plies))
    [shown] = found.updates
    assert shown.seq == update["seq"] + 1
    assert [step.say.k for step in shown.steps]
    assert not shown.view.movers


async def test_only_wrong_tries_that_are_legal_are_refuted(server: Running) -> None:
    http = server.browser().http
    illegal = next(move.text for move in BEGUN.history if move.seat != CHANCE)  # its place is taken
    for plies, status in (([PUZZLE.solution], 404), ([], 400), (["?"], 400), ([illegal], 409)):
        assert (await http.post(REFUTATION, json={"plies": plies})).status_code == status
    for body in ({}, {"plies": WRONG}, {"plies": [WRONG], "more": 1}, {"plies": [WRONG] * 65}):
        assert (await http.post(REFUTATION, json=body)).status_code == 400
    for unknown in (f"/api/puzzles/{GAME}/0123456789/refutation", f"/api/puzzles/none/{PUZZLE.id}/refutation"):
        assert (await http.post(unknown, json={"plies": [WRONG]})).status_code == 404


@pytest.mark.config(per_address=1)
async def test_an_address_that_asks_for_many_refutations_is_told_to_wait(server: Running) -> None:
    http = server.browser().http
    codes = [(await http.post(REFUTATION, json={"plies": [WRONG]})).json().get("code") for _ in range(4)]
    assert (codes[0], codes[-1]) == (None, "busy")


@pytest.mark.config(waiting_analyses=0)
async def test_no_more_refutations_are_searched_than_may_wait(server: Running) -> None:
    answer = await server.browser().http.post(REFUTATION, json={"plies": [WRONG]})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


@pytest.mark.parametrize("name", HIDDEN)
def test_a_refutation_depends_on_nothing_that_the_seat_cannot_know(name: str) -> None:
    for (one, other), seat in pairs(name, True, Random(name)):
        if seat in one.movers:
            assert one.key() != other.key()
            assert refuted(one, seat) == refuted(other, seat)
            return


class SetUp:
    """The game of a position, which is that of every diagram."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __getattr__(self, name: str) -> Any:
        return getattr(self._position.game, name)

    def setup(self, _diagram: str) -> Position:
        return self._position


def refuted(position: Position, seat: int) -> tuple[bytes, RefutationAnswer]:
    """What is searched for a submission, where another one is the solution, and what is told of it."""
    puzzle = msgspec.structs.replace(PUZZLE, seat=seat, solution=" ".join(submission(position, seat, 0)))
    wrong = WrongTry(cast("Game", SetUp(position)), puzzle, submission(position, seat, -1))
    found = answered(refutation(wrong.view, wrong.moves, iterations=60))
    return wrong.view.key(), wrong.answer(found)


def submission(position: Position, seat: int, choice: int) -> list[str]:
    """The plies of a submission that makes always the first choice, or always the last."""
    begun = position.view(seat)
    after, over = begun, False
    while not over:
        after, over = played(begun, after, after.moves(seat)[choice])
    return [move.text for move in after.since(begun.ply)]


async def submitted(server: Running, ply: str) -> list[dict[str, Any]]:
    """The answers to a submission."""
    submit = {"type": "submit", "key": "k" * 8, "seat": PUZZLE.seat, "plies": [ply]}
    answer = await server.browser().http.post(ADDRESS, json={"played": [], "message": submit})
    messages: list[dict[str, Any]] = answer.json()
    return messages


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


@pytest.mark.parametrize("game", [game for game in tablier.list_games() if puzzles(game)])
def test_every_puzzle_is_a_lesson_whose_solution_is_shown(game: str) -> None:
    for puzzle in puzzles(game):
        (step,) = as_lesson(puzzle).steps
        assert step.accept == (puzzle.solution,)


def test_the_puzzle_of_the_day_changes_with_the_date_alone() -> None:
    numbers = [number_of_the_day(date(2026, 1, 1) + timedelta(days), range(50)) for days in range(200)]
    assert numbers == [number_of_the_day(date(2026, 1, 1) + timedelta(days), range(50)) for days in range(200)]
    assert set(numbers) <= set(range(50))
    assert len(set(numbers)) > 40

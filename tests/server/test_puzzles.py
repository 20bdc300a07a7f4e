"""Puzzles over HTTP: listed without solutions, played like lessons, wrong tries refuted, one of a day."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest
from known import AT_TABLE

import tablier
from tablier import CHANCE, bots
from tablier.analysis.analyst import answered
from tablier.analysis.questions import Question, Searched, Study
from tablier.analysis.refutations import refutation
from tablier.analysis.worlds import worlds
from tablier.api import Game
from tablier.catalogue.puzzles import puzzles
from tablier.position import Position
from tablier.puzzles.submissions import played
from tablier.server.domain.puzzles import RefutationAnswer, WrongTry, as_lesson, number_of_the_day
from tablier.server.domain.search_answers import answered as answered_there
from tablier.server.domain.search_answers import order
from tablier.server.limits import RateLimiter
from tablier.server.problem import Problem, Refusal
from tablier.server.search_messages import StudyOrder
from tablier.server.workers import browser_refutations

from .browser import Running, SharedLibrary, serving
from .test_browser_searches import searched
from .test_secrecy import HIDDEN, pairs

pytestmark = pytest.mark.once

Found = Callable[[], Awaitable[list[dict[str, Any]]]]

WITH_PUZZLES = [game for game in AT_TABLE if puzzles(game)]
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
    assert wrong["words"]["k"]


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
    assert found.answer is not None
    assert found.answer.k == "top-do-lay"
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


async def test_an_address_that_asks_for_many_refutations_is_told_to_wait(server: Running) -> None:
    server.services.client_limits.searches = RateLimiter(rate=0, burst=2)
    http = server.browser().http
    codes = [(await http.post(REFUTATION, json={"plies": [WRONG]})).json().get("code") for _ in range(3)]
    assert codes == [None, None, "busy"]


@pytest.mark.config(waiting_analyses=0)
async def test_no_more_refutations_are_searched_than_may_wait(server: Running) -> None:
    answer = await server.browser().http.post(REFUTATION, json={"plies": [WRONG]})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


@pytest.fixture
def found_there(server: Running, monkeypatch: pytest.MonkeyPatch) -> Found:
    """What a browser finds for a wrong try at a server that has kernels for it, and itself searches nothing."""

    async def refuse(*_args: object) -> None:
        raise Problem(Refusal.ANALYSIS_BUSY)

    monkeypatch.setattr(server.services.library, "browser_kernels", lambda _: Path("wasm-0123"))
    monkeypatch.setattr(server.services.analysis_runner, "refute", refuse)

    async def found() -> list[dict[str, Any]]:
        answer = await server.browser().http.post(f"{ADDRESS}/searches", json={"plies": [WRONG]})
        assert answer.status_code == 200, answer.text
        assert answer.json()["folder"] == "/local/wasm-0123/"
        results = [searched(order) for order in answer.json()["orders"]]
        return [result | {"moves": result["moves"][:1]} for result in results]

    return found


async def test_a_browser_refutes_its_own_wrong_try_at_no_cost_to_the_server(
    server: Running, found_there: Found
) -> None:
    answer = await server.browser().http.post(REFUTATION, json={"plies": [WRONG], "found": await found_there()})
    assert answer.status_code == 200, answer.text
    found = msgspec.json.decode(answer.content, type=RefutationAnswer)
    assert 0 <= found.after <= PUZZLE.other < found.before == PUZZLE.best
    draw, reply = found.reply
    assert (draw.seat, reply.seat) == (CHANCE, (PUZZLE.seat + 1) % BEGUN.seats)
    assert found.answer is not None
    assert found.answer.k == "top-do-lay"


async def test_the_server_searches_where_a_browser_finds_what_no_search_would(
    server: Running, found_there: Found
) -> None:
    http, results = server.browser().http, await found_there()
    move = results[0]["moves"][0]
    lies: list[list[dict[str, Any]]] = [
        results[1:],
        [results[0] | {"moves": []}, *results[1:]],
        *(
            [results[0] | {"moves": [move | lie]}, *results[1:]]
            for lie in ({"action": 31_000}, {"values": [2.0, -1.0]})
        ),
        [*results[:-1], results[-1] | {"moves": [results[-1]["moves"][0] | {"line": []}]}],
    ]
    for lie in lies:
        answer = await http.post(REFUTATION, json={"plies": [WRONG], "found": lie})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy"), lie
    assert (await http.post(REFUTATION, json={"plies": [WRONG], "found": "?"})).status_code == 400


async def test_a_server_without_kernels_for_browsers_orders_no_searches(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.services.library, "browser_kernels", lambda _: None)
    answer = await server.browser().http.post(f"{ADDRESS}/searches", json={"plies": [WRONG]})
    assert answer.json() == {"folder": "", "orders": []}


@pytest.mark.parametrize("name", WITH_PUZZLES)
async def test_the_searches_of_a_refutation_are_known_before_their_results(name: str) -> None:
    puzzle = puzzles(name)[0]
    begun = tablier.game(name).setup(puzzle.setup)
    wrong = WrongTry(tablier.game(name), puzzle, wrong_submission(begun, puzzle.seat, puzzle.solution))
    asked, ordered = list[StudyOrder](), await browser_refutations.orders(wrong, 0.01)

    async def search(question: Question) -> Searched | Sequence[Position]:
        if not isinstance(question, Study):
            return worlds(question.view, question.seat, question.seed)
        asked.append(order(question))
        return msgspec.convert(searched(msgspec.to_builtins(asked[-1])), Searched)

    found = await answered_there(refutation(wrong.view, wrong.moves, seconds=0.01), search)
    assert ordered == asked
    assert sum(found.win_shares) == pytest.approx(1)


def wrong_submission(begun: Position, seat: int, solution: str) -> list[str]:
    tries = (submission(begun, seat, choice) for choice in (0, -1))
    return next(plies for plies in tries if " ".join(plies) != solution)


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


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_every_puzzle_is_a_lesson_whose_solution_is_shown(game: str) -> None:
    for puzzle in puzzles(game):
        (step,) = as_lesson(puzzle).steps
        assert step.accept == (puzzle.solution,)


def test_the_puzzle_of_the_day_changes_with_the_date_alone() -> None:
    numbers = [number_of_the_day(date(2026, 1, 1) + timedelta(days), range(50)) for days in range(200)]
    assert numbers[:6] == [46, 39, 38, 36, 28, 15]  # in every process
    assert set(numbers) <= set(range(50))
    assert len(set(numbers)) > 40

"""Hints, analysis and review at the table: who gets them, on what they depend, and what they may cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

import tablier
from tablier.analysis import Analysis, Analyst, BestMove
from tablier.analysis.reviewer import Reviewer
from tablier.position import Position
from tablier.record import Record
from tablier.scene.submissions import submission_ends
from tablier.server.config import Config
from tablier.server.domain import turns
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.searches import Deepened, analysis_answer, hint_answer
from tablier.server.domain.state import TableState
from tablier.server.limits import ClientLimits, RateLimiter, WorkAccount
from tablier.server.message_base import WhatIf
from tablier.server.search_messages import AskAnalysis, AskHint, HintAnswer, StudyOrder
from tablier.server.tables.library import Library
from tablier.server.workers.analysis_runner import AnalysisRunner
from tablier.server.ws.browser_searches import BrowserSearches
from tablier.server.ws.search_answers import SearchAnswers

from .browser import Browser, Line, Running, serving
from .test_secrecy import HIDDEN, pairs

pytestmark = pytest.mark.once

PONTE = "ponte_del_diavolo"
BRIEF = {"analysis_slice": 0.05, "hint_seconds": 0.1, "analysis_seconds": 0.15}


ME = 1


class Ponte(Library):
    """One game."""

    def names(self) -> tuple[str, ...]:
        return (PONTE,)


class Compiled(Library):
    """Its games need not be compiled by a server."""

    async def wait_compiled(self, name: str) -> None:
        pass

    def require_compiled(self, name: str) -> None:
        pass


class Counting:
    """A runner whose searches are limited by their simulations, so that equal questions have equal answers."""

    async def begin_review(self, record: Record) -> Reviewer:
        raise AssertionError("only a browser that searches begins a review here")

    async def analyse(self, view: Position, seat: int, enough: float) -> Deepened:
        return Deepened(Analyst(view, seat).run(iterations=100).analysis(6), done=True)


async def forbidden(order: StudyOrder) -> None:
    raise AssertionError("the browser has not offered to search")


async def hint(position: Position, seat: int) -> HintAnswer:
    """The hint for a seat at a table against bots."""
    seats = tuple(SeatRow(browser_id=ME) if n == seat else SeatRow(level=1) for n in range(position.seats))
    row = TableRow("table", position.game.name, 1, dict(position.options), seats, at=0, seed=bytes(32))
    state = msgspec.structs.replace(TableState.new(row, position.game), position=position)
    work = WorkAccount(ClientLimits(100), "address")
    runner, config = cast(AnalysisRunner, Counting()), Config(data=Path())
    searches = SearchAnswers(runner, Compiled(), config, ME, work, BrowserSearches(forbidden, 1))
    answer = await searches.answer(state, AskHint(0, seat))
    assert isinstance(answer, HintAnswer)
    return answer


@pytest.fixture
async def real(tmp_path: Path, config: dict[str, Any]) -> AsyncIterator[Running]:
    async with serving(tmp_path / "data", Ponte(), **{**BRIEF, **config}) as running:
        yield running


async def imported(browser: Browser, plies: int = 1000) -> str:
    """A finished table: the record of a random game on a small board."""
    random, position = Random(1), tablier.game(PONTE).new(board=8)
    while position.movers and position.ply < plies:
        position.push(random.choice(list(position.moves())))
    text = Record.of(position).dumps()
    answer = await browser.http.post("/api/records", content=text, headers={"Content-Type": "application/json"})
    return str(answer.json()["id"])


async def analyse(line: Line, event: int, *moves: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    return await line.ask("analysis", seat=seat, what_if={"event": event, "moves": list(moves)})


async def test_the_analysis_of_a_finished_game_goes_deeper_until_it_is_done(real: Running) -> None:
    browser = real.browser()
    async with browser.at(await imported(browser)) as line:
        first = await analyse(line, 0)
        assert first["type"] == "analysis", first
        assert sum(first["win_shares"]) == pytest.approx(1)
        assert [[spot] for spot in first["best"][0]["plies"]] == first["best"][0]["spots"]
        answers = [first] + [await analyse(line, 0) for _ in range(3)]
        depths = [answer["iterations"] for answer in answers]
        assert depths == sorted(depths)
        assert depths[-1] > depths[0]
        assert answers[-1]["done"]
        after = await analyse(line, 0, {"seat": 0, "plies": ["d4", "e5"]}, seat=1)
        assert after["best"]


async def test_nothing_is_analysed_before_the_end_of_a_game(real: Running) -> None:
    host, watcher = real.browser(), real.browser()
    made = await host.table("me", "bot", game=PONTE)
    for browser in (host, watcher):
        async with browser.at(made["id"]) as line:
            assert (await analyse(line, 0))["code"] == "not-over"
            assert (await line.ask("review"))["code"] == "not-over"


async def test_a_hint_is_a_legal_turn_in_a_game_against_bots(real: Running) -> None:
    host, watcher = real.browser(), real.browser()
    made = await host.table("me", "bot", game=PONTE)
    async with host.at(made["id"]) as line:
        hint = await line.ask("hint", seat=0)
        assert hint["type"] == "hint", hint
        assert 0 <= hint["best"]["win_shares"][0] <= 1
        assert (await line.ask("hint", seat=1))["code"] == "not-your-seat"
        assert (await line.submit(0, *hint["best"]["plies"]))["type"] == "ack"
    async with watcher.at(made["id"]) as line:
        assert (await line.ask("hint", seat=0))["code"] == "not-your-seat"


@pytest.mark.parametrize("seats", [("me", "me"), ("me", "friend")])
async def test_hints_between_people_need_a_table_made_with_hints(real: Running, seats: tuple[str, str]) -> None:
    host = real.browser()
    for hints, found in ((False, "refused"), (True, "hint")):
        made = await host.table(*seats, game=PONTE, hints=hints)
        async with host.at(made["id"]) as line:
            assert line.welcome["table"].get("hints", False) == hints
            assert (await line.ask("hint", seat=0))["type"] == found


async def test_an_invitation_and_the_lobby_say_whether_players_may_ask_for_hints(real: Running) -> None:
    host, friend = real.browser(), real.browser()
    for hints in (False, True):
        made = await host.table("me", "friend", game=PONTE, hints=hints)
        address = f"/api/tables/{made['id']}/invitation"
        invitation = await friend.http.post(address, json={"token": made["invite"]})
        assert invitation.json()["hints"] == hints


@pytest.mark.parametrize("name", HIDDEN)
async def test_a_hint_depends_on_nothing_that_its_seat_cannot_know(name: str) -> None:
    found = pairs(name, True, Random(name))
    for _ in range(2):
        one, other, seat = next((*pair, seat) for pair, seat in found if seat in pair[0].view(seat).movers)
        assert one.key() != other.key()
        assert await hint(one, seat) == await hint(other, seat)


@pytest.mark.parametrize("name", ["ponte_del_diavolo", *HIDDEN])
async def test_a_hint_is_a_whole_submission(name: str) -> None:
    random, position = Random(3), tablier.game(name).new()
    for _ in range(6):
        while tablier.CHANCE in position.movers or not position.moves(position.movers[0]):
            position.push(random.choice(list(position.moves(tablier.CHANCE))))
        seat = position.movers[0]
        view = position.view(seat)
        best = (await hint(position, seat)).best
        plies = best.plies
        assert len(best.spots) == len(plies)
        after = turns.replay(view, seat, plies)
        before = turns.replay(view, seat, plies[:-1])
        shows = turns.reveals_hidden(before, before.parse(plies[-1], seat))
        assert shows or submission_ends(view, after, seat)
        position = turns.replay(position, seat, plies)


async def test_a_hint_does_not_count_what_the_end_of_the_game_costs() -> None:
    # One place is left for blue's tile, which is worth two points; then each of its pawns left costs a point.
    position = tablier.game("on_top").setup(
        "seats: 2; board: H66; new; moves: BRWY a5-a4 BYRW b5-c6 BWRY f5-f6 BWYR d5-c5 BYRW f4-f3 BRYW b7-c8 "
        "RBWY a7-b8 YBRW b3-c4 BWYR a9-a8 BYWR e4-e3 BWRY f1-e2 RYWB d3-c3 YBRW c2-c1 YBWR d7-d6 YWRB b2-a1 "
        "YWRB e7-d8 RBWY c9-c10 YBWR d9-d10 YRWB a2-a3 BRYW b9-b10 BRWY d2-e1 YBWR b11-c12 BYRW c11-d11 RYWB "
        "d12-d13 BYWR e9-e10 YRWB f7-e8"
    )
    position.push(position.moves(tablier.CHANCE)[0])
    after = position.copy()
    after.push(position.moves(0)[0])
    assert after.outcome()
    assert after.scores()[0] < position.scores()[0]
    assert (await hint(position, 0)).points == 0


async def test_a_game_is_reviewed_step_by_step(real: Running) -> None:
    browser = real.browser()
    async with browser.at(await imported(browser, plies=12)) as line:
        answer = await line.ask("review")
        while not answer.get("review"):
            assert answer["type"] == "review", answer
            assert answer["judged"] < answer["decisions"]
            answer = await line.ask("review")
        review = answer["review"]
        assert [point["ply"] for point in review["points"]][:2] == [0, 1]
        events = [point["event"] for point in review["points"]]
        assert events[0] == 0
        assert events == sorted(events)
        assert {moment["event"] for moment in review["moments"]} <= {*events}
        assert all(0 <= player["accuracy"] <= 100 for player in review["players"])
        for moment in review["moments"]:
            shown = await line.ask(
                "look", event=moment["event"], tried=[{"seat": moment["seat"], "plies": moment["better"]["plies"]}]
            )
            assert shown["type"] == "look", shown


async def test_an_address_that_searches_too_much_is_told_to_wait(real: Running) -> None:
    real.services.client_limits.searches = RateLimiter(rate=0, burst=2)
    browser = real.browser()
    table = await imported(browser, plies=12)
    async with browser.at(table) as line:
        answers = [await analyse(line, 0) for _ in range(3)]
        assert [answer["type"] for answer in answers[:2]] == ["analysis"] * 2
        assert answers[2]["code"] == "busy"


@pytest.mark.config(analysis_slice=0.5)
async def test_a_player_can_play_while_a_hint_is_searched(real: Running) -> None:
    host = real.browser()
    made = await host.table("me", "bot", game=PONTE)
    async with host.at(made["id"]) as line:
        await line.send(type="hint", ask=7001, seat=0)
        await asyncio.sleep(0)
        again = await line.ask("hint", seat=0)
        assert again["code"] == "busy"
        assert (await line.submit(0, "d4", "e4"))["type"] == "ack"
        assert (await line.next("hint", "refused", ask=7001))["type"] == "hint"


def test_analysis_marks_the_exact_place_of_a_move_and_a_hint_no_more_than_its_first_touch() -> None:
    view = tablier.game("shangri_la").new(3).view(0)
    master = next(move for move in view.moves() if move.text.startswith("+"))
    found = Analysis(0, (1.0, 0.0, 0.0), (BestMove((master,), 1.0, (1.0, 0.0, 0.0), proved=False),), (), False, 1)
    (marked,) = analysis_answer(AskAnalysis(1, 0, WhatIf(0, [])), view, Deepened(found, done=True)).best
    (village,) = hint_answer(AskHint(1, 0), view, found).best.spots[0]
    (space,) = marked.spots[0]
    assert village == master.text[-1]
    assert space != village
    assert view.game.scene.stage(view).spots[space]

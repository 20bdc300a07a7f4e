"""Hints, analysis, review and refutations at a table without a server."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from server.test_secrecy import HIDDEN, pairs

import tablier
from tablier.catalogue.puzzles import puzzles
from tablier.local.searches import by_workers
from tablier.local.tables import BROWSER
from tablier.position import Position
from tablier.record import Record
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.search_answers import SearchAnswers, SearchTimes
from tablier.server.domain.state import TableState
from tablier.server.search_messages import AskHint

from . import device as devices
from .device import Device

PONTE = "ponte_del_diavolo"


async def test_a_hint_is_a_legal_turn_in_a_game_against_bots() -> None:
    device = Device()
    async with device.at(await device.table(PONTE, "me", "bot")) as line:
        hint = await line.ask("hint", seat=0)
        assert hint["type"] == "hint", hint
        assert len(hint["best"]["spots"][0]) == 1
        assert (await line.ask("hint", seat=1))["code"] == "not-your-seat"
        assert (await line.ask("review"))["code"] == "not-over"
        assert (await line.ask("analysis", seat=0, what_if={"event": 0, "moves": []}))["code"] == "not-over"


async def test_hints_between_people_need_a_table_made_with_hints() -> None:
    device = Device()
    for hints, found in ((False, "refused"), (True, "hint")):
        async with device.at(await device.table(PONTE, "me", "me", hints=hints)) as line:
            assert line.welcome["table"].get("hints", False) == hints
            assert (await line.ask("hint", seat=0))["type"] == found


async def test_a_wrong_try_at_a_puzzle_is_refuted() -> None:
    device, puzzle = Device(), puzzles(PONTE)[0]
    address = f"/api/puzzles/{PONTE}/{puzzle.id}/refutation"
    begun = tablier.game(PONTE).setup(puzzle.setup)
    wrong = next(move.text for move in begun.moves() if move.text != puzzle.solution)
    status, found = await device.request("POST", address, {"plies": [wrong]})
    assert status == 200, found
    assert 0 <= found["after"] <= puzzle.other < found["before"] == puzzle.best
    [reply] = found["reply"]
    begun.play(wrong).play(" ".join(reply["plies"]), reply["seat"])
    assert [update["seq"] for update in found["updates"]] == [2]
    assert (await device.request("POST", address, {"plies": [puzzle.solution]}))[0] == 404
    assert (await device.request("POST", address, {}))[0] == 400


async def test_a_finished_game_is_analysed_and_reviewed() -> None:
    device = Device()
    position = tablier.game(PONTE).new(board=8)
    for text in ("d4 e4", "swap", "b2 b3", "g6 g7"):
        position.play(text)
    _, made = await device.request("POST", "/api/records", Record.of(position).dumps())
    async with device.at(made["id"]) as line:
        answers = [await line.ask("analysis", seat=1, what_if={"event": 1, "moves": []}) for _ in range(16)]
        assert [answer.get("done", False) for answer in (answers[0], answers[-1])] == [False, True]
        assert sum(answers[0]["win_shares"]) == pytest.approx(1)
        assert len(answers[0]["best"]) == 6
        judged = []
        while "review" not in (answer := await line.ask("review")) or not answer["review"]:
            judged.append(answer["judged"])
        assert judged == sorted(judged)
        assert answer["judged"] == answer["decisions"] == len(answer["review"]["points"])


async def test_strokes_of_luck_and_moments_are_told_in_words_of_the_log() -> None:
    device, random, position = Device(), Random(3), tablier.game("on_top").new()
    while position.movers and position.ply < 40:
        position.push(random.choice(list(position.moves(position.movers[0]))))
    _, made = await device.request("POST", "/api/records", Record.of(position).dumps())
    async with device.at(made["id"]) as line:
        while not (review := (await line.ask("review")).get("review")):
            pass
        log = {entry["seq"]: [told["say"] for told in entry["lines"]] for entry in line.welcome["log"]}
    assert review["strokes"]
    for stroke in review["strokes"]:
        assert [words["k"] for words in stroke["words"]] == ["top-say-draw"]
        assert stroke["words"][0] in log[stroke["event"]]
    assert review["moments"]
    for moment in review["moments"]:
        assert all(moment[turn]["words"]["k"] == "top-do-lay" for turn in ("played", "better"))


@pytest.mark.parametrize("name", HIDDEN)
async def test_a_search_is_told_nothing_that_the_seat_cannot_know(name: str) -> None:
    for (one, other), seat in pairs(name, True, Random(name)):
        if seat in one.movers:
            assert one.key() != other.key()
            assert await asked(one, seat) == await asked(other, seat)
            return


async def asked(position: Position, seat: int) -> list[str]:
    """What the search workers are asked for a hint."""
    questions = []

    async def search(question: str) -> str:
        questions.append(question)
        return await devices.search(question)

    seats = tuple(SeatRow(browser_id=BROWSER) if n == seat else SeatRow(level=1) for n in range(position.seats))
    row = TableRow("table", position.game.name, 1, dict(position.options), seats, at=0, seed=bytes(32))
    state = msgspec.structs.replace(TableState.new(row, position.game), position=position)
    await SearchAnswers(BROWSER, by_workers(search), SearchTimes()).answer(state, AskHint(0, seat))
    assert json.loads(questions[0])["seat"] == seat
    return questions

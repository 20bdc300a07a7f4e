"""Reviews of tables: where their plies stand in the log, how often they are told, and what begins them anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

import tablier
from tablier.analysis.reviewer import Moment, PlayerReview, Point, Review, Reviewer, Stroke
from tablier.core.seats import CHANCE
from tablier.position import Position
from tablier.record import Record
from tablier.server.config import Config
from tablier.server.domain import searches
from tablier.server.domain.events import ChatSent, Payload, RematchOffered, Resigned
from tablier.server.domain.search_answers import SearchAnswers, SearchTimes
from tablier.server.domain.searches import TableReview
from tablier.server.domain.state import TableState
from tablier.server.search_messages import AskReview, ReviewAnswer
from tablier.server.workers import analysis_runner
from tablier.server.workers.analysis_runner import AnalysisRunner

from .logs import LocalTable

pytestmark = pytest.mark.once

PONTE = "ponte_del_diavolo"
GAMES = (PONTE, "on_top", "delta")


def played(name: str, submissions: int, *, takebacks: bool, seed: int = 1) -> LocalTable:
    """A table after random submissions."""
    table = LocalTable(name, 2, seed)
    table.play(submissions, takebacks=takebacks)
    return table


def event_before(state: TableState, ply: int) -> int:
    """The last event with at most so many plies, found by looking at each."""
    return next(seq for seq in range(state.seq, -1, -1) if state.at(seq).ply <= ply)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("takebacks", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_ply_is_found_in_the_log(name: str, takebacks: bool, seed: int) -> None:
    state = played(name, 40, takebacks=takebacks, seed=seed).state
    assert bool(state.rewound) == takebacks
    assert state.plies() == [state.at(seq).ply for seq in range(state.seq + 1)]
    found = searches._EventsByPly(state)
    plies = range(state.position.ply + 1)
    assert [found.before(ply) for ply in plies] == [event_before(state, ply) for ply in plies]


class Judged:
    """A reviewer that has judged all decisions of a table's game, or none."""

    def __init__(self, state: TableState, *, done: bool = True) -> None:
        self.state = state
        self.decisions = state.position.ply
        self.judged = self.decisions if done else 0
        self.waiting = False
        self.told = 0

    def review(self) -> Review:
        self.told += 1
        end, history = self.state.position, self.state.position.history
        even = tuple(1 / end.seats for _ in range(end.seats))
        draws = tuple(ply for ply, move in enumerate(history) if move.seat == CHANCE)
        ply, move = next((ply, move) for ply, move in enumerate(history) if ply > 10 and move.seat != CHANCE)
        return Review(
            Record.of(end),
            tuple(Point(ply, 0, even, even, 0.0, ()) for ply in range(end.ply + 1)),
            tuple(PlayerReview(1, 100.0, 0.0, 0.0) for _ in range(end.seats)),
            (Moment(ply, move.seat, 0.1, (move,), (move,)),),
            tuple(Stroke((ply,), even) for ply in draws[-1:]),
        )


def review_of(reviewer: Judged) -> TableReview:
    return TableReview(reviewer.state, cast("Reviewer", reviewer))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("takebacks", [False, True])
def test_a_review_is_told_without_a_replay_for_each_point(
    name: str, takebacks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = played(name, 40, takebacks=takebacks).state
    events = [event_before(state, ply) for ply in range(state.position.ply + 1)]
    replays, back = 0, Position.back

    def counted(position: Position, plies: int) -> Position:
        nonlocal replays
        replays += 1
        return back(position, plies)

    monkeypatch.setattr(Position, "back", counted)
    review = review_of(Judged(state)).so_far().review
    assert review is not None
    assert [point.event for point in review.points] == events
    assert replays <= 3  # one for the moment, two for the stroke of luck


def test_a_finished_review_is_told_once() -> None:
    reviewer = Judged(played(PONTE, 30, takebacks=False).state)
    review = review_of(reviewer)
    first, second = review.so_far(), review.so_far()
    assert first.review is second.review is not None
    assert reviewer.told == 1
    assert review_of(Judged(reviewer.state, done=False)).so_far().review is None


def resigned() -> LocalTable:
    """A finished table."""
    table = played(PONTE, 12, takebacks=False)
    table.add(0, Resigned())
    return table


BESIDE: list[Payload] = [ChatSent("well played"), RematchOffered(), ChatSent("again?")]


class Begun:
    """Counts the reviews that begin."""

    def __init__(self) -> None:
        self.count = 0

    def begin(self, record: Record) -> Reviewer:
        self.count += 1
        return Reviewer(record, iterations=1)

    async def begin_soon(self, record: Record) -> Reviewer:
        return self.begin(record)


@pytest.fixture
async def runner(tmp_path: Path) -> AsyncIterator[AnalysisRunner]:
    class Bots:
        waiting = 0

    made = AnalysisRunner(Config(data=tmp_path, analysis_slice=0.01), cast("Any", Bots()))
    yield made
    made.stop()


async def test_a_review_by_the_server_goes_on_after_chat_and_offers_of_a_rematch(
    runner: AnalysisRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, table = Begun(), resigned()
    monkeypatch.setattr(analysis_runner, "_reviewer", begun.begin)
    judged = [(await runner.review(table.state)).judged]
    for payload in BESIDE:
        table.add(1, payload)
        judged.append((await runner.review(table.state)).judged)
    assert begun.count == 1
    assert judged == sorted(judged)
    other = resigned()
    other.add(0, ChatSent("hello"))
    assert other.state.last_of_game == table.state.last_of_game == other.state.seq - 1


async def test_a_review_by_the_browser_goes_on_after_chat_and_offers_of_a_rematch() -> None:
    begun, table = Begun(), resigned()

    async def never(question: object) -> Any:
        raise AssertionError(question)

    answers = SearchAnswers(None, never, SearchTimes(slice=-1.0), begun.begin_soon)
    for payload in BESIDE:
        answer = await answers.answer(table.state, AskReview(1))
        assert isinstance(answer, ReviewAnswer)
        table.add(1, payload)
    assert begun.count == 1


async def test_a_hint_does_not_end_the_analysis_of_its_position(runner: AnalysisRunner) -> None:
    view = tablier.game(PONTE).new(board=8).view(0)
    assert (await runner.analyse(view, 0, 0.01)).done  # a hint
    first = await runner.analyse(view, 0, 0.02)
    second = await runner.analyse(view, 0, 0.02)
    assert (first.done, second.done) == (False, True)
    assert second.analysis.iterations > first.analysis.iterations

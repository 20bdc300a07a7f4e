"""Answers the questions of a page that need a search, by searches that run elsewhere: in the workers of a browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tablier.analysis.questions import Question, Searched, Steps, Study, search_spec
from tablier.analysis.results import NODES, Analysis, analysis_of
from tablier.analysis.reviewer import Reviewer
from tablier.position import Position
from tablier.record import Record
from tablier.server.domain import projections, searches
from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.recent import Recent
from tablier.server.domain.searches import MOST_LINES, REVIEW_ITERATIONS, Deepened, Reviewed, TableReview
from tablier.server.domain.state import TableState
from tablier.server.search_messages import (
    AskAnalysis,
    AskHint,
    AskReview,
    HintAnswer,
    SearchAnswer,
    SearchQuestion,
    StudyOrder,
)

T = TypeVar("T")

Search = Callable[[Question], Awaitable[Searched | Sequence[Position]]]
"""Answers a question of :mod:`tablier.analysis.questions`."""
KEPT = 12
"""LRU size of analyses and of reviews."""
AT_ONCE = 8
"""How many decisions of a review are judged at the same time, so that no search worker is idle."""


@dataclass(frozen=True, slots=True)
class SearchTimes:
    """Times in seconds: after ``slice`` the page hears what was found; ``hint`` and ``analysis`` are whole searches."""

    slice: float = 0.4
    hint: float = 0.8
    analysis: float = 6.0


async def begin_review(record: Record) -> Reviewer:
    """A review of which nothing is judged yet."""
    return Reviewer(record, iterations=REVIEW_ITERATIONS)


class SearchAnswers:
    """Answers one page, one question after the other.

    Args:
        browser: the browser of the page, which may hold seats.
        search: runs the searches.
        times: how long they last.
        begin: begins a review, which replays the game.
    """

    def __init__(
        self,
        browser: int | None,
        search: Search,
        times: SearchTimes,
        begin: Callable[[Record], Awaitable[Reviewer]] = begin_review,
    ) -> None:
        self._browser = browser
        self._search = search
        self._times = times
        self._begin = begin
        self._board = AnalysisBoard()
        self._studies: Recent[_Study] = Recent(KEPT)
        self._review: tuple[int, TableReview] | None = None
        """A review, and the event up to which it goes."""
        self._answering = asyncio.Lock()

    async def answer(self, state: TableState, question: SearchQuestion) -> SearchAnswer:
        """The answer to a question.

        Raises:
            Problem: it is not allowed at this table now.
        """
        async with self._answering:
            match question:
                case AskHint():
                    return await self._hint(state, question)
                case AskAnalysis():
                    view = searches.view_for_analysis(state, question, self._board)
                    found = await self._analysed(view, question.seat, self._times.slice, self._times.analysis)
                    return searches.analysis_answer(question, view, found)
                case AskReview():
                    searches.require_over(state)
                    return searches.review_answer(question, await self._reviewed(state))

    async def _hint(self, state: TableState, question: AskHint) -> HintAnswer:
        view = searches.view_for_hint(state, question, self._browser)
        found = await self._analysed(view, question.seat, self._times.hint, self._times.hint)
        return searches.hint_answer(question, view, found.analysis)

    async def _analysed(self, view: Position, seat: int, seconds: float, enough: float) -> Deepened:
        study = self._studies.get((view.game.name, view.seats, seat, view.key()), lambda: _Study(view, seat))
        return await study.deepen(self._search, seconds, enough)

    async def _reviewed(self, state: TableState) -> Reviewed:
        last, review = self._review or (-1, None)
        if review is None or last != state.last_of_game:
            review = TableReview(state, await self._begin(projections.record(state, [])))
        self._review = None  # if a search fails, the review begins anew
        reviewer = review.reviewer
        until = time.perf_counter() + self._times.slice

        async def judge() -> None:
            while reviewer.waiting and time.perf_counter() < until:
                await answered(reviewer.judge_next(), self._search)

        judges = await asyncio.gather(*(judge() for _ in range(AT_ONCE)), return_exceptions=True)
        for failure in filter(None, judges):
            raise failure
        self._review = state.last_of_game, review
        return review.so_far()


class _Study:
    """An analysis that grows slice by slice."""

    def __init__(self, view: Position, seat: int) -> None:
        self._view = view
        self._seat = seat
        self._analysis: Analysis | None = None
        self._spent = 0.0

    async def deepen(self, search: Search, seconds: float, enough: float) -> Deepened:
        """Search for a slice, unless ``enough`` seconds were spent or the result is proved."""
        if self._analysis is None or not self._done(enough):
            study = Study(self._view, self._seat, seconds, None, MOST_LINES, 0, NODES, resume=True)
            found = await search(study)
            assert isinstance(found, Searched)
            self._analysis = analysis_of(self._view, self._seat, found)
            self._spent += seconds
        return Deepened(self._analysis, self._done(enough))

    def _done(self, enough: float) -> bool:
        return self._spent >= enough or (self._analysis is not None and self._analysis.proved)


async def answered(steps: Steps[T], search: Search) -> T:
    """Run a generator of questions to its result, with searches elsewhere."""
    answer: Searched | Sequence[Position] | None = None
    try:
        while True:
            answer = await search(steps.send(answer))
    except StopIteration as end:
        found: T = end.value
        return found


def order(study: Study) -> StudyOrder:
    """The order of a study for the workers of a browser."""
    return StudyOrder(
        game=study.view.game.name,
        state=bytes(study.view.state.data).hex(),
        seat=study.seat,
        seed=study.seed,
        spec=msgspec.structs.replace(search_spec(study.view.game.name), nodes=study.nodes),
        resume=study.resume,
        seconds=study.seconds,
        iterations=study.iterations,
        lines=study.lines,
    )

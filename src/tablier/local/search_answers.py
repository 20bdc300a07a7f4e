"""Answers the questions of a page that need a search, by the search workers of the browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec

from tablier.analysis.questions import WORLDS, Question, Searched, Steps, Study, search_spec
from tablier.analysis.results import NODES, Analysis, analysis_of
from tablier.analysis.reviewer import Reviewer
from tablier.local.tables import BROWSER
from tablier.position import Position
from tablier.server.domain import projections, searches
from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.recent import Recent
from tablier.server.domain.searches import MOST_LINES, REVIEW_ITERATIONS, Deepened, Reviewed
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer
from tablier.server.search_messages import AskAnalysis, AskHint, AskReview, SearchQuestion

T = TypeVar("T")

Search = Callable[[str], Awaitable[str]]
"""Answers a question of :mod:`tablier.analysis.questions`; both are JSON."""
SLICE = 0.4
"""Seconds after which the page hears what has been found."""
HINT_SECONDS = 0.8
ANALYSIS_SECONDS = 6.0
"""The time after which the analysis of a position is not deepened any more."""
KEPT = 12
"""LRU size of analyses and of reviews."""


class SearchAnswers:
    """Answers one page, one question after the other."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._board = AnalysisBoard()
        self._studies: Recent[_Study] = Recent(KEPT)
        self._reviews: Recent[Reviewer] = Recent(KEPT)
        self._answering = asyncio.Lock()

    async def answer(self, state: TableState, question: SearchQuestion) -> FromServer:
        """The answer to a question.

        Raises:
            Problem: it is not allowed at this table now.
        """
        async with self._answering:
            match question:
                case AskHint():
                    view = searches.view_for_hint(state, question, BROWSER)
                    found = await self._analysed(view, question.seat, HINT_SECONDS, HINT_SECONDS)
                    return searches.hint_answer(question, view, found.analysis)
                case AskAnalysis():
                    view = searches.view_for_analysis(state, question, self._board)
                    found = await self._analysed(view, question.seat, SLICE, ANALYSIS_SECONDS)
                    return searches.analysis_answer(question, view, found)
                case AskReview():
                    searches.require_over(state)
                    return searches.review_answer(question, state, await self._reviewed(state))

    async def _analysed(self, view: Position, seat: int, seconds: float, enough: float) -> Deepened:
        study = self._studies.get((seat, view.key()), lambda: _Study(view, seat))
        return await study.deepen(self._search, seconds, enough)

    async def _reviewed(self, state: TableState) -> Reviewed:
        def begun() -> Reviewer:
            return Reviewer(projections.record(state, []), iterations=REVIEW_ITERATIONS)

        reviewer = self._reviews.get(state.seq, begun)
        until = time.perf_counter() + SLICE
        while reviewer.judged < reviewer.decisions and time.perf_counter() < until:
            await answered(reviewer.judge_next(), self._search)
        done = reviewer.judged == reviewer.decisions
        return Reviewed(reviewer.judged, reviewer.decisions, reviewer.review() if done else None)


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
            study = Study(self._view, self._seat, seconds, None, MOST_LINES, 0, NODES)
            found = msgspec.json.decode(await search(encoded(study, resume=True)), type=Searched)
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
            question = steps.send(answer)
            text = await search(encoded(question))
            if isinstance(question, Study):
                answer = msgspec.json.decode(text, type=Searched)
            else:
                answer = [_world(question.view, record) for record in msgspec.json.decode(text, type=list[str])]
    except StopIteration as end:
        found: T = end.value
        return found


def encoded(question: Question, *, resume: bool = False) -> str:
    """A question as JSON, with the record in hexadecimal; to ``resume`` is to go on with the last search."""
    view = question.view
    told = {
        "game": view.game.name,
        "state": bytes(view.state.data).hex(),
        "seat": question.seat,
        "seed": question.seed,
    }
    if isinstance(question, Study):
        limits = {"seconds": question.seconds, "iterations": question.iterations, "lines": question.lines}
        told |= {"kind": "study", "spec": search_spec(view.game.name), "resume": resume, **limits}
    else:
        told |= {"kind": "worlds", "count": WORLDS if view.game.info.hidden else 1}
    return msgspec.json.encode(told).decode()


def _world(view: Position, record: str) -> Position:
    state = view.game.definition.state(bytes.fromhex(record))
    return Position(view.game, state, view.options, view.seats)

"""Answers the questions of a browser that need a search: hints, analysis, review."""

from __future__ import annotations

import structlog

from tablier.server.config import Config
from tablier.server.domain import searches
from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.browser_results import BrowserCannotSearch
from tablier.server.domain.search_answers import SearchAnswers as AnswersOfBrowser
from tablier.server.domain.search_answers import SearchTimes
from tablier.server.domain.state import TableState
from tablier.server.limits import WorkAccount
from tablier.server.search_messages import (
    AnalysisAnswer,
    AskAnalysis,
    AskHint,
    AskReview,
    HintAnswer,
    ReviewAnswer,
    SearchAnswer,
    SearchQuestion,
)
from tablier.server.tables.library import Library
from tablier.server.workers.analysis_runner import AnalysisRunner
from tablier.server.ws.browser_searches import BrowserSearches

logger = structlog.get_logger()


class SearchAnswers:
    """Answers one browser, which searches itself if it can; every search of the server is counted for its address."""

    def __init__(
        self,
        runner: AnalysisRunner,
        library: Library,
        config: Config,
        browser: int | None,
        work: WorkAccount,
        searches_there: BrowserSearches,
    ) -> None:
        self._runner = runner
        self._library = library
        self._config = config
        self._browser = browser
        self._work = work
        self._board = AnalysisBoard()
        times = SearchTimes(config.analysis_slice, config.hint_seconds, config.analysis_seconds)
        self._there = AnswersOfBrowser(browser, searches_there.search, times, runner.begin_review)

    async def answer(self, state: TableState, question: SearchQuestion) -> SearchAnswer:
        """The answer to a question.

        Raises:
            Problem: it is not allowed at this table now, or the server has too much to search.
        """
        await self._library.wait_to_search(state.row.game, self._config.analysis_deadline)
        if question.here:
            try:
                return await self._there.answer(state, question)
            except BrowserCannotSearch as error:
                logger.info("search.fallback", table=state.row.id, reason=str(error))
        match question:
            case AskHint():
                return await self._hint(state, question)
            case AskAnalysis():
                return await self._analyse(state, question)
            case AskReview():
                return await self._review(state, question)

    async def _hint(self, state: TableState, question: AskHint) -> HintAnswer:
        view = searches.view_for_hint(state, question, self._browser)
        while True:
            self._work.count_search()
            deepened = await self._runner.analyse(view, question.seat, self._config.hint_seconds)
            if deepened.done:
                return searches.hint_answer(question, view, deepened.analysis)

    async def _analyse(self, state: TableState, question: AskAnalysis) -> AnalysisAnswer:
        view = searches.view_for_analysis(state, question, self._board)
        self._work.count_search()
        deepened = await self._runner.analyse(view, question.seat, self._config.analysis_seconds)
        return searches.analysis_answer(question, view, deepened)

    async def _review(self, state: TableState, question: AskReview) -> ReviewAnswer:
        searches.require_over(state)
        self._work.count_search()
        return searches.review_answer(question, await self._runner.review(state))

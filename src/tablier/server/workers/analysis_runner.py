"""Searches for readers: hints, analysis, reviews, refutations. One thread runs them in slices, and they yield to bots.

A question is answered after one slice. The same question later deepens the result, so that no search must be stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tablier.server.config import Config
from tablier.server.domain import projections
from tablier.server.domain.recent import Recent
from tablier.server.domain.searches import MOST_LINES, REVIEW_ITERATIONS, Deepened, Reviewed, TableReview
from tablier.server.problem import Problem, Refusal
from tablier.server.workers.bot_runner import BotRunner, lower_priority

if TYPE_CHECKING:
    from tablier.analysis import Analysis, Analyst
    from tablier.analysis.refutations import Refutation
    from tablier.analysis.reviewer import Reviewer
    from tablier.moves import Move
    from tablier.position import Position
    from tablier.record import Record
    from tablier.server.domain.state import TableState

T = TypeVar("T")

NODES = 1 << 13
"""The capacity of a tree: so many are kept that a larger one would take much memory."""


class _Study:
    """An analysis that grows slice by slice; when it is done its tree is dropped."""

    def __init__(self, view: Position, seat: int) -> None:
        from tablier.analysis import Analyst

        self._analyst: Analyst | None = Analyst(view, seat, nodes=NODES)
        self._analysis: Analysis | None = None
        self._spent = 0.0

    def deepen(self, seconds: float, enough: float) -> Deepened:
        """Search for a slice, unless ``enough`` seconds were spent."""
        if self._analyst is not None:
            self._analysis = self._analyst.run(seconds=seconds).analysis(MOST_LINES)
            self._spent += seconds
            if self._analysis.proved or self._spent >= enough:
                self._analyst = None
        assert self._analysis is not None
        return Deepened(self._analysis, self._analyst is None)


class AnalysisRunner:
    """Runs the searches of all readers of a process."""

    def __init__(self, config: Config, bots: BotRunner) -> None:
        self._config = config
        self._bots = bots
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="analysis", initializer=lower_priority)
        self._free = asyncio.Semaphore(1)
        self._waiting = 0
        self._studies: Recent[_Study] = Recent(config.kept_analyses)
        self._reviews: Recent[TableReview] = Recent(config.kept_analyses)

    def stop(self) -> None:
        """Drop what waits; a slice that runs ends by itself."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def analyse(self, view: Position, seat: int, enough: float) -> Deepened:
        """Deepen the analysis of what ``seat`` sees by a slice, up to ``enough`` seconds.

        Raises:
            Problem: too many searches wait.
        """
        key = (view.game.name, view.seats, seat, view.key(), enough)  # a hint ends long before an analysis

        def search() -> Deepened:
            study = self._studies.get(key, lambda: _Study(view, seat))
            return study.deepen(self._config.analysis_slice, enough)

        return await self._run(search)

    async def begin_review(self, record: Record) -> Reviewer:
        """Prepare a review whose searches run elsewhere: replaying a long game takes a while.

        Raises:
            Problem: too many searches wait.
        """
        return await self._run(partial(_reviewer, record))

    async def review(self, state: TableState) -> Reviewed:
        """Judge further decisions of a finished game for a slice.

        Raises:
            Problem: too many searches wait.
        """

        def search() -> Reviewed:
            from tablier.analysis.analyst import judge

            review = self._reviews.get((state.row.id, state.last_of_game), partial(_table_review, state))
            judge(review.reviewer, self._config.analysis_slice)
            return review.so_far()

        return await self._run(search)

    async def refute(self, view: Position, moves: Sequence[Move]) -> Refutation:
        """Search for a slice what a submission leads to, by what its seat sees before it.

        Raises:
            Problem: too many searches wait.
        """

        def search() -> Refutation:
            from tablier.analysis.analyst import answered
            from tablier.analysis.refutations import refutation

            return answered(refutation(view, moves, seconds=self._config.analysis_slice))

        return await self._run(search)

    async def _run(self, search: Callable[[], T]) -> T:
        if self._waiting >= self._config.waiting_analyses:
            raise Problem(Refusal.ANALYSIS_BUSY)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._config.analysis_deadline), self._free:
                while self._bots.waiting:
                    await asyncio.sleep(0.05)
                return await asyncio.get_running_loop().run_in_executor(self._thread, search)
        except TimeoutError:
            raise Problem(Refusal.ANALYSIS_BUSY) from None
        finally:
            self._waiting -= 1


def _reviewer(record: Record) -> Reviewer:
    from tablier.analysis.reviewer import Reviewer

    return Reviewer(record, iterations=REVIEW_ITERATIONS)


def _table_review(state: TableState) -> TableReview:
    return TableReview(state, _reviewer(projections.record(state, [])))

"""Answers the questions of a browser that need a search: hints, analysis, review."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from tablier.scene.submissions import submission_ends
from tablier.server import search_messages
from tablier.server.config import Config
from tablier.server.domain import projections, turns
from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.state import TableState
from tablier.server.limits import WorkAccount
from tablier.server.message_base import FromServer, Tried
from tablier.server.problem import Problem, Refusal
from tablier.server.search_messages import (
    AnalysisAnswer,
    AskAnalysis,
    AskHint,
    AskReview,
    GameReview,
    HintAnswer,
    Moment,
    PlayerReview,
    ReviewAnswer,
    ReviewPoint,
    SearchQuestion,
)
from tablier.server.tables.library import Library
from tablier.server.workers.analysis_runner import AnalysisRunner

if TYPE_CHECKING:
    from tablier.analysis import Analysis, BestMove, Review
    from tablier.moves import Move
    from tablier.position import Position

CLEARLY = 0.02
"""The smallest difference of win shares for a turn to be called worse."""


class SearchAnswers:
    """Answers one browser; every search is counted for its address."""

    def __init__(
        self, runner: AnalysisRunner, library: Library, config: Config, browser: int | None, work: WorkAccount
    ) -> None:
        self._runner = runner
        self._library = library
        self._config = config
        self._browser = browser
        self._work = work
        self._board = AnalysisBoard()

    async def answer(self, state: TableState, question: SearchQuestion) -> FromServer:
        """The answer to a question.

        Raises:
            Problem: it is not allowed at this table now, or the server has too much to search.
        """
        await self._compiled(state.row.game)
        match question:
            case AskHint():
                return await self._hint(state, question)
            case AskAnalysis():
                return await self._analyse(state, question)
            case AskReview():
                return await self._review(state, question)

    async def _compiled(self, game: str) -> None:
        """Wait for the compiler as long as for other searches."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._config.analysis_deadline):
                await self._library.wait_compiled(game)
        self._library.require_compiled(game)

    async def _hint(self, state: TableState, question: AskHint) -> HintAnswer:
        if question.seat not in state.held_by(self._browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if sum(not seat.level for seat in state.row.seats) > 1:
            raise Problem(Refusal.NO_HINTS)
        if state.over:
            raise Problem(Refusal.GAME_OVER)
        view = state.position.view(question.seat)
        if question.seat not in view.movers:
            raise Problem(Refusal.NOT_YOUR_TURN)
        while True:
            self._work.count_search()
            deepened = await self._runner.analyse(view, question.seat, self._config.hint_seconds)
            if deepened.done:
                return _hint_answer(question.ask, view, deepened.analysis)

    async def _analyse(self, state: TableState, question: AskAnalysis) -> AnalysisAnswer:
        if not state.over:
            raise Problem(Refusal.NO_SEARCH_YET)
        event, moves = question.what_if.event, question.what_if.moves
        self._board.cost(state, event, moves)
        position, _ = self._board.play(state, event, moves)
        if question.seat not in range(position.seats) or question.seat not in position.movers:
            raise Problem(Refusal.NOT_YOUR_TURN)
        self._work.count_search()
        view = position.view(question.seat)
        deepened = await self._runner.analyse(view, question.seat, self._config.analysis_seconds)
        found = deepened.analysis
        best = [_best(view, one) for one in found.best_moves]
        return AnalysisAnswer(question.ask, list(found.win_shares), best, found.iterations, deepened.done)

    async def _review(self, state: TableState, question: AskReview) -> ReviewAnswer:
        if not state.over:
            raise Problem(Refusal.NO_SEARCH_YET)
        self._work.count_search()
        record = projections.record(state, [])
        found = await self._runner.review(state.row.id, state.seq, record)
        review = None if found.review is None else _game_review(state, found.review)
        return ReviewAnswer(question.ask, found.judged, found.decisions, review)


def _hint_answer(ask: int, view: Position, analysis: Analysis) -> HintAnswer:
    seat, best = analysis.seat, analysis.best_moves[0]
    after = view.copy()
    for move in _submission(view, best.turn):
        after.push(move)
    worse = next(
        (one for one in analysis.best_moves[1:] if one.win_shares[seat] <= best.win_shares[seat] - CLEARLY), None
    )
    points = after.scores()[seat] - view.scores()[seat]
    return HintAnswer(ask, _best(view, best), points, None if worse is None else _best(view, worse))


def _best(view: Position, found: BestMove) -> search_messages.BestMove:
    """A best move as one submission, with the plies that are expected after it."""
    plies = _submission(view, found.turn)
    later = groupby(found.line[len(plies) :], key=lambda move: move.seat)
    reply = [Tried(seat, _texts(list(moves))) for seat, moves in later]
    return search_messages.BestMove(_texts(plies), found.share, list(found.win_shares), reply, found.proved)


def _submission(view: Position, turn: Sequence[Move]) -> Sequence[Move]:
    """The plies of a turn that are sent together: up to the end of a submission, or to one that reveals something."""
    position = view.copy()
    for number, move in enumerate(turn, 1):
        revealed = turns.reveals_hidden(position, move)
        position.push(move)
        if revealed or submission_ends(view, position, move.seat):
            return turn[:number]
    return turn


def _game_review(state: TableState, review: Review) -> GameReview:
    history = state.position.history
    moments = []
    for one in review.moments:
        event = _event_before(state, one.ply)
        begun = history[state.at(event).ply : one.ply]
        played, better = (_texts([*begun, *turn]) for turn in (one.played, one.better))
        moments.append(Moment(event, one.seat, one.lost, played, better))
    return GameReview(
        [ReviewPoint(point.ply, list(point.win_shares)) for point in review.points],
        [PlayerReview(player.accuracy, player.luck) for player in review.players],
        moments,
    )


def _event_before(state: TableState, ply: int) -> int:
    """The last event before the turn in which this ply was played."""
    return next(seq for seq in range(state.seq, -1, -1) if state.at(seq).ply <= ply)


def _texts(moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves]

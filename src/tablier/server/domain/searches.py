"""Hints, analysis and reviews: who may ask for which search, and what is answered by its result.

The searches themselves run in threads of a server, or in the workers of a browser.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from tablier.core.seats import CHANCE
from tablier.scene.model import Line, Message
from tablier.scene.submissions import submission_ends
from tablier.server import search_messages
from tablier.server.domain import turns
from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.state import TableState
from tablier.server.message_base import Tried
from tablier.server.problem import Problem, Refusal
from tablier.server.search_messages import (
    Advice,
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
    Stroke,
)

if TYPE_CHECKING:
    from tablier.analysis import Analysis, BestMove, Review, reviewer
    from tablier.analysis.reviewer import Reviewer
    from tablier.moves import Move
    from tablier.position import Position

CLEARLY = 0.02
"""The smallest difference of win shares for a turn to be called worse."""
SEARCHED = 0.05
"""The smallest part of a search for the value of a worse turn to be told: a value of a few simulations means little."""
REVIEW_ITERATIONS = 150
"""Simulations for each decision of a review."""
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Deepened:
    """The result of an analysis so far; ``done`` if it is not deepened any more."""

    analysis: Analysis
    done: bool


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How many decisions of a game are judged; ``review`` when all are."""

    judged: int
    decisions: int
    review: GameReview | None


class TableReview:
    """The review of a finished game: its decisions are judged step by step, then it is told once for all readers."""

    def __init__(self, state: TableState, reviewer: Reviewer) -> None:
        self.reviewer = reviewer
        self._state = state
        self._told: GameReview | None = None

    def so_far(self) -> Reviewed:
        """How many decisions are judged, and the review once all are."""
        reviewer = self.reviewer
        if self._told is None and reviewer.judged == reviewer.decisions:
            self._told = _game_review(self._state, reviewer.review())
        return Reviewed(reviewer.judged, reviewer.decisions, self._told)


def view_for_hint(state: TableState, question: AskHint, browser: int | None) -> Position:
    """What the seat that asks for a hint sees.

    Raises:
        Problem: the browser does not hold the seat, it is not to move, or the table has no hints.
    """
    if question.seat not in state.held_by(browser):
        raise Problem(Refusal.NOT_YOUR_SEAT)
    if not state.hints:
        raise Problem(Refusal.NO_HINTS)
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    view = state.position.view(question.seat)
    if question.seat not in view.movers:
        raise Problem(Refusal.NOT_YOUR_TURN)
    return view


def view_for_analysis(state: TableState, question: AskAnalysis, board: AnalysisBoard) -> Position:
    """What the seat to move sees on the analysis board of a finished game.

    Raises:
        Problem: the game is not over, a move is not legal, or the seat is not to move.
    """
    require_over(state)
    event, moves = question.what_if.event, question.what_if.moves
    board.cost(state, event, moves)
    position, _ = board.play(state, event, moves)
    if question.seat not in range(position.seats) or question.seat not in position.movers:
        raise Problem(Refusal.NOT_YOUR_TURN)
    return position.view(question.seat)


def require_over(state: TableState) -> None:
    """Refuse to judge a game that is not over.

    Raises:
        Problem: it is not.
    """
    if not state.over:
        raise Problem(Refusal.NO_SEARCH_YET)


def hint_answer(question: AskHint, view: Position, analysis: Analysis) -> HintAnswer:
    """The best turn, and one that is clearly worse."""
    seat, best = analysis.seat, analysis.best_moves[0]
    after = view.copy()
    for move in _submission(view, best.turn):
        after.push(move)
    known = (one for one in analysis.best_moves[1:] if one.proved or one.share >= SEARCHED)
    worse = next((one for one in known if one.win_shares[seat] <= best.win_shares[seat] - CLEARLY), None)
    # The end of a game changes scores by more than the turn does.
    points = 0 if after.outcome() else after.scores()[seat] - view.scores()[seat]
    if worse is None:
        return HintAnswer(question.ask, _best(view, best), points)
    return HintAnswer(question.ask, _best(view, best), points, _best(view, worse), first_reply(view, worse.line))


def analysis_answer(question: AskAnalysis, view: Position, deepened: Deepened) -> AnalysisAnswer:
    """The best moves so far."""
    found = deepened.analysis
    best = [_best(view, one, exact=True) for one in found.best_moves]
    return AnalysisAnswer(question.ask, list(found.win_shares), best, found.iterations, deepened.done)


def review_answer(question: AskReview, reviewed: Reviewed) -> ReviewAnswer:
    """The progress of a review, and the review once it is complete."""
    return ReviewAnswer(question.ask, reviewed.judged, reviewed.decisions, reviewed.review)


def _best(view: Position, found: BestMove, *, exact: bool = False) -> search_messages.BestMove:
    """A best move as one submission, with the plies that are expected after it."""
    plies = _submission(view, found.turn)
    later = groupby(found.line[len(plies) :], key=lambda move: move.seat)
    reply = [Tried(seat, _texts(list(moves))) for seat, moves in later]
    shares, spots = list(found.win_shares), _spots(view, plies, exact=exact)
    words = _words(view, plies)
    return search_messages.BestMove(_texts(plies), words, found.share, shares, reply, found.proved, spots)


def first_reply(view: Position, line: Sequence[Move]) -> Message | None:
    """What the first other seat that is to move in a line plays there, in words."""
    position, seat = view.copy(), line[0].seat
    for mover, turn in groupby(line, key=lambda move: move.seat):
        moves = list(turn)
        if mover not in (seat, CHANCE):
            return _words(position, moves)
        for move in moves:
            position.push(move)
    return None


def _advice(before: Position, moves: Sequence[Move]) -> Advice:
    return Advice(_texts(moves), _words(before, moves), _spots(before, _submission(before, moves), exact=True))


def _words(before: Position, moves: Sequence[Move]) -> Message:
    return before.game.scene.describe(before, moves[0].seat, [move.action for move in moves])


def _spots(view: Position, plies: Sequence[Move], *, exact: bool) -> list[list[str]]:
    """The spots that each ply touches, by the first of its paths; if ``exact``, by one of spots alone where there is.

    A hint begins with where a good move is, so it does not tell more than the first touch on the board does.
    """
    position, touched = view.copy(), []
    for move in plies:
        paths = [[*path] for path in position.game.scene.paths(position, move.seat, move.action)] or [[]]
        on_board = [path for path in paths if all(target.startswith("spot:") for target in path)] if exact else []
        path = next(iter(on_board), paths[0])
        touched.append([target.removeprefix("spot:") for target in path if target.startswith("spot:")])
        position.push(move)
    return touched


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
    events, moments = _EventsByPly(state), []
    for one in review.moments:
        event = events.before(one.ply)
        begun = state.position.history[events.plies[event] : one.ply]
        before = state.position.back(state.position.ply - one.ply + len(begun)).view(one.seat)
        played, better = (_advice(before, [*begun, *turn]) for turn in (one.played, one.better))
        moments.append(Moment(event, one.seat, one.lost, played, better))
    return GameReview(
        [ReviewPoint(point.ply, events.before(point.ply), list(point.win_shares)) for point in review.points],
        [PlayerReview(player.accuracy, player.luck) for player in review.players],
        moments,
        [_stroke(state, one, events) for one in review.strokes],
    )


def _stroke(state: TableState, stroke: reviewer.Stroke, events: _EventsByPly) -> Stroke:
    end = state.position
    words = [line.say for ply in stroke.draws for line in _drawn(end.back(end.ply - ply), end.back(end.ply - ply - 1))]
    return Stroke(events.before(stroke.draws[0]) + 1, stroke.seat, stroke.changes[stroke.seat], words)


def _drawn(before: Position, after: Position) -> Sequence[Line]:
    """The first line of the log that tells a draw to spectators, if one does."""
    (move,) = after.since(before.ply)
    scene, events = after.game.scene, after.events(None, 1)
    return scene.narrate(before.view(None), CHANCE, [move.action], after.view(None), None, events)[:1]


class _EventsByPly:
    """Where plies of a game stand in the log of its table."""

    def __init__(self, state: TableState) -> None:
        self.plies = state.plies()
        """The number of plies after each number of events."""
        self._fewest = [*accumulate(reversed(self.plies), min)][::-1]
        """The least of these from each event on: unlike them it never falls, though takebacks are among the events."""

    def before(self, ply: int) -> int:
        """The last event before the turn in which this ply was played."""
        return bisect_right(self._fewest, ply) - 1


def _texts(moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves]

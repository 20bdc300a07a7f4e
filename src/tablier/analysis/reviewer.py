"""Review of a whole game: win shares ply by ply, accuracy of the players, decisive moments, luck.

Every decision is judged by what its seat could know at that moment. The win share that a decision loses is the
difference between the best move and the move that was played, both judged by that knowledge; so later draws and
secrets change nothing about it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tablier.analysis.accuracy_formula import accuracy, steepness
from tablier.analysis.questions import Searched, Steps, Study
from tablier.analysis.results import analysis_of, shares_after, win_shares
from tablier.core.seats import CHANCE
from tablier.errors import require_instance, require_seconds
from tablier.moves import Move
from tablier.position import Position
from tablier.record import Record

MOMENTS = 3
"""The greatest number of decisive moments, and of strokes of luck."""
LEAST_LOSS = 0.03
"""The smallest lost win share, for a decisive moment."""
LEAST_LUCK = 0.05
"""The smallest change of a win share, for a stroke of luck: smaller ones are within the noise of the searches."""
TRUSTED = 0.05
"""The share of simulations from which the search's own value of a move is used, while nothing is proved."""
NODES = 1 << 15


@dataclass(frozen=True, slots=True)
class Point:
    """A decision: before ``ply`` plies the win share of every seat, as ``seat`` could judge it.

    Attributes:
        ply: the number of plies played before it.
        seat: the seat that decided; ``None`` at the end of the game.
        win_shares: the expected share of the win of every seat, after the best move; the result at the end.
        played: the same after the move that was played.
        lost: the win share that ``seat`` lost by its move, from 0 to 1.
        best: the best move and the rest of its turn.
    """

    ply: int
    seat: int | None
    win_shares: tuple[float, ...]
    played: tuple[float, ...]
    lost: float
    best: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn that cost much: the plies that were played from ``ply`` on, and better ones."""

    ply: int
    seat: int
    lost: float
    played: tuple[Move, ...]
    better: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """The draws between two decisions, by ply, and by how much they changed the win share of every seat."""

    draws: tuple[int, ...]
    changes: tuple[float, ...]

    @property
    def seat(self) -> int:
        """The seat whose win share changed most."""
        return max(range(len(self.changes)), key=lambda seat: abs(self.changes[seat]))


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The review of one seat.

    Attributes:
        decisions: the number of plies for which there was a choice.
        accuracy: the :func:`~tablier.analysis.accuracy` of these, from 0 to 100; ``None`` without a decision.
        lost: the sum of the win shares lost.
        luck: the sum of the changes of the seat's win share by chance, which may be more than 1; 0 in a game without
            chance. Where something is hidden, it includes the changes between what one seat knows and the next.
    """

    decisions: int
    accuracy: float | None
    lost: float
    luck: float


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: the curve of win shares, the players by seat, the decisive moments, the strokes of luck."""

    record: Record
    points: tuple[Point, ...]
    players: tuple[PlayerReview, ...]
    moments: tuple[Moment, ...]
    strokes: tuple[Stroke, ...]


class Reviewer:
    """Reviews a game decision by decision. The searches run wherever its generator is run."""

    def __init__(
        self, record: Record, *, seconds: float | None = None, iterations: int | None = None, seed: int = 0
    ) -> None:
        """See :func:`tablier.review`."""
        if seconds is not None:
            require_seconds(seconds, finite=True)
        require_instance(Record, record=record)
        self.record = record
        self._end = record.replay()
        self._position = self._end.copy()
        while self._position.ply:
            self._position.pop()
        self._seconds, self._iterations, self._seed = seconds, iterations, seed
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._decisions = sum(1 for _ in _decisions(self._position.copy(), self._end.history))
        self._points: dict[int, Point] = {}
        """By ply."""
        self._begun = 0
        self._rest = _decisions(self._position, self._end.history)

    @property
    def decisions(self) -> int:
        """The number of plies for which there was a choice."""
        return self._decisions

    @property
    def judged(self) -> int:
        """The number of decisions that have been judged."""
        return len(self._points)

    @property
    def waiting(self) -> bool:
        """Whether there is a decision that :meth:`judge_next` has not been called for."""
        return self._begun < self._decisions

    def judge_next(self) -> Steps[None]:
        """Judge the next decision that waits. Several may be judged at the same time, in any order."""
        position, move = next(self._rest)
        self._begun += 1
        return self._judge(position.ply, position.view(move.seat), move)

    def review(self) -> Review:
        """The review of the decisions that have been judged."""
        points = tuple(self._points[ply] for ply in sorted(self._points))
        result = self._result()
        strokes = _strokes(points, self._end, result)
        players = tuple(_player(points, seat, self._end, strokes) for seat in range(self._end.seats))
        end = () if result is None else (Point(self._end.ply, None, result, result, 0.0, ()),)
        return Review(self.record, points + end, players, _moments(points, self._end.history), _greatest(strokes))

    def _judge(self, ply: int, view: Position, move: Move) -> Steps[None]:
        share = self._share()
        half = None if share is None else share / 2
        searched: Searched = yield Study(view, move.seat, half, self._iterations, 1, self._seed, NODES)
        found = analysis_of(view, move.seat, searched)
        own = next(one for one in searched.moves if one.action == move.action)
        visits = sum(one.visits for one in searched.moves)
        if own.proved or (not found.proved and own.visits >= max(1.0, TRUSTED * visits)):
            played = own.values
        else:
            played = yield from shares_after(view, (move,), half, self._iterations, self._seed)
        lost = max(0.0, found.win_shares[move.seat] - played[move.seat])
        best = found.best_moves[0].turn
        if best[0].action == move.action:
            lost = 0.0
        self._points[ply] = Point(ply, move.seat, found.win_shares, played, lost, best)

    def _share(self) -> float | None:
        """The time of the next decision: an equal share of what is left."""
        if self._deadline is None:
            return None
        left = self._deadline - time.perf_counter()
        return max(0.0, left / max(1, self._decisions - len(self._points)))

    def _result(self) -> tuple[float, ...] | None:
        outcome, stated = self._end.outcome(), self.record.result
        ranks = outcome.ranks if outcome else stated.ranks if stated else None
        return None if ranks is None else win_shares(ranks)


def _decisions(position: Position, moves: tuple[Move, ...]) -> Iterator[tuple[Position, Move]]:
    """Every decision among these moves with the position before it; plays them on ``position``."""
    for move in moves:
        if move.seat != CHANCE and len(position.moves(move.seat)) > 1:
            yield position, move
        position.push(move)


def _player(points: tuple[Point, ...], seat: int, end: Position, strokes: list[Stroke]) -> PlayerReview:
    own = [(point.win_shares[seat], point.lost) for point in points if point.seat == seat]
    found = accuracy(own, steepness(end.game.info.name)) if own else None
    luck = sum(stroke.changes[seat] for stroke in strokes)
    return PlayerReview(len(own), found, sum(lost for _, lost in own), luck)


def _strokes(points: tuple[Point, ...], end: Position, result: tuple[float, ...] | None) -> list[Stroke]:
    """What chance changed: the win shares after its draws minus those expected before them."""
    drawn = [ply for ply, move in enumerate(end.history) if move.seat == CHANCE]
    known = [(point.ply, point.played, point.win_shares) for point in points]
    if result is not None and end.outcome() is not None:
        known.append((end.ply, result, result))
    strokes = []
    for (before, expected, _), (after, _, found) in pairwise(known):
        if draws := tuple(ply for ply in drawn if before < ply < after):
            strokes.append(Stroke(draws, tuple(b - a for a, b in zip(expected, found, strict=True))))
    return strokes


def _greatest(strokes: list[Stroke]) -> tuple[Stroke, ...]:
    """The strokes that changed most, in the order of play."""
    great = [stroke for stroke in strokes if abs(stroke.changes[stroke.seat]) >= LEAST_LUCK]
    greatest = sorted(great, key=lambda stroke: -abs(stroke.changes[stroke.seat]))[:MOMENTS]
    return tuple(sorted(greatest, key=lambda stroke: stroke.draws))


def _moments(points: tuple[Point, ...], moves: tuple[Move, ...]) -> tuple[Moment, ...]:
    """The costliest decisions, at most one of each turn, in the order of play."""
    chosen: dict[int, Point] = {}
    for point in sorted(points, key=lambda point: -point.lost):
        if point.lost < LEAST_LOSS or len(chosen) == MOMENTS:
            break
        chosen.setdefault(_turn_start(moves, point.ply), point)
    return tuple(
        Moment(point.ply, moves[point.ply].seat, point.lost, _turn_rest(moves, point.ply), point.best)
        for point in sorted(chosen.values(), key=lambda point: point.ply)
    )


def _turn_start(moves: tuple[Move, ...], ply: int) -> int:
    while ply and moves[ply - 1].seat == moves[ply].seat:
        ply -= 1
    return ply


def _turn_rest(moves: tuple[Move, ...], ply: int) -> tuple[Move, ...]:
    end = next((i for i in range(ply, len(moves)) if moves[i].seat != moves[ply].seat), len(moves))
    return moves[ply:end]

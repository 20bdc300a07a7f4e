"""The best moves of a position and the win share of every seat, judged by what the seat to move may know.

Where a game hides something, only the seat's view is searched. Its expected line ends with its turn there, since what
another seat may then do depends on what that seat alone knows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from msgspec.structs import replace

from tablier.analysis.questions import LINE, REST, Question, Searched, SearchedMove, Steps, Study, T, search_spec
from tablier.analysis.results import NODES, Analysis, analysed_chance, analysis_of
from tablier.analysis.reviewer import Review, Reviewer
from tablier.analysis.worlds import worlds
from tablier.bots.players import net_of, search_of
from tablier.core.seats import CHANCE
from tablier.errors import InvalidOption, require_instance, require_int_at_least, require_seconds
from tablier.moves import Move
from tablier.position import Position
from tablier.record import Record
from tablier.search import Search
from tablier.search.search import Arm


class Analyst:
    """Analyses one position for one seat; :meth:`run` deepens the result as often as it is called."""

    def __init__(self, position: Position, seat: int | None = None, *, seed: int = 0, nodes: int = NODES) -> None:
        """Prepare an analysis.

        Args:
            position: where a seat is to move; of a game with secrets a complete position, or the view of ``seat``.
            seat: the seat to move for which to analyse, by default the only one.
            seed: of all random numbers.
            nodes: the capacity of the search tree.

        Raises:
            IllegalMove: ``seat`` is not to move, or several seats are to move and none was given.
            InvalidOption: ``position`` is not a position, or is another seat's view.
            UnknownSeat: there is no such seat.
        """
        require_instance(Position, position=position)
        if seat is None and len(position.movers) == 1 and CHANCE not in position.movers:
            seat = position.movers[0]
        if position.game.info.hidden and position.viewer not in (None, seat):
            raise InvalidOption(f"seat {seat} cannot be judged from another's view; give the complete position")
        self._search = searcher(position, seat, seed=seed, nodes=nodes)
        self.seat = self._search.seat
        self.view = position.view(self.seat)

    @property
    def arms(self) -> list[Arm]:
        """The results for every legal move, best first."""
        return self._search.arms()

    def run(self, *, seconds: float | None = None, iterations: int | None = None) -> Analyst:
        """Search on for so many seconds or iterations; returns this analyst.

        Raises:
            InvalidOption: neither limit is given, or one is negative.
        """
        self._search.run(seconds=seconds, iterations=iterations)
        return self

    def analysis(self, lines: int = 3) -> Analysis:
        """The result so far, with at most ``lines`` best moves.

        Raises:
            InvalidOption: ``lines`` is less than one.
            NotStartedError: :meth:`run` has not been called.
        """
        require_int_at_least(1, lines=lines)
        return analysis_of(self.view, self.seat, self.searched(lines))

    def searched(self, lines: int) -> Searched:
        """What the search has found so far, with the lines of so many best moves.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        arms, iterations, proved = self._search.arms(), self._search.iterations, self._search.proved
        moves = tuple(
            SearchedMove(arm.action, arm.visits, arm.values, arm.proved, self._line(arm.action) if i < lines else ())
            for i, arm in enumerate(arms)
        )
        self._search.advance(self.view, self.seat)
        self._search.iterations = iterations
        return Searched(iterations, proved, moves)

    def _line(self, action: int) -> tuple[tuple[int, int], ...]:
        """A move, the rest of its turn, and what the tree expects after it."""
        position = self.view.copy()
        _push(position, self.seat, action)
        for mover, reply in self._expected(position):
            if position.game.info.hidden and (mover != self.seat or mover not in position.movers):
                break
            _push(position, mover, reply)
        while self._turn_goes_on(position):
            _push(position, self.seat, self._search.advance(position, self.seat).run(iterations=REST).best())
        return tuple((move.seat, move.action) for move in position.history)

    def _expected(self, position: Position) -> list[tuple[int, int]]:
        """What the tree expects after a position, as pairs of seat and action."""
        movers = position.movers
        if not movers or CHANCE in movers or (self.seat not in movers and position.game.info.hidden):
            return []
        return self._search.advance(position, self.seat if self.seat in movers else movers[0]).line(LINE - 1)

    def _turn_goes_on(self, position: Position) -> bool:
        """Whether the turn that begins the line is unfinished: the tree may hold its first plies alone."""
        line, movers = position.history, position.movers
        own = all(move.seat == self.seat for move in line)
        return own and len(line) < LINE and self.seat in movers and CHANCE not in movers


def answered(steps: Steps[T]) -> T:
    """Run a generator of questions to its result, with searches in this process."""
    answer = None
    try:
        while True:
            answer = _answer(steps.send(answer))
    except StopIteration as end:
        found: T = end.value
        return found


def _answer(question: Question) -> Searched | Sequence[Position]:
    if not isinstance(question, Study):
        return worlds(question.view, question.seat, question.seed)
    analyst = Analyst(question.view, question.seat, seed=question.seed, nodes=question.nodes)
    return analyst.run(seconds=question.seconds, iterations=question.iterations).searched(question.lines)


def analyse(
    position: Position,
    *,
    seat: int | None = None,
    seconds: float | None = None,
    iterations: int | None = None,
    lines: int = 3,
    seed: int = 0,
) -> Analysis:
    """Analyse a position: the win share of every seat and the best moves.

    Equal iterations and seeds give equal results; with seconds they depend on the machine. Where chance is to move, the
    limits are divided among the outcomes.

    Args:
        position: the position; of a game with secrets a complete position, or the view of ``seat``.
        seat: the seat to move for which to analyse, by default the only one. Only what it may know is used.
        seconds: wall-clock time, by default 1 if ``iterations`` is not given.
        iterations: simulations.
        lines: the greatest number of best moves.
        seed: of all random numbers.

    Raises:
        IllegalMove: no seat is to move, ``seat`` is not to move, or several seats are to move and none was given.
        InvalidOption: ``position`` is not a position or is another seat's view, a limit is negative, ``seconds`` are
            infinite without ``iterations``, or ``lines`` is less than one.
        UnknownSeat: there is no such seat.
    """
    require_instance(Position, position=position)
    if seconds is not None and iterations is None:
        require_seconds(seconds, finite=True)
    if seconds is None and iterations is None:
        seconds = 1.0
    if CHANCE in position.movers and (position.viewer is None or not position.game.info.hidden):
        return answered(analysed_chance(position, seconds, iterations, seed))
    return Analyst(position, seat, seed=seed).run(seconds=seconds, iterations=iterations).analysis(lines)


def review(record: Record, *, seconds: float | None = None, iterations: int | None = None, seed: int = 0) -> Review:
    """Review a game.

    Equal iterations and seeds give equal results; with seconds they depend on the machine.

    Args:
        record: the game; it need not be over.
        seconds: wall-clock time for the whole game, by default 5 if ``iterations`` is not given. Each decision gets an
            equal share, but at least 64 simulations, so a very long game takes longer.
        iterations: simulations for each decision.
        seed: of all random numbers.

    Raises:
        RecordError: the record cannot be replayed.
        InvalidOption: ``record`` is not a record (:meth:`tablier.Record.of` makes one), or a limit is negative or
            infinite.
    """
    if seconds is None and iterations is None:
        seconds = 5.0
    reviewer = Reviewer(record, seconds=seconds, iterations=iterations, seed=seed)
    judge(reviewer)
    return reviewer.review()


def judge(reviewer: Reviewer, seconds: float = math.inf) -> int:
    """Judge further decisions of a review for so many seconds, at least one if any is left.

    Returns how many are judged.
    """
    until = time.perf_counter() + seconds
    while reviewer.waiting:
        answered(reviewer.judge_next())
        if time.perf_counter() >= until:
            break
    return reviewer.judged


def searcher(position: Position, seat: int | None, *, seed: int, nodes: int) -> Search:
    """A search as the strongest level of the game makes it, in one tree."""
    spec = search_spec(position.game.name)
    net = net_of(position.game.name, spec.net)
    return search_of(replace(spec, nodes=nodes, threads=1), position, seat, seed=seed, net=net)


def _push(position: Position, seat: int, action: int) -> None:
    position.push(Move(seat, action, position.name(action, seat)))

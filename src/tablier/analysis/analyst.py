"""The best moves of a position and the win share of every seat, judged by what the seat to move may know.

Where a game hides something, only the seat's view is searched. Its expected line ends with its turn there, since what
another seat may then do depends on what that seat alone knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from tablier import bots
from tablier.bots.players import net_of, search_of
from tablier.core.seats import CHANCE
from tablier.errors import InvalidOption, NotStartedError, require_int_at_least
from tablier.moves import Move
from tablier.position import Position
from tablier.search import Search
from tablier.search.search import Arm

LINE = 8
"""The greatest number of plies of an expected line."""
REST = 16
"""Simulations for each ply of a turn of which the tree holds the first plies alone."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """One of the best moves.

    Attributes:
        line: the move and the plies that are expected after it, at most ``LINE``.
        share: its share of the search's simulations, from 0 to 1: how much the search prefers it.
        win_shares: the expected share of the win of every seat, from 0 to 1 each and 1 in all; exact if ``proved``.
        proved: the result under best play is known.
    """

    line: tuple[Move, ...]
    share: float
    win_shares: tuple[float, ...]
    proved: bool

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.line[0]

    @property
    def turn(self) -> tuple[Move, ...]:
        """The plies of the line that belong to the same turn."""
        return _turn(self.line)


@dataclass(frozen=True, slots=True)
class OutcomeOdds:
    """An outcome of chance: its text, its probability, and the win share of every seat after it."""

    outcome: str
    probability: float
    win_shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found.

    Attributes:
        seat: the seat to move for which the position was judged; ``CHANCE`` where chance is to move.
        win_shares: the expected share of the win of every seat, from 0 to 1 each and 1 in all, after the best move.
        best_moves: best first; none where chance is to move.
        odds: the outcomes where chance is to move.
        proved: the result under best play is known.
        iterations: the number of simulations.
    """

    seat: int
    win_shares: tuple[float, ...]
    best_moves: tuple[BestMove, ...]
    odds: tuple[OutcomeOdds, ...]
    proved: bool
    iterations: int


class Analyst:
    """Analyses one position for one seat; :meth:`run` deepens the result as often as it is called."""

    def __init__(self, position: Position, seat: int | None = None, *, seed: int = 0, nodes: int = 1 << 17) -> None:
        """Prepare an analysis.

        Args:
            position: where a seat is to move; of a game with secrets a complete position, or the view of ``seat``.
            seat: the seat to move for which to analyse, by default the only one.
            seed: of all random numbers.
            nodes: the capacity of the search tree.

        Raises:
            IllegalMove: ``seat`` is not to move, or several seats are to move and none was given.
            InvalidOption: the position is another seat's view.
            UnknownSeat: there is no such seat.
        """
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
        arms, iterations, proved = self._search.arms(), self._search.iterations, self._search.proved
        visits = sum(arm.visits for arm in arms)
        best = tuple(
            BestMove(self._line(arm.action), arm.visits / max(visits, 1), arm.values, arm.proved)
            for arm in arms[:lines]
        )
        self._search.advance(self.view, self.seat)
        self._search.iterations = iterations
        return Analysis(self.seat, arms[0].values, best, (), proved, iterations)

    def _line(self, action: int) -> tuple[Move, ...]:
        """A move, the rest of its turn, and what the tree expects after it."""
        position = self.view.copy()
        _push(position, self.seat, action)
        for mover, reply in self._expected(position):
            if position.game.info.hidden and (mover != self.seat or mover not in position.movers):
                break
            _push(position, mover, reply)
        while self._turn_goes_on(position):
            _push(position, self.seat, self._search.advance(position, self.seat).run(iterations=REST).best())
        return position.history

    def _expected(self, position: Position) -> list[tuple[int, int]]:
        """What the tree expects after a position, as pairs of seat and action."""
        movers = position.movers
        if not movers or CHANCE in movers or (self.seat not in movers and position.game.info.hidden):
            return []
        try:
            return self._search.advance(position, self.seat if self.seat in movers else movers[0]).line(LINE - 1)
        except NotStartedError:  # the tree holds nothing there
            return []

    def _turn_goes_on(self, position: Position) -> bool:
        """Whether the turn that begins the line is unfinished: the tree may hold its first plies alone."""
        line, movers = position.history, position.movers
        own = all(move.seat == self.seat for move in line)
        return own and len(line) < LINE and self.seat in movers and CHANCE not in movers


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
        InvalidOption: a limit is negative, ``lines`` is less than one, or the position is another seat's view.
        UnknownSeat: there is no such seat.
    """
    if seconds is None and iterations is None:
        seconds = 1.0
    if CHANCE in position.movers and (position.viewer is None or not position.game.info.hidden):
        return _analyse_chance(position, seconds, iterations, seed)
    return Analyst(position, seat, seed=seed).run(seconds=seconds, iterations=iterations).analysis(lines)


def _analyse_chance(position: Position, seconds: float | None, iterations: int | None, seed: int) -> Analysis:
    """Analyse every outcome by what the next seat to move may know, and weigh the results by the odds."""
    weights, found, spent = position.odds(), list[OutcomeOdds](), 0
    parts = len(weights)
    for move, weight in zip(position.moves(CHANCE), weights, strict=True):
        after = position.copy()
        after.push(move)
        values, used = judge(
            after,
            None if seconds is None else seconds / parts,
            None if iterations is None else iterations // parts,
            seed,
        )
        spent += used
        found.append(OutcomeOdds(move.text, weight / sum(weights), values))
    means = tuple(sum(one.probability * one.win_shares[seat] for one in found) for seat in range(position.seats))
    return Analysis(CHANCE, means, (), tuple(found), False, spent)


def judge(
    position: Position, seconds: float | None, iterations: int | None, seed: int
) -> tuple[tuple[float, ...], int]:
    """The win share of every seat in any position, judged by the first seat to move, and the simulations it took."""
    if (outcome := position.outcome()) is not None:
        return win_shares(outcome.ranks), 0
    found = analyse(position, seat=_first(position), seconds=seconds, iterations=iterations, lines=1, seed=seed)
    return found.win_shares, found.iterations


def win_shares(ranks: tuple[int, ...] | list[int]) -> tuple[float, ...]:
    """The share of the win of every seat at the end: joint winners share it."""
    winners = sum(rank == 0 for rank in ranks)
    return tuple(float(rank == 0) / winners for rank in ranks)


def searcher(position: Position, seat: int | None, *, seed: int, nodes: int) -> Search:
    """A search as the strongest level of the game makes it, in one tree."""
    spec = _spec(position.game.name)
    net = net_of(position.game.name, spec.net)
    return search_of(replace(spec, nodes=nodes, threads=1), position, seat, seed=seed, net=net)


def _spec(game: str) -> bots.SearchSpec:
    match bots.levels(game)[-1].bot:
        case bots.SearchSpec() as spec:
            return spec
        case bots.MixedSpec(cutoff=cutoff):
            return bots.SearchSpec(iterations=1, cutoff=cutoff)
        case _:
            return bots.SearchSpec(iterations=1)


def _push(position: Position, seat: int, action: int) -> None:
    position.push(Move(seat, action, position.name(action, seat)))


def _first(position: Position) -> int | None:
    return None if CHANCE in position.movers else position.movers[0]


def _turn(line: tuple[Move, ...]) -> tuple[Move, ...]:
    end = next((i for i, move in enumerate(line) if move.seat != line[0].seat), len(line))
    return line[:end]

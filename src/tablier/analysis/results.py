"""The meaning of searches: best moves, win shares, and the odds of chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablier.analysis.questions import Searched, SearchedMove, Steps, Study, Worlds
from tablier.core.seats import CHANCE
from tablier.moves import Move
from tablier.position import Position

NODES = 1 << 17


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
        end = next((i for i, move in enumerate(self.line) if move.seat != self.move.seat), len(self.line))
        return self.line[:end]


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


def analysis_of(view: Position, seat: int, searched: Searched) -> Analysis:
    """The analysis of a view by what a search for ``seat`` found, with the best moves that have a line."""
    visits = max(1, sum(move.visits for move in searched.moves))
    best = tuple(
        BestMove(_played(view, move), move.visits / visits, move.values, move.proved)
        for move in searched.moves
        if move.line
    )
    return Analysis(seat, searched.moves[0].values, best, (), searched.proved, searched.iterations)


def analysed_chance(position: Position, seconds: float | None, iterations: int | None, seed: int) -> Steps[Analysis]:
    """Analyse every outcome by what the next seat to move may know, and weigh the results by the odds."""
    weights, found, spent = position.odds(), list[OutcomeOdds](), 0
    parts = len(weights)
    for move, weight in zip(position.moves(CHANCE), weights, strict=True):
        after = position.copy()
        after.push(move)
        limits = (None if seconds is None else seconds / parts, None if iterations is None else iterations // parts)
        values, used = yield from judged(after, *limits, seed)
        spent += used
        found.append(OutcomeOdds(move.text, weight / sum(weights), values))
    means = tuple(sum(one.probability * one.win_shares[seat] for one in found) for seat in range(position.seats))
    return Analysis(CHANCE, means, (), tuple(found), False, spent)


def judged(
    position: Position, seconds: float | None, iterations: int | None, seed: int
) -> Steps[tuple[tuple[float, ...], int]]:
    """The win share of every seat in any position, judged by the first seat to move, and the simulations it took."""
    if (outcome := position.outcome()) is not None:
        return win_shares(outcome.ranks), 0
    if CHANCE in position.movers:
        found = yield from analysed_chance(position, seconds, iterations, seed)
        return found.win_shares, found.iterations
    seat = position.movers[0]
    searched: Searched = yield Study(position.view(seat), seat, seconds, iterations, 0, seed, NODES)
    return searched.moves[0].values, searched.iterations


def shares_after(
    view: Position, moves: Sequence[Move], seconds: float | None, iterations: int | None, seed: int
) -> Steps[tuple[float, ...]]:
    """The mean win shares after plies of the seat whose view this is, over samples of what it cannot see."""
    possible: Sequence[Position] = yield Worlds(view, moves[0].seat, seed)
    parts, found = len(possible), list[tuple[float, ...]]()
    for world in possible:
        for move in moves:
            world.push(move)
        limits = (None if seconds is None else seconds / parts, None if iterations is None else iterations // parts)
        values, _ = yield from judged(world, *limits, seed)
        found.append(values)
    return tuple(sum(shares) / parts for shares in zip(*found, strict=True))


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """The share of the win of every seat at the end: joint winners share it."""
    winners = sum(rank == 0 for rank in ranks)
    return tuple(float(rank == 0) / winners for rank in ranks)


def _played(view: Position, move: SearchedMove) -> tuple[Move, ...]:
    """The moves of the line of a move."""
    position = view.copy()
    for seat, action in move.line:
        position.push(Move(seat, action, position.name(action, seat)))
    return position.history

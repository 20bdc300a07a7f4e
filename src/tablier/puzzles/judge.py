"""Whether one submission is much better than every other, by what its seat may know.

A submission is compared by the position to which it leads, so the order of its plies does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tablier import bots
from tablier.analysis.analyst import searcher
from tablier.analysis.results import win_shares
from tablier.bots import MixedSpec, SearchSpec
from tablier.moves import Move
from tablier.position import Position
from tablier.puzzles.submissions import played
from tablier.search import Arm, Search

NODES = 1 << 18
"""The capacity of the search tree."""
EXPLORATION = 4.0
"""The constant of PUCT of wide searches."""
ERROR = 0.5
"""The standard error of one simulation's reward, at most: rewards are within [0, 1]."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How much better the best submission is than all others.

    Attributes:
        best: the seat's expected share of the win after it.
        other: the greatest share that any other submission may lead to; estimates count with their standard error.
        proved: all results are exact.
    """

    best: float
    other: float
    proved: bool

    @property
    def gap(self) -> float:
        """How much better the best submission is."""
        return self.best - self.other


class _Value(NamedTuple):
    share: float
    proved: bool


class Judge:
    """Judges the submissions of the seat to move with a number of simulations for each search."""

    def __init__(self, position: Position, seat: int, *, iterations: int, seed: int, wide: bool = False) -> None:
        """Search for the best submission.

        Args:
            position: a complete position, or the view of ``seat``.
            seat: a seat to move.
            iterations: simulations of each search.
            seed: of all random numbers.
            wide: search all submissions in depth, not only those that the strongest level would consider.

        Raises:
            IllegalMove: the seat is not to move.
        """
        self._begun, self.seat = position.view(seat), seat
        self._iterations, self._seed = iterations, seed
        self._search = (_wide if wide else searcher)(self._begun, seat, seed=seed, nodes=NODES)
        self._found: dict[bytes, list[Arm]] = {}
        self._exact = not (position.game.info.hidden or position.game.info.chance)
        self.plies, self.target, self._best = self._answer()
        """The plies of the best submission, and what the seat knows after them."""

    def _answer(self) -> tuple[tuple[Move, ...], Position, _Value]:
        position, plies, value = self._begun, list[Move](), _Value(0.0, proved=False)
        while True:
            arm = self._arms(position)[0]
            value = _Value(arm.values[self.seat], arm.proved)
            move = Move(self.seat, arm.action, position.name(arm.action, self.seat))
            plies.append(move)
            position, over = played(self._begun, position, move)
            if over:
                return tuple(plies), position, value

    def _arms(self, position: Position) -> list[Arm]:
        key = position.key()
        if key not in self._found:
            self._found[key] = self._search.advance(position, self.seat).run(iterations=self._iterations).arms()
        return self._found[key]

    def stands_out(self, margin: float) -> bool:
        """Whether the best submission looks better than every other by ``margin``, by this one search's estimates."""
        others = self._alternatives(self._begun, self.plies)
        return all(self._best.share - arm.values[self.seat] >= margin for _, arm in others if arm.visits)

    def judgement(self, margin: float = 0.0) -> Judgement:
        """Compare the best submission with all others.

        Args:
            margin: stop as soon as another one comes nearer than this.
        """
        other, proved = 0.0, self._best.proved
        for after, arm in self._alternatives(self._begun, self.plies):
            value = self._bound(after, arm, self._best.share - margin)
            other, proved = max(other, value.share), proved and value.proved
            if self._best.share - other < margin:
                break
        return Judgement(self._best.share, other, proved)

    def _alternatives(self, position: Position, rest: tuple[Move, ...]) -> Iterator[tuple[Position, Arm]]:
        """Each first ply of another submission, with the position after it; most visits first."""
        for arm in self._arms(position):
            move = Move(self.seat, arm.action, position.name(arm.action, self.seat))
            after, over = played(self._begun, position, move)
            left = _without(move, rest)
            if over or not self._leads_on(after, left):
                if after != self.target:
                    yield after, arm
            else:
                yield from self._alternatives(after, left)

    def _leads_on(self, position: Position, rest: tuple[Move, ...]) -> bool:
        """Whether some of the remaining plies lead to the position after the best submission."""
        if position == self.target:
            return True
        for move in rest:
            if self.seat in position.movers and move.action in position.moves(self.seat).actions:
                after, _ = played(self._begun, position, move)
                if self._leads_on(after, _without(move, rest)):
                    return True
        return False

    def _bound(self, after: Position, arm: Arm, limit: float) -> _Value:
        """The share that a ply may lead to.

        Where all seats know everything and nothing is drawn, a ply that may reach ``limit``, or that remains to be
        proved, is searched by itself.
        """
        value = arm.values[self.seat]
        if arm.proved:
            return _Value(value, proved=True)
        bound = min(1.0, value + ERROR / math.sqrt(arm.visits)) if arm.visits else 1.0
        if self._exact and (bound > limit or self._best.proved):
            return self._searched(after)
        return _Value(bound, proved=False)

    def _searched(self, after: Position) -> _Value:
        if (outcome := after.outcome()) is not None:
            return _Value(win_shares(outcome.ranks)[self.seat], proved=True)
        search = searcher(after, None, seed=self._seed, nodes=NODES).run(iterations=self._iterations)
        return _Value(search.values()[self.seat], search.proved)


def _wide(position: Position, seat: int, *, seed: int, nodes: int) -> Search:
    """A search that divides its simulations among all plies, judging leaves as late as the strongest level does.

    It uses the game's evaluation, never a net, and does not end with a proof, which would leave other plies unsearched.
    """
    spec = bots.levels(position.game.name)[-1].bot
    cutoff = spec.cutoff if isinstance(spec, SearchSpec | MixedSpec) else None
    return Search(
        position, seat, seed=seed, exploration=EXPLORATION, cutoff=cutoff, policy="game", nodes=nodes, prove=False
    )


def _without(move: Move, plies: tuple[Move, ...]) -> tuple[Move, ...]:
    """The plies without the first one that is this move."""
    at = next((n for n, ply in enumerate(plies) if ply.action == move.action), len(plies))
    return plies[:at] + plies[at + 1 :]

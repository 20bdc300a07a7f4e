"""Analysis: moves tried out from a past position. The browser keeps them, and each question brings them all.

In a game with secrets, analysis would show what a seat cannot know, so there it waits for the end. Chance draws anew
each time, never from the table's seed, which would reveal future draws. Nothing is proposed or judged.

A question mostly repeats the last one and adds to it, so the last position is kept and only new plies are charged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import msgspec

from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, InvalidMove
from tablier.scene.model import View
from tablier.server.domain import turns
from tablier.server.domain.state import TableState
from tablier.server.message_base import Tried, WhatIf
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.position import Position


PLIES = 300
"""The greatest number of plies that may be tried out."""
FOR_ONE = 20
"""How many plies cost as much as one message: the burst of messages must pay for the longest analysis."""


class AnalysisBoard:
    """What one browser tries out at a table."""

    def __init__(self) -> None:
        self._event = -1
        self._moves: list[Tried] = []
        self._ends: list[int] = []
        """The number of plies at the start, and after each move."""
        self._position: Position | None = None

    def cost(self, state: TableState, event: int, tried: Sequence[Tried]) -> float:
        """The cost of playing these moves, in messages: only moves that the last question did not bring count.

        Raises:
            Problem: the game has secrets and is not over, there is no such event, or there are too many plies.
        """
        if state.game.info.hidden and not state.over:
            raise Problem(Refusal.NO_ANALYSIS_YET)
        if event > state.seq:
            raise Problem(Refusal.NO_EVENT, event=event)
        if sum(len(move.plies) for move in tried) > PLIES:
            raise Problem(Refusal.ANALYSIS_TOO_LONG, max=PLIES)
        return sum(len(move.plies) for move in tried[self._known(event, tried) :]) / FOR_ONE

    def play(self, state: TableState, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
        """The position after ``event`` events and these moves, and the moves with the draws of chance.

        :meth:`cost` must have accepted the same arguments. The position must not be changed.

        Raises:
            Problem: a move is not legal.
        """
        known = self._known(event, tried)
        played = list(tried[:known])
        if self._position is None or event != self._event:
            position = state.at(event)
            ends = [position.ply]
        else:
            position, ends = self._position.copy(), self._ends[: known + 1]
            while position.ply > ends[-1]:
                position.pop()
        for move in (*tried[known:], None):
            for draw in _drawn(position) if move is None or move.seat != CHANCE else ():
                played.append(draw)
                ends.append(ends[-1] + 1)
            if move is not None:
                position = _played(position, move)
                played.append(move)
                ends.append(position.ply)
        self._event, self._moves, self._ends, self._position = event, played, ends, position
        return position, played

    def _known(self, event: int, tried: Sequence[Tried]) -> int:
        """How many of these moves, from the first, the last question brought, too."""
        if event != self._event:
            return 0
        same = takewhile(lambda pair: pair[0] == pair[1], zip(self._moves, tried, strict=False))
        return sum(1 for _ in same)


class Written(msgspec.Struct):
    """A position as :meth:`tablier.Game.setup` reads it."""

    diagram: str


def written(state: TableState, what_if: WhatIf) -> Written:
    """The diagram of a position of an analysis.

    Raises:
        Problem: the game has secrets and is not over, there is no such event, there are too many plies, or a move is
            not legal.
    """
    board = AnalysisBoard()
    board.cost(state, what_if.event, what_if.moves)
    return Written(board.play(state, what_if.event, what_if.moves)[0].diagram())


def view(position: Position) -> View:
    """What the first seat to move sees; at the end, what a spectator sees."""
    seat = position.movers[0] if position.movers else None
    seen: View = position.game.scene.view(position.view(seat), seat)
    return seen


def _played(position: Position, move: Tried) -> Position:
    if move.seat != CHANCE:
        return turns.replay(position, move.seat, move.plies)
    try:
        return position.play(" ".join(move.plies), CHANCE)
    except (InvalidMove, IllegalMove) as error:
        raise Problem(Refusal.UNREADABLE_PLY, ply=" ".join(move.plies)) from error


def _drawn(position: Position) -> list[Tried]:
    drawn: list[Tried] = []
    while CHANCE in position.movers:
        [move] = random.choices(list(position.moves(CHANCE)), position.odds())
        position.push(move)
        drawn.append(Tried(CHANCE, [move.text]))
    return drawn

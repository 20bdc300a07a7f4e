"""What if: moves tried out on a past position, played nowhere. The browser keeps them; each question brings them all.

In a game with secrets this would show what a seat cannot know, so there it waits for the end. Chance draws anew each
time, never from the table's seed, which would tell what is to come. Nothing is proposed or judged.

A question mostly repeats the last one and adds to it, so the last position is kept; what is not known yet is paid for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from tablier.engine.protocol import CHANCE
from tablier.errors import IllegalMove, InvalidMove
from tablier.scene.model import View
from tablier.server.messages import Tried
from tablier.server.problem import Problem
from tablier.server.tables import choices
from tablier.server.tables.state import Room

if TYPE_CHECKING:
    from tablier.position import Position


PLIES = 300
"""How many may be tried out."""
FOR_ONE = 20
"""How many plies cost as much as a message: the longest trial must be had for what a browser saves up at most."""


class AnalysisBoard:
    """What a browser tries out at a table."""

    def __init__(self) -> None:
        self._event = -1
        self._moves: list[Tried] = []
        self._ends: list[int] = []
        """The number of plies at the start, and after each move."""
        self._position: Position | None = None

    def cost(self, room: Room, event: int, tried: Sequence[Tried]) -> float:
        """What it costs to play these moves, in messages: only those that were not tried out last time.

        Raises:
            Problem: a game with secrets that is still going on, no such event, or too many plies.
        """
        if room.game.info.hidden and not room.over:
            raise Problem(409, "illegal", "refused-what-if")
        if event > room.seq:
            raise Problem(404, "malformed", "refused-no-event", event=event)
        if sum(len(move.plies) for move in tried) > PLIES:
            raise Problem(400, "malformed", "refused-what-if-long", max=PLIES)
        return sum(len(move.plies) for move in tried[self._known(event, tried) :]) / FOR_ONE

    def play(self, room: Room, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
        """The position after ``event`` events and the moves tried since, and these moves with the draws of chance.

        :meth:`cost` must have been asked before. The position must not be changed.

        Raises:
            Problem: a move that is not legal.
        """
        known = self._known(event, tried)
        played = list(tried[:known])
        if self._position is None or event != self._event:
            position = room.at(event)
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
        """How many of these moves were tried out last time, from the first."""
        if event != self._event:
            return 0
        same = takewhile(lambda pair: pair[0] == pair[1], zip(self._moves, tried, strict=False))
        return sum(1 for _ in same)


def view(position: Position) -> View:
    """What the seat that acts first sees there, or at the end everybody."""
    seat = position.movers[0] if position.movers else None
    seen: View = position.game.scene.view(position.view(seat), seat)
    return seen


def _played(position: Position, move: Tried) -> Position:
    if move.seat != CHANCE:
        return choices.replay(position, move.seat, move.plies)
    try:
        return position.play(" ".join(move.plies), CHANCE)
    except (InvalidMove, IllegalMove) as error:
        raise Problem(409, "illegal", "refused-unreadable", ply=" ".join(move.plies)) from error


def _drawn(position: Position) -> list[Tried]:
    drawn: list[Tried] = []
    while CHANCE in position.movers:
        [move] = random.choices(list(position.moves(CHANCE)), position.odds())
        position.push(move)
        drawn.append(Tried(CHANCE, [move.text]))
    return drawn

"""What if: moves tried out on a past position, played nowhere. The browser keeps them; each question brings them all.

In a game with secrets this would show what a seat cannot know, so there it waits for the end. Chance draws anew each
time, never from the table's seed, which would tell what is to come. Nothing is proposed or judged.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.engine.protocol import CHANCE
from tablier.errors import IllegalMove, InvalidMove
from tablier.scene.model import View
from tablier.server import choices
from tablier.server.messages import Tried
from tablier.server.problem import Problem
from tablier.server.rooms import Room

if TYPE_CHECKING:
    from tablier.position import Position


PLIES = 300
"""How many may be tried out."""


def play(room: Room, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
    """The position after ``event`` events and the moves tried since, and these moves with the draws that chance adds.

    Raises:
        Problem: a game with secrets that is still going on, no such event, or a move that is not legal.
    """
    if room.game.info.hidden and not room.over:
        raise Problem(409, "illegal", "refused-what-if")
    if event > room.seq:
        raise Problem(404, "malformed", "refused-no-event", event=event)
    if sum(len(move.plies) for move in tried) > PLIES:
        raise Problem(400, "malformed", "refused-what-if-long", max=PLIES)
    position, played = room.at(event), list[Tried]()
    for move in tried:
        played += _drawn(position) if move.seat != CHANCE else []
        position = _played(position, move)
        played.append(move)
    return position, played + _drawn(position)


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

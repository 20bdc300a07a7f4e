"""Turns and submissions: playing staged plies, and where a submission or a turn ends. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.errors import IllegalMove, InvalidMove
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position


def replay(position: Position, seat: int, plies: Sequence[str]) -> Position:
    """A copy of a position after further plies of a seat: a whole submission, its beginning, or none.

    Raises:
        Problem: a ply cannot be read (``unreadable``), breaks a rule (``illegal``), follows one that reveals something
            to its seat, or is not this seat's to play.
    """
    position = position.copy()
    revealed = False
    for ply in plies:
        if revealed:
            raise Problem(Refusal.REVEALS_MORE)
        if not position.movers:
            raise Problem(Refusal.GAME_OVER)
        if seat not in position.movers:
            raise Problem(Refusal.NOT_YOUR_TURN)
        try:
            move = position.parse(ply, seat)
            revealed = reveals_hidden(position, move)
            position.push(move)
        except InvalidMove as error:
            raise Problem(Refusal.UNREADABLE_PLY, ply=ply) from error
        except IllegalMove as error:
            raise Problem(Refusal.ILLEGAL_PLY, rule=error.rule or "", ply=ply) from error
    return position


def submittable(position: Position, seat: int, plies: Sequence[str]) -> list[str]:
    """The first plies of a turn, as many as one submission may contain: up to one that reveals something."""
    position = position.copy()
    for number, ply in enumerate(plies, 1):
        move = position.parse(ply, seat)
        if reveals_hidden(position, move):
            return list(plies[:number])
        position.push(move)
    return list(plies)


def reveals_hidden(position: Position, move: Move) -> bool:
    """Whether a ply shows its seat something hidden: it can be neither previewed nor retracted."""
    return position.game.scene.reveals_hidden(position, move.seat, move.action)


def known(position: Position, reader: int | None) -> Position:
    """What a reader knows of a position, to read only: its view, or the position itself where nothing is hidden."""
    return position.view(reader) if position.game.info.hidden else position


def known_movers(position: Position) -> tuple[int, ...]:
    """The seats to move, as far as everybody knows: a seat that has chosen in secret still counts."""
    return known(position, None).movers


def acts_together(position: Position) -> bool:
    """Whether several seats choose at once, as far as everybody knows."""
    return len(known_movers(position)) > 1


def completes_turn(before: Position, after: Position) -> bool:
    """Whether a submission that led from ``before`` to ``after`` completed its seat's turn.

    A turn is all that a seat does from the moment the order of play gives it the move until another turn begins. It may
    take several submissions, and others may have to answer meanwhile: that is no turn of theirs. Where seats choose at
    once each choice is one. The scene may decide; else a turn ends when other seats are to move.
    """
    scene = after.game.scene
    if (decided := scene.completes_turn(before, after)) is not None:
        return decided
    others = after.movers != before.movers or known_movers(before) != known_movers(after)
    return others or scene.ends_submission(after)

"""Submissions on a seat's view of a position."""

from __future__ import annotations

from tablier.moves import Move
from tablier.position import Position
from tablier.scene.submissions import submission_ends


def played(begun: Position, position: Position, move: Move) -> tuple[Position, bool]:
    """A copy of ``position`` after a ply of a submission that began at ``begun``, and whether it ends the submission.

    Raises:
        IllegalMove: the ply breaks a rule.
    """
    after = position.copy()
    after.push(move)
    revealed = position.game.scene.reveals_hidden(position, move.seat, move.action)
    return after, revealed or submission_ends(begun, after, move.seat)

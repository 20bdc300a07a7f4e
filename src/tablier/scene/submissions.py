"""Where a submission ends: the plies that a seat sends together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablier.position import Position


def submission_ends(begun: Position, staged: Position, seat: int) -> bool:
    """Whether a submission of a seat that began at ``begun`` ends at ``staged``, even if the seat is to move again.

    It ends where other seats join in, and where the scene says that the seat has finished what it began.
    """
    if seat not in staged.movers or not set(staged.movers) <= set(begun.movers):
        return True
    return staged.game.scene.ends_submission(staged)

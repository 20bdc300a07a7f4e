"""What the tests of every game's rules ask of a position."""

from __future__ import annotations

import pytest

from tablier import IllegalMove, Position


def legal(position: Position) -> set[str]:
    """What may be played."""
    return {move.text for move in position.moves()}


def refusal(position: Position, plies: str, seat: int | None = None) -> str | None:
    """Play what is not allowed: the rule that is named. Nothing may have changed."""
    before, ply = position.key(), position.ply
    with pytest.raises(IllegalMove) as caught:
        position.play(plies, seat)
    assert (position.key(), position.ply) == (before, ply)
    assert caught.value.ply in plies.split()
    return caught.value.rule

"""Helpers for the tests of rules and the comparisons with oracles."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tablier import CHANCE, IllegalMove, Position
from tablier.engine import protocol


def legal(position: Position) -> set[str]:
    """The texts of the legal plies."""
    return {move.text for move in position.moves()}


def refusal(position: Position, plies: str, seat: int | None = None) -> str | None:
    """Play an illegal ply and return the rule it breaks. The position must not change."""
    before, ply = position.key(), position.ply
    with pytest.raises(IllegalMove) as caught:
        position.play(plies, seat)
    assert (position.key(), position.ply) == (before, ply)
    assert caught.value.ply in plies.split()
    return caught.value.rule


def late(start: Position, seed: int, plies: int) -> Position:
    """A random game from a position to its end, without its last plies."""
    chance, position = random.Random(seed), start.copy()
    while position.movers:
        position.push(chance.choice(position.moves()))
    for _ in range(plies):
        position.pop()
    return position


def check_turn(position: Position, oracle: Any, state: Any) -> None:
    """Check that kernel and oracle agree on the movers, the legal plies, the score and the end."""
    mover = oracle.mover(state)
    assert position.movers == (() if mover is None else (mover,))
    listed = [move.text for move in position.moves()]
    assert len(set(listed)) == len(listed)
    assert set(listed) == oracle.plies(state)
    ranks = np.zeros(position.seats, np.int64)
    protocol.ranks(position.state, ranks)
    assert [*position.scores(), *ranks.tolist()] == [*oracle.scores(state), *oracle.ranks(state)]
    outcome = position.outcome()
    assert (outcome.reason if outcome else None) == state.reason


def check_reasons(position: Position) -> None:
    """Check that ``why`` refuses exactly the actions that are not legal."""
    for seat in [seat for seat in position.movers if seat != CHANCE]:
        legal = {move.action for move in position.moves(seat)}
        for action in range(position.game.actions(**position.options)):
            assert (position.why(action, seat) is None) == (action in legal), position.name(action, seat)

"""Chance at a table: every draw follows from the table's secret seed, the number of the ply and nothing else.

So no draw need be stored, a replay after a restart or in another process draws the same, and whoever is told the seed
can draw again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from tablier.engine.protocol import CHANCE
from tablier.moves import Move

if TYPE_CHECKING:
    from tablier.position import Position

_SPAN = 1 << 256


def new_seed() -> bytes:
    """A seed of 32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


def settle(position: Position, seed: bytes) -> list[Move]:
    """Play ``position`` on until a seat is to move or the game is over; returns what chance played.

    Without a seed nothing is drawn: an imported log has the draws of its own.
    """
    drawn: list[Move] = []
    while seed and CHANCE in position.movers:
        move = position.moves(CHANCE)[draw(seed, position.ply, position.odds())]
        position.push(move)
        drawn.append(move)
    return drawn


def draw(seed: bytes, ply: int, odds: Sequence[int]) -> int:
    """Which of the outcomes with these weights happens at ply number ``ply``.

    HMAC-SHA256 of ``ply:attempt`` under the seed, read as a number. The few numbers at the top that would make the
    first outcomes a little likelier are refused.
    """
    bounds = list(accumulate(odds))
    total = bounds[-1]
    attempt = 0
    while True:
        word = hmac.digest(seed, f"{ply}:{attempt}".encode(), hashlib.sha256)
        number = int.from_bytes(word, "big")
        if number < _SPAN - _SPAN % total:
            lot = number % total
            return next(i for i, bound in enumerate(bounds) if lot < bound)
        attempt += 1

"""The draws of chance at a table: each follows from the table's secret seed, the nonces, and the plies before.

So no draw is stored: a replay draws the same in any process, and once the seed is revealed anybody can verify it
(:meth:`tablier.record.Record.verify`). The commitment fixes the seed before the first nonce arrives, so neither the
server nor a seat alone chooses the draws. After a takeback the same plies meet the same draws, and other plies meet
other draws: a draw that was seen cannot be planned for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.commit_reveal import SCHEME, Nonce, Scheme, draw
from tablier.core.seats import CHANCE

if TYPE_CHECKING:
    from tablier.position import Position


def new_seed() -> bytes:
    """A secret seed of 32 random bytes."""
    return secrets.token_bytes(32)


def drawn(position: Position, seed: bytes, nonces: Sequence[Nonce] = (), scheme: Scheme = SCHEME) -> Position:
    """The position after all draws that are due: itself if there are none, else a copy.

    Without a seed nothing is drawn: the log of an imported record contains its draws.
    """
    if not seed or CHANCE not in position.movers:
        return position
    position = position.copy()
    while CHANCE in position.movers:
        played = position.history if scheme > 1 else None
        position.push(position.moves(CHANCE)[draw(seed, position.ply, position.odds(), nonces, played)])
    return position

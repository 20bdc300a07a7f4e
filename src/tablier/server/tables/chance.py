"""Chance at a table: every draw follows from the table's secret seed, the seats' nonces, and the plies played before.

So no draw is stored, a replay after a restart or in another process draws the same, and the seed, published at the
end, lets anybody draw again (:meth:`tablier.record.Record.verify`). The seed is fixed before the first nonce arrives,
which the commitment proves; so neither the server nor a seat alone can choose a draw. After a takeback the same plies
meet the same draws, and other plies meet other draws: a draw that was seen cannot be planned for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.engine.protocol import CHANCE
from tablier.fair import SCHEME, Fair, Nonce, Scheme, commitment, draw
from tablier.server.problem import Problem

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position
    from tablier.server.tables.state import Room

GRACE = 5000
"""How long the first draw waits for the nonces of those who have sat down, in ms since the table was made."""


def new_seed() -> bytes:
    """A seed of 32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


def settle(position: Position, seed: bytes, nonces: Sequence[Nonce] = (), scheme: Scheme = SCHEME) -> list[Move]:
    """Play ``position`` on until a seat is to move or the game is over; returns what chance played.

    Without a seed nothing is drawn: an imported log has the draws of its own.
    """
    drawn: list[Move] = []
    while seed and CHANCE in position.movers:
        played = position.history if scheme > 1 else None
        move = position.moves(CHANCE)[draw(seed, position.ply, position.odds(), nonces, played)]
        position.push(move)
        drawn.append(move)
    return drawn


def fair(room: Room) -> Fair | None:
    """What everybody may know of a table's chance; ``None`` where there is none. The seed is told when all is over."""
    if room.row.imported:
        return room.row.fair
    if not room.game.info.chance or not room.row.seed:
        return None
    seed = room.row.seed.hex() if room.over else ""
    return Fair(commitment(room.row.seed), seed, list(room.nonces), room.row.draw_scheme)


def add(room: Room, seat: int, nonce: str) -> tuple[str, ...]:
    """Check that a seat may add this nonce: one each, while draws are to come. Returns it with its first ply.

    A nonce counts only beyond every ply that chance has ever played, takebacks included: held back until a draw was
    seen and taken back, it would draw again.
    """
    if room.over:
        raise Problem(409, "over", "refused-over")
    if not room.game.info.chance or any(n.seat == seat for n in room.nonces):
        raise Problem(409, "late", "refused-nonce")
    return (nonce, str(max(room.drawn, room.position.ply)))


def first_draw(room: Room) -> int | None:
    """When the draws that begin a game are due, in ms since 1970; ``None`` if they are done, or there are none."""
    if not room.initial_draw_pending:
        return None
    sitting = {n for n, seat in enumerate(room.seats) if seat.browser_id is not None}
    return 0 if sitting <= {n.seat for n in room.nonces} else room.row.at + GRACE

"""Chance at a table, as the seats know it: the commitment, their nonces, and when the first draw is due."""

from __future__ import annotations

from tablier.commit_reveal import Fair, commitment
from tablier.server.domain.events import NonceAdded
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal


def fair(state: TableState) -> Fair | None:
    """What the draws follow from, as everybody may know it: the seed only when the game is over.

    ``None`` where nothing is drawn, and in the continuation of a game: its first draws are those of that game.
    """
    row = state.row
    if row.imported:
        return row.fair
    if not state.game.info.chance or not row.seed or state.continued:
        return None
    seed = row.seed.hex() if state.over else ""
    return Fair(commitment(row.seed), seed, list(state.nonces), row.draw_scheme)


def add_nonce(state: TableState, seat: int, nonce: str) -> NonceAdded:
    """The event by which a seat contributes a nonce: one each, while draws are to come.

    It counts only beyond every ply that chance has ever played, takebacks included: held back until a draw was seen
    and taken back, it would draw again.

    Raises:
        Problem: the game is over or has no verifiable draws, or the seat has contributed already.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    if fair(state) is None or any(added.seat == seat for added in state.nonces):
        raise Problem(Refusal.NONCE_ADDED)
    return NonceAdded(nonce, max(state.plies_drawn, state.position.ply))


def first_draw(state: TableState, grace: int) -> int | None:
    """When the draws that begin the game are due, in ms since 1970; ``None`` if none are.

    They wait for the nonces of the seats that are taken, but at most ``grace`` ms from when the table was made.
    """
    if not state.initial_draw_pending:
        return None
    sitting = {n for n, seat in enumerate(state.seats) if seat.browser_id is not None}
    return 0 if sitting <= {added.seat for added in state.nonces} else state.row.at + grace

"""Takebacks: what a seat may undo alone, and what only if the other players agree.

A seat may retract its last submission alone where four rules hold: the seats to move stay the same, no other seat must
choose again, nothing hidden was revealed, and chance has not answered. That leaves the beginning of a turn whose seat
is still to move, and a secret choice while others still have to choose.

By consent everything since the submission is taken back. All other people must agree; bots agree, unless something
hidden was revealed. Chance draws the same again at the same ply, so a takeback is no second throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove
from tablier.server.domain import turns
from tablier.server.domain.events import (
    Retracted,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TakebackWithdrawn,
    TakenBack,
)
from tablier.server.domain.state import Reader, TableState
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position

MOST = 500
"""The greatest number of events about takebacks at a table; only the answers to a request may exceed it."""


def last(state: TableState, seat: int) -> int | None:
    """The number of the last active submission of a seat."""
    for submission in reversed(state.active_submissions):
        if state.events[submission - 1].seat == seat:
            return submission
    return None


def option(state: TableState, seat: int) -> tuple[int, bool] | None:
    """The number of the submission that a seat may take back, and whether it may alone: else all others must agree."""
    submission = None if state.over else last(state, seat)
    if submission is None or _exhausted(state):
        return None
    free = _may_retract(state, submission)
    return (submission, free) if free or _bots_agree(state, submission) else None


def take_back(state: TableState, seat: int) -> Retracted | TakenBack | TakebackRequested:
    """The event by which a seat takes back its last submission, or asks to.

    Raises:
        Problem: the game is over, there is nothing to take back, a request is pending, a bot does not agree, or the
            table has its greatest number of events about takebacks.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    submission = last(state, seat)
    if submission is None:
        raise Problem(Refusal.NOTHING_TO_TAKE_BACK)
    if _exhausted(state):
        raise Problem(Refusal.TAKEBACKS_EXHAUSTED, max=MOST)
    if _may_retract(state, submission):
        return Retracted(submission)
    if not _bots_agree(state, submission):
        raise Problem(Refusal.REVEALED)
    if state.request is not None:
        raise Problem(Refusal.TAKEBACK_PENDING)
    return TakebackRequested(submission) if _others(state, seat) else TakenBack(submission)


def answer(
    state: TableState, seat: int, agree: bool, asked: int = 0
) -> TakebackAccepted | TakebackDeclined | TakenBack:
    """The event by which a seat answers the pending request: the last consent takes back.

    Args:
        state: the table.
        seat: the seat that answers.
        agree: whether it agrees.
        asked: the number of the event that asked; 0 for any.

    Raises:
        Problem: no such request is pending, or this seat is not asked.
    """
    request = state.request
    if request is None or asked not in (0, request.asked) or seat not in waits_for(state):
        raise Problem(Refusal.NO_REQUEST)
    if not agree:
        return TakebackDeclined(request.submission)
    return TakenBack(request.submission) if waits_for(state) == [seat] else TakebackAccepted(request.submission)


def withdraw(state: TableState, seat: int, asked: int = 0) -> TakebackWithdrawn:
    """The event by which a seat withdraws its own request.

    Args:
        state: the table.
        seat: the seat that asked.
        asked: the number of the event that asked; 0 for any.

    Raises:
        Problem: no such request of this seat is pending.
    """
    request = state.request
    if request is None or asked not in (0, request.asked) or seat != request.seat:
        raise Problem(Refusal.NO_REQUEST)
    return TakebackWithdrawn(request.submission)


def waits_for(state: TableState) -> list[int]:
    """The seats that still have to answer the pending request."""
    request = state.request
    return [] if request is None else [n for n in _others(state, request.seat) if n not in request.agreed]


def _exhausted(state: TableState) -> bool:
    return state.takebacks >= MOST


def _others(state: TableState, seat: int) -> list[int]:
    """The seats that are asked: those of other people."""
    asker = state.seats[seat].browser_id
    return [n for n, other in enumerate(state.seats) if n != seat and other.browser_id not in (None, asker)]


def _bots_agree(state: TableState, submission: int) -> bool:
    if not state.game.info.hidden or not any(seat.level for seat in state.seats):
        return True
    before = state.before(submission)
    return not reveals(before, state.position.history[before.ply :])


def _may_retract(state: TableState, submission: int) -> bool:
    """Whether the four rules allow a submission to be undone while later ones stay."""
    seat, now = state.events[submission - 1].seat, state.position
    movers = turns.known_movers(now)
    if seat not in movers or (state.active_submissions[-1] != submission and len(movers) == 1):
        return False  # another seat is to move, or has moved
    before = state.before(submission)
    since = now.history[before.ply :]
    if any(move.seat == CHANCE for move in since) or _discloses(before, since) or reveals(before, since):
        return False
    without, retracted = before.copy(), before.copy()
    for move in state.played[submission - 1]:
        retracted.push(move)
    for move in since[retracted.ply - before.ply :]:
        # A later submission stays only if its seat could not see the retracted one.
        if move.seat == seat or before.view(move.seat).key() != retracted.view(move.seat).key():
            return False
        without.push(move)
    return seat in without.movers and turns.known_movers(without) == movers


def reveals(before: Position, moves: Sequence[Move]) -> bool:
    """Whether plies showed any reader more than themselves.

    A ply reveals nothing to a reader whose view it does not change (a choice in secret), or whose next view follows
    from playing it on the last one.
    """
    readers = (*range(before.seats), None)
    position = before.copy()
    known = {reader: position.view(reader) for reader in readers}
    for move in moves:
        position.push(move)
        for reader in readers:
            now = position.view(reader)
            if not _follows(known[reader], move, now, reader):
                return True
            known[reader] = now
    return False


def _follows(known: Position, move: Move, now: Position, reader: Reader) -> bool:
    if known.key() == now.key():
        return True
    try:
        known.push(move)
    except IllegalMove:
        return False  # the reader did not know that this is possible
    return known.view(reader).key() == now.key()


def _discloses(before: Position, moves: Sequence[Move]) -> bool:
    position = before.copy()
    for move in moves:
        if turns.reveals_hidden(position, move):
            return True
        position.push(move)
    return False

"""Commands of seats: the event that each comes to, checked against the state that it follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tablier.server.domain import chance, chat, replacement, submission, takeback
from tablier.server.domain.events import Payload
from tablier.server.domain.state import TableState
from tablier.server.messages import (
    AddNonce,
    Answer,
    Chat,
    Command,
    Rematch,
    Resign,
    Return,
    Submit,
    Undo,
    Vote,
    Withdraw,
)
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now

if TYPE_CHECKING:
    from tablier.position import Position

Outcome = tuple[Payload, "Position | None"]
"""The payload of an event, and the position after the plies of a submission."""
Check = Callable[[TableState], Outcome]
"""Says what happens if an event is appended now, or raises a :class:`Problem`."""


def check_seat(state: TableState, command: Command, browser: int | None) -> None:
    """Check that a browser may act for the seat of a command: it holds the seat, or returns to it.

    Raises:
        Problem: the seat is not its own.
    """
    returns = isinstance(command, Return) and command.seat in replacement.lost(state, browser)
    if not returns and command.seat not in state.held_by(browser):
        raise Problem(Refusal.NOT_YOUR_SEAT)


def outcome(
    state: TableState, command: Command, *, levels: Sequence[int], present: Callable[[int], bool], vote_delay: int
) -> Outcome:
    """What a command comes to; :func:`check_seat` must have accepted it.

    Args:
        state: the table.
        command: the command.
        levels: the levels of the game's bots.
        present: whether a browser is connected to the table.
        vote_delay: how long nothing but chat must have happened before a vote, in ms.

    Raises:
        Problem: the command cannot be carried out now.
    """
    if isinstance(command, Submit):
        return submission.submit(state, command.seat, command.plies, bot=False, since=command.since)
    return _payload(state, command, levels, present, vote_delay), None


def _payload(
    state: TableState, command: Command, levels: Sequence[int], present: Callable[[int], bool], vote_delay: int
) -> Payload:
    seat = command.seat
    match command:
        case Resign():
            return submission.resign(state, levels)
        case Rematch():
            return submission.offer_rematch(state, seat)
        case Undo():
            return takeback.take_back(state, seat)
        case Answer(agree=agree, asked=asked):
            return takeback.answer(state, seat, agree, asked)
        case Withdraw(asked=asked):
            return takeback.withdraw(state, seat, asked)
        case Return():
            return replacement.come_back(state, seat)
        case Vote(absent=absent):
            return replacement.vote(state, seat, absent, at=now(), delay=vote_delay, present=present, levels=levels)
        case AddNonce(nonce=nonce):
            return chance.add_nonce(state, seat, nonce)
        case Chat(text=text):
            return chat.send(state, text)
    raise AssertionError(command)

"""The lines of the table's log, as one reader may know them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tablier.scene.model import Line, Message, seat_name
from tablier.server.domain import turns
from tablier.server.domain.events import (
    ChatSent,
    ClockSet,
    ClockStarted,
    Continued,
    Drawn,
    Event,
    NonceAdded,
    RematchOffered,
    Resigned,
    Retracted,
    SeatReturned,
    Submitted,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TakebackWithdrawn,
    TakenBack,
    TimedOut,
    VoteCast,
)
from tablier.server.domain.state import Reader, TableState
from tablier.server.domain.texts import Text

if TYPE_CHECKING:
    from tablier.position import Position

_KEYS = {
    NonceAdded: Text.NONCE_ADDED,
    TakebackRequested: Text.TAKEBACK_REQUESTED,
    TakebackAccepted: Text.TAKEBACK_ACCEPTED,
    TakebackDeclined: Text.TAKEBACK_DECLINED,
    TakebackWithdrawn: Text.TAKEBACK_WITHDRAWN,
    ClockSet: Text.CLOCK_SET,
    ClockStarted: Text.CLOCK_STARTED,
    TimedOut: Text.TIMED_OUT,
    Resigned: Text.RESIGNED,
    VoteCast: Text.VOTE_CAST,
    SeatReturned: Text.SEAT_RETURNED,
}


def lines(state: TableState, event: Event, reader: Reader, before: Position | None = None) -> tuple[Line, ...]:
    """What the log says of an event; nothing of chat. ``before`` is the position before it, if it is known."""
    match event.payload:
        case Submitted() | Continued() | Drawn():
            return _story(state, event, reader, before)
        case ChatSent():
            return ()
        case ClockSet() | ClockStarted():
            return (Line(Message(_KEYS[type(event.payload)])),)
        case TakenBack(submission):
            return (_line(Text.TAKEN_BACK, state.events[submission - 1].seat, **{"from": submission}),)
        case Retracted(submission):
            return (_line(Text.RETRACTED, event.seat, **{"from": submission}),)
        case TimedOut(int(level)):
            return (_line(Text.TIMED_OUT_REPLACED, event.seat, level=level),)
        case Resigned(int(level)):
            return (_line(Text.RESIGNED_REPLACED, event.seat, level=level),)
        case VoteCast(absent, int(level)):
            return (_line(Text.VOTED_OUT, event.seat, absent=seat_name(absent), level=level),)
        case VoteCast(absent, None):
            return (_line(Text.VOTE_CAST, event.seat, absent=seat_name(absent)),)
        case _:
            return (_line(_key(state, event), event.seat),)


def _key(state: TableState, event: Event) -> Text:
    """The text of an event that names its seat alone."""
    if isinstance(event.payload, RematchOffered):
        offered = any(isinstance(one.payload, RematchOffered) for one in state.events[: event.seq - 1])
        return Text.REMATCH_ACCEPTED if offered else Text.REMATCH_OFFERED
    return _KEYS[type(event.payload)]


def _line(key: str, seat: int, **arguments: Message | int | str) -> Line:
    return Line(Message(key, {"seat": seat_name(seat), **arguments}), seat=seat)


def _story(state: TableState, event: Event, reader: Reader, before: Position | None) -> tuple[Line, ...]:
    """What a seat and chance played, told one after another: draws may come before and after a submission."""
    scene = state.game.scene
    told: list[Line] = []
    played = state.played[event.seq - 1]
    end = state.position if event.seq == state.seq else state.at(event.seq)
    left = len(played)
    before = before or end.back(left)
    for seat, plies in groupby(played, lambda move: move.seat):
        actions = [move.action for move in plies]
        left -= len(actions)
        after = end.back(left) if left else end
        events = after.events(reader, len(actions))
        old, new = turns.known(before, reader), turns.known(after, reader)
        told += scene.narrate(old, seat, actions, new, reader, events)
        before = after
    return tuple(told)

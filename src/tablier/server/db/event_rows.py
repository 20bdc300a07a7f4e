"""The stored form of events: the columns ``kind`` and ``plies``, a list of strings. It is the same in all versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tablier.server.db.errors import StoreError
from tablier.server.domain.events import (
    ChatSent,
    ClockSet,
    ClockStarted,
    Continued,
    Drawn,
    Event,
    NonceAdded,
    Payload,
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

PREFIXES: dict[type[Payload], tuple[str, ...]] = {
    Submitted: ("submit",),
    Continued: ("continue",),
    Drawn: ("draw",),
    NonceAdded: ("nonce",),
    TakebackRequested: ("undo", "ask"),
    TakebackAccepted: ("undo", "yes"),
    TakebackDeclined: ("undo", "no"),
    TakebackWithdrawn: ("undo", "drop"),
    TakenBack: ("undo", "back"),
    Retracted: ("undo", "lift"),
    ClockSet: ("clock", "set"),
    ClockStarted: ("clock", "start"),
    TimedOut: ("flag",),
    Resigned: ("resign",),
    VoteCast: ("vote",),
    SeatReturned: ("return",),
    RematchOffered: ("rematch",),
    ChatSent: ("chat",),
}
"""The kind of each type of payload, and the first of its plies if several types share the kind.

The other plies are the fields of the payload in order, without those that are ``None``.
"""
_TYPES = {prefix: type_ for type_, prefix in PREFIXES.items()}


def encode(payload: Payload) -> tuple[str, tuple[str, ...]]:
    """The columns ``kind`` and ``plies`` of a payload."""
    kind, *word = PREFIXES[type(payload)]
    if isinstance(payload, Submitted | Continued):
        return kind, payload.plies
    return kind, (*word, *(str(value) for value in msgspec.structs.astuple(payload) if value is not None))


def decode(kind: str, plies: Sequence[str]) -> Payload:
    """The payload that these columns store.

    Raises:
        StoreError: this version knows no such event.
    """
    type_ = _TYPES.get((kind,)) or _TYPES.get((kind, *plies[:1]))
    if type_ is Submitted or type_ is Continued:
        return type_(tuple(plies))
    try:
        if type_ is not None:
            words = plies[len(PREFIXES[type_]) - 1 :]
            fields = dict(zip(type_.__struct_fields__, words, strict=False))
            return msgspec.convert(fields, type_, strict=False)
    except msgspec.ValidationError:
        pass
    raise StoreError(f"an event ({kind} {' '.join(plies)}) is of a newer version of Tablier; install that")


def to_row(event: Event) -> dict[str, Any]:
    """The row of an event."""
    kind, plies = encode(event.payload)
    return {
        "table_id": event.table_id,
        "seq": event.seq,
        "key": event.key,
        "kind": kind,
        "seat": event.seat,
        "plies": plies,
        "at": event.at,
    }


def from_row(row: sa.Row[Any]) -> Event:
    """The event of a row.

    Raises:
        StoreError: this version knows no such event.
    """
    return Event(row.table_id, row.seq, row.key, row.seat, decode(row.kind, row.plies), row.at)

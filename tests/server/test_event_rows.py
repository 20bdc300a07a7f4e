"""The stored form of events."""

from __future__ import annotations

from typing import get_args

import pytest

from tablier.server.db.errors import StoreError
from tablier.server.db.event_rows import PREFIXES, decode, encode
from tablier.server.domain.events import (
    ChatSent,
    ClockSet,
    ClockStarted,
    Continued,
    Drawn,
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

STORED: list[tuple[Payload, str, tuple[str, ...]]] = [
    (Submitted(("d4", "e4")), "submit", ("d4", "e4")),
    (Submitted(("ask",)), "submit", ("ask",)),
    (Continued(("d4", "roll-7")), "continue", ("d4", "roll-7")),
    (Drawn(), "draw", ()),
    (NonceAdded("5e" * 16), "nonce", ("5e" * 16,)),
    (TakebackRequested(12), "undo", ("ask", "12")),
    (TakebackAccepted(12), "undo", ("yes", "12")),
    (TakebackDeclined(12), "undo", ("no", "12")),
    (TakebackWithdrawn(12), "undo", ("drop", "12")),
    (TakenBack(12), "undo", ("back", "12")),
    (Retracted(12), "undo", ("lift", "12")),
    (ClockSet("5+10", "bot"), "clock", ("set", "5+10", "bot")),
    (ClockStarted(), "clock", ("start",)),
    (TimedOut(None), "flag", ()),
    (TimedOut(2), "flag", ("2",)),
    (Resigned(None), "resign", ()),
    (Resigned(2), "resign", ("2",)),
    (VoteCast(0), "vote", ("0",)),
    (VoteCast(0, 2), "vote", ("0", "2")),
    (SeatReturned(), "return", ()),
    (RematchOffered(), "rematch", ()),
    (ChatSent("null"), "chat", ("null",)),
    (ChatSent("start"), "chat", ("start",)),
]


@pytest.mark.parametrize(("payload", "kind", "plies"), STORED)
def test_every_payload_is_stored_as_before_and_read_again(payload: Payload, kind: str, plies: tuple[str, ...]) -> None:
    assert encode(payload) == (kind, plies)
    assert decode(kind, list(plies)) == payload


def test_all_types_have_a_stored_form() -> None:
    assert set(PREFIXES) == set(get_args(Payload)) == {type(payload) for payload, _, _ in STORED}


def test_a_clock_of_an_early_version_does_not_say_who_is_out() -> None:
    assert decode("clock", ["set", "3d"]) == ClockSet("3d", "")


@pytest.mark.parametrize(
    ("kind", "plies"), [("dance", ()), ("undo", ("maybe", "3")), ("undo", ("ask", "x")), ("vote", ())]
)
def test_an_event_of_a_newer_version_is_refused(kind: str, plies: tuple[str, ...]) -> None:
    with pytest.raises(StoreError, match="newer version"):
        decode(kind, plies)

"""The events of a table's log: each says one thing that happened, and nothing is ever deleted."""

from __future__ import annotations

import msgspec


class Base(msgspec.Struct, frozen=True, gc=False, tag_field="kind"):
    """Base of the payloads."""


class Submitted(Base, frozen=True, gc=False, tag="submitted"):
    """The seat played these plies, in the game's notation."""

    plies: tuple[str, ...]


class Continued(Base, frozen=True, gc=False, tag="continued"):
    """The seat played these plies in the finished game that this table continues; draws of chance are among them."""

    plies: tuple[str, ...]


class Drawn(Base, frozen=True, gc=False, tag="drawn"):
    """Chance played the draws with which the game begins."""


class NonceAdded(Base, frozen=True, gc=False, tag="nonce-added"):
    """The seat contributed a nonce (hexadecimal) to the chance of the table.

    It counts from ply number ``ply`` on; ``None``, in logs of early versions, means the next ply.
    """

    nonce: str
    ply: int | None = None


class Takeback(Base, frozen=True, gc=False):
    """Base of the payloads about taking back event ``submission``."""

    submission: int


class TakebackRequested(Takeback, frozen=True, gc=False, tag="takeback-requested"):
    """The seat asks the others to take back event ``submission`` and all submissions since."""


class TakebackAccepted(Takeback, frozen=True, gc=False, tag="takeback-accepted"):
    """The seat agrees to the takeback of event ``submission``; others still have to answer."""


class TakebackDeclined(Takeback, frozen=True, gc=False, tag="takeback-declined"):
    """The seat does not agree to the takeback of event ``submission``."""


class TakebackWithdrawn(Takeback, frozen=True, gc=False, tag="takeback-withdrawn"):
    """The seat that asked to take back event ``submission`` no longer asks."""


class TakenBack(Takeback, frozen=True, gc=False, tag="taken-back"):
    """Event ``submission`` and all submissions since are undone. The seat gave the last consent, or needed none."""


class Retracted(Takeback, frozen=True, gc=False, tag="retracted"):
    """The seat's own event ``submission`` is undone; later submissions of other seats stay."""


class ClockSet(Base, frozen=True, gc=False, tag="clock-set"):
    """The table has a clock: ``time`` and ``out`` as in ``game.toml``. Tables of early versions leave ``out`` empty."""

    time: str
    out: str = ""


class ClockStarted(Base, frozen=True, gc=False, tag="clock-started"):
    """The clocks begin to run."""


class TimedOut(Base, frozen=True, gc=False, tag="timed-out"):
    """The seat's time is up: a bot of level ``replacement`` plays on, or, with ``None``, the game is over."""

    replacement: int | None = None


class Resigned(Base, frozen=True, gc=False, tag="resigned"):
    """The seat gave up: a bot of level ``replacement`` plays on, or, with ``None``, the game is over."""

    replacement: int | None = None


class VoteCast(Base, frozen=True, gc=False, tag="vote-cast"):
    """The seat votes for a bot in place of seat ``absent``; the last vote seats one of level ``replacement``."""

    absent: int
    replacement: int | None = None


class SeatReturned(Base, frozen=True, gc=False, tag="seat-returned"):
    """The owner of the seat takes it back from the bot."""


class RematchOffered(Base, frozen=True, gc=False, tag="rematch-offered"):
    """The seat offers a rematch, or accepts one."""


class ChatSent(Base, frozen=True, gc=False, tag="chat-sent"):
    """The seat wrote a line of chat."""

    text: str


Payload = (
    Submitted
    | Continued
    | Drawn
    | NonceAdded
    | TakebackRequested
    | TakebackAccepted
    | TakebackDeclined
    | TakebackWithdrawn
    | TakenBack
    | Retracted
    | ClockSet
    | ClockStarted
    | TimedOut
    | Resigned
    | VoteCast
    | SeatReturned
    | RematchOffered
    | ChatSent
)


class Event(msgspec.Struct, frozen=True, gc=False):
    """An event of a table's log. ``seq`` counts from 1 in each table; ``key`` makes a repetition harmless.

    ``seat`` is ``CHANCE`` where no seat acts. ``at`` is in milliseconds since 1970.
    """

    table_id: str
    seq: int
    key: str
    seat: int
    payload: Payload
    at: int

    @property
    def kind(self) -> str:
        """The tag of the payload, for logs and metrics."""
        return str(self.payload.__struct_config__.tag)

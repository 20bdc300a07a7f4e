"""The messages of the table's WebSocket, both ways. The browser's types are generated from here."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

import msgspec

from tablier.fair import Fair, Hex16
from tablier.scene.model import Choices, Line, Message, Step, View
from tablier.server.problem import Code

Plies = Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=64)]
Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Ask = Annotated[int, msgspec.Meta(ge=0)]


class FromClient(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Base of a browser's messages."""


class CloseCode(IntEnum):
    """Why the server closes a socket, besides 1009 (a message above 16 KiB) and 1012 (the server stops)."""

    FORGOTTEN = 4001
    """This browser was erased."""
    PRIVATE = 4003
    """This browser may not watch the table."""
    NO_TABLE = 4004
    """There is no such table."""
    TOO_SLOW = 4008
    """The client does not read in time."""
    NO_HELLO = 4010
    """The client did not begin with ``hello``."""
    TOO_MANY = 4029
    """Too many messages or connections."""


class Hello(FromClient, tag="hello"):
    """First message on a socket: ``since`` is the last event known, 0 for none.

    Answered by a whole :class:`Welcome` whose log begins after it; said again at any time, it is answered again.
    """

    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: int | None = None
    """Which of one's own seats looks, where several share a browser and there are secrets: by default nobody does,
    and the browser is told what everybody may know."""


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """Plies of a seat, or of chance, that are only tried out."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    plies: Plies


AllTried = Annotated[list[Tried], msgspec.Meta(max_length=200)]


class WhatIf(msgspec.Struct, forbid_unknown_fields=True):
    """The position after ``event`` events and what has been tried out since."""

    event: Annotated[int, msgspec.Meta(ge=0)]
    moves: AllTried


class NumberedQuestion(FromClient):
    """Base of questions; the answer carries the number ``ask``."""

    ask: Ask


class SeatCommand(FromClient):
    """Base of commands: each becomes an event of the log, once for each ``key`` of a seat."""

    key: Key
    seat: int


class AskChoices(NumberedQuestion, tag="choices"):
    """What may ``seat`` touch after these staged plies?"""

    seat: int
    plies: Plies
    what_if: WhatIf | None = None
    """Asked of a position that is only tried out."""


class AskWhy(NumberedQuestion, tag="why"):
    """Which rule forbids touching ``path`` after these staged plies?"""

    seat: int
    plies: Plies
    path: Plies
    what_if: WhatIf | None = None


class AskLook(NumberedQuestion, tag="look"):
    """The view after the first ``event`` events (scrubbing), and after what is tried out there, if anything is."""

    event: Annotated[int, msgspec.Meta(ge=0)]
    tried: AllTried | None = None


class Submit(SeatCommand, tag="submit"):
    """Play plies, all or none. The client chooses ``key``; repeated, it is answered once more, not played twice."""

    plies: Plies


class Resign(SeatCommand, tag="resign"):
    """Give the game up."""


class Rematch(SeatCommand, tag="rematch"):
    """Offer a rematch, or accept the one offered."""


class AddNonce(SeatCommand, tag="nonce"):
    """Add a number of the browser's making to the chance of the table, once for each seat."""

    nonce: Hex16


class Undo(SeatCommand, tag="undo"):
    """Take back the last submission of ``seat``, or ask the others whether it may be."""


class Answer(SeatCommand, tag="answer"):
    """Agree to what another seat asks to take back, or do not."""

    agree: bool
    asked: int = 0
    """Which request is meant, if it should have made room for another one: :attr:`Request.asked`; 0 for any."""


class Vote(SeatCommand, tag="vote"):
    """Want a bot to play for a seat that is absent and to move."""

    absent: int


class Return(SeatCommand, tag="return"):
    """Take one's seat back from the bot that plays for it."""


class Chat(SeatCommand, tag="chat"):
    """Say something at the table, to all who are there. Acknowledged like a submission; told as :class:`ChatLine`."""

    text: Annotated[str, msgspec.Meta(max_length=2000)]


class Ping(FromClient, tag="ping"):
    """Answered by :class:`Pong`; the client calls the connection lost when none comes."""


Question = AskChoices | AskWhy | AskLook
Command = Submit | Resign | Rematch | AddNonce | Undo | Answer | Vote | Return | Chat
ClientMessage = Hello | Question | Command | Ping


class FromServer(msgspec.Struct, tag_field="type", omit_defaults=True):
    """Base of what the server says."""


class Seat(msgspec.Struct, omit_defaults=True):
    """Who sits where. ``level`` is a bot's; ``here`` whether a human's browser is connected."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: int = 0
    here: bool = False


class Table(msgspec.Struct, omit_defaults=True):
    """What a table is, without its position."""

    id: str
    game: str
    options: dict[str, int | str | bool]
    seats: list[Seat]
    stage: str
    """Address of the stage (``/api/stages/<game>/<hash>.json``)."""
    clock: str = ""
    """Its clock, as in ``game.toml``."""
    out: str = ""
    """What happens to whoever is out of time: ``loss`` or ``bot``."""
    hidden: bool = False
    """Whether the game has secrets."""
    rematch: str = ""
    """Id of the table on which the rematch is played, once all have accepted."""
    rematch_offers: list[int] = []
    fair: Fair | None = None
    """What the table's chance follows from, where there is chance; the seed only when all is over."""
    open: bool = False
    """Whether it is in the lobby: whoever likes may sit down, and play begins when all seats are taken."""
    private: bool = False
    """Whether only those who have the link may watch."""
    watching: int = 0
    """How many watch now."""
    shared: bool = False
    """Whether everybody may look at the game once it is over."""
    imported: bool = False
    """Whether it holds a record: nobody plays there."""


class Entry(msgspec.Struct, omit_defaults=True):
    """One event of the table, as this reader may know it: the log's lines. ``seq`` counts from 1."""

    seq: int
    lines: list[Line]


class ChatLine(FromServer, tag="chat"):
    """Event ``seq`` is a line of the chat. ``at`` is in milliseconds since 1970."""

    seq: int
    seat: int
    text: str
    at: int


class Welcome(FromServer, tag="welcome"):
    """Answer to :class:`Hello`: everything needed to draw the table."""

    table: Table
    you: list[int]
    """The seats that this browser holds."""
    seq: int
    view: View
    log: list[Entry]
    chat: list[ChatLine] = []


class Update(FromServer, tag="update"):
    """Event ``seq`` happened. Playing ``steps`` one by one leads to ``view``, which comes whole but for its pieces.

    ``check`` is a hash over the ids of all pieces after the steps, joined by newlines in sorted order (CRC-32, hex):
    a client whose own differs says ``hello`` again.
    """

    seq: int
    steps: list[Step]
    view: View
    check: str


class TableChanged(FromServer, tag="table"):
    """Somebody sat down, came, left, or offered a rematch."""

    table: Table
    you: list[int]


class Request(msgspec.Struct):
    """``seat`` asks to take back its last submission and all that followed; ``waits`` have still to answer."""

    seat: int
    waits: list[int]
    asked: int
    """The number of the event with which it was asked."""


class TakebackOption(msgspec.Struct, omit_defaults=True):
    """``seat`` can take back its last submission: ``free``ly, or if the others agree."""

    seat: int
    free: bool = False


class TableActions(FromServer, tag="actions"):
    """What can be done at the table besides playing, for this reader. Told whenever it changes."""

    takebacks: list[TakebackOption] = []
    """Own seats that can take something back, who has submitted last first."""
    request: Request | None = None
    away: dict[str, int] = {}
    """Absent seats that are waited for, and in how many ms, when this is sent, a vote on them is not too early."""
    votes: dict[str, list[int]] = {}
    """Absent seats, and who wants a bot to play for them."""
    lost: list[int] = []
    """Own seats for which a bot plays until they are taken back."""


class Clocks(FromServer, tag="clocks"):
    """What the seats have left in ms when this is sent, and whose clocks run. Told after every event."""

    left: list[int]
    running: list[int]


class ChoicesAnswer(FromServer, tag="choices"):
    """Answer to :class:`AskChoices`."""

    ask: int
    choices: Choices


class WhyAnswer(FromServer, tag="why"):
    """Answer to :class:`AskWhy`: the rule's id, its text in both languages and the rulebook's anchor."""

    ask: int
    rule: str
    text: dict[Literal["en", "fr"], str]
    link: dict[Literal["en", "fr"], str]


class LookAnswer(FromServer, tag="look"):
    """Answer to :class:`AskLook`."""

    ask: int
    event: int
    view: View
    tried: list[Tried] = []
    """What was tried out, with what chance drew."""


class Ack(FromServer, tag="ack"):
    """The submission ``key`` is committed as event ``seq``."""

    key: str
    seq: int


class Refused(FromServer, tag="refused"):
    """The request was not carried out and nothing changed. ``code`` is stable; ``say`` is for the reader."""

    code: Code
    say: Message
    key: str = ""
    ask: int = -1
    rule: str = ""
    text: dict[str, str] = {}
    link: dict[str, str] = {}


class Pong(FromServer, tag="pong"):
    """Answer to :class:`Ping`."""


Reply = ChoicesAnswer | WhyAnswer | LookAnswer | Ack | Refused | Pong
ServerMessage = Welcome | Update | ChatLine | TableChanged | TableActions | Clocks | Reply

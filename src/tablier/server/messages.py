"""The messages of the table's WebSocket, both ways. The browser's types are generated from here."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

import msgspec

from tablier.commit_reveal import Fair, Hex16
from tablier.scene.model import Choices, Line, Message, Step, View
from tablier.server.message_base import AllTried, FromClient, FromServer, NumberedQuestion, Plies, Tried, WhatIf
from tablier.server.problem import Code
from tablier.server.search_messages import SearchAnswer, SearchQuestion, Studied, StudyOrder

Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


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

    Answered by a complete :class:`Welcome` whose log begins after it. May be repeated at any time.
    """

    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: int | None = None
    """The seat as which the browser looks, if it holds several and the game has secrets; by default a spectator."""


class SeatCommand(FromClient):
    """Base of commands: each becomes an event of the log, once for each ``key`` of a seat."""

    key: Key
    seat: int


class AskChoices(NumberedQuestion, tag="choices"):
    """What may ``seat`` touch after these staged plies?"""

    seat: int
    plies: Plies
    what_if: WhatIf | None = None
    """Asks about a position of an analysis."""


class AskWhy(NumberedQuestion, tag="why"):
    """Which rule forbids touching ``path`` after these staged plies?"""

    seat: int
    plies: Plies
    path: Plies
    what_if: WhatIf | None = None


class AskLook(NumberedQuestion, tag="look"):
    """The view after the first ``event`` events, and after the moves ``tried`` there, if any."""

    event: Annotated[int, msgspec.Meta(ge=0)]
    tried: AllTried | None = None


class Submit(SeatCommand, tag="submit"):
    """Play plies, all or none. The client chooses ``key``; a repetition is acknowledged again, not played again."""

    plies: Plies
    since: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The last event known when the plies were chosen. If what the seat is asked has changed since, it is refused."""


class Resign(SeatCommand, tag="resign"):
    """Resign."""


class Rematch(SeatCommand, tag="rematch"):
    """Offer a rematch, or accept the one offered."""


class AddNonce(SeatCommand, tag="nonce"):
    """Contribute a random number of the browser to the table's draws, once for each seat."""

    nonce: Hex16


class Undo(SeatCommand, tag="undo"):
    """Take back the last submission of ``seat``, or ask the others for consent."""


class Answer(SeatCommand, tag="answer"):
    """Agree to a takeback that another seat requests, or decline."""

    agree: bool
    asked: int = 0
    """The request that is answered (:attr:`Request.asked`); 0 for the current one."""


class Withdraw(SeatCommand, tag="withdraw"):
    """Withdraw the takeback request of ``seat``."""

    asked: int = 0
    """The request that is withdrawn (:attr:`Request.asked`); 0 for the current one."""


class Vote(SeatCommand, tag="vote"):
    """Vote for a bot in place of an absent player who is to move."""

    absent: int


class Return(SeatCommand, tag="return"):
    """Take one's seat back from a bot."""


class Chat(SeatCommand, tag="chat"):
    """Write a line of chat. Acknowledged like a submission, and sent to all as :class:`ChatLine`."""

    text: Annotated[str, msgspec.Meta(max_length=2000)]


class ShowMe(FromClient, tag="show"):
    """Play the right submission of the next step of a lesson."""


class Ping(FromClient, tag="ping"):
    """Answered by :class:`Pong`; without an answer the client treats the connection as lost."""


Question = AskChoices | AskWhy | AskLook
Command = Submit | Resign | Rematch | AddNonce | Undo | Answer | Withdraw | Vote | Return | Chat
ClientMessage = Hello | Question | SearchQuestion | Studied | Command | Ping


class LessonMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A message to a lesson, which is told each time what was ``played``: the learner's right submissions."""

    played: Annotated[list[Plies], msgspec.Meta(max_length=12)]
    message: Hello | AskChoices | AskWhy | Submit | ShowMe


class Seat(msgspec.Struct, omit_defaults=True):
    """A seat: its player, the ``level`` of a bot, and whether the browser of a human is connected (``here``).

    A bot that is ``preparing`` cannot think before its game is compiled.
    """

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: int = 0
    here: bool = False
    preparing: bool = False


class Table(msgspec.Struct, omit_defaults=True):
    """A table, without its position."""

    id: str
    game: str
    options: dict[str, int | str | bool]
    seats: list[Seat]
    stage: str
    """Address of the stage (``/api/stages/<game>/<hash>.json``)."""
    clock: str = ""
    """The time control, as in ``game.toml``."""
    out: str = ""
    """What a timeout means: ``loss``, or ``bot`` if a bot plays on."""
    hidden: bool = False
    """Whether the game has secrets."""
    rematch: str = ""
    """Id of the table of the rematch, when all have accepted."""
    rematch_offers: list[int] = []
    fair: Fair | None = None
    """What the draws follow from, in games with chance; the seed is revealed when the game is over."""
    open: bool = False
    """Whether it is listed in the lobby: anybody may sit down, and play begins when all seats are taken."""
    private: bool = False
    """Whether watching needs a link."""
    watching: int = 0
    """The number of spectators."""
    shared: bool = False
    """Whether anybody may look at the finished game."""
    hints: bool = False
    """Whether players may ask for hints."""
    imported: bool = False
    """Whether it contains an imported record and cannot be played at."""
    search: str = ""
    """Address of the folder with the files for searches in the browser; empty where there are none."""


class Entry(msgspec.Struct, omit_defaults=True):
    """The lines of one event, as this reader may know it. ``seq`` counts from 1."""

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
    reader: int | None = None
    """The seat whose secrets the view and the log show; none for a spectator, and where nothing is hidden."""


class Update(FromServer, tag="update"):
    """Event ``seq`` happened. Playing ``steps`` one by one leads to ``view``, which is complete except for its pieces.

    ``check`` is a hash of the ids of all pieces after the steps, joined by newlines in sorted order (CRC-32, hex). A
    client that computes another one sends ``hello`` again.
    """

    seq: int
    steps: list[Step]
    view: View
    check: str


class TableChanged(FromServer, tag="table"):
    """The table has changed: a player sat down, connected, disconnected, or offered a rematch."""

    table: Table
    you: list[int]


class Request(msgspec.Struct):
    """``seat`` requests to take back its last submission and all that followed; ``waits`` have not answered."""

    seat: int
    waits: list[int]
    asked: int
    """The number of the event of the request."""


class TakebackOption(msgspec.Struct, omit_defaults=True):
    """``seat`` can take back its last submission: ``free``ly, or with the others' consent."""

    seat: int
    free: bool = False


class TableActions(FromServer, tag="actions"):
    """What this browser can do besides playing. Sent whenever it changes."""

    takebacks: list[TakebackOption] = []
    """The browser's seats that can take something back, the latest submission first."""
    request: Request | None = None
    away: dict[str, int] = {}
    """Absent seats that are to move, and in how many ms from now the others may vote on each."""
    votes: dict[str, list[int]] = {}
    """Absent seats, and the seats that have voted for a bot in their place."""
    lost: list[int] = []
    """The browser's seats for which a bot plays until they are taken back."""


class Clocks(FromServer, tag="clocks"):
    """The time left for each seat, in ms from now, and whose clocks run. Sent after every event."""

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
    """The moves tried, with the draws among them."""


class Ack(FromServer, tag="ack"):
    """The submission ``key`` is committed as event ``seq``."""

    key: str
    seq: int


class Refused(FromServer, tag="refused"):
    """The request was not carried out, and nothing changed. ``code`` is stable; ``say`` is for the reader."""

    code: Code
    say: Message
    key: str = ""
    ask: int = -1
    rule: str = ""
    text: dict[str, str] = {}
    link: dict[str, str] = {}


Outcome = Literal["right", "done", "wrong"]


class LessonResult(FromServer, tag="lesson"):
    """A lesson's judgement of a submission, after its updates: ``done`` if it was the last step."""

    outcome: Outcome
    say: dict[Literal["en", "fr"], str]
    shown: list[str] = []
    """The plies that were played on request."""
    words: Message | None = None
    """These plies in words."""


class Pong(FromServer, tag="pong"):
    """Answer to :class:`Ping`."""


Reply = ChoicesAnswer | WhyAnswer | LookAnswer | SearchAnswer | StudyOrder | Ack | Refused | Pong
ServerMessage = Welcome | Update | ChatLine | TableChanged | TableActions | Clocks | LessonResult | Reply

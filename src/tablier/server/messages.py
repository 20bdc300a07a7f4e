"""The messages of the table's WebSocket, both ways. The browser's types are generated from here.

Codes with which the server closes a socket: 4004 no such table, 4008 the reader is too slow, 4010 no ``hello`` came,
4029 too many messages or connections, 1009 a message above 16 KiB, 1012 the server stops.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tablier.scene.model import Choices, Line, Message, Step, View

Plies = Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=64)]
Key = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Ask = Annotated[int, msgspec.Meta(ge=0)]


class FromClient(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Base of what a browser may say. ``ask`` numbers a question; the answer carries it."""


class Hello(FromClient, tag="hello"):
    """First message on a socket: ``since`` is the last event known, 0 for none.

    Answered by a whole :class:`Welcome` whose log begins after it; said again at any time, it is answered again.
    """

    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    seat: int | None = None
    """Which of one's own seats looks, where several share a browser and there are secrets: by default nobody does,
    and the browser is told what everybody may know."""


class AskChoices(FromClient, tag="choices"):
    """What may ``seat`` touch after these staged plies?"""

    ask: Ask
    seat: int
    plies: Plies


class AskWhy(FromClient, tag="why"):
    """Which rule forbids touching ``path`` after these staged plies?"""

    ask: Ask
    seat: int
    plies: Plies
    path: Plies


class AskLook(FromClient, tag="look"):
    """The view after the first ``event`` events (scrubbing)."""

    ask: Ask
    event: Annotated[int, msgspec.Meta(ge=0)]


class Submit(FromClient, tag="submit"):
    """Play plies, all or none. The client chooses ``key``; repeated, it is answered once more, not played twice."""

    key: Key
    seat: int
    plies: Plies


class Resign(FromClient, tag="resign"):
    """Give the game up."""

    key: Key
    seat: int


class Rematch(FromClient, tag="rematch"):
    """Offer a rematch, or accept the one offered."""

    key: Key
    seat: int


class Ping(FromClient, tag="ping"):
    """Answered by :class:`Pong`; the client calls the connection lost when none comes."""


ClientMessage = Hello | AskChoices | AskWhy | AskLook | Submit | Resign | Rematch | Ping


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
    hidden: bool = False
    """Whether the game has secrets."""
    rematch: str = ""
    """Id of the table on which the rematch is played, once all have accepted."""
    rematch_offers: list[int] = []


class Entry(msgspec.Struct, omit_defaults=True):
    """One event of the table, as this reader may know it: the log's lines.

    ``seq`` counts from 1; 0 is what chance did before anybody could play.
    """

    seq: int
    lines: list[Line]


class Welcome(FromServer, tag="welcome"):
    """Answer to :class:`Hello`: everything needed to draw the table."""

    table: Table
    you: list[int]
    """The seats that this browser holds."""
    seq: int
    view: View
    log: list[Entry]


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


class Ack(FromServer, tag="ack"):
    """The submission ``key`` is committed as event ``seq``."""

    key: str
    seq: int


class Refused(FromServer, tag="refused"):
    """The request was not carried out and nothing changed. ``code`` is stable; ``say`` is for the reader."""

    code: Literal[
        "unreadable",
        "illegal",
        "not-your-seat",
        "not-your-turn",
        "over",
        "late",
        "busy",
        "limit",
        "malformed",
        "failed",
    ]
    say: Message
    key: str = ""
    ask: int = -1
    rule: str = ""
    text: dict[str, str] = {}
    link: dict[str, str] = {}


class Pong(FromServer, tag="pong"):
    """Answer to :class:`Ping`."""


ServerMessage = Welcome | Update | TableChanged | ChoicesAnswer | WhyAnswer | LookAnswer | Ack | Refused | Pong

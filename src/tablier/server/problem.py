"""Requests that are not carried out, over HTTP or WebSocket."""

from __future__ import annotations

from enum import Enum
from typing import Literal

import msgspec

from tablier.errors import TablierError
from tablier.scene.model import Message

Code = Literal[
    "busy",
    "cookie",
    "failed",
    "forbidden",
    "full",
    "illegal",
    "late",
    "level",
    "limit",
    "malformed",
    "name",
    "no-game",
    "no-table",
    "not-found",
    "not-over",
    "not-shared",
    "not-your-seat",
    "not-your-turn",
    "option",
    "over",
    "private",
    "public",
    "record",
    "seated",
    "seats",
    "token",
    "too-large",
    "unreadable",
]
"""Why a request is not carried out, for programs: stable."""


class Refusal(Enum):
    """Why a request is not carried out: its HTTP status, its code, and the key of its text."""

    NO_SUCH_LEVEL = 400, "level", "problem-level"
    REQUEST_MALFORMED = 400, "malformed", "problem-malformed"
    CHAT_CHARACTERS = 400, "malformed", "refused-chat-characters"
    CHAT_EMPTY = 400, "malformed", "refused-chat-empty"
    CHAT_LONG = 400, "malformed", "refused-chat-long"
    MALFORMED = 400, "malformed", "refused-malformed"
    ANALYSIS_TOO_LONG = 400, "malformed", "refused-what-if-long"
    NAME_CHARACTERS = 400, "name", "problem-name-characters"
    NAME_LONG = 400, "name", "problem-name-long"
    NO_SUCH_CLOCK = 400, "option", "problem-clock"
    BAD_OPTION = 400, "option", "problem-option"
    BAD_DIAGRAM = 400, "record", "problem-diagram"
    BAD_RECORD = 400, "record", "problem-record"
    RECORD_TOO_LONG = 400, "record", "problem-record-long"
    RECORD_MOVE = 400, "record", "problem-record-move"
    BAD_SEATS = 400, "seats", "problem-seats"
    NO_PLIES = 400, "unreadable", "refused-empty"
    UNREADABLE_PLY = 400, "unreadable", "refused-unreadable"
    FORBIDDEN = 403, "forbidden", "problem-forbidden"
    NO_HINTS = 403, "forbidden", "refused-no-hints"
    NEEDS_SERVER = 403, "forbidden", "refused-needs-server"
    NOT_YOUR_SEAT = 403, "not-your-seat", "refused-not-your-seat"
    PRIVATE_TABLE = 403, "private", "problem-private"
    RECOVERY_TOKEN = 403, "token", "problem-recovery-token"
    SEAT_TOKEN = 403, "token", "problem-token"
    WATCH_TOKEN = 403, "token", "problem-watch-token"
    NO_EVENT = 404, "malformed", "refused-no-event"
    NO_GAME = 404, "no-game", "problem-no-game"
    NO_TABLE = 404, "no-table", "problem-no-table"
    NOT_FOUND = 404, "not-found", "problem-not-found"
    NOT_SHARED = 404, "not-shared", "problem-not-shared"
    NO_COOKIE = 409, "cookie", "problem-cookie"
    OLD_RULES = 409, "failed", "problem-old-rules"
    TABLE_FULL = 409, "full", "problem-full"
    CLOCK_LEAVES_DAYS = 409, "illegal", "refused-days"
    REVEALS_MORE = 409, "illegal", "refused-disclosed"
    ILLEGAL_PLY = 409, "illegal", "refused-illegal"
    NOT_ABSENT = 409, "illegal", "refused-not-absent"
    NOT_WAITED_FOR = 409, "illegal", "refused-not-waited-for"
    NOTHING_TO_TAKE_BACK = 409, "illegal", "refused-nothing-back"
    TAKEBACKS_EXHAUSTED = 409, "illegal", "refused-no-more-back"
    NOTHING_THERE = 409, "illegal", "refused-nothing-there"
    TOO_EARLY_TO_VOTE = 409, "illegal", "refused-patience"
    REVEALED = 409, "illegal", "refused-revealed"
    UNFINISHED_CHOICE = 409, "illegal", "refused-unfinished"
    NO_ANALYSIS_YET = 409, "illegal", "refused-what-if"
    TAKEBACK_PENDING = 409, "late", "refused-asked"
    LATE = 409, "late", "refused-late"
    NO_REQUEST = 409, "late", "refused-no-request"
    NO_SEAT_TO_RETURN_TO = 409, "late", "refused-no-return"
    NONCE_ADDED = 409, "late", "refused-nonce"
    REMATCH_OFFERED = 409, "late", "refused-offered"
    ALREADY_VOTED = 409, "late", "refused-voted"
    RECORD_HIDDEN = 409, "not-over", "problem-record-hidden"
    NO_SEARCH_YET = 409, "not-over", "refused-no-search-yet"
    GAME_NOT_OVER = 409, "not-over", "refused-not-over"
    NOT_YOUR_TURN = 409, "not-your-turn", "refused-not-your-turn"
    WAITING_FOR_PLAYERS = 409, "not-your-turn", "refused-waiting"
    CHAT_FULL = 409, "over", "refused-chat-full"
    GAME_OVER = 409, "over", "refused-over"
    PUBLIC_TABLE = 409, "public", "problem-public"
    ALREADY_SEATED = 409, "seated", "problem-seated"
    TOO_LARGE = 413, "too-large", "problem-too-large"
    RATE_LIMIT = 429, "limit", "refused-limit"
    BOT_FAILED = 500, "failed", "refused-bot-failed"
    BROKEN_LOG = 500, "failed", "problem-broken"
    BROKEN_SAVE = 500, "failed", "problem-broken-save"
    FAILED = 500, "failed", "problem-failed"
    HOST_FAILED = 500, "failed", "problem-host-failed"
    NOT_COMPILED = 500, "failed", "problem-not-compiled"
    ANALYSIS_BUSY = 503, "busy", "refused-analysis-busy"
    BUSY = 503, "busy", "problem-busy"
    COMPILING = 503, "busy", "problem-compiling"
    NOT_SAVED = 503, "failed", "refused-not-saved"
    NO_PICTURE = 503, "failed", "problem-failed"
    STORAGE = 503, "failed", "refused-storage"
    STORAGE_FULL = 507, "failed", "refused-storage-full"

    def __init__(self, status: int, code: Code, text: str) -> None:
        self.status = status
        self.code: Code = code
        self.text = text


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """A problem as JSON: ``code`` is stable, ``say`` is for the reader, ``rule`` the id of a broken rule."""

    code: Code
    say: Message
    rule: str = ""


class Problem(TablierError):
    """A request is not carried out, and nothing changed. ``arguments`` are those of the text."""

    def __init__(self, refusal: Refusal, *, rule: str = "", **arguments: str | int) -> None:
        super().__init__(f"{refusal.code}: {refusal.text} {arguments or ''}")
        self.status = refusal.status
        self.code: Code = refusal.code
        self.say = Message(refusal.text, dict(arguments))
        self.rule = rule

    @property
    def body(self) -> ProblemBody:
        """The problem as it is sent."""
        return ProblemBody(self.code, self.say, self.rule)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that go with it over HTTP."""
        return {"Retry-After": "2"} if self.status in (429, 503) else {}

"""Rows of the database as the rest of the server knows them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablier.fair import SCHEME, Fair, Scheme

Kind = Literal["submit", "resign", "rematch", "nonce", "draw", "undo", "clock", "flag", "vote", "return", "chat"]


class Event(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: a submission, accepted whole. ``seq`` counts from 1 in each table, ``at`` is in ms.

    ``plies`` of a resignation or a flag are none if it ended the game, or the level of the bot that plays on; of a vote
    the seat it is about, and the level if the bot sits down; of an ``undo`` or a ``clock`` they begin with a word; of a
    chat line they are its text.
    """

    table_id: str
    seq: int
    key: str
    kind: Kind
    seat: int
    plies: tuple[str, ...]
    at: int


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a bot of ``level``, the holder of ``browser_id``, or nobody yet."""

    level: int = 0
    name: str = ""
    browser_id: int | None = None
    token: bytes | None = None
    recovery: bytes | None = None
    """Hash of the token that moves the seat to another browser; its :func:`redeemed` one when it has."""


class TableRow(msgspec.Struct, frozen=True):
    """A table, without its log. ``seed`` is a secret; ``rematch`` is the id of the table that continues it.

    ``watch`` is the hash of the token that lets somebody watch; ``None`` if anybody with the table's id may. An
    ``open`` table is listed in the lobby. The game of a ``shared`` one may be looked at by everybody once it is over.
    An ``imported`` one holds a record: nobody plays there, and its log has the draws of chance, too; ``fair`` is what
    the record says that they follow from. ``draw_scheme`` is how the table's own draws follow from its seed.
    """

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[SeatRow, ...]
    at: int
    seed: bytes
    rematch_of: str | None = None
    rematch: str | None = None
    watch: bytes | None = None
    open: bool = False
    shared: bool = False
    imported: bool = False
    fair: Fair | None = None
    draw_scheme: Scheme = SCHEME

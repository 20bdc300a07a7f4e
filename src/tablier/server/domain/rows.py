"""The database's rows of a table and its seats."""

from __future__ import annotations

from typing import Any

import msgspec

from tablier.commit_reveal import SCHEME, Fair, Scheme


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: a bot of ``level``, the browser ``browser_id``, or free."""

    level: int = 0
    name: str = ""
    browser_id: int | None = None
    token: bytes | None = None
    recovery: bytes | None = None
    """Hash of the token that moves the seat to another browser; of a redeemed one, the hash of the hash."""


class TableRow(msgspec.Struct, frozen=True):
    """A table without its log. ``seed`` is secret; ``rematch`` is the id of the table that continues this one.

    ``watch`` is the hash of the token to watch with; ``None`` if the table's id is enough. ``invite`` is the hash
    of the token that gives the next free seat. At a table with ``hints`` people who play each other may ask for
    hints. An ``open`` table is listed in the lobby. A ``shared`` game is public once it is over. An ``imported``
    table holds a record: nothing is played there, its log contains the draws of chance, and ``fair`` is what they
    follow from according to the record. ``draw_scheme`` is how the table's own draws follow from its seed. ``start`` is
    the diagram of the position at which the game begins; ``None`` for the start of the game.
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
    invite: bytes | None = None
    hints: bool = False
    start: str | None = None

"""The data stored about a browser, and its erasure."""

from __future__ import annotations

import secrets
from contextlib import suppress

import msgspec

from tablier.server.bus import Bus
from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.table_store import TableStore
from tablier.server.problem import Problem
from tablier.server.tables.presence import Presence
from tablier.server.tables.submissions import Submissions
from tablier.server.tokens import digest


class StoredSeat(msgspec.Struct):
    """A seat of the browser, and the name shown there."""

    table: str
    game: str
    seat: int
    name: str


class StoredLine(msgspec.Struct):
    """A line of the chat from a seat of the browser. ``at`` is in milliseconds since 1970."""

    table: str
    seat: int
    text: str
    at: int


class StoredData(msgspec.Struct):
    """Everything stored about a browser; its moves are in the records of its tables."""

    since: int = 0
    """When it first sat down, in milliseconds since 1970; 0 if it never has."""
    seats: list[StoredSeat] = []
    said: list[StoredLine] = []
    watches: list[str] = []


class PersonalData:
    """Shows and erases the data stored about a browser."""

    def __init__(
        self, browsers: BrowserStore, tables: TableStore, presence: Presence, bus: Bus, submissions: Submissions
    ) -> None:
        self._browsers = browsers
        self._tables = tables
        self._presence = presence
        self._bus = bus
        self._submissions = submissions

    async def get(self, browser: int | None) -> StoredData:
        """The data stored about a browser."""
        if browser is None:
            return StoredData()
        since, seats, said, watches = await self._browsers.personal_data(browser)
        return StoredData(since, [StoredSeat(*row) for row in seats], [StoredLine(*row) for row in said], watches)

    async def erase(self, browser: int) -> None:
        """Erase a browser, its names and links, and disconnect it. Games and their chat stay, without names."""
        tables = await self._browsers.erase(browser, digest(secrets.token_urlsafe(32)))
        self._presence.disconnect(browser)
        for table_id in tables:
            self._bus.wake(table_id)
        for table_id in await self._tables.with_offers(tables):
            with suppress(Problem):  # its game is being compiled: nobody can see the table
                await self._submissions.settle(table_id)

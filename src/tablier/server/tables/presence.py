"""Which browsers are connected to which tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from tablier.server.bus import Bus
from tablier.server.db.presence_store import UNKNOWN, At, PresenceStore

logger = structlog.get_logger()

NOBODY = Counter[int]()


class BrowserErased(Exception):
    """The browser was erased: its sockets must be closed."""


class Presence:
    """Which browsers are connected to which tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._sockets: dict[str, Counter[int]] = {}
        """How many each browser has at each table, in this process."""
        self._elsewhere: dict[str, Counter[int]] = {}
        """The same in the other processes, at the last exchange."""
        self._open: dict[int, set[asyncio.Future[None]]] = {}

    @contextmanager
    def at(self, table: str, known: int | None) -> Iterator[asyncio.Future[None]]:
        """Count a socket while the block runs. The future fails with :class:`BrowserErased` when it must be closed."""
        left, browser = asyncio.get_running_loop().create_future(), known or UNKNOWN
        self._count(table, browser, 1)
        self._open.setdefault(browser, set()).add(left)
        try:
            yield left
        finally:
            self._open[browser].discard(left)
            if not self._open[browser]:
                del self._open[browser]
            self._count(table, browser, -1)

    def disconnect(self, browser: int) -> None:
        """Close all sockets of a browser in this process."""
        for left in self._open.get(browser, ()):
            if not left.done():
                left.set_exception(BrowserErased())

    def is_connected(self, table: str, browser: int) -> bool:
        """Whether a browser has a socket at a table, in any process."""
        return any(sockets.get(table, NOBODY)[browser] > 0 for sockets in (self._sockets, self._elsewhere))

    @property
    def sockets(self) -> int:
        """How many sockets are open in this process."""
        return sum(browsers.total() for browsers in self._sockets.values())

    def watching(self, table: str, seated: set[int | None]) -> int:
        """How many browsers watch a table; each socket of an unknown browser counts as one."""
        here, there = self._sockets.get(table, NOBODY), self._elsewhere.get(table, NOBODY)
        known = (here.keys() | there.keys()) - seated - {UNKNOWN}
        return len(known) + here[UNKNOWN] + there[UNKNOWN]

    async def exchange(self, others: PresenceStore, interval: float) -> None:
        """Exchange the connected browsers with the other processes every ``interval`` seconds.

        Sockets of browsers that were erased meanwhile are closed.
        """
        while True:
            try:
                elsewhere, erased = await others.exchange(self._here())
            except Exception as error:  # try again, whatever it was
                logger.warning("presence.unknown", why=str(error))
            else:
                before, self._elsewhere = self._elsewhere, elsewhere
                for table in before.keys() | elsewhere.keys():
                    if before.get(table) != elsewhere.get(table):
                        self._bus.wake(table)
                for browser in erased:
                    self.disconnect(browser)
            await asyncio.sleep(interval)

    def _here(self) -> frozenset[At]:
        return frozenset(
            (table, browser, sockets if browser == UNKNOWN else 1)
            for table, browsers in self._sockets.items()
            for browser, sockets in browsers.items()
        )

    def _count(self, table: str, browser: int, by: int) -> None:
        before = self.is_connected(table, browser)
        sockets = self._sockets.setdefault(table, Counter())
        sockets[browser] += by
        if not sockets[browser]:
            del sockets[browser]
        if not sockets:
            del self._sockets[table]
        if browser == UNKNOWN or before != self.is_connected(table, browser):
            self._bus.wake(table)

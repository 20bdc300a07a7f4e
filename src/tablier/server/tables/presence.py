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
    """A browser wants its sockets closed, wherever they are."""


class Presence:
    """Which browsers are connected to which tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._sockets: dict[str, Counter[int]] = {}
        """Of each browser at each table, those in this process."""
        self._elsewhere: dict[str, Counter[int]] = {}
        """The same of the other processes, as they last told."""
        self._open: dict[int, set[asyncio.Future[None]]] = {}

    @contextmanager
    def at(self, table: str, known: int | None) -> Iterator[asyncio.Future[None]]:
        """Count a socket while it is open. When it must be closed, the future fails with :class:`BrowserErased`."""
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

    def leave(self, browser: int) -> None:
        """Have all sockets of a browser in this process closed."""
        for left in self._open.get(browser, ()):
            if not left.done():
                left.set_exception(BrowserErased())

    def is_connected(self, table: str, browser: int) -> bool:
        """Whether a browser has a socket open at a table, in any process."""
        return any(sockets.get(table, NOBODY)[browser] > 0 for sockets in (self._sockets, self._elsewhere))

    @property
    def sockets(self) -> int:
        """How many sockets are open in this process."""
        return sum(browsers.total() for browsers in self._sockets.values())

    def watching(self, table: str, seated: set[int | None]) -> int:
        """How many are at a table beside those who sit there; each socket of an unknown browser counts as one."""
        here, there = self._sockets.get(table, NOBODY), self._elsewhere.get(table, NOBODY)
        known = (here.keys() | there.keys()) - seated - {UNKNOWN}
        return len(known) + here[UNKNOWN] + there[UNKNOWN]

    async def exchange(self, others: PresenceStore, interval: float) -> None:
        """Tell the other processes, again and again, who is connected here, and hear who is connected there.

        What is open here of browsers that were erased meanwhile is closed.
        """
        while True:
            try:
                elsewhere, forgotten = await others.exchange(self._here())
            except Exception as error:  # whatever it was, the next exchange may succeed
                logger.warning("presence.unknown", why=str(error))
            else:
                before, self._elsewhere = self._elsewhere, elsewhere
                for table in before.keys() | elsewhere.keys():
                    if before.get(table) != elsewhere.get(table):
                        self._bus.notify_local(table)
                for browser in forgotten:
                    self.leave(browser)
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

"""Which browsers are connected to which tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from tablier.server.bus import Bus
from tablier.server.shared import At, Present

logger = structlog.get_logger()

EXCHANGE = 2.0
"""Seconds between exchanges of who is connected, with the other processes."""


class Left(Exception):
    """A browser wants its sockets closed, wherever they are."""


class Presence:
    """Which browsers are connected to which tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._elsewhere: frozenset[At] = frozenset()
        self._sockets: dict[str, Counter[int | None]] = {}
        self._open: dict[int | None, set[asyncio.Future[None]]] = {}

    @contextmanager
    def at(self, table: str, browser: int | None) -> Iterator[asyncio.Future[None]]:
        """Count a socket while it is open. When it must be closed, the future fails with :class:`Left`."""
        left = asyncio.get_running_loop().create_future()
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
                left.set_exception(Left())

    def here(self, table: str, browser: int | None) -> bool:
        """Whether a browser has a socket open at a table."""
        return self._sockets.get(table, Counter())[browser] > 0 or (table, browser) in self._elsewhere

    @property
    def sockets(self) -> int:
        """How many sockets are open in this process."""
        return sum(browsers.total() for browsers in self._sockets.values())

    def watching(self, table: str, seated: set[int | None]) -> int:
        """How many are at a table beside those who sit there; each socket of an unknown browser counts as one."""
        sockets = self._sockets.get(table, Counter())
        return sum(n if browser is None else 1 for browser, n in sockets.items() if browser not in seated)

    async def exchange(self, others: Present) -> None:
        """Tell the other processes, again and again, who is connected here, and hear who is connected there."""
        while True:
            here = frozenset((table, who) for table, browsers in self._sockets.items() for who in browsers if who)
            try:
                elsewhere = await others.exchange(here)
            except Exception as error:  # whatever it was, the next exchange may succeed
                logger.warning("presence.unknown", why=str(error))
            else:
                changed, self._elsewhere = self._elsewhere ^ elsewhere, elsewhere
                for table in {table for table, _ in changed}:
                    self._bus.here(table)
            await asyncio.sleep(EXCHANGE)

    def _count(self, table: str, browser: int | None, by: int) -> None:
        before = self.here(table, browser)
        sockets = self._sockets.setdefault(table, Counter())
        sockets[browser] += by
        if not sockets[browser]:
            del sockets[browser]
        if not sockets:
            del self._sockets[table]
        if browser is None or before != self.here(table, browser):
            self._bus.wake(table)

"""Who takes nothing of what is said to it for too long is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import monotonic

LOOK = 1.0
"""Seconds between looks."""


class SlowConsumer(Exception):
    """A browser has not taken a message in time."""


class SendTimeouts:
    """Watches all messages that are being said: most are taken at once, and a timer for each took longer than that."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._said: dict[object, tuple[float, asyncio.Future[None]]] = {}
        """Those that are not taken yet, the oldest first."""

    async def say(self, said: Awaitable[None], closing: asyncio.Future[None]) -> None:
        """Wait until a message is taken. If that takes too long, the future fails with :class:`SlowConsumer`."""
        message = object()
        self._said[message] = (monotonic(), closing)
        try:
            await said
        finally:
            del self._said[message]

    async def watch(self) -> None:
        """Look again and again who is too slow."""
        while True:
            await asyncio.sleep(LOOK)
            late = monotonic() - self._timeout
            for since, closing in list(self._said.values()):
                if since < late and not closing.done():
                    closing.set_exception(SlowConsumer())

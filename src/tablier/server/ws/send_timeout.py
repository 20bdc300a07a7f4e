"""Disconnects clients that do not read in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import monotonic

CHECK_INTERVAL = 1.0
"""Seconds between checks."""


class SlowConsumer(Exception):
    """The client has not read a message in time."""


class SendTimeouts:
    """Watches all messages that are being sent. Most are sent at once: a timer for each would cost more."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._pending: dict[object, tuple[float, asyncio.Future[None]]] = {}
        """When each began to be sent, and the future to fail; the oldest first."""

    async def send(self, sending: Awaitable[None], closing: asyncio.Future[None]) -> None:
        """Wait until a message is sent. If that takes too long, ``closing`` fails with :class:`SlowConsumer`."""
        message = object()
        self._pending[message] = (monotonic(), closing)
        try:
            await sending
        finally:
            del self._pending[message]

    async def watch(self) -> None:
        """Check all pending messages, for ever."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            late = monotonic() - self._timeout
            for since, closing in list(self._pending.values()):
                if since < late and not closing.done():
                    closing.set_exception(SlowConsumer())

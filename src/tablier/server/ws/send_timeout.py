"""Disconnects clients that do not read in time."""

from __future__ import annotations

import asyncio
from time import monotonic

CHECK_INTERVAL = 1.0
"""Seconds between checks."""


class SlowConsumer(Exception):
    """The client has not read a message in time."""


class SendTimeouts:
    """Watches the sockets to which messages wait to be sent."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._pending: dict[object, tuple[float, asyncio.Future[None]]] = {}
        """When each began to wait, and the future to fail; the oldest first."""

    async def wait(self, writable: asyncio.Event, closing: asyncio.Future[None]) -> None:
        """Wait until a socket is writable. If that takes too long, ``closing`` fails with :class:`SlowConsumer`."""
        waiting = object()
        self._pending[waiting] = (monotonic(), closing)
        try:
            await writable.wait()
        finally:
            del self._pending[waiting]

    async def watch(self) -> None:
        """Check the waiting sockets, for ever."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            late = monotonic() - self._timeout
            for since, closing in list(self._pending.values()):
                if since < late and not closing.done():
                    closing.set_exception(SlowConsumer())

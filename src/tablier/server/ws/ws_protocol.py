"""Coalesces what a socket sends within one turn of the event loop."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class CoalescingTransport:
    """A transport that coalesces the writes of one turn of the event loop.

    A move is two or three messages to each socket. Sent one by one, each is a system call that may wake a client: that
    costs the server a sixth more processor time for each move.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._unsent: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send data at the end of this turn."""
        if not self._unsent:
            self._loop.call_soon(self._send)
        self._unsent.append(data)

    def close(self) -> None:
        """Flush pending writes, then close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._unsent and not self._transport.is_closing():
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()


class CoalescingProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol over a :class:`CoalescingTransport`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wrap the transport."""
        super().connection_made(cast("asyncio.Transport", CoalescingTransport(transport, self.loop)))

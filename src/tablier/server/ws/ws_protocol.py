"""The socket side of a connection: what is said together goes out in one piece, and only the silent are pinged."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 8
"""Messages that wait to be answered before no more are read."""


class CoalescingTransport:
    """A transport that sends in one piece what is written to it in one turn of the event loop.

    A move is said in two or three messages to each socket. Each piece is a system call, which may wake somebody up.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send something soon."""
        if not self._waiting:
            self._loop.call_soon(self._send)
        self._waiting.append(data)

    def close(self) -> None:
        """Send what waits, then close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._waiting and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Stops reading only when several messages wait: uvicorn stops at each, which takes two system calls.

    It pings who has said nothing for a while: uvicorn pings those, too, who speak all the time.
    """

    _heard = 0.0
    """When something came last, in the loop's time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(cast("asyncio.Transport", CoalescingTransport(transport, self.loop)))

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        self._heard = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Send a ping, or wait until it is due."""
        due = self._heard + (self.ping_interval or 0.0)
        if self.loop.time() < due:
            self.ping_timer = self.loop.call_at(due, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Queue a message."""
        self.read_paused = self.queue.qsize() < WAITING  # what is said to be paused already is not paused
        super().send_receive_event_to_app()

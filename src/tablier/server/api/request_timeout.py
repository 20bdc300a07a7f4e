"""The HTTP side of a connection: limits on how many there are, and on how long a request takes to arrive.

Subclasses uvicorn's protocol, which only closes connections that have sent nothing since their last request.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablier.server.api.open_connections import OpenConnections


class TimedHttpProtocol(H11Protocol):
    """Closes a connection for which there is no room, or whose request does not arrive in ``timeout`` seconds."""

    def __init__(self, open_connections: OpenConnections, timeout: float, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._open_connections = open_connections
        self._timeout = timeout
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect the first request."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if self._open_connections.admit(self, host, len(self.connections)):
            self._expect()
        else:
            self.close()

    def close(self) -> None:
        """Close the connection."""
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, or all of it."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """Expect the next request."""
        super().on_response_complete()
        if self.conn.our_state is h11.IDLE:
            self._open_connections.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        self._open_connections.remove(self)
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Start the timer of a request, stop it when the request is complete. More data does not restart it."""
        answering = self.conn.our_state is not h11.IDLE and self.conn.their_state is not h11.SEND_BODY
        upgraded = self.transport.get_protocol() is not self
        if upgraded:
            self._stop_timer()
            self._open_connections.remove(self)
        elif answering:
            self._stop_timer()
            self._open_connections.works(self)
        elif self._timer is None:
            self._timer = self.loop.call_later(self._timeout, self.close)
            self._open_connections.waits(self)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

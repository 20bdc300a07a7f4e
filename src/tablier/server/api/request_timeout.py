"""The HTTP side of a connection: limits on how many there are, and on how long a request takes to arrive."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablier.server.api.open_connections import OpenConnections

REQUEST_TIMEOUT = 10.0
"""Seconds within which a request, or the handshake of a socket, must have come whole."""


class TimedHttpProtocol(H11Protocol):
    """Closes a connection whose request does not come whole in time, or for which there is no room."""

    def __init__(self, open_connections: OpenConnections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._open_connections = open_connections
        self._due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is due."""
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
        """A part of a request, or all of it."""
        super().data_received(data)
        self._expect()

    def on_response_complete(self) -> None:
        """The next request may come."""
        super().on_response_complete()
        if self.conn.our_state is h11.IDLE:
            self._open_connections.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is due any more."""
        self._forget()
        self._open_connections.remove(self)
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Start the clock of a request that has begun, stop it when it is whole. More data does not set it back."""
        answering = self.conn.our_state is not h11.IDLE and self.conn.their_state is not h11.SEND_BODY
        upgraded = self.transport.get_protocol() is not self
        if upgraded:
            self._forget()
            self._open_connections.remove(self)
        elif answering:
            self._forget()
            self._open_connections.works(self)
        elif self._due is None:
            self._due = self.loop.call_later(REQUEST_TIMEOUT, self.close)
            self._open_connections.waits(self)

    def _forget(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = None

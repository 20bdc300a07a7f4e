"""The HTTP side of a connection, for clients in no hurry to finish what they ask."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_TIMEOUT = 10.0
"""Seconds within which a request, or the handshake of a socket, must have come whole."""


class TimedHttpProtocol(H11Protocol):
    """Closes a connection whose request does not come whole in time: held open, they would use up the server's."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is due."""
        super().connection_made(transport)
        self._due: asyncio.TimerHandle | None = None
        self._expect()

    def data_received(self, data: bytes) -> None:
        """A part of a request, or all of it."""
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is due any more."""
        self._forget()
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Start the clock of a request that has begun, stop it when it is whole. More data does not set it back."""
        answering = self.conn.our_state is not h11.IDLE and self.conn.their_state is not h11.SEND_BODY
        upgraded = self.transport.get_protocol() is not self
        if answering or upgraded:
            self._forget()
        elif self._due is None:
            self._due = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)

    def _forget(self) -> None:
        due: Any = self._due
        if due is not None:
            due.cancel()
        self._due = None

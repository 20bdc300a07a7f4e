"""The socket side of a connection, which reads on while a few messages wait to be answered."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 8
"""Messages that wait to be answered before no more are read."""


class Steady(WebSocketsSansIOProtocol):
    """Stops reading only when several messages wait: uvicorn stops at each, which takes two system calls."""

    def send_receive_event_to_app(self) -> None:
        """Queue a message."""
        self.read_paused = self.queue.qsize() < WAITING  # what is said to be paused already is not paused
        super().send_receive_event_to_app()

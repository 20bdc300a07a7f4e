"""The socket side of a connection, which reads on while a few messages wait, and asks only the silent if they live."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WAITING = 8
"""Messages that wait to be answered before no more are read."""


class Steady(WebSocketsSansIOProtocol):
    """Stops reading only when several messages wait: uvicorn stops at each, which takes two system calls.

    It pings who has said nothing for a while: uvicorn pings everybody, which at a thousand tables costs as much as one
    move in thirty.
    """

    _heard = 0.0
    """When something came last, in the loop's time."""

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

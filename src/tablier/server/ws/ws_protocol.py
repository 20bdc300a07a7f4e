"""The protocol of sockets: uvicorn's, with less work for each message and less memory for each socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

    Receiver = Callable[[ASGIReceiveEvent], None]

TEXT = 0x81
"""The first byte of a text message in one frame."""
EXTENSION = "tablier.socket"
"""The name of the extension under which an application finds the protocol of its socket."""


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


class MessageQueue:
    """Messages for an application, which waits for those of the handshake and has all later ones delivered.

    In place of an ``asyncio.Queue``, which allocates 2.5 KiB before the first message.
    """

    __slots__ = ("_arrival", "_loop", "_messages", "_receiver")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop  # to ask asyncio for it is a system call each time
        self._messages: list[ASGIReceiveEvent] = []
        self._arrival: asyncio.Future[None] | None = None
        self._receiver: Receiver | None = None

    def empty(self) -> bool:
        """Whether all messages have been taken."""
        return not self._messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Deliver a message, or keep it until it is taken."""
        if self._receiver is not None:
            self._receiver(message)
            return
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    def deliver(self, receiver: Receiver) -> None:
        """Deliver the messages that wait, and all later ones."""
        self._receiver = receiver
        waiting, self._messages = self._messages, []
        for message in waiting:
            receiver(message)

    async def get(self) -> ASGIReceiveEvent:
        """Take the first message; wait for one if there is none."""
        while not self._messages:
            self._arrival = self._loop.create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        return self._messages.pop(0)


class TableProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol over a :class:`CoalescingTransport`.

    The application performs the handshake, names the service of the socket with :meth:`run_afterwards`, and returns.
    The service takes messages from :meth:`deliver` and sends texts with :meth:`write`: through the layers of an
    application each message costs more, and each socket needs ten KiB more.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue = self._messages = MessageQueue(self.loop)  # type: ignore[assignment]
        self._handshake, self.app = self.app, self._serve
        self._service: Coroutine[Any, Any, None] | None = None
        self._stopped = False
        """Whether the service has stopped reading."""
        self._heard_at = 0.0
        """When the client was last heard, by the clock of the event loop."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wrap the transport."""
        super().connection_made(cast("asyncio.Transport", CoalescingTransport(transport, self.loop)))

    def handle_connect(self, event: Request) -> None:
        """Show this protocol to the application."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def run_afterwards(self, service: Coroutine[Any, Any, None]) -> None:
        """Run a service when the application has returned. The socket is closed when it ends."""
        self._service = service

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        await self._handshake(scope, receive, send)
        if self._service is None:
            return
        if self.handshake_complete:
            # A socket lives for hours, and the request takes KiBs.
            self.request = self.response = None  # type: ignore[assignment]
            self.scope = {}  # type: ignore[typeddict-item]
            del scope, receive, send
            await self._service
        else:
            self._service.close()

    # Past the handshake

    def data_received(self, data: bytes) -> None:
        """Receive, and note when."""
        self._heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ask a client whether it is still there, when it has been silent for an interval."""
        assert self.ping_interval is not None
        rest = self._heard_at + self.ping_interval - self.loop.time()
        # The answer to the last ping was heard a moment after it. A client that does not read is asked though it sends.
        if rest > self.ping_interval / 10 and self.writable.is_set():
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Close the connection of a client that has not answered, at once if it has not read what was sent either."""
        super().keepalive_timeout()
        if not self.writable.is_set():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping; while the client does not read, it gets no answers."""
        pong = b"".join(self.conn.data_to_send())
        if self.writable.is_set():
            self.transport.write(pong)

    def deliver(self, receiver: Receiver) -> None:
        """Call ``receiver`` with each message, beginning with those that have come already."""
        if self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        self.read_paused = True  # else uvicorn stops reading after each message
        self._messages.deliver(receiver)

    def stop_reading(self) -> None:
        """Read nothing more for now. Messages that have been read already are still delivered."""
        if not self._stopped and not self.transport.is_closing():
            self._stopped = True
            self.transport.pause_reading()

    def read_on(self) -> None:
        """Read again."""
        if self._stopped and not self.transport.is_closing():
            self._stopped = False
            self.transport.resume_reading()

    def write(self, *texts: bytes) -> None:
        """Send texts, in UTF-8; a closed socket ignores them. Wait for ``writable`` before the next ones."""
        if texts and self.conn.state is State.OPEN and not self.disconnected:
            self.transport.write(b"".join(map(text_frame, texts)))

    async def close(self, code: int, reason: str, timeout: float) -> None:
        """Close the socket in order, or cut the connection if the client does not read what was sent in such a time."""
        try:
            async with asyncio.timeout(timeout):
                await self.writable.wait()
        except TimeoutError:
            return self.transport.abort()
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": code, "reason": reason})
        return None


def text_frame(payload: bytes) -> bytes:
    """A text message of a server, in one frame (RFC 6455, section 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + payload

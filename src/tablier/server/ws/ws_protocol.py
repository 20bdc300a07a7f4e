"""The protocol of sockets: uvicorn's, with less work for each message and less memory for each socket."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

TEXT = 0x81
"""The first byte of a text message in one frame."""


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
    """Messages that the application has not taken; one task takes them.

    In place of an ``asyncio.Queue``, which allocates 2.5 KiB before the first message.
    """

    __slots__ = ("_arrival", "_loop", "_messages")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop  # to ask asyncio for it is a system call each time
        self._messages: list[ASGIReceiveEvent] = []
        self._arrival: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether all messages have been taken."""
        return not self._messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

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

    Texts to open sockets, nearly all that is sent, are framed here: uvicorn takes four times as long.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue = MessageQueue(self.loop)  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wrap the transport."""
        super().connection_made(cast("asyncio.Transport", CoalescingTransport(transport, self.loop)))

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        text = message.get("text")
        if isinstance(text, str) and self._open and self.writable.is_set():
            self.transport.write(text_frame(text.encode()))
            return
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_request()

    def _forget_request(self) -> None:
        """Drop the headers of the request and of the answer: a socket lives for hours, and they take 4 KiB."""
        self.request = self.response = None  # type: ignore[assignment]
        self.scope["headers"] = []

    @property
    def _open(self) -> bool:
        return self.conn.state is State.OPEN and not self.disconnected


def text_frame(payload: bytes) -> bytes:
    """A text message of a server, in one frame (RFC 6455, section 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + payload

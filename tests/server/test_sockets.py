"""Sockets: malformed, oversize and excessive messages, slow consumers, the order of answers, the protocol."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import zlib
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets
from structlog.testing import capture_logs
from websockets.frames import Frame, Opcode

from tablier.server.bus import Bus
from tablier.server.db.event_store import EventStore
from tablier.server.domain.events import Event
from tablier.server.messages import CloseCode, Pong
from tablier.server.ws.answers import Answers
from tablier.server.ws.ws_protocol import CoalescingTransport, MessageQueue, TableProtocol, text_frame

from .browser import UNLIMITED, Browser, Line, Running, logged_errors, serving

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type":"hello"',
        '{"type":"nonsense"}',
        '{"type":"hello","since":-1}',
        '{"type":"hello","since":"x"}',
        '{"type":"hello","extra":1}',
        '{"type":"submit","key":"12345678","seat":0}',
        '{"type":"submit","key":"short","seat":0,"plies":["1"]}',
        '{"type":"submit","key":"has spaces in it","seat":0,"plies":["1"]}',
        '{"type":"submit","key":"12345678","seat":0.5,"plies":["1"]}',
        '{"type":"submit","key":"12345678","seat":0,"plies":"1"}',
        json.dumps({"type": "submit", "key": "12345678", "seat": 0, "plies": ["1"] * 65}),
        json.dumps({"type": "submit", "key": "12345678", "seat": 0, "plies": ["1" * 65]}),
        json.dumps({"type": "choices", "ask": 1, "seat": True, "plies": []}),
        "[" * 5000,
        '{"a":' * 1000,
        "\ud83d".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
        b"\x00\x01\x02",
        b"",
        b'{"type":"ping"}',
    ],
)
async def test_malformed_messages_are_refused_and_the_socket_stays_open(server: Running, raw: str | bytes) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        await line.socket.send(raw)
        refused = await line.next("refused")
        assert refused["code"] == "malformed"
        await line.send(type="ping")
        await line.next("pong")
    assert await server.services.event_store.events(made["id"]) == []


async def test_a_malformed_submission_is_refused_under_its_key(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        await line.send(type="submit", key="my-own-key", seat=0, plies=[7])
        assert (await line.next("refused"))["key"] == "my-own-key"
        await line.send(type="why", ask=17, seat=0, plies=[])
        assert (await line.next("refused"))["ask"] == 17


async def test_huge_numbers_do_no_harm(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        huge = 10**300
        for question in (
            {"type": "choices", "plies": []},
            {"type": "choices", "plies": [str(huge)[:64]]},
            {"type": "look"},
        ):
            await line.send(ask=huge, **{"event": huge} if question["type"] == "look" else {"seat": huge}, **question)
            assert (await line.next("refused"))["ask"] == huge
        assert (await line.hello(huge))["seq"] == 0


async def test_an_oversize_message_closes_only_its_socket(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line, browser.at(made["id"]) as other:
        await line.socket.send("x" * 16385)
        assert await line.closed() == 1009
        assert (await other.submit(0, "1"))["seq"] == 1


async def test_compression_is_not_offered(server: Running) -> None:
    """A small message could unpack to a large one."""
    made = await server.browser().table("me", "me")
    address = f"{server.origin.replace('http', 'ws')}/ws/{made['id']}"
    async with websockets.connect(address, origin=server.origin, compression="deflate") as ws:  # type: ignore[arg-type]
        assert ws.protocol.extensions == []
    assert len(zlib.compress(b"x" * 3_000_000)) < 16384


async def test_too_many_messages_are_refused_then_the_socket_is_closed(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        for _ in range(60):
            await line.send(type="ping")
        answers = [await line.receive() for _ in range(60)]
        assert sum(answer["type"] == "pong" for answer in answers) in range(18, 26)
        assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"limit"}
        await asyncio.sleep(0.3)
        await line.send(type="ping")
        await line.next("pong")  # the bucket fills again
        for _ in range(server.services.config.excess_messages + 10):
            await line.send(type="ping")
        assert await line.closed() == CloseCode.TOO_MANY


async def test_an_unknown_table_has_its_close_code(server: Running) -> None:
    async with server.browser().at("no-such-table", since=None) as line:
        assert await line.closed() == CloseCode.NO_TABLE


@pytest.mark.config(hello_timeout=0.3)
async def test_a_socket_without_hello_is_closed(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"], since=None) as line:
        assert await line.closed() == CloseCode.NO_HELLO
        assert line.news == []


@pytest.mark.long
async def test_a_slow_consumer_is_disconnected_and_others_are_served(tmp_path: Path) -> None:
    # Without pings: a client that does not read answers none, but that is another test.
    async with serving(tmp_path / "data", ping_interval=300.0, send_timeout=3.0, socket_rate=UNLIMITED) as server:
        browser = server.browser()
        made = await browser.table("me", "me", most=300, rounds=300)
        deaf, unsent = await deaf_reader(browser, made["id"]), b""
        with capture_logs() as logged:
            async with asyncio.timeout(120), browser.at(made["id"]) as line:
                while not [entry for entry in logged if entry["event"] == "socket.closed"]:
                    seq = line.welcome["seq"]
                    answer = await line.submit(seq % 2, str(seq // 2 + 1))
                    if answer["type"] == "refused":  # the game is over, but what fills the socket is under way
                        await asyncio.sleep(0.1)
                    unsent = unsent or frame(b'{"type":"hello","since":0}') * 20
                    with suppress(OSError):  # the server may have closed it just now, or not read for a while
                        unsent = unsent[deaf.send(unsent) :]  # half a frame would be a fault of another kind
                    if answer["type"] == "ack":
                        line.welcome["seq"] = answer["seq"]
                        await line.update(answer["seq"])
                assert (await line.hello())["seq"] > 0
        assert [entry["code"] for entry in logged if entry["event"] == "socket.closed"] == [CloseCode.TOO_SLOW]
        deaf.close()


def frame(payload: bytes) -> bytes:
    """A masked text frame with a mask of zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + payload


async def deaf_reader(browser: Browser, table: str) -> sockets.socket:
    """A socket that says hello and then reads nothing, with a small buffer."""
    sock = await handshake(browser, table)
    await asyncio.get_running_loop().sock_sendall(sock, frame(b'{"type":"hello"}'))
    return sock


async def handshake(browser: Browser, table: str) -> sockets.socket:
    """A socket at a table, with a small buffer."""
    host, port = browser.origin.removeprefix("http://").split(":")
    sock = sockets.socket()
    sock.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, (host, int(port)))
    request = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {browser.origin}\r\n"
        f"Cookie: tablier={browser.http.cookies['tablier']}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await loop.sock_sendall(sock, request.encode())
    assert b"101" in await loop.sock_recv(sock, 100)
    return sock


async def test_a_disconnect_during_an_answer_is_not_an_error(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    with logged_errors() as errors:
        async with browser.at(made["id"]) as line:
            await line.send(type="submit", key="12345678", seat=0, plies=["1"])
            await line.send(type="ping")
            line.socket.transport.abort()
        async with browser.at(made["id"]) as line:
            await line.submit(1, "1")
    assert not errors


async def test_a_failure_while_a_message_is_answered_closes_the_socket(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    with logged_errors() as errors:
        async with browser.at(made["id"]) as line, browser.at(made["id"]) as other:
            monkeypatch.setattr(Answers, "answer", None)
            await line.send(type="look", ask=1, event=0)
            assert await line.closed() == 1011
            await other.send(type="ping")
            await other.next("pong")
    assert [entry["event"] for entry in errors] == ["socket.failed"]


async def test_messages_behind_one_that_takes_time_are_answered_in_order(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    append = EventStore.append

    async def slow(store: EventStore, events: Sequence[Event]) -> list[Event | None]:
        await asyncio.sleep(0.2)
        return await append(store, events)

    monkeypatch.setattr(EventStore, "append", slow)
    async with browser.at(made["id"]) as line:
        await line.send(type="submit", key="12345678", seat=0, plies=["1"])
        await line.send(type="ping")
        await line.send(type="choices", ask=1, seat=1, plies=[])
        await line.send(type="submit", key="23456789", seat=1, plies=["1"])
        await line.send(type="ping")
        kinds = [(await line.receive())["type"] for _ in range(9)]
    assert [kind for kind in kinds if kind not in ("update", "actions")] == ["ack", "pong", "choices", "ack", "pong"]


async def test_messages_right_after_the_handshake_are_answered(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    sock, received = await handshake(browser, made["id"]), b""
    await asyncio.get_running_loop().sock_sendall(sock, frame(b'{"type":"hello"}') + frame(b'{"type":"ping"}'))
    async with asyncio.timeout(10):
        while not (b'"welcome"' in received and b'"pong"' in received):
            received += await asyncio.get_running_loop().sock_recv(sock, 65536)
    sock.close()


class Wire(asyncio.Transport):
    """Collects written data."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closed
        self.pieces.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def test_writes_within_one_turn_are_sent_in_one_piece_and_before_closing() -> None:
    wire = Wire()
    joined = CoalescingTransport(wire, asyncio.get_running_loop())
    joined.write(b"a")
    joined.write(b"b")
    assert wire.pieces == []
    await asyncio.sleep(0)
    joined.write(b"c")
    await asyncio.sleep(0)
    joined.write(b"d")
    joined.close()
    assert wire.pieces == [b"ab", b"c", b"d"]
    assert wire.closed
    joined.write(b"e")  # nobody takes it any more
    await asyncio.sleep(0)
    assert joined.is_closing()
    assert wire.pieces == [b"ab", b"c", b"d"]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_text_is_framed_as_websockets_does(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


async def test_messages_are_taken_then_delivered_in_order() -> None:
    queue, delivered = MessageQueue(asyncio.get_running_loop()), list[object]()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    for text in "abc":
        queue.put_nowait({"type": "websocket.receive", "text": text})
    assert (await waiting).get("text") == "a"
    queue.deliver(lambda message: delivered.append(message.get("text")))
    queue.put_nowait({"type": "websocket.receive", "text": "d"})
    assert delivered == ["b", "c", "d"]
    assert queue.empty()


def test_wake_ups_reach_those_who_listen_to_their_table() -> None:
    bus, heard = Bus(), list[str]()
    with bus.listen("table", lambda: heard.append("one")), bus.listen("table", lambda: heard.append("other")):
        bus.wake("table")
        bus.wake("elsewhere")
    bus.wake("table")
    assert heard == ["one", "other"]


@pytest.mark.config(ping_interval=0.5, pong_timeout=5.0)
async def test_only_a_silent_client_is_asked_whether_it_is_there(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    sock, loop = await handshake(browser, made["id"]), asyncio.get_running_loop()
    ping = b"\x89\x04"  # the beginning of a frame with four bytes
    try:
        for _ in range(15):
            await loop.sock_sendall(sock, frame(b'{"type":"ping"}'))
            await asyncio.sleep(0.1)
        assert ping not in await loop.sock_recv(sock, 65536)
        async with asyncio.timeout(10):
            assert ping in await loop.sock_recv(sock, 65536)
    finally:
        sock.close()


@pytest.mark.config(ping_interval=0.3, pong_timeout=0.3)
async def test_a_client_that_answers_no_ping_is_disconnected(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    sock, loop = await handshake(browser, made["id"]), asyncio.get_running_loop()
    await loop.sock_sendall(sock, frame(b'{"type":"hello"}'))
    received = b""
    async with asyncio.timeout(10):
        while more := await loop.sock_recv(sock, 65536):
            received += more
    assert b"keepalive ping timeout" in received
    sock.close()


async def test_all_are_served_where_more_tables_are_open_than_kept_in_memory(tmp_path: Path) -> None:
    async with serving(tmp_path, tables_in_memory=4, per_address=1000) as server, AsyncExitStack() as stack:
        browser = server.browser()
        made = [await browser.table("me", "me") for _ in range(40)]
        lines = [await stack.enter_async_context(browser.at(table["id"], since=None)) for table in made]

        async def greet(line: Line) -> None:
            await line.send(type="hello", since=0)
            await line.next("welcome")

        async with asyncio.timeout(20):
            await asyncio.gather(*map(greet, lines))


async def flood(sock: sockets.socket, data: bytes, seconds: float) -> int:
    """Send for some seconds, as much as the server takes; returns the number of bytes."""
    sent, loop = 0, asyncio.get_running_loop()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await loop.sock_sendall(sock, data)
                sent += len(data)
    return sent


@pytest.mark.config(ping_interval=300.0, socket_rate=UNLIMITED)
async def test_nothing_more_is_read_while_a_message_waits_for_its_answer(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    answering = asyncio.Event()

    async def waiting(*_: object) -> Pong:
        await answering.wait()
        return Pong()

    monkeypatch.setattr(Answers, "answer", waiting)
    sock, loop = await handshake(browser, made["id"]), asyncio.get_running_loop()
    look = frame(b'{"type":"look","ask":1,"event":0}')
    await loop.sock_sendall(sock, look + frame(b'{"type":"ping"}'))
    assert await flood(sock, frame(b"x" * 16_000) * 16, 1.0) < 16_000_000
    answering.set()
    sock.close()


@pytest.mark.config(ping_interval=300.0, send_timeout=2.0, socket_rate=UNLIMITED)
async def test_nothing_more_is_read_while_a_socket_closes_and_then_it_is_cut(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    run_afterwards, opened = TableProtocol.run_afterwards, list[TableProtocol]()

    def noted(protocol: TableProtocol, service: Coroutine[Any, Any, None]) -> None:
        opened.append(protocol)
        run_afterwards(protocol, service)

    monkeypatch.setattr(TableProtocol, "run_afterwards", noted)
    sock, loop = await handshake(browser, made["id"]), asyncio.get_running_loop()
    await loop.sock_sendall(sock, frame(b'{"type":"hello"}'))
    await asyncio.sleep(0.3)
    (protocol,) = opened
    while protocol.writable.is_set():
        protocol.write(b" " * 60_000)
        await asyncio.sleep(0.001)
    server.services.presence.disconnect(1)
    assert await flood(sock, frame(b"x" * 16_000) * 16, 1.0) < 16_000_000
    async with asyncio.timeout(10):
        while not protocol.disconnected:
            await asyncio.sleep(0.1)
    sock.close()


@pytest.mark.config(ping_interval=0.5, pong_timeout=0.5)
async def test_a_client_that_sends_pings_and_reads_nothing_is_disconnected(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    sock = await handshake(browser, made["id"])
    pings = (b"\x89\xfd" + bytes(4) + b"x" * 125) * 300
    with pytest.raises(ConnectionError):
        await flood(sock, pings, 30.0)
    sock.close()


async def test_a_command_is_carried_out_though_the_browser_leaves_at_once(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    sock, loop = await handshake(browser, made["id"]), asyncio.get_running_loop()
    submit = b'{"type":"submit","key":"12345678","seat":0,"plies":["1"]}'
    await loop.sock_sendall(sock, frame(submit) + b"\x88\x82" + bytes(4) + (1000).to_bytes(2, "big"))
    async with asyncio.timeout(10):
        while not await server.services.event_store.events(made["id"]):
            await asyncio.sleep(0.05)
    sock.close()

"""Malformed, oversize and excessive messages and requests; slow consumers; limits of addresses."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import sys
import time
import zlib
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
import websockets
from structlog.testing import capture_logs
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode

from tablier.server.api.open_connections import RESERVED_FILES, OpenConnections, allowed_by_system
from tablier.server.bus import Bus
from tablier.server.domain.reader_cache import ReaderCache
from tablier.server.domain.state import Reader, TableState
from tablier.server.limits import (
    ClientLimits,
    ConcurrencyLimit,
    RateLimiter,
    TokenBucket,
    WorkAccount,
    rate_limit_key,
)
from tablier.server.messages import CloseCode
from tablier.server.ws.ws_protocol import CoalescingTransport, MessageQueue, TableProtocol, text_frame

from .browser import UNLIMITED, Browser, Running, logged_errors, serving
from .databases import value
from .toy import ToyGame

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
    assert len(payload) < 126
    return b"\x81" + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload


async def deaf_reader(browser: Browser, table: str) -> sockets.socket:
    """A socket that says hello and then reads nothing, with a small buffer."""
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
    await loop.sock_sendall(sock, frame(b'{"type":"hello"}'))
    return sock


async def test_a_disconnect_during_a_send_is_not_an_error(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")

    send = TableProtocol.send

    async def gone_at_a_pong(protocol: TableProtocol, message: ASGISendEvent) -> None:
        if '"pong"' in str(message):
            raise ClientDisconnected
        await send(protocol, message)

    monkeypatch.setattr(TableProtocol, "send", gone_at_a_pong)
    with logged_errors() as errors:
        async with browser.at(made["id"]) as line:
            await line.send(type="ping")
            await line.closed()
    assert not errors


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


async def test_messages_are_taken_in_order_also_by_a_reader_that_waits() -> None:
    queue = MessageQueue(asyncio.get_running_loop())
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    for text in "abc":
        queue.put_nowait({"type": "websocket.receive", "text": text})
    taken = [await waiting, await queue.get(), await queue.get()]
    assert [message.get("text") for message in taken] == ["a", "b", "c"]
    assert queue.empty()


async def test_a_wake_up_before_or_during_a_wait_ends_it() -> None:
    bus = Bus()
    with bus.listen("table") as woken:
        bus.wake("table")
        await woken.wait()
        woken.clear()
        waiting = asyncio.create_task(woken.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        bus.wake("table")
        await waiting


def test_a_token_bucket_refills_up_to_its_burst() -> None:
    now = 0.0
    bucket = TokenBucket(10, 20, clock=lambda: now)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    now = 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    now = 100.0
    assert sum(bucket.take() for _ in range(50)) == 20


def test_rate_limiters_drop_the_least_recently_used_key() -> None:
    buckets = RateLimiter(rate=0, burst=1, size=3)
    assert [buckets.take(a) for a in "abca"] == [True, True, True, False]
    assert buckets.take("d")
    assert len(buckets._buckets) == 3


def test_concurrency_is_limited_for_each_key() -> None:
    places = ConcurrencyLimit(2)
    with places.hold("a") as first, places.hold("a") as second, places.hold("b") as other:
        assert (first, second, other) == (True, True, True)
        with places.hold("a") as third:
            assert not third
        with places.hold("a") as third:  # a refused caller holds no place
            assert not third
    with places.hold("a") as again:
        assert again
    assert not places._taken


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("a-socket-of-unix", "a-socket-of-unix"),
    ],
)
def test_rate_limit_keys_of_addresses(address: str, whose: str) -> None:
    assert rate_limit_key(address) == whose


async def test_sockets_are_limited_by_browser_and_address(server: Running) -> None:
    browser, watcher = server.browser(), server.browser()
    made, other = await browser.table("me", "me"), await browser.table("me", "me")
    async with AsyncExitStack() as stack:
        for _ in range(server.services.config.sockets_per_browser):
            last = await stack.enter_async_context(browser.at(made["id"]))
        async with browser.at(made["id"], since=None) as line:
            assert await line.closed() == CloseCode.TOO_MANY
        async with browser.at(other["id"]), watcher.at(made["id"]):  # another table, another browser
            pass
        await last.socket.close()
        async with browser.at(made["id"]):
            pass
        server.services.client_limits.sockets = ConcurrencyLimit(2)
        for _ in range(2):
            await stack.enter_async_context(watcher.at(made["id"]))
        async with watcher.at(made["id"], since=None) as line:
            assert await line.closed() == CloseCode.TOO_MANY


async def test_an_address_in_debt_waits_and_others_are_served(tmp_path: Path) -> None:
    """Otherwise a client that asks for a long log again and again blocks all others."""
    async with serving(tmp_path, proxies=("127.0.0.0/8",)) as server:
        browser, other = server.browser(), server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as line:
            server.services.client_limits.work = RateLimiter(rate=0, burst=0)
            for _ in range(5):
                await line.send(type="hello")
            await line.send(type="ping")
            await line.next("pong")
            await line.send(type="look", ask=1, event=0)
            other.http.headers["X-Forwarded-For"] = "198.51.100.1"
            assert (await other.http.get("/api/games")).status_code == 200
            assert (await browser.http.get("/health")).status_code == 200  # for those who watch the server
            with pytest.raises(httpx.ReadTimeout):
                await browser.http.get("/api/games", timeout=0.5)
            assert not {message["type"] for message in line.news} & {"welcome", "look"}
            server.services.client_limits.work = RateLimiter(rate=1, burst=1)
            await line.next("welcome")
            await line.next("look")
            assert not any(message["type"] == "welcome" for message in line.news)  # one for all five


async def test_what_the_server_does_is_charged_to_its_client_address(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    limits = server.services.client_limits
    for ask in (partial(browser.http.get, "/api/games"), partial(browser.http.get, f"/t/{made['id']}")):
        limits.work = RateLimiter(rate=0, burst=0)
        assert not limits.work.in_debt("127.0.0.1")
        await ask()
        assert limits.work.in_debt("127.0.0.1")


async def test_processor_time_is_metered_without_that_of_others() -> None:
    limits = ClientLimits(1)
    limits.work = RateLimiter(rate=0, burst=0.1)

    def keep_busy(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def idle() -> str:
        await asyncio.sleep(0.01)
        keep_busy(0.01)
        return "done"

    async def other() -> None:
        for _ in range(20):
            keep_busy(0.02)
            await asyncio.sleep(0)

    account = WorkAccount(limits, "a")
    _, result = await asyncio.gather(other(), account.metered(idle()))
    assert result == "done"
    assert account.settle()  # 0.01 of 0.1 seconds
    await account.metered(other())
    assert not account.settle()


async def test_metered_work_fails_and_is_cancelled_as_it_would_be_otherwise() -> None:
    account, seen = WorkAccount(ClientLimits(1), "a"), []

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            await asyncio.sleep(0)
            raise

    with pytest.raises(ValueError):  # noqa: PT011
        await account.metered(fail())
    task = asyncio.create_task(account.metered(wait()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


@pytest.mark.config(socket_rate=UNLIMITED)
async def test_a_long_log_is_narrated_in_slices(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turn in between: to narrate thousands of events takes more than a second."""
    browser = server.browser()
    made = await browser.table("me", "me", rounds=60, most=300)
    async with browser.at(made["id"]) as line:
        for number in range(1, 41):
            for seat in (0, 1):
                assert (await line.submit(seat, str(number)))["type"] == "ack"
        told = (await line.hello())["log"]
    cached = await server.services.cache.get(made["id"])
    cached.readers = ReaderCache()
    narrate, slices = ReaderCache.narrate, list[bool]()

    def note(self: ReaderCache, state: TableState, reader: Reader, seconds: float = 0.0) -> bool:
        slices.append(narrate(self, state, reader, seconds))
        return slices[-1]

    monkeypatch.setattr(ReaderCache, "narrate", note)
    async with browser.at(made["id"]) as line:
        assert line.welcome["log"] == told
    assert len(slices) > 10
    assert not any(slices[:10])


async def test_tables_and_requests_of_one_address_are_limited(server: Running) -> None:
    browser = server.browser()
    server.services.client_limits.tables = RateLimiter(rate=0, burst=1)
    body = {"game": "toy", "seats": [{"kind": "me"}, {"kind": "me"}]}
    answers = [await browser.http.post("/api/tables", json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1].headers["retry-after"]
    server.services.client_limits.reads = RateLimiter(rate=0, burst=1)
    for path in ("/", "/api/games", "/health"):
        answer = await browser.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (429, "limit")


async def test_only_a_known_proxy_is_trusted(tmp_path: Path) -> None:
    """Else everybody could name an address that has a budget left."""
    for proxies, statuses in (((), [200, 429, 429]), (("127.0.0.0/8",), [200, 200, 429])):
        async with serving(tmp_path / str(len(proxies)), proxies=proxies) as server:
            server.services.client_limits.reads = RateLimiter(rate=0, burst=1)
            http = server.browser().http
            # The second client claims to be a third one; the proxy adds whom it really serves.
            asked = ["198.51.100.1", "198.51.100.2", "198.51.100.3, 198.51.100.2"]
            answers = [await http.get("/health", headers={"X-Forwarded-For": client}) for client in asked]
            assert [answer.status_code for answer in answers] == statuses


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n"
        b'Content-Length: 100\r\n\r\n{"game":',
    ],
)
@pytest.mark.config(request_timeout=0.5)
async def test_an_incomplete_request_is_closed(server: Running, begun: bytes) -> None:
    host = server.origin.removeprefix("http://")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.services.config.port)
    writer.write(begun.replace(b"{host}", host.encode()).replace(b"{origin}", server.origin.encode()))
    with suppress(ConnectionError):
        async with asyncio.timeout(5):
            while not reader.at_eof():
                writer.write(b" " if begun else b"")  # a little at a time, for ever
                await asyncio.sleep(0.1)
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.01):
                        await reader.read(1000)
    writer.close()


class Line:
    """A connection as far as its limits go."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_a_new_connection_replaces_the_longest_idle_one() -> None:
    connections = OpenConnections(per_address=3, in_all=5, proxies=("192.0.2.0/24",))
    lines = [Line() for _ in range(9)]

    def admit(number: int, host: str) -> bool:
        admitted = connections.admit(lines[number], host, len(connections) + 1)
        if admitted:
            connections.waits(lines[number])
        return admitted

    assert all(admit(number, "198.51.100.1") for number in range(3))
    connections.works(lines[0])
    assert admit(3, "198.51.100.1")  # in the place of the second, since the first is answered
    connections.works(lines[2])
    connections.works(lines[3])
    assert not admit(4, "198.51.100.1")
    connections.waits(lines[2])
    assert admit(4, "2001:db8::1")
    assert admit(5, "2001:db8::2")
    assert admit(6, "2001:db8::3")  # one more than there may be in all
    assert [line.closed for line in lines[:7]] == [False, True, True, False, False, False, False]
    for line in lines[3:7]:
        connections.remove(line)
    assert all(admit(number, "192.0.2.7") for number in range(3, 7))  # a proxy's, of which no number is too many
    assert len(connections) == 5


async def opened(server: Running, host: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.services.config.port, local_addr=(host, 0))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address")
async def test_silent_connections_do_not_block_others(tmp_path: Path) -> None:
    async with serving(tmp_path, per_address=1) as server:
        most = server.services.client_limits.connections
        silent = [await opened(server, "127.0.0.2") for _ in range(3 * most)]
        closed = asyncio.gather(*(reader.read() for reader, _ in silent[: 2 * most]))
        async with asyncio.timeout(5):  # sooner than they would be for being silent
            assert await closed == [b""] * 2 * most
        assert not any(reader.at_eof() for reader, _ in silent[2 * most :])
        async with httpx.AsyncClient(
            base_url=server.origin, transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        ) as neighbour:
            assert (await neighbour.get("/health")).status_code == 200
        for _, writer in silent:
            writer.close()


async def test_active_connections_and_sockets_are_not_replaced(tmp_path: Path) -> None:
    async with serving(tmp_path, per_address=1) as server:
        browser = server.browser()
        made = await browser.table("me", "me")
        async with browser.at(made["id"]) as line:
            silent = [await opened(server) for _ in range(2 * server.services.client_limits.connections)]
            assert (await line.submit(0, "1"))["type"] == "ack"
            assert (await browser.http.get("/health")).status_code == 200
        for _, writer in silent:
            writer.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_connections_leave_descriptors_for_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    limits = [256, 1024]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.__setitem__(slice(None), new))
    assert allowed_by_system(500) == 500
    assert limits == [500 + RESERVED_FILES, 1024]
    assert allowed_by_system(5000) == 1024 - RESERVED_FILES
    assert limits == [1024, 1024]


@pytest.mark.config(request_timeout=0.3)
async def test_a_socket_outlives_the_request_timeout(server: Running) -> None:
    browser = server.browser()
    made = await browser.table("me", "me")
    async with browser.at(made["id"]) as line:
        await asyncio.sleep(0.6)
        assert (await line.submit(0, "1"))["type"] == "ack"
    assert (await browser.http.get("/health")).status_code == 200


@pytest.mark.parametrize("nested", ["[" * 8000, '{"a":' * 3000, '{"game":"toy","seats":' + "[" * 8000])
async def test_a_deeply_nested_body_is_refused(server: Running, nested: str) -> None:
    browser = server.browser()
    answer = await browser.http.post("/api/tables", content=nested, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("nested", ["[" * 100_000, '{"game":"toy","moves":' + "[" * 100_000, '{"a":' * 50_000])
async def test_a_deeply_nested_record_is_refused(server: Running, nested: str) -> None:
    answer = await server.browser().http.post("/api/records", content=nested)
    assert (answer.status_code, answer.json()["code"] in ("malformed", "record")) == (400, True)


async def test_guessing_links_stores_no_browser(server: Running) -> None:
    host, thief = server.browser(), server.browser()
    made = await host.table("me", "friend")
    answer = await thief.claim(made["id"], "guessed" * 5)
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert await value(server.services.database, "select count(*) from browser") == 1


async def test_unknown_stages_build_nothing_twice(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    http = server.browser().http
    assert (await http.get("/api/stages/toy/0123456789abcdef.json")).status_code == 404
    monkeypatch.setattr(ToyGame, "new", None)  # nothing is made any more
    assert (await http.get("/api/stages/toy/fedcba9876543210.json")).status_code == 404


async def test_requests_of_one_address_are_limited(server: Running, tmp_path: Path) -> None:
    server.services.client_limits.changes = RateLimiter(rate=0, burst=2)
    browser = server.browser()
    await browser.table("me", "me")
    made = await browser.table("me", "friend")
    answer = await browser.claim(made["id"], "x" * 32)
    assert (answer.status_code, answer.json()["code"]) == (429, "limit")
    async with browser.at(made["id"], since=None) as line:
        assert await line.closed() == CloseCode.TOO_MANY


async def test_a_large_body_is_refused(server: Running) -> None:
    answer = await server.browser().http.post(
        "/api/tables", content=b" " * 20000, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413

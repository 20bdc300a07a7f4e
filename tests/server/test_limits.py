"""Limits of rates, connections and processor time; slow and silent clients."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from tablier.server.api.open_connections import RESERVED_FILES, OpenConnections, allowed_by_system
from tablier.server.app import application
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

from .browser import UNLIMITED, Running, serving
from .databases import value
from .toy import ToyGame

pytestmark = pytest.mark.once


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


async def test_the_first_client_is_not_charged_for_making_the_routes(tmp_path: Path) -> None:
    application.cache_clear()
    async with serving(tmp_path):
        assert application.cache_info().currsize == 1


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

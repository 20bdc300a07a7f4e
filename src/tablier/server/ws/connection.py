"""A browser's socket at a table: one task reads, another sends what the browser lacks.

The sender is woken, reads the table's log, and builds the browser's own view. Both tasks wait until the browser has
read what they send, so what waits for it is bounded.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types.asgi_types import WebSocketSendEvent

from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.errors import Unavailable
from tablier.server.db.uptime import Uptime
from tablier.server.domain.feed import Feed
from tablier.server.domain.refusals import malformed, refused
from tablier.server.domain.rows import TableRow
from tablier.server.domain.state import TableState
from tablier.server.limits import ConcurrencyLimit, TokenBucket, WorkAccount
from tablier.server.message_base import FromServer
from tablier.server.messages import (
    ClientMessage,
    CloseCode,
    Command,
    Hello,
    Ping,
    Pong,
    Question,
    Refused,
    SeatCommand,
)
from tablier.server.problem import Problem, Refusal
from tablier.server.search_messages import SearchQuestion, Studied, StudyOrder
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.cache import CachedTable, TableCache
from tablier.server.tables.description import TableDescriber
from tablier.server.tables.library import Library
from tablier.server.tables.presence import BrowserErased
from tablier.server.timestamps import milliseconds
from tablier.server.workers.analysis_runner import AnalysisRunner
from tablier.server.ws.answers import Answers, AnswerServices
from tablier.server.ws.browser_searches import BrowserSearches
from tablier.server.ws.search_answers import SearchAnswers
from tablier.server.ws.send_timeout import SendTimeouts, SlowConsumer

logger = structlog.get_logger()

AnyWebSocket = WebSocket[Any, Any, Any]

RETRY = 1.0
"""Seconds before a database that did not answer is read again."""

_decode = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


class _Reference(msgspec.Struct):
    """Which request a message belongs to, as far as it can be read."""

    ask: int = -1
    key: str = ""


class _Close(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class Connections(AnswerServices):
    """The services that all connections of a process share."""

    bus: Bus
    describer: TableDescriber
    uptime: Uptime
    cache: TableCache
    access_links: AccessLinks
    library: Library
    analysis_runner: AnalysisRunner
    send_timeouts: SendTimeouts
    per_browser: ConcurrencyLimit
    """Open sockets, by table and browser."""


class Connection:
    """A browser's socket at a table. Use :meth:`run` once."""

    def __init__(
        self,
        services: Connections,
        socket: AnyWebSocket,
        row: TableRow,
        browser: int | None,
        invited: bool,
        work: WorkAccount,
    ) -> None:
        self._services = services
        self._config = services.config
        self._work = work
        self._socket = socket
        self._id = row.id
        self._browser = browser
        self._invited = invited
        """Whether the browser has come by the link to watch."""
        self._link = row.watch
        """The link when that was checked: if it has changed, watching may have ended."""
        self._bucket = TokenBucket(*msgspec.structs.astuple(self._config.socket_rate))
        self._excess = 0
        self._answers = Answers(services, row.id, browser, self._bucket)
        self._searches_there = BrowserSearches(self._order, self._config.study_deadline)
        self._searches = SearchAnswers(
            services.analysis_runner, services.library, services.config, browser, work, self._searches_there
        )
        self._search_task: asyncio.Task[None] | None = None
        self._feed = Feed(browser, services.uptime.charged, milliseconds(self._config.vote_delay))
        self._told_unavailable = False

    async def run(self, game: str) -> None:
        """Serve the browser until it disconnects or is disconnected."""
        bus, presence = self._services.bus, self._services.presence
        with bus.listen(self._id) as woken, presence.at(self._id, self._browser) as closing:
            self._woken = woken
            self._closing = closing
            tasks = [asyncio.create_task(self._work.metered(task)) for task in (self._read(), self._update(game))]
            try:
                done, _ = await asyncio.wait([*tasks, closing], return_when=asyncio.FIRST_COMPLETED)
                await self._close(next(iter(done)).exception())
            finally:
                tasks += [self._search_task] if self._search_task else []
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, cause: BaseException | None) -> None:
        match cause:
            case None | WebSocketDisconnect():
                return
            case _Close():
                code, reason = cause.code, cause.reason
            case BrowserErased():
                code, reason = CloseCode.FORGOTTEN, "erased"
            case SlowConsumer():
                code, reason = CloseCode.TOO_SLOW, "too slow"
            case _:
                code, reason = 1011, "the server failed"
                logger.error("socket.failed", table=self._id, exc_info=cause)
        logger.info("socket.closed", table=self._id, code=code)
        with suppress(Exception):
            async with asyncio.timeout(self._config.send_timeout):
                await self._socket.close(code, reason)

    async def _table(self) -> CachedTable:
        """The table as it is now, while this browser may watch it."""
        table = await self._services.cache.get(self._id)
        row = table.state.row
        if self._invited and row.watch != self._link:
            self._invited = await self._services.access_links.invited(self._id, self._browser)
            self._link = row.watch
        if not (self._invited or table.state.admits(self._browser)):
            raise _Close(CloseCode.PRIVATE, "private")
        return table

    async def _send(self, message: FromServer | msgspec.Raw) -> None:
        if isinstance(message, Refused):
            metrics.REFUSALS.labels(message.code).inc()
        text = _encode(message).decode()
        self._work.charge_bytes(len(text))
        event: WebSocketSendEvent = {"type": "websocket.send", "bytes": None, "text": text}
        try:
            await self._services.send_timeouts.send(self._socket.send(event), self._closing)
        except OSError:  # the browser has disconnected meanwhile
            raise WebSocketDisconnect(detail="gone") from None

    # Updates

    async def _update(self, game: str) -> None:
        """Send what the browser lacks at every wake-up."""
        try:
            async with asyncio.timeout(self._config.hello_timeout):
                await self._greeted()
        except TimeoutError:
            raise _Close(CloseCode.NO_HELLO, "no hello") from None
        await self._services.library.wait(game)
        while True:
            self._woken.clear()
            if await self._catch_up():
                await self._woken.wait()
            else:
                await asyncio.sleep(RETRY)  # no wake-up says that the database is back

    async def _greeted(self) -> None:
        while self._feed.hello is None:
            await self._woken.wait()
            self._woken.clear()

    async def _catch_up(self) -> bool:
        """Send what the browser lacks; ``False`` if the database does not answer."""
        messages: list[FromServer | msgspec.Raw]
        try:
            table = await self._narrated()
            state, described = table.state, self._services.describer.describe(table)
            messages = list(self._feed.catch_up(state, table.readers, described, chat=self._reads_chat(state)))
        except Unavailable as problem:
            if not self._told_unavailable:
                await self._send(refused(problem))
            self._told_unavailable = True
            return False
        except Problem as problem:
            messages = [refused(problem)]
        self._told_unavailable = False
        while messages:
            await self._send(messages.pop(0))
        return True

    async def _narrated(self) -> CachedTable:
        """The table with its log narrated for this browser, in slices between which other tasks run."""
        while True:
            await self._work.settled()
            table = await self._table()
            if self._feed.narrate(table.state, table.readers):
                return table
            await asyncio.sleep(0)

    def _reads_chat(self, state: TableState) -> bool:
        """Whether the browser may read the chat: not if only the game was shared with it."""
        return self._invited or state.row.watch is None or state.has_sat(self._browser)

    # Requests

    async def _read(self) -> None:
        """Answer messages."""
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            raw = event.get("bytes") or b"" if text is None else text
            if not self._bucket.take():
                await self._limit(raw)
            elif text is None:
                await self._send(malformed())
            else:
                await self._receive(raw)

    async def _limit(self, raw: str | bytes) -> None:
        """Refuse a message beyond the rate."""
        self._excess += 1
        if self._excess > self._config.excess_messages:
            raise _Close(CloseCode.TOO_MANY, "too many messages")
        reference = _reference(raw)
        await self._send(refused(Problem(Refusal.RATE_LIMIT), key=reference.key, ask=reference.ask))

    async def _receive(self, raw: str | bytes) -> None:
        try:
            message = _decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            reference = _reference(raw)
            return await self._send(malformed(key=reference.key, ask=reference.ask))
        if isinstance(message, Ping):
            return await self._send(Pong())
        if isinstance(message, Hello):
            self._feed.hello = message
            return self._woken.set()
        await self._work.settled()
        if isinstance(message, Studied):
            return self._searches_there.found(message)
        if isinstance(message, SearchQuestion):
            return await self._begin_search(message)
        return await self._answer(message)

    async def _begin_search(self, question: SearchQuestion) -> None:
        """Answer beside other messages: a search takes time."""
        if self._search_task is not None and not self._search_task.done():
            return await self._send(refused(Problem(Refusal.ANALYSIS_BUSY), ask=question.ask))
        self._search_task = asyncio.create_task(self._work.metered(self._search(question)))
        return None

    async def _order(self, order: StudyOrder) -> None:
        """Let the browser search; its answer costs it no message of its own."""
        self._bucket.spend(-1)
        await self._send(order)

    async def _search(self, question: SearchQuestion) -> None:
        try:
            await self._answer(question)
        except (WebSocketDisconnect, _Close):
            return  # the other tasks notice it, too
        except Exception:
            logger.exception("search.failed", table=self._id)
            with suppress(WebSocketDisconnect):
                await self._send(refused(Problem(Refusal.FAILED), ask=question.ask))

    async def _answer(self, message: Question | SearchQuestion | Command) -> None:
        key, ask = (message.key, -1) if isinstance(message, SeatCommand) else ("", message.ask)
        state: TableState | None = None
        try:
            state = (await self._table()).state
            if isinstance(message, SearchQuestion):
                answer: FromServer = await self._searches.answer(state, message)
            else:
                answer = await self._answers.answer(state, message, self._feed.seat)
            await self._send(answer)
        except Problem as problem:
            await self._send(refused(problem, state.row.game if state else "", key=key, ask=ask))


def _reference(raw: str | bytes) -> _Reference:
    try:
        return msgspec.json.decode(raw, type=_Reference)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _Reference()

"""A browser's socket at a table: it answers messages, and at every wake-up sends what the browser lacks.

What the browser lacks is built from the table's log, for its own eyes. Nothing more is read or built while the browser
does not read what was sent, so what waits for it is bounded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.errors import Unavailable
from tablier.server.db.uptime import Uptime
from tablier.server.domain.feed import Feed
from tablier.server.domain.refusals import refused, refused_unread
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
from tablier.server.ws.ws_protocol import TableProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

logger = structlog.get_logger()

Task = asyncio.Task[None]

RETRY = 1.0
"""Seconds before a database that did not answer is read again."""

_decode = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


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
    """A browser's socket at a table. Use :meth:`run` once.

    Messages and wake-ups are handled in the call that brings them if nothing has to be waited for, else by a task: a
    task for each would cost more than most of them. While one waits, those that follow wait for it.
    """

    def __init__(
        self,
        services: Connections,
        socket: TableProtocol,
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
        self._game = row.game
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
        self._feed = Feed(browser, services.uptime.charged, milliseconds(self._config.vote_delay))
        self._received: list[str | bytes | None] = []
        """Messages that wait for the answer to an earlier one; ``None`` is the end of the connection."""
        self._answering: Task | None = None
        self._searching: Task | None = None
        self._updating: Task | None = None
        self._woken = False
        self._told_unavailable = False

    async def run(self) -> None:
        """Serve the browser until it disconnects or is disconnected."""
        self._loop = asyncio.get_running_loop()
        bus, presence = self._services.bus, self._services.presence
        with bus.listen(self._id, self._wake), presence.at(self._id, self._browser) as self._closing:
            greeting = self._loop.call_later(self._config.hello_timeout, self._require_hello)
            self._socket.deliver(self._take)
            try:
                await self._closing
            except Exception as cause:
                await self._close(cause)
            finally:
                greeting.cancel()
                tasks = [task for task in (self._answering, self._searching, self._updating) if task]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self._work.settle()

    async def _close(self, cause: Exception) -> None:
        match cause:
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
        self._socket.stop_reading()
        await self._socket.close(code, reason, self._config.send_timeout)

    def _require_hello(self) -> None:
        if not self._feed.greeted:
            self._fail(_Close(CloseCode.NO_HELLO, "no hello"))

    def _fail(self, cause: BaseException) -> None:
        """Tell the browser of a problem; for any other cause close the socket."""
        if isinstance(cause, Problem):
            self._write(refused(cause))
        elif not self._closing.done():
            self._closing.set_exception(cause)

    def _run(self, step: Callable[[], None]) -> None:
        """Take a step, unless the socket is closing. The address is charged for it; its failure closes the socket."""
        if not self._closing.done():
            try:
                self._work.measure(step)
            except Exception as error:
                self._fail(error)

    def _start(self, work: Coroutine[Any, Any, None], then: Callable[[], None] | None = None) -> Task:
        """Start a task, and call ``then`` when it has ended. Its failure closes the socket."""

        def ended(task: Task) -> None:
            if not task.cancelled():
                if error := task.exception():
                    self._fail(error)
                if then:
                    then()

        task = self._loop.create_task(self._work.metered(work))
        task.add_done_callback(ended)
        return task

    async def _table(self) -> CachedTable:
        """The table as it is now, while this browser may watch it."""
        table = await self._services.cache.get(self._id)
        if not self._link_checked(table):
            link = table.state.row.watch
            self._invited = await self._services.access_links.invited(self._id, self._browser)
            self._link = link
        self._require_admitted(table.state)
        return table

    def _link_checked(self, table: CachedTable) -> bool:
        return not self._invited or table.state.row.watch == self._link

    def _require_admitted(self, state: TableState) -> None:
        if not (self._invited or state.admits(self._browser)):
            raise _Close(CloseCode.PRIVATE, "private")

    # Sending

    def _write(self, *messages: FromServer | msgspec.Raw) -> None:
        for message in messages:
            if isinstance(message, Refused):
                metrics.REFUSALS.labels(message.code).inc()
        texts = list(map(_encode, messages))
        self._work.charge_bytes(sum(map(len, texts)))
        self._socket.write(*texts)

    async def _send(self, message: FromServer) -> None:
        """Send a message when the browser has read those before."""
        await self._drained()
        self._write(message)

    async def _drained(self) -> None:
        """Wait until the browser has read most of what was sent, so that what waits for it is bounded."""
        writable = self._socket.writable
        if not writable.is_set():
            await self._services.send_timeouts.wait(writable, self._closing)

    # Updates

    def _wake(self) -> None:
        """Send what the browser lacks, soon."""
        if not self._woken:
            self._woken = True
            if self._updating is None:
                self._loop.call_soon(self._run, self._update)

    def _update(self) -> None:
        self._woken = False
        if self._feed.greeted and not self._send_missing(self._services.cache.at_hand(self._id)):
            self._updating = self._start(self._catch_up(), self._updated)

    def _updated(self) -> None:
        self._updating = None
        if self._woken:
            self._run(self._update)

    def _send_missing(self, table: CachedTable | None) -> bool:
        """Send what the browser lacks of a table; ``False`` if something has to be waited for before."""
        if table is None or not (table.current and self._link_checked(table)):
            return False
        if not (self._socket.writable.is_set() and self._work.solvent):
            return False
        state = table.state
        self._require_admitted(state)
        if not self._feed.narrate(state, table.readers):
            return False
        self._told_unavailable = False
        described, chat = self._services.describer.describe(table), self._reads_chat(state)
        self._write(*self._feed.catch_up(state, table.readers, described, chat=chat))
        return True

    async def _catch_up(self) -> None:
        """Send what the browser lacks, as soon as that is possible."""
        await self._services.library.wait(self._game)
        while not self._send_missing(await self._prepared()):
            pass

    async def _prepared(self) -> CachedTable | None:
        """The table, when all that :meth:`_send_missing` waits for has come; ``None`` to try again."""
        await self._work.settled()
        await self._drained()
        try:
            table = await self._table()
        except Unavailable as problem:
            if not self._told_unavailable:
                self._write(refused(problem))
            self._told_unavailable = True
            await asyncio.sleep(RETRY)  # no wake-up says that the database is back
            return None
        if not self._feed.narrate(table.state, table.readers):  # a slice of the log: now it is the turn of other tasks
            await asyncio.sleep(0)
        return table

    def _reads_chat(self, state: TableState) -> bool:
        """Whether the browser may read the chat: not if only the game was shared with it."""
        return self._invited or state.row.watch is None or state.has_sat(self._browser)

    # Requests

    def _take(self, event: ASGIReceiveEvent) -> None:
        """Take a message, or the end of the connection: what came before it is answered first."""
        if self._closing.done():
            return
        message: str | bytes | None = None
        if event["type"] == "websocket.receive":
            text, data = event.get("text"), event.get("bytes")
            message = text if text is not None else data or b""
        self._received.append(message)
        self._run(self._answer_received)

    def _answer_received(self) -> None:
        """Answer messages until one takes time; nothing more is read then."""
        while self._received and self._answering is None:
            message = self._received[0]
            if message is None:
                self._closing.set_result(None)
                return
            if self._socket.writable.is_set():
                del self._received[0]
                self._answering = self._receive(message)
            else:
                self._answering = self._start(self._drained(), self._answered)
        if self._received:
            self._socket.stop_reading()
        else:
            self._socket.read_on()

    def _answered(self) -> None:
        self._answering = None
        if self._received:
            self._run(self._answer_received)

    def _receive(self, raw: str | bytes) -> Task | None:
        """Answer a message; returns the task that does so if it takes one."""
        try:
            if not self._bucket.take():
                self._limit(raw)
            elif isinstance(message := _decode(raw if isinstance(raw, str) else ""), Ping):
                self._write(Pong())
            elif isinstance(message, Hello):
                self._feed.hello = message
                self._wake()
            else:
                return self._start(self._handle(message), self._answered)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._write(refused_unread(Refusal.MALFORMED, raw))
        return None

    def _limit(self, raw: str | bytes) -> None:
        """Refuse a message beyond the rate."""
        self._excess += 1
        if self._excess > self._config.excess_messages:
            raise _Close(CloseCode.TOO_MANY, "too many messages")
        self._write(refused_unread(Refusal.RATE_LIMIT, raw))

    async def _handle(self, message: Studied | Question | SearchQuestion | Command) -> None:
        await self._work.settled()
        if isinstance(message, Studied):
            self._searches_there.found(message)
        elif isinstance(message, SearchQuestion):
            await self._begin_search(message)
        else:
            await self._answer(message)

    async def _begin_search(self, question: SearchQuestion) -> None:
        """Answer beside other messages: a search takes time."""
        if self._searching is not None and not self._searching.done():
            await self._send(refused(Problem(Refusal.ANALYSIS_BUSY), ask=question.ask))
        else:
            self._searching = self._start(self._search(question))

    async def _order(self, order: StudyOrder) -> None:
        """Let the browser search; its answer costs it no message of its own."""
        self._bucket.spend(-1)
        await self._send(order)

    async def _search(self, question: SearchQuestion) -> None:
        try:
            await self._answer(question)
        except _Close:
            raise
        except Exception:
            logger.exception("search.failed", table=self._id)
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

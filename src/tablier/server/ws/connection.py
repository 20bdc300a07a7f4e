"""One browser at one table: a socket with a reader and a teller.

The teller is woken, asks the log what its browser lacks, and builds that browser's own view of it. So news, resuming
and joining late are the same code, and lost or doubled wake-ups do no harm. Both wait until the browser has taken what
they say, so what waits for it is bounded; one that takes nothing for too long is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.database import Unavailable
from tablier.server.db.uptime import Uptime
from tablier.server.domain import projections
from tablier.server.domain.events import ChatSent
from tablier.server.domain.rows import TableRow
from tablier.server.domain.state import TableState
from tablier.server.limits import ConcurrencyLimit, TokenBucket, WorkAccount
from tablier.server.messages import (
    ClientMessage,
    CloseCode,
    FromServer,
    Hello,
    Ping,
    Pong,
    Refused,
    SeatCommand,
    Table,
    TableActions,
    TableChanged,
    Welcome,
)
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.cache import CachedTable, TableCache
from tablier.server.tables.description import TableDescriber
from tablier.server.tables.library import Library
from tablier.server.tables.presence import BrowserErased
from tablier.server.tables.refusals import malformed, refused
from tablier.server.timestamps import milliseconds, now
from tablier.server.ws.answers import Answers, AnswerServices
from tablier.server.ws.send_timeout import SendTimeouts, SlowConsumer

logger = structlog.get_logger()

AnyWebSocket = WebSocket[Any, Any, Any]

AGAIN = 1.0
"""Seconds after which the database is asked again when it has not answered."""

_decode = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


class _Mark(msgspec.Struct):
    """What can be saved of a message that is none: the number or key under which its sender waits for an answer."""

    ask: int = -1
    key: str = ""


class _Close(Exception):
    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class Connections(AnswerServices):
    """The services that the connections of a process share."""

    bus: Bus
    cache: TableCache
    describer: TableDescriber
    access_links: AccessLinks
    library: Library
    uptime: Uptime
    send_timeouts: SendTimeouts
    per_browser: ConcurrencyLimit
    """Open sockets, by table and browser."""


class Connection:
    """A browser's socket at a table."""

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
        self._work = work
        self._socket = socket
        self._id = row.id
        self._browser = browser
        self._invited = invited
        """Whether this browser has come by the link to watch."""
        self._link = row.watch
        """The link of the time when that was asked: only another one can mean that watching has ended."""
        self._bucket = TokenBucket(*msgspec.structs.astuple(services.config.socket_rate))
        self._excess = 0
        self._answers = Answers(services, row.id, browser, self._bucket)
        self._greeting: Hello | None = None
        self._seat: int | None = None
        """The seat as which this browser wants to look."""
        self._seq = -1
        """The last event told; -1 before the welcome."""
        self._told: tuple[Table, list[int]] | None = None
        self._in_doubt = False
        """Whether the database has not answered, and the browser been told so."""
        self._actions = TableActions()

    async def run(self, game: str) -> None:
        """Serve the browser until it leaves, or must."""
        with self._services.bus.listen(self._id) as woken, self._services.presence.at(self._id, self._browser) as left:
            self._woken = woken
            self._left = left
            tasks = [asyncio.create_task(self._work.metered(task)) for task in (self._read(), self._tell(game))]
            try:
                done, _ = await asyncio.wait([*tasks, left], return_when=asyncio.FIRST_COMPLETED)
                await self._end(next(iter(done)).exception())
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _end(self, cause: BaseException | None) -> None:
        if isinstance(cause, _Close):
            code, reason = cause.code, cause.reason
            logger.info("socket.closed", table=self._id, code=code)
        elif isinstance(cause, BrowserErased):
            code, reason = CloseCode.FORGOTTEN, "forgotten"
        elif isinstance(cause, SlowConsumer):
            code, reason = CloseCode.TOO_SLOW, "too slow"
            logger.info("socket.closed", table=self._id, code=code)
        elif cause is None or isinstance(cause, WebSocketDisconnect):
            return
        else:
            logger.error("socket.failed", table=self._id, exc_info=cause)
            code, reason = 1011, "the server failed"
        with suppress(Exception):
            await asyncio.wait_for(self._socket.close(code, reason), self._services.config.send_timeout)

    async def _table(self) -> CachedTable:
        """The table as it is now, while this browser may watch."""
        table = await self._services.cache.get(self._id)
        state = table.state
        if self._invited and (link := state.row.watch) != self._link:
            invited = await self._services.access_links.invited(self._id, self._browser)
            self._link, self._invited = link, invited
        if not (self._invited or state.admits(self._browser)):
            raise _Close(CloseCode.PRIVATE, "private")
        return table

    async def _say(self, message: FromServer | msgspec.Raw) -> None:
        if isinstance(message, Refused):
            metrics.REFUSALS.labels(message.code).inc()
        text = _encode(message)
        self._work.charge_bytes(len(text))
        try:
            await self._services.send_timeouts.say(self._socket.send_text(text), self._left)
        except OSError:  # it left while this was on its way
            raise WebSocketDisconnect(detail="gone") from None

    # Telling

    async def _tell(self, game: str) -> None:
        try:
            await asyncio.wait_for(self._greeted(), self._services.config.hello_timeout)
        except TimeoutError:
            raise _Close(CloseCode.NO_HELLO, "no hello") from None
        await self._services.library.wait(game)
        while True:
            self._woken.clear()
            try:
                news = list(self._catch_up(await self._narrated()))
            except Unavailable as problem:
                if not self._in_doubt:
                    await self._say(refused(problem))
                self._in_doubt = True
                await asyncio.sleep(AGAIN)  # nobody wakes us when the database is back
                continue
            except Problem as problem:
                news = [refused(problem)]
            else:
                self._in_doubt = False
            while news:
                await self._say(news.pop(0))
            await self._woken.wait()

    async def _narrated(self) -> CachedTable:
        """The table with its log narrated for this browser, in slices between which others have their turn."""
        while True:
            await self._work.settled()
            table = await self._table()
            seat = self._greeting.seat if self._greeting is not None else self._seat
            if table.readers.narrate(table.state, table.state.reader(table.state.held_by(self._browser), seat)):
                return table
            await asyncio.sleep(0)

    async def _greeted(self) -> None:
        while self._greeting is None:
            await self._woken.wait()
            self._woken.clear()

    def _catch_up(self, cached: CachedTable) -> Iterator[FromServer | msgspec.Raw]:
        """What the browser lacks. All is made before the first is sent: meanwhile its seat could be another's."""
        state, table, told = cached.state, self._services.describer.describe(cached), self._seq
        you = state.held_by(self._browser)
        if self._greeting is not None:
            self._seat = self._greeting.seat
            yield self._welcome(cached, table, you, self._greeting.since)
        elif self._told != (table, you):
            yield TableChanged(table=table, you=you)
        self._told = (table, you)
        while self._seq < state.seq:
            self._seq += 1
            event = state.events[self._seq - 1]
            if not isinstance(event.payload, ChatSent):
                yield cached.readers.update(state, self._seq, state.reader(you, self._seat))
            elif self._hears(state):
                yield projections.chat_line(event, event.payload)
        if state.clock and told < self._seq:
            yield projections.time_left(state.clock, self._services.uptime.charged, now())
        actions = projections.table_actions(
            state,
            you,
            self._browser,
            table.seats,
            at=now(),
            vote_delay=milliseconds(self._services.config.vote_delay),
        )
        if actions != self._actions:
            yield actions
        self._actions = actions

    def _welcome(self, cached: CachedTable, table: Table, you: list[int], since: int) -> Welcome:
        state = cached.state
        reader = state.reader(you, self._seat)
        since = since if since <= state.seq else 0
        log = cached.readers.entries(state, reader, since)
        talk = projections.chat(state, since) if self._hears(state) else []
        view = projections.view(state, reader)
        self._greeting = None
        self._seq = state.seq
        self._actions = TableActions()
        return Welcome(table=table, you=you, seq=state.seq, view=view, log=log, chat=talk)

    def _hears(self, state: TableState) -> bool:
        """Whether the chat is for this browser: not where only the game was shared."""
        return self._invited or state.row.watch is None or state.has_sat(self._browser)

    # Reading

    async def _read(self) -> None:
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            raw = event.get("bytes") or b"" if text is None else text
            if not self._bucket.take():
                self._excess += 1
                if self._excess > self._services.config.excess_messages:
                    raise _Close(CloseCode.TOO_MANY, "too many messages")
                await self._say(_limited(raw))
            elif text is None:
                await self._say(malformed())
            else:
                await self._receive(raw)

    async def _receive(self, raw: str | bytes) -> None:
        try:
            message = _decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            mark = _mark(raw)
            return await self._say(malformed(key=mark.key, ask=mark.ask))
        if isinstance(message, Ping):
            return await self._say(Pong())
        if isinstance(message, Hello):
            self._greeting = message
            return self._woken.set()
        await self._work.settled()
        key, ask = (message.key, -1) if isinstance(message, SeatCommand) else ("", message.ask)
        state: TableState | None = None
        try:
            state = (await self._table()).state
            await self._say(await self._answers.answer(state, message, self._seat))
        except Problem as problem:
            await self._say(refused(problem, state.row.game if state else "", key=key, ask=ask))
        return None


def _mark(raw: str | bytes) -> _Mark:
    try:
        return msgspec.json.decode(raw, type=_Mark)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _Mark()


def _limited(raw: str | bytes) -> Refused:
    mark = _mark(raw)
    return refused(Problem(Refusal.RATE_LIMIT), key=mark.key, ask=mark.ask)

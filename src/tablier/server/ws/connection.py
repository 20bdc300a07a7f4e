"""One browser at one table: a socket with a reader and a teller.

The teller is woken, asks the log what its browser lacks, and builds that browser's own view of it. So news, resuming
and joining late are the same code, and lost or doubled wake-ups do no harm. Both wait until the browser has taken what
they say, so what waits for it is bounded; one that takes nothing for too long is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablier.scene.model import Message
from tablier.server import metrics
from tablier.server.db.database import Unavailable
from tablier.server.domain import analysis, chance, choices, projections, replacement, takeback
from tablier.server.domain.events import ChatSent, Payload
from tablier.server.domain.rows import TableRow
from tablier.server.domain.state import Reader, TableState
from tablier.server.hub import Hub
from tablier.server.limits import TokenBucket
from tablier.server.messages import (
    AddNonce,
    Answer,
    AskChoices,
    AskLook,
    AskWhy,
    Chat,
    ChoicesAnswer,
    ClientMessage,
    CloseCode,
    Command,
    FromServer,
    Hello,
    LookAnswer,
    Ping,
    Pong,
    Question,
    Refused,
    Rematch,
    Resign,
    Return,
    Submit,
    Table,
    TableActions,
    TableChanged,
    Tried,
    Undo,
    Vote,
    Welcome,
    WhatIf,
    WhyAnswer,
)
from tablier.server.problem import Problem
from tablier.server.tables import chat
from tablier.server.tables.cache import CachedTable
from tablier.server.tables.presence import BrowserErased
from tablier.server.tables.refusals import links, malformed, refused, texts
from tablier.server.timestamps import now
from tablier.server.ws.send_timeout import TAKEN_WITHIN, SlowConsumer

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

HELLO_TIMEOUT = 30.0
AGAIN = 1.0
"""Seconds after which the database is asked again when it has not answered."""
RATE, BURST = 10, 20
PATIENCE = 100
"""Messages beyond the rate that are refused before the socket is closed."""

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


class Connection:
    """A browser's socket at a table."""

    def __init__(self, hub: Hub, socket: WebSocket, row: TableRow, browser: int | None, invited: bool) -> None:  # type: ignore[type-arg]
        self._hub = hub
        self._socket = socket
        self._id = row.id
        self._browser = browser
        self._invited = invited
        """Whether this browser has come by the link to watch."""
        self._link = row.watch
        """The link of the time when that was asked: only another one can mean that watching has ended."""
        self._bucket = TokenBucket(RATE, BURST)
        self._excess = 0
        self._analysis = analysis.AnalysisBoard()
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
        with self._hub.bus.listen(self._id) as woken, self._hub.presence.at(self._id, self._browser) as left:
            self._woken = woken
            self._left = left
            tasks = [asyncio.create_task(task) for task in (self._read(), self._tell(game))]
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
            await asyncio.wait_for(self._socket.close(code, reason), TAKEN_WITHIN)

    async def _table(self) -> CachedTable:
        """The table as it is now, while this browser may watch."""
        table = await self._hub.cache.get(self._id)
        state = table.state
        if self._invited and (link := state.row.watch) != self._link:
            invited = await self._hub.access_links.invited(self._id, self._browser)
            self._link, self._invited = link, invited
        if not (self._invited or state.admits(self._browser)):
            raise _Close(CloseCode.PRIVATE, "private")
        return table

    async def _say(self, message: FromServer | msgspec.Raw) -> None:
        if isinstance(message, Refused):
            metrics.REFUSALS.labels(message.code).inc()
        try:
            await self._hub.send_timeouts.say(self._socket.send_text(_encode(message)), self._left)
        except OSError:  # it left while this was on its way
            raise WebSocketDisconnect(detail="gone") from None

    # Telling

    async def _tell(self, game: str) -> None:
        try:
            await asyncio.wait_for(self._greeted(), HELLO_TIMEOUT)
        except TimeoutError:
            raise _Close(CloseCode.NO_HELLO, "no hello") from None
        await self._hub.library.wait(game)
        while True:
            self._woken.clear()
            try:
                news = list(self._catch_up(await self._table()))
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

    async def _greeted(self) -> None:
        while self._greeting is None:
            await self._woken.wait()
            self._woken.clear()

    def _catch_up(self, cached: CachedTable) -> Iterator[FromServer | msgspec.Raw]:
        """What the browser lacks. All is made before the first is sent: meanwhile its seat could be another's."""
        state, table, told = cached.state, self._hub.describe(cached), self._seq
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
            yield projections.time_left(state.clock, self._hub.uptime.charged, now())
        actions = projections.table_actions(state, you, self._browser, table.seats, now())
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
                if self._excess > PATIENCE:
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
        key, ask = getattr(message, "key", ""), getattr(message, "ask", -1)
        state: TableState | None = None
        try:
            state = (await self._table()).state
            await self._say(await self._answer(state, message))
        except Problem as problem:
            await self._say(refused(problem, state.row.game if state else "", key=key, ask=ask))
        return None

    async def _answer(self, state: TableState, message: Question | Command) -> FromServer:
        match message:
            case AskLook(ask, event, tried) if tried is not None:
                position, played = self._try(state, event, tried)
                return LookAnswer(ask=ask, event=event, view=analysis.view(position), tried=played)
            case AskLook(ask, event):
                if event > state.seq:
                    raise Problem(404, "malformed", "refused-no-event", event=event)
                return LookAnswer(ask=ask, event=event, view=projections.view(state, self._reader(state), event))
            case AskChoices(ask, seat, plies, supposed):
                found = choices.choices(state.game.scene, self._asked(state, seat, supposed), seat, plies)
                return ChoicesAnswer(ask=ask, choices=found)
            case AskWhy(ask, seat, plies, path, supposed):
                rule = choices.why(state.game.scene, self._asked(state, seat, supposed), seat, plies, path)
                return _because(state.row.game, ask, rule)
            case command:
                if not (isinstance(command, Return) and command.seat in replacement.lost(state, self._browser)):
                    self._own(state, command.seat)
                return await self._do(state, command)

    async def _do(self, state: TableState, command: Command) -> FromServer:
        play, table, seat, key = self._hub.submissions, self._id, command.seat, command.key
        match command:
            case Submit(plies=plies):
                return await play.submit(table, seat, key, plies)
            case Resign():
                return await play.resign(table, seat, key)
            case Rematch():
                return await play.rematch(table, seat, key)
            case Undo():
                return await play.append(table, seat, key, partial(takeback.take_back, seat=seat))
            case Answer(agree=agree, asked=asked):
                check = partial(takeback.answer, seat=seat, agree=agree, asked=asked)
                return await play.append(table, seat, key, check)
            case Return():
                return await play.append(table, seat, key, partial(replacement.come_back, seat=seat))
            case Vote():
                return await self._vote(state, command)
            case AddNonce(nonce=nonce):
                return await play.append(table, seat, key, partial(chance.add_nonce, seat=seat, nonce=nonce))
            case Chat(text=text):
                return await self._chat(key, seat, text)

    async def _chat(self, key: str, seat: int, text: str) -> FromServer:
        def check(state: TableState) -> Payload:
            # Not asked of a line that was said already: it is only answered once more.
            if not self._hub.chat_limits.take(f"{self._id}:{self._browser}"):
                raise Problem(429, "limit", "refused-limit")
            return chat.send(state, text)

        return await self._hub.submissions.append(self._id, seat, key, check)

    async def _vote(self, state: TableState, vote: Vote) -> FromServer:
        play, present = self._hub.submissions, partial(self._hub.presence.is_connected, self._id)
        check = partial(
            replacement.vote,
            seat=vote.seat,
            absent=vote.absent,
            at=now(),
            present=present,
            levels=play.levels(state),
        )
        return await play.append(self._id, vote.seat, vote.key, check)

    def _asked(self, state: TableState, seat: int, supposed: WhatIf | None) -> Position:
        """The position of which is asked, as ``seat`` sees it: the present one, or one that is only tried out."""
        if supposed is not None:
            if seat not in range(len(state.seats)):
                raise Problem(404, "not-your-seat", "refused-not-your-seat")
            return self._try(state, supposed.event, supposed.moves)[0].view(seat)
        self._own(state, seat)
        if state.over:
            raise Problem(409, "over", "refused-over")
        return state.position.view(seat)

    def _try(self, state: TableState, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
        if not self._bucket.take(self._analysis.cost(state, event, tried)):
            raise Problem(429, "limit", "refused-limit")
        return self._analysis.play(state, event, tried)

    def _reader(self, state: TableState) -> Reader:
        return state.reader(state.held_by(self._browser), self._seat)

    def _own(self, state: TableState, seat: int) -> None:
        if seat not in state.held_by(self._browser):
            raise Problem(403, "not-your-seat", "refused-not-your-seat")


def _because(game: str, ask: int, rule: str | None) -> FromServer:
    if rule is None:
        return Refused(code="illegal", say=Message("refused-nothing-there"), ask=ask)
    return WhyAnswer(ask=ask, rule=rule, text=texts(game, rule), link=links(game, rule))


def _mark(raw: str | bytes) -> _Mark:
    try:
        return msgspec.json.decode(raw, type=_Mark)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _Mark()


def _limited(raw: str | bytes) -> Refused:
    mark = _mark(raw)
    return Refused(code="limit", say=Message("refused-limit"), key=mark.key, ask=mark.ask)

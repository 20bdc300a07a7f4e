"""A page that shows a table: what the WebSocket of a server is, without one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import msgspec

from tablier.local.table_runner import TableRunner
from tablier.local.tables import BROWSER, OpenTable
from tablier.server.domain import commands, projections
from tablier.server.domain.commands import Outcome
from tablier.server.domain.feed import Feed
from tablier.server.domain.questions import Questions
from tablier.server.domain.refusals import refused, refused_unread
from tablier.server.domain.search_answers import Search, SearchAnswers, SearchTimes
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer
from tablier.server.messages import Ack, Chat, ClientMessage, Command, Hello, Ping, Pong, Question, SeatCommand
from tablier.server.problem import Problem, Refusal
from tablier.server.search_messages import SearchQuestion, Studied

logger = logging.getLogger(__name__)

_decode = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


class Connection:
    """One page at one table."""

    def __init__(self, runner: TableRunner, search: Search, table: OpenTable, send: Callable[[str], None]) -> None:
        self.table = table
        self._runner = runner
        self._out = send
        self._feed = Feed(BROWSER, _no_downtime, 0)
        self._questions = Questions(BROWSER, lambda _cost: True)
        self._searches = SearchAnswers(BROWSER, search, SearchTimes())

    async def receive(self, text: str) -> None:
        """Answer a message."""
        try:
            message = _decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self.send(refused_unread(Refusal.MALFORMED, text))
        if isinstance(message, Studied):
            return None  # nothing is ordered: the host has search workers of its own
        if isinstance(message, Ping):
            return self.send(Pong())
        if isinstance(message, Hello):
            self._feed.hello = message
            return self._runner.changed(self.table)
        key, ask = (message.key, -1) if isinstance(message, SeatCommand) else ("", message.ask)
        try:
            self.send(await self._answer(message))
        except Problem as problem:
            self.send(refused(problem, self.table.state.row.game, key=key, ask=ask))
        except Exception:
            logger.exception("a message to table %s failed", self.table.state.row.id)
            self.send(refused(Problem(Refusal.HOST_FAILED), key=key, ask=ask))

    def catch_up(self) -> None:
        """Send what the page lacks."""
        if not self._feed.greeted:
            return
        state, readers = self.table.state, self.table.readers
        described = projections.table(state, self._runner.stage_cache.address(state.position), state.held_by(BROWSER))
        for message in self._feed.catch_up(state, readers, described, chat=True):
            self.send(message)

    def send(self, message: FromServer | msgspec.Raw) -> None:
        """Send a message to the page."""
        self._out(_encode(message).decode())

    async def _answer(self, message: Question | SearchQuestion | Command) -> FromServer:
        state = self.table.state
        if isinstance(message, Chat):
            raise Problem(Refusal.NEEDS_SERVER)
        if isinstance(message, SearchQuestion):
            return await self._searches.answer(state, message)
        if not isinstance(message, SeatCommand):
            return self._questions.answer(state, message, self._feed.seat)
        commands.check_seat(state, message, BROWSER)
        check = partial(_outcome, command=message, levels=self._runner.levels(state.row.game))
        seq = await self._runner.append(self.table, message.seat, message.key, check)
        return Ack(key=message.key, seq=seq)


def _outcome(state: TableState, command: Command, levels: list[int]) -> Outcome:
    return commands.outcome(state, command, levels=levels, present=lambda browser: browser == BROWSER, vote_delay=0)


def _no_downtime(_since: int, _until: int) -> int:
    return 0

"""What one browser has been sent of a table, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from tablier.server.config import Config
from tablier.server.db.uptime import Uptime
from tablier.server.domain import projections
from tablier.server.domain.events import ChatSent
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer
from tablier.server.messages import Hello, Table, TableActions, TableChanged, Welcome
from tablier.server.tables.cache import CachedTable
from tablier.server.tables.description import TableDescriber
from tablier.server.timestamps import milliseconds, now


@dataclass(frozen=True, kw_only=True)
class FeedServices:
    """The services that a feed needs."""

    config: Config
    describer: TableDescriber
    uptime: Uptime


class Feed:
    """Resuming, joining late and live play are the same: a feed builds what its browser lacks from the table's log."""

    def __init__(self, services: FeedServices, browser: int | None) -> None:
        self._services = services
        self._browser = browser
        self._seq = -1
        """The last event sent; -1 before the welcome."""
        self._table: tuple[Table, list[int]] | None = None
        """The table and the browser's seats, as last sent."""
        self._actions = TableActions()
        self._seat: int | None = None
        self.hello: Hello | None = None
        """A greeting to be answered."""

    @property
    def seat(self) -> int | None:
        """The seat as which the browser wants to look."""
        return self._seat if self.hello is None else self.hello.seat

    def narrate(self, cached: CachedTable) -> bool:
        """Narrate a slice of the log for this browser; ``True`` when nothing is left to narrate."""
        state = cached.state
        return cached.readers.narrate(state, state.reader(state.held_by(self._browser), self.seat))

    def catch_up(self, cached: CachedTable, *, chat: bool) -> Iterator[FromServer | msgspec.Raw]:
        """The messages that the browser lacks, with the chat if it may read it.

        Consume all before the first is sent: meanwhile a seat could change hands.
        """
        state, sent = cached.state, self._seq
        table, you = self._services.describer.describe(cached), state.held_by(self._browser)
        if self.hello is not None:
            yield self._welcome(self.hello, cached, table, you, chat=chat)
        elif self._table != (table, you):
            yield TableChanged(table=table, you=you)
        self._table = (table, you)
        yield from self._events(cached, you, chat=chat)
        if state.clock and sent < self._seq:
            yield projections.time_left(state.clock, self._services.uptime.charged, now())
        actions = self._table_actions(state, table, you)
        if actions != self._actions:
            yield actions
        self._actions = actions

    def _welcome(self, hello: Hello, cached: CachedTable, table: Table, you: list[int], *, chat: bool) -> Welcome:
        state = cached.state
        self.hello, self._seat = None, hello.seat
        self._seq, self._actions = state.seq, TableActions()
        reader = state.reader(you, self._seat)
        since = hello.since if hello.since <= state.seq else 0
        return Welcome(
            table=table,
            you=you,
            seq=state.seq,
            view=projections.view(state, reader),
            log=cached.readers.entries(state, reader, since),
            chat=projections.chat(state, since) if chat else [],
        )

    def _events(self, cached: CachedTable, you: list[int], *, chat: bool) -> Iterator[FromServer | msgspec.Raw]:
        state = cached.state
        while self._seq < state.seq:
            self._seq += 1
            event = state.events[self._seq - 1]
            if not isinstance(event.payload, ChatSent):
                yield cached.readers.update(state, self._seq, state.reader(you, self._seat))
            elif chat:
                yield projections.chat_line(event, event.payload)

    def _table_actions(self, state: TableState, table: Table, you: list[int]) -> TableActions:
        delay = milliseconds(self._services.config.vote_delay)
        return projections.table_actions(state, you, self._browser, table.seats, at=now(), vote_delay=delay)

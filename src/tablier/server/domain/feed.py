"""What one browser has been sent of a table, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablier.server.domain import projections
from tablier.server.domain.clocks import Charged
from tablier.server.domain.events import ChatSent
from tablier.server.domain.reader_cache import ReaderCache
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer
from tablier.server.messages import Hello, Table, TableActions, TableChanged, Welcome
from tablier.server.timestamps import now


class Feed:
    """Resuming, joining late and live play are the same: a feed builds what its browser lacks from the table's log."""

    def __init__(self, browser: int | None, charged: Charged, vote_delay: int) -> None:
        self._browser = browser
        self._charged = charged
        self._vote_delay = vote_delay
        self._seq = -1
        """The last event sent; -1 before the welcome."""
        self._table: tuple[Table, list[int]] | None = None
        """The table and the browser's seats, as last sent."""
        self._actions = TableActions()
        self._seat: int | None = None
        self.hello: Hello | None = None
        """A greeting to be answered."""

    @property
    def greeted(self) -> bool:
        """Whether the browser has greeted."""
        return self.hello is not None or self._seq >= 0

    @property
    def seat(self) -> int | None:
        """The seat as which the browser wants to look."""
        return self._seat if self.hello is None else self.hello.seat

    def narrate(self, state: TableState, readers: ReaderCache) -> bool:
        """Narrate a slice of the log for this browser; ``True`` when nothing is left to narrate."""
        return readers.narrate(state, state.reader(state.held_by(self._browser), self.seat))

    def catch_up(
        self, state: TableState, readers: ReaderCache, table: Table, *, chat: bool
    ) -> list[FromServer | msgspec.Raw]:
        """The messages that the browser lacks, with the chat if it may read it. ``table`` describes the table."""
        sent, you = self._seq, state.held_by(self._browser)
        lacking: list[FromServer | msgspec.Raw] = []
        if self.hello is not None:
            lacking.append(self._welcome(self.hello, state, readers, table, you, chat=chat))
        elif self._table != (table, you):
            lacking.append(TableChanged(table=table, you=you))
        self._table = (table, you)
        lacking += self._events(state, readers, you, chat=chat)
        if state.clock and sent < self._seq:
            lacking.append(projections.time_left(state.clock, self._charged, now()))
        actions = self._table_actions(state, table, you)
        if actions != self._actions:
            lacking.append(actions)
        self._actions = actions
        return lacking

    def _welcome(
        self, hello: Hello, state: TableState, readers: ReaderCache, table: Table, you: list[int], *, chat: bool
    ) -> Welcome:
        self.hello, self._seat = None, hello.seat
        self._seq, self._actions = state.seq, TableActions()
        reader = state.reader(you, self._seat)
        since = hello.since if hello.since <= state.seq else 0
        return Welcome(
            table=table,
            you=you,
            seq=state.seq,
            view=projections.view(state, reader),
            log=readers.entries(state, reader, since),
            chat=projections.chat(state, since) if chat else [],
            reader=reader,
        )

    def _events(
        self, state: TableState, readers: ReaderCache, you: list[int], *, chat: bool
    ) -> Iterator[FromServer | msgspec.Raw]:
        while self._seq < state.seq:
            self._seq += 1
            event = state.events[self._seq - 1]
            if not isinstance(event.payload, ChatSent):
                yield readers.update(state, self._seq, state.reader(you, self._seat))
            elif chat:
                yield projections.chat_line(event, event.payload)

    def _table_actions(self, state: TableState, table: Table, you: list[int]) -> TableActions:
        return projections.table_actions(state, you, self._browser, table.seats, at=now(), vote_delay=self._vote_delay)

"""Appends events to the logs of tables: each is checked against the state that it follows, and written once."""

from __future__ import annotations

from functools import partial

import structlog

from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.errors import StoreError
from tablier.server.db.event_writer import EventWriter
from tablier.server.db.table_store import TableStore
from tablier.server.domain import rematch
from tablier.server.domain.commands import Check
from tablier.server.domain.events import Event
from tablier.server.domain.refusals import refused
from tablier.server.domain.state import TableState
from tablier.server.messages import Ack, Refused
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.timestamps import now

logger = structlog.get_logger()

TRIES = 8
"""How often an event that another one overtook is tried on the new state."""


class Submissions:
    """Appends events to the logs of tables. The caller has checked that the seat is the sender's own."""

    def __init__(
        self,
        tables: TableStore,
        browsers: BrowserStore,
        log: EventWriter,
        cache: TableCache,
        bus: Bus,
        bots: BotFactory,
    ) -> None:
        self._tables = tables
        self._browsers = browsers
        self._log = log
        self._cache = cache
        self._bus = bus
        self._bot_factory = bots

    def levels(self, state: TableState) -> list[int]:
        """The levels of the bots of a table's game."""
        return [level.level for level in self._bot_factory.levels(state.row.game)]

    async def settle(self, table_id: str) -> None:
        """Make the table of a rematch that all have offered, unless it exists. Safe to repeat, as after a crash."""
        state = await self._cache.state(table_id)
        if not state.rematch_offers or state.row.rematch:
            return
        made = rematch.table(state, self.levels(state), await self._browsers.erased_seats(table_id))
        if made is None:
            return
        table, first = made
        if await self._tables.add(table, [first] if first else ()):
            logger.info("table.made", table=table.id, game=table.game, rematch_of=table_id)
            self._bus.wake(table.id)
        self._bus.wake(table_id)

    async def append(self, table_id: str, seat: int, key: str, check: Check) -> Ack | Refused:
        """Append the event that ``check`` returns, or refuse it as ``check`` raises; once for each key of a seat."""
        own = f"{seat}:{key}"  # one seat cannot use up another's key
        overtaken = False
        game = ""
        try:
            for _ in range(TRIES):
                table = await self._cache.get(table_id)
                game = table.state.row.game
                async with table.submitting:
                    table = await self._cache.get(table_id)
                    if own in table.keys:
                        return Ack(key=key, seq=table.keys[own])
                    payload, position = check(table.state)
                    event = Event(table_id, table.state.seq + 1, own, seat, payload, now())
                    # An event that cannot be replayed raises here, before it is written.
                    after = table.state.apply(event, position)
                    # Called even if the sender has disconnected: a stored event is broadcast in any case.
                    written = await self._log.append(event, partial(self._written, after))
                if written is not None:
                    return Ack(key=key, seq=written.seq)
                overtaken = True
        except Problem as problem:
            if overtaken and problem.code in ("illegal", "not-your-turn", "over"):
                problem.code = "late"
            return refused(problem, game, key=key)
        except StoreError:
            return refused(Problem(Refusal.STORAGE), key=key)
        return refused(Problem(Refusal.LATE), key=key)

    def _written(self, after: TableState, event: Event, written: Event | None) -> None:
        """Tell this process what the database did with an event; other processes hear of it with the commit."""
        if written is not event:  # a repetition, or overtaken: the table in memory is out of date
            self._bus.wake(event.table_id)
            return
        self._cache.advance(after)
        self._bus.wake(event.table_id, cached=True)
        metrics.events_of(event.kind).inc()

"""Appends events to the logs of tables: each is checked against the state that it follows, and written once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from tablier.commit_reveal import SCHEME
from tablier.core.seats import CHANCE
from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.database import StoreError
from tablier.server.db.event_writer import EventWriter
from tablier.server.db.table_store import TableStore
from tablier.server.domain import replacement, submission
from tablier.server.domain.draws import new_seed
from tablier.server.domain.events import ClockSet, Event, Payload
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.messages import Ack, Refused
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.tables.refusals import refused
from tablier.server.timestamps import now
from tablier.server.tokens import digest, new_id, new_token

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

TRIES = 8
"""How often an event that another one overtook is tried on the new state."""

Check = Callable[[TableState], Payload]
"""Says what happens if the event is appended now, or raises a :class:`Problem`."""


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

    async def submit(
        self, table_id: str, seat: int, key: str, plies: Sequence[str], *, bot: bool = False
    ) -> Ack | Refused:
        """Play plies, all or none."""
        return await self._append(table_id, seat, key, partial(submission.submit, seat=seat, plies=plies, bot=bot))

    async def resign(self, table_id: str, seat: int, key: str) -> Ack | Refused:
        """Give up: a bot plays on, or the game is over."""
        return await self.append(table_id, seat, key, lambda state: submission.resign(state, self.levels(state)))

    def levels(self, state: TableState) -> list[int]:
        """The levels of the bots of a table's game."""
        return [level.level for level in self._bot_factory.levels(state.row.game)]

    async def rematch(self, table_id: str, seat: int, key: str) -> Ack | Refused:
        """Offer a rematch; the last offer makes its table."""
        answer = await self.append(table_id, seat, key, partial(submission.offer_rematch, seat=seat))
        await self.settle(table_id)
        return answer

    async def settle(self, table_id: str) -> None:
        """Make the table of a rematch that all have offered, unless it exists. Safe to repeat, as after a crash."""
        state = await self._cache.state(table_id)
        if not state.rematch_offers or state.row.rematch:
            return
        seats = self._rematch_seats(state, await self._browsers.erased_seats(table_id))
        humans = {n for n, seat in enumerate(seats) if not seat.level}
        if not humans or not humans <= set(state.rematch_offers):
            return
        table = replace(
            state.row,
            id=new_id(),
            seats=(*seats[1:], seats[0]),
            at=now(),
            seed=new_seed(),
            draw_scheme=SCHEME,
            rematch_of=table_id,
            rematch=None,
            watch=state.row.watch and digest(new_token()),
            open=False,
            shared=False,
        )
        control = state.clock.control if state.clock else None
        first = clock_event(table, control.text, control.out) if control else None
        if await self._tables.add(table, first):
            logger.info("table.made", table=table.id, game=table.game, rematch_of=table_id)
            self._bus.wake(table.id)
        self._bus.wake(table_id)

    def _rematch_seats(self, state: TableState, erased: set[int]) -> list[SeatRow]:
        """The seats of a rematch: bots stay, and one comes in place of an erased browser.

        Free seats would stay free: their links are shown to the maker of a table, and a rematch has none.
        """
        bot = replacement.level(self.levels(state))
        return [
            SeatRow(level=bot)
            if bot and n in erased and not seat.level
            else replace(seat, token=None, name="" if n in state.replacements else seat.name)
            for n, seat in enumerate(state.seats)
        ]

    async def append(self, table_id: str, seat: int, key: str, check: Check) -> Ack | Refused:
        """Append the event that ``check`` returns, or refuse it as ``check`` raises; once for each key of a seat."""
        return await self._append(table_id, seat, key, lambda state: (check(state), None))

    async def _append(
        self, table_id: str, seat: int, key: str, check: Callable[[TableState], tuple[Payload, Position | None]]
    ) -> Ack | Refused:
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
            self._bus.notify_local(event.table_id)
            return
        self._cache.advance(after)
        self._bus.notify_local(event.table_id, cached=True)
        metrics.events_of(event.kind).inc()
        logger.info("event", table=event.table_id, seq=event.seq, seat=event.seat, kind=event.kind)


def clock_event(table: TableRow, time: str, out: str) -> Event:
    """The event with which the log of a table with a clock begins."""
    return Event(table.id, 1, "clock", CHANCE, ClockSet(time, out), table.at)

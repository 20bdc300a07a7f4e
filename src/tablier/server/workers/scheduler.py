"""Schedules timed events: any process may append them; unique keys make them happen once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import structlog

from tablier.core.seats import CHANCE
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.table_store import TableStore
from tablier.server.db.uptime import Uptime
from tablier.server.domain import chance, replacement
from tablier.server.domain.commands import Outcome
from tablier.server.domain.events import ClockStarted, Drawn, Payload, TimedOut
from tablier.server.domain.state import TableState
from tablier.server.messages import Refused
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.timestamps import milliseconds, now
from tablier.server.workers.resumption import Resumption

if TYPE_CHECKING:
    from tablier.server.tables.submissions import Submissions

logger = structlog.get_logger()


RETRY = 5000
"""Pause before a table is checked again whose database or game is not ready, in ms."""
READ_AT_ONCE = 4
"""Tables that are read at the same time: after a start thousands may be due, and players need the other connections."""
RESUMED = 90 * 24 * 3600 * 1000
"""How old a table with a clock may be to be resumed after a start, in ms."""


class ScheduledEvent(msgspec.Struct, frozen=True):
    """An event to be appended at ``at`` (ms since 1970), unless the table changes first."""

    at: int
    key: str
    payload: Payload
    seat: int = CHANCE


class Scheduler:
    """Waits for the next scheduled event of each table; a wake-up makes it check again."""

    def __init__(
        self,
        config: Config,
        tables: TableStore,
        library: Library,
        cache: TableCache,
        bus: Bus,
        submissions: Submissions,
        uptime: Uptime,
    ) -> None:
        self._config = config
        self._library = library
        self._cache = cache
        self._submissions = submissions
        self._uptime = uptime
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: dict[str, asyncio.Event] = {}
        self._running_clocks: set[str] = set()
        """Tables with running clocks."""
        self._beats: asyncio.Task[None] | None = None
        self._resumption = Resumption(
            "scheduler", tables, library, lambda: tables.with_clocks(now() - RESUMED, 1000), self.wake, RETRY / 1000
        )
        self._reading = asyncio.Semaphore(READ_AT_ONCE)
        self._unsubscribe = bus.subscribe(self.wake, resync=self._resync)

    async def start(self) -> None:
        """Start heartbeats, and resume the tables with clocks."""
        await self._uptime.heartbeat()
        self._beats = asyncio.create_task(self._heartbeats(), name="scheduler beats")
        self._resumption.start()

    async def stop(self) -> None:
        """Cancel all scheduled events."""
        self._unsubscribe()
        await self._resumption.stop()
        tasks = [task for task in (self._beats, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._beats is not None and self._running_clocks:
            with suppress(Exception):  # the clocks then lose no time
                await self._uptime.heartbeat()

    def wake(self, table_id: str) -> None:
        """Check a table."""
        if table_id in self._tasks:
            self._woken[table_id].set()
        elif not self._idle(table_id):
            self._woken[table_id] = asyncio.Event()
            self._tasks[table_id] = asyncio.create_task(self._keep(table_id), name=f"scheduler {table_id}")

    def _idle(self, table_id: str) -> bool:
        """Whether a table that is in memory has nothing scheduled, as most have.

        Without a clock, which the first event sets, nothing ever will be once play has begun: then a wake-up from
        another process costs no reading.
        """
        known = self._cache.known(table_id)
        if known is not None and known.events and known.clock is None and not known.initial_draw_pending:
            return True
        state = self._cache.current(table_id)
        return state is not None and not _running(state) and self._next(state) is None

    def _resync(self) -> None:
        """Check all tables, after wake-ups may have been lost."""
        self._resumption.start()
        for table_id in list(self._tasks):
            self.wake(table_id)

    async def _heartbeats(self) -> None:
        while True:
            await asyncio.sleep(self._config.heartbeat)
            try:
                if self._running_clocks:
                    await self._uptime.heartbeat()
            except Exception:  # try again, whatever it was
                logger.exception("scheduler.no-heartbeat")

    async def _keep(self, table_id: str) -> None:
        woken = self._woken[table_id]
        try:
            while True:
                woken.clear()
                try:
                    until = await self._check(table_id)
                except Problem as problem:
                    logger.info("scheduler.waits", table=table_id, why=str(problem))
                    until = now() + RETRY if problem.status == 503 else None
                if until is not None:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(max(0, until - now()) / 1000):
                            await woken.wait()
                elif not woken.is_set():
                    return
        except Exception:
            logger.exception("scheduler.failed", table=table_id)
        finally:
            # No await since the last check: no wake-up is missed.
            self._running_clocks.discard(table_id)
            del self._tasks[table_id], self._woken[table_id]

    async def _check(self, table_id: str) -> int | None:
        """Append the events that are due; returns when to check again, or ``None``."""
        while True:
            async with self._reading:
                state = await self._cache.state(table_id)
            await self._count_running(state)
            due = self._next(state)
            if due is None or due.at > now():
                return None if due is None else due.at
            await self._append(table_id, due)

    async def _count_running(self, state: TableState) -> None:
        """Send heartbeats from the first running clock to the last."""
        if not _running(state):
            self._running_clocks.discard(state.row.id)
        elif state.row.id not in self._running_clocks:
            self._running_clocks.add(state.row.id)
            await self._uptime.heartbeat()

    async def _append(self, table_id: str, due: ScheduledEvent) -> None:
        if isinstance(due.payload, TimedOut):
            await self._uptime.heartbeat()  # the machine may have slept

        def check(state: TableState) -> Outcome:
            still = self._next(state)
            if still is None or (still.key, still.seat) != (due.key, due.seat) or still.at > now():
                raise Problem(Refusal.LATE)
            return still.payload, None

        answer = await self._submissions.append(table_id, due.seat, due.key, check)
        if isinstance(answer, Refused) and answer.code != "late":
            raise Problem(Refusal.STORAGE)

    def _next(self, state: TableState) -> ScheduledEvent | None:
        """The first scheduled event of a table."""
        return None if state.over else min(self._scheduled(state), key=lambda due: due.at, default=None)

    def _scheduled(self, state: TableState) -> Iterator[ScheduledEvent]:
        draw = chance.first_draw(state, milliseconds(self._config.nonce_grace))
        if draw is not None:
            yield ScheduledEvent(draw, "draw", Drawn())
        if state.clock_may_start:
            yield ScheduledEvent(0, "start", ClockStarted())
        clock = state.clock
        if clock and (timeout := clock.next_timeout(self._uptime.charged, now())):
            seat, at = timeout
            payload = TimedOut(replacement.after_timeout(state, self._submissions.levels(state)))
            yield ScheduledEvent(at, f"flag:{state.seq}", payload, seat)


def _running(state: TableState) -> bool:
    """Whether a clock runs."""
    return state.clock is not None and bool(state.clock.running)

"""What falls due at tables by itself: any process sees to it, and the log lets it happen once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import structlog

from tablier.engine.protocol import CHANCE
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.table_store import TableStore
from tablier.server.db.uptime import Uptime
from tablier.server.domain import chance, replacement
from tablier.server.domain.events import ClockStarted, Drawn, Payload, TimedOut
from tablier.server.domain.state import TableState
from tablier.server.messages import Refused
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.timestamps import milliseconds, now

if TYPE_CHECKING:
    from tablier.server.tables.submissions import Submissions

logger = structlog.get_logger()


RETRY = 5000
"""When to look again where the database does not answer, or a game is being compiled, in ms."""
REMEMBERED = 90 * 24 * 3600 * 1000
"""How long a table with a clock is looked after, in ms since it was made."""


class ScheduledEvent(msgspec.Struct, frozen=True):
    """An event that is to be appended at ``at`` (ms since 1970), unless the table changes before."""

    at: int
    key: str
    payload: Payload
    seat: int = CHANCE


class Scheduler:
    """Waits at each table for the next thing that is due there. A wake-up makes it look again."""

    def __init__(
        self,
        config: Config,
        tables: TableStore,
        library: Library,
        cache: TableCache,
        bus: Bus,
        play: Submissions,
        uptime: Uptime,
    ) -> None:
        self._config = config
        self._tables = tables
        self._library = library
        self._cache = cache
        self._play = play
        self._uptime = uptime
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: dict[str, asyncio.Event] = {}
        self._ticking: set[str] = set()
        """Tables whose clocks run."""
        self._services: list[asyncio.Task[None]] = []
        bus.subscribe(self.wake, resync=self._resync)

    async def start(self) -> None:
        """Say that this process lives, and look after the clocks that the last one left."""
        await self._uptime.heartbeat()
        self._services = [
            asyncio.create_task(self._heartbeats(), name="scheduler beats"),
            asyncio.create_task(self._resume(), name="scheduler resumes"),
        ]

    async def stop(self) -> None:
        """Wait no longer."""
        tasks = [*self._services, *self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._services and self._ticking:
            with suppress(Exception):  # it is only kinder to the clocks
                await self._uptime.heartbeat()

    def wake(self, table_id: str) -> None:
        """Look what is due at a table."""
        if table_id in self._tasks:
            self._woken[table_id].set()
        elif not self._idle(table_id):
            self._woken[table_id] = asyncio.Event()
            self._tasks[table_id] = asyncio.create_task(self._keep(table_id), name=f"scheduler {table_id}")

    def _idle(self, table_id: str) -> bool:
        """Whether nothing is due at a table, as can be seen at once at most of them."""
        state = self._cache.current(table_id)
        return state is not None and not _running(state) and self._next(state) is None

    def _resync(self) -> None:
        """Look everywhere: nobody knows what was said meanwhile."""
        self._services.append(asyncio.create_task(self._resume(), name="scheduler resumes"))
        for table_id in list(self._tasks):
            self.wake(table_id)

    async def _resume(self) -> None:
        for table_id in await self._tables.with_clocks(now() - REMEMBERED, 1000):
            row = await self._tables.get(table_id)
            if row is not None and row.game in self._library.names():
                await self._library.wait(row.game)
                self.wake(table_id)
                await asyncio.sleep(0)

    async def _heartbeats(self) -> None:
        while True:
            await asyncio.sleep(self._config.heartbeat)
            try:
                if self._ticking:
                    await self._uptime.heartbeat()
            except Exception:  # the database may come back
                logger.exception("scheduler.no-heartbeat")

    async def _keep(self, table_id: str) -> None:
        woken = self._woken[table_id]
        try:
            while True:
                woken.clear()
                try:
                    until = await self._look(table_id)
                except Problem as problem:
                    logger.info("scheduler.waits", table=table_id, why=str(problem))
                    until = now() + RETRY if problem.status == 503 else None
                if until is not None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(woken.wait(), max(0, until - now()) / 1000)
                elif not woken.is_set():
                    return
        except Exception:
            logger.exception("scheduler.failed", table=table_id)
        finally:
            # No await since the last look: a wake-up cannot have been missed.
            self._ticking.discard(table_id)
            del self._tasks[table_id], self._woken[table_id]

    async def _look(self, table_id: str) -> int | None:
        """See to what is due; when to look again, ``None`` if nothing else will be."""
        while True:
            state = await self._cache.state(table_id)
            await self._mind(state)
            due = self._next(state)
            if due is None or due.at > now():
                return None if due is None else due.at
            await self._see_to(table_id, due)

    async def _mind(self, state: TableState) -> None:
        """Begin to say that this process lives when the first clock starts, and stop when none runs."""
        if not _running(state):
            self._ticking.discard(state.row.id)
        elif state.row.id not in self._ticking:
            self._ticking.add(state.row.id)
            await self._uptime.heartbeat()

    async def _see_to(self, table_id: str, due: ScheduledEvent) -> None:
        if isinstance(due.payload, TimedOut):
            await self._uptime.heartbeat()  # this machine may have slept until now

        def check(state: TableState) -> Payload:
            still = self._next(state)
            if still is None or (still.key, still.seat) != (due.key, due.seat) or still.at > now():
                raise Problem(Refusal.LATE)
            return still.payload

        answer = await self._play.append(table_id, due.seat, due.key, check)
        if isinstance(answer, Refused) and answer.code != "late":
            raise Problem(Refusal.STORAGE)

    def _next(self, state: TableState) -> ScheduledEvent | None:
        """What is due first at a table."""
        return None if state.over else min(self._dues(state), key=lambda due: due.at, default=None)

    def _dues(self, state: TableState) -> Iterator[ScheduledEvent]:
        draw = chance.first_draw(state, milliseconds(self._config.nonce_grace))
        if draw is not None:
            yield ScheduledEvent(draw, "draw", Drawn())
        if state.clock_may_start:
            yield ScheduledEvent(0, "start", ClockStarted())
        clock = state.clock
        if clock and (timeout := clock.next_timeout(self._uptime.charged, now())):
            seat, at = timeout
            payload = TimedOut(replacement.after_timeout(state, self._play.levels(state)))
            yield ScheduledEvent(at, f"flag:{state.seq}", payload, seat)


def _running(state: TableState) -> bool:
    """Whether a clock runs."""
    return state.clock is not None and bool(state.clock.running)

"""Plays for bots: wake-ups start them, searches run in threads, and their turns are submitted like any other."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import structlog

from tablier.errors import GameError
from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.leases import Leases
from tablier.server.db.table_store import TableStore
from tablier.server.domain import bot_turns, submission
from tablier.server.domain.state import TableState
from tablier.server.messages import Refused
from tablier.server.problem import Problem
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.tables.submissions import Submissions
from tablier.server.timestamps import now
from tablier.server.workers.resumption import Resumption

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

WORKERS = 2
NICE = 10
"""The niceness of a searching thread."""
RESUMED = 30 * 24 * 3600 * 1000
"""How old a table may be for its bots to be resumed after a start, in ms."""


def lower_priority() -> None:
    """Let the server's own thread run first. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


async def _until(moment: float) -> None:
    await asyncio.sleep(moment - time.monotonic())


class BotRunner:
    """Plays for the bots of all tables: one search at a time for each table, a few in the process."""

    def __init__(
        self,
        config: Config,
        tables: TableStore,
        leases: Leases | None,
        library: Library,
        cache: TableCache,
        bus: Bus,
        bots: BotFactory,
        submissions: Submissions,
    ) -> None:
        self._bus = bus
        self._leases = leases
        self._config = config
        self._library = library
        self._cache = cache
        self._bot_factory = bots
        self._submissions = submissions
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="bot", initializer=lower_priority)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Tables that were woken while their bots were playing."""
        self._postponed: set[str] = set()
        """Tables to check again soon: another process holds their lease, or the database did not answer."""
        self._thinking = 0
        self._free = asyncio.Semaphore(WORKERS)
        self._waiting = 0
        self._resumption = Resumption(
            "bots", tables, library, lambda: tables.with_bots(now() - RESUMED, 1000), self.wake, config.lease_check
        )
        self._lease_task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a search runs: none can be stopped from outside."""
        return self._thinking > 0

    @property
    def thinking(self) -> int:
        """How many searches run."""
        return self._thinking

    @property
    def waiting(self) -> int:
        """How many searches wait for a thread."""
        return self._waiting

    @property
    def full(self) -> bool:
        """Whether too many searches wait for another table with bots to be made."""
        return self._waiting >= self._config.waiting_bots

    def start(self) -> None:
        """Start to play, also the games that were interrupted."""
        self._unsubscribe = self._bus.subscribe(self.wake, resync=self._resumption.start)
        self._lease_task = asyncio.create_task(self._check_leases(), name="bots watch")
        self._resumption.start()

    async def stop(self) -> None:
        """Stop. A turn that is not committed is chosen again after the next start."""
        if self._unsubscribe is not None:  # events that are written from now on wake no bot
            self._unsubscribe()
        await self._resumption.stop()
        tasks = [task for task in (self._lease_task, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def wake(self, table_id: str) -> None:
        """Check whether a bot is to move at a table."""
        state = self._cache.current(table_id)
        if table_id in self._tasks or state is None or bot_turns.next_bot(state) is not None:
            self._start_playing(table_id)

    def _start_playing(self, table_id: str) -> None:
        if table_id in self._tasks:
            self._again.add(table_id)
        else:
            self._tasks[table_id] = asyncio.create_task(self._play(table_id), name=f"bots {table_id}")

    async def _check_leases(self) -> None:
        """Renew leases, and check postponed tables and those whose leases have expired."""
        while True:
            await asyncio.sleep(self._config.lease_check)
            waiting, self._postponed = self._postponed, set()
            try:
                if self._leases is not None:
                    await self._leases.renew()
                    waiting.update(await self._leases.expired())
            except Exception as error:  # try again, whatever it was
                logger.warning("bots.wait", why=str(error))
            for table_id in waiting:
                self._start_playing(table_id)

    async def _play(self, table_id: str) -> None:
        try:
            self._again.add(table_id)
            while table_id in self._again:
                self._again.discard(table_id)
                await self._play_on(table_id)
        except Problem as problem:
            self._postponed.add(table_id)
            logger.info("bot.waits", table=table_id, why=str(problem))
        except Exception:
            logger.exception("bot.failed", table=table_id)
        finally:
            # No await since ``_again`` was checked: no wake-up is missed.
            self._again.discard(table_id)
            del self._tasks[table_id]

    async def _play_on(self, table_id: str) -> None:
        """Play while a bot is to move, unless another process holds the lease."""
        if bot_turns.next_bot(await self._cache.state(table_id)) is None:
            if self._leases is not None:
                await self._leases.clear(table_id)
            return
        if self._leases is not None and not await self._leases.take(table_id):
            self._postponed.add(table_id)
            return
        try:
            while await self._turn(await self._cache.state(table_id)):
                pass
        finally:
            if self._leases is not None:
                await self._leases.release(table_id)

    async def _turn(self, state: TableState) -> bool:
        """Play one bot's turn; ``False`` if none is to move, or its turn was refused although nothing had changed."""
        seat = bot_turns.next_bot(state)
        if seat is None:
            return False
        seq = state.seq
        plies = await self._think(state, seat)
        check = partial(submission.submit_bot, before=state, seat=seat, plies=plies)
        answer = await self._submissions.append(state.row.id, seat, f"bot:{seq}", check)
        if isinstance(answer, Refused) and answer.code not in ("late", "over", "not-your-turn"):
            if answer.code == "failed":  # the database did not answer
                self._postponed.add(state.row.id)
            logger.error("bot.refused", table=state.row.id, seat=seat, code=answer.code)
            return False
        return True

    async def _think(self, state: TableState, seat: int) -> list[str]:
        # A bot knows what its seat may know.
        position = state.position.view(seat)
        for attempt in (1, 2):
            try:
                plies = await self._ask(state, position.copy(), seat)
                if submitted := bot_turns.submission(position, seat, plies):
                    return submitted
                logger.warning("bot.idle", table=state.row.id, seat=seat, attempt=attempt)
            except TimeoutError:
                logger.warning("bot.late", table=state.row.id, seat=seat, level=state.seats[seat].level)
                break
            except GameError as error:  # such as an interpreter that ended because all games are compiled
                logger.warning("bot.again", table=state.row.id, seat=seat, why=str(error))
            except Exception:
                logger.exception("bot.crashed", table=state.row.id, seat=seat, attempt=attempt)
        return bot_turns.random_submission(position, seat)

    async def _ask(self, state: TableState, position: Position, seat: int) -> list[str]:
        game, level, seed = state.row.game, state.seats[seat].level, secrets.randbits(63)
        interpreted = self._library.interpreted_bot(game, level, seed)

        def think() -> tuple[list[str], float]:
            self._thinking += 1
            seconds = self._seconds()
            searching = min(seconds, self._bot_factory.search_seconds(game, level))
            told = time.monotonic() + bot_turns.least_seconds(state.game.info, searching)
            try:
                bot = interpreted or self._bot_factory.level(game, level, seed=seed, seconds=seconds)
                with metrics.THOUGHT.time():
                    return [move.text for move in bot.plays(position, seat)], told
            finally:
                self._thinking -= 1

        if interpreted is None:
            await self._library.wait_compiled(game)
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        # The deadline excludes the queue, and interpreted bots are slow. A late search keeps its thread until it ends.
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, think)
        thinking.add_done_callback(self._search_done)
        async with asyncio.timeout(self._config.bot_deadline if interpreted is None else None):
            plies, told = await asyncio.shield(thinking)
        await _until(told)
        return plies

    def _seconds(self) -> float:
        """The thinking time of a search that starts now, so that no table waits long for its own."""
        wanted = self._thinking + self._waiting
        return self._config.bot_seconds * min(1.0, WORKERS / max(1, wanted))

    def _search_done(self, thinking: asyncio.Future[tuple[list[str], float]]) -> None:
        self._free.release()
        if not thinking.cancelled():
            thinking.exception()  # retrieved, or asyncio complains: a late search has no caller any more

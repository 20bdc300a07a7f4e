"""Bots at the table: woken like any client, thinking in threads, appending like anybody."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import structlog

from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.leases import Leases
from tablier.server.db.table_store import TableStore
from tablier.server.domain import turns
from tablier.server.domain.state import TableState
from tablier.server.messages import Ack, Refused
from tablier.server.problem import Problem
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.timestamps import now

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

WORKERS = 2
NICE = 10
"""How far a thinking thread stands back."""
REMEMBERED = 30 * 24 * 3600 * 1000


Submit = Callable[[str, int, str, Sequence[str]], Any]


def random_plies(position: Position, seat: int) -> list[str]:
    """Legal plies drawn at random until the turn passes: what is played where a bot has failed twice."""
    position = position.copy()
    plies: list[str] = []
    while seat in position.movers:
        move = random.choice(list(position.moves(seat)))
        position.push(move)
        plies.append(move.text)
    return plies


def _next_bot(state: TableState) -> int | None:
    """The first bot that is to move, if any."""
    movers = () if state.over or state.waiting_for_players else state.position.movers
    return next((n for n in movers if n < len(state.seats) and state.seats[n].level), None)


def _step_back() -> None:
    """Let whoever waits for the server have the processor first. Only Linux knows priorities of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class BotRunner:
    """The bots of all tables. One thinks at a time at each table, a few in the whole process."""

    def __init__(
        self,
        config: Config,
        tables: TableStore,
        leases: Leases | None,
        library: Library,
        cache: TableCache,
        bus: Bus,
        bots: BotFactory,
        submit: Submit,
    ) -> None:
        self._bus = bus
        self._leases = leases
        self._config = config
        self._tables = tables
        self._library = library
        self._cache = cache
        self._bot_factory = bots
        self._submit = submit
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="bot", initializer=_step_back)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Tables that were woken while their bots were at work."""
        self._postponed: set[str] = set()
        """Tables to look at again soon: another process has them, or the database did not answer."""
        self._thinking = 0
        self._free = asyncio.Semaphore(WORKERS)
        self._waiting = 0
        self._resuming: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking, wanted or not: a search cannot be stopped from outside."""
        return self._thinking > 0

    @property
    def thinking(self) -> int:
        """How many bots think."""
        return self._thinking

    @property
    def waiting(self) -> int:
        """How many wait for a free thread."""
        return self._waiting

    @property
    def full(self) -> bool:
        """Whether so many searches wait that another table with bots would only make all of them slower."""
        return self._waiting >= self._config.waiting_bots

    def start(self) -> None:
        """Play from now on, and take up the games that the last process left."""
        self._bus.subscribe(self.wake, resync=self._take_up)
        self._watching = asyncio.create_task(self._watch(), name="bots watch")
        self._take_up()

    async def stop(self) -> None:
        """Stop thinking. What is not committed is thought again after the next start."""
        tasks = [task for task in (self._resuming, self._watching, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def wake(self, table_id: str) -> None:
        """Let the bots of a table see whether it is their turn."""
        state = self._cache.current(table_id)
        if table_id in self._tasks:
            self._again.add(table_id)
        elif state is None or _next_bot(state) is not None:
            self._tasks[table_id] = asyncio.create_task(self._play(table_id), name=f"bots {table_id}")

    def _take_up(self) -> None:
        if self._resuming is not None:
            self._resuming.cancel()
        self._resuming = asyncio.create_task(self._resume(), name="bots resume")

    async def _watch(self) -> None:
        """Keep the tables at which we think, and take up those that wait or that a silent process has left."""
        while True:
            await asyncio.sleep(self._config.lease_check)
            waiting, self._postponed = self._postponed, set()
            try:
                if self._leases is not None:
                    await self._leases.renew()
                    waiting.update(await self._leases.expired())
            except Exception as error:  # whatever it was, we go on watching
                logger.warning("bots.wait", why=str(error))
            for table_id in waiting:
                self.wake(table_id)

    async def _resume(self) -> None:
        while True:
            try:
                return await self._wake_all()
            except Problem as problem:
                logger.warning("bots.wait", why=str(problem))
            await asyncio.sleep(self._config.lease_check)

    async def _wake_all(self) -> None:
        for table_id in await self._tables.with_bots(now() - REMEMBERED, 1000):
            row = await self._tables.get(table_id)
            if row is not None and row.game in self._library.names():
                await self._library.wait(row.game)
                self.wake(table_id)
                await asyncio.sleep(0)

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
            # No await since the last look at what was woken again: nothing can have been missed.
            self._again.discard(table_id)
            del self._tasks[table_id]

    async def _play_on(self, table_id: str) -> None:
        """Play for the bots of a table as long as one is to move, unless another process does."""
        if _next_bot(await self._cache.state(table_id)) is None:
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
        """Play for one bot; ``False`` when none is to move, or it was refused."""
        seat = _next_bot(state)
        if seat is None:
            return False
        seq = state.seq
        plies = await self._think(state, seat)
        answer: Ack | Refused = await self._submit(state.row.id, seat, f"bot:{seq}", plies)
        if isinstance(answer, Refused) and answer.code not in ("late", "over", "not-your-turn"):
            if answer.code == "failed":  # the database did not answer
                self._postponed.add(state.row.id)
            logger.error("bot.refused", table=state.row.id, seat=seat, code=answer.code, plies=plies)
            return False
        return True

    async def _think(self, state: TableState, seat: int) -> list[str]:
        # A bot sees what its seat may see, like anybody.
        position = state.position.view(seat)
        for attempt in (1, 2):
            try:
                plies = await self._ask(state, position.copy(), seat)
                plies = turns.submittable(position, seat, plies)
                if turns.replay(position, seat, plies).ply > position.ply:
                    return plies
                logger.warning("bot.idle", table=state.row.id, seat=seat, attempt=attempt)
            except TimeoutError:
                logger.warning("bot.late", table=state.row.id, seat=seat, level=state.seats[seat].level)
                break
            except Exception:
                logger.exception("bot.crashed", table=state.row.id, seat=seat, attempt=attempt)
        return turns.submittable(position, seat, random_plies(position, seat))

    async def _ask(self, state: TableState, position: Position, seat: int) -> list[str]:
        def think() -> list[str]:
            self._thinking += 1
            try:
                bot = self._bot_factory.level(state.row.game, state.seats[seat].level, seed=secrets.randbits(63))
                with metrics.THOUGHT.time():
                    return [move.text for move in bot.plays(position, seat)]
            finally:
                self._thinking -= 1

        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        # Its time begins now, not in the queue. A search that is late keeps its thread until it ends.
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, think)
        thinking.add_done_callback(self._thought)
        return await asyncio.wait_for(asyncio.shield(thinking), self._config.bot_deadline)

    def _thought(self, thinking: asyncio.Future[list[str]]) -> None:
        self._free.release()
        if not thinking.cancelled():
            thinking.exception()  # of one that was late nobody asks any more

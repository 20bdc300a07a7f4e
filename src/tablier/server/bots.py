"""Bots at the table: woken like any client, thinking in threads, appending like anybody."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

import structlog

from tablier.server import choices
from tablier.server.bus import Bus
from tablier.server.library import Library
from tablier.server.messages import Ack, Refused
from tablier.server.problem import Problem
from tablier.server.rooms import Room, Rooms
from tablier.server.store import Store, now

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

WORKERS = 2
DEADLINE = 60.0
QUEUE = 64
"""Searches that may wait for a free thread before no new table with bots is made."""
REMEMBERED = 30 * 24 * 3600 * 1000


class Bot(Protocol):
    """Anything that plays: a whole submission, ply by ply, until the turn passes."""

    def plays(self, position: Position, seat: int) -> Sequence[Any]:
        """The moves of ``seat``, which is to move in ``position``."""


class Level(Protocol):
    """A strength that is offered."""

    @property
    def level(self) -> int:
        """Its number, from 1."""

    @property
    def label(self) -> dict[str, str]:
        """Its name by language."""


class Bots(Protocol):
    """Where bots come from: :mod:`tablier.bots`."""

    def levels(self, game: str) -> Sequence[Level]:
        """The strengths offered for a game; nothing is compiled for it."""

    def level(self, game: str, n: int, *, seed: int) -> Bot:
        """A bot of strength ``n``."""


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


class Seated:
    """The bots of all tables. One thinks at a time at each table, a few in the whole process."""

    def __init__(
        self,
        store: Store,
        library: Library,
        rooms: Rooms,
        bus: Bus,
        bots: Bots,
        submit: Submit,
        deadline: float = DEADLINE,
    ) -> None:
        self._store = store
        self._library = library
        self._rooms = rooms
        self._bots = bots
        self._submit = submit
        self._deadline = deadline
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._thinking = 0
        self._free = asyncio.Semaphore(WORKERS)
        self._waiting = 0
        self._resuming: asyncio.Task[None] | None = None
        bus.hook(self.wake)

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking, wanted or not: a search cannot be stopped from outside."""
        return self._thinking > 0

    @property
    def full(self) -> bool:
        """Whether so many searches wait that another table with bots would only make all of them slower."""
        return self._waiting >= QUEUE

    def start(self) -> None:
        """Take up the games that the last process left."""
        self._resuming = asyncio.create_task(self._resume(), name="bots resume")

    async def stop(self) -> None:
        """Stop thinking. What is not committed is thought again after the next start."""
        tasks = [task for task in (self._resuming, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def wake(self, table_id: str) -> None:
        """Let the bots of a table see whether it is their turn."""
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._play(table_id), name=f"bots {table_id}")

    async def _resume(self) -> None:
        for table_id in await self._store.with_bots(now() - REMEMBERED, 1000):
            row = await self._store.table(table_id)
            if row is not None and row.game in self._library.names():
                await self._library.wait(row.game)
                self.wake(table_id)
                await asyncio.sleep(0)

    async def _play(self, table_id: str) -> None:
        try:
            while await self._turn(await self._rooms.get(table_id)):
                pass
        except Problem as problem:
            logger.info("bot.waits", table=table_id, why=str(problem))
        except Exception:
            logger.exception("bot.failed", table=table_id)
        finally:
            # No await since the last look at the room: a wake-up cannot have been missed.
            del self._tasks[table_id]

    async def _turn(self, room: Room) -> bool:
        """Play for one bot; ``False`` when none is to move, or it was refused."""
        movers = () if room.over or room.waiting else room.position.movers
        seat = next((n for n in movers if n < len(room.seats) and room.seats[n].level), None)
        if seat is None:
            return False
        seq = room.seq
        plies = await self._think(room, seat)
        answer: Ack | Refused = await self._submit(room.row.id, seat, f"bot:{seq}", plies)
        if isinstance(answer, Refused) and answer.code not in ("late", "over", "not-your-turn"):
            logger.error("bot.refused", table=room.row.id, seat=seat, code=answer.code, plies=plies)
            return False
        return True

    async def _think(self, room: Room, seat: int) -> list[str]:
        # A bot sees what its seat may see, like anybody.
        position = room.position.view(seat)
        for attempt in (1, 2):
            try:
                plies = await self._ask(room, position.copy(), seat)
                plies = choices.up_to_disclosure(position, seat, plies)
                if choices.replay(position, seat, plies).ply > position.ply:
                    return plies
                logger.warning("bot.idle", table=room.row.id, seat=seat, attempt=attempt)
            except TimeoutError:
                logger.warning("bot.late", table=room.row.id, seat=seat, level=room.seats[seat].level)
                break
            except Exception:
                logger.exception("bot.crashed", table=room.row.id, seat=seat, attempt=attempt)
        return choices.up_to_disclosure(position, seat, random_plies(position, seat))

    async def _ask(self, room: Room, position: Position, seat: int) -> list[str]:
        def think() -> list[str]:
            self._thinking += 1
            try:
                bot = self._bots.level(room.row.game, room.seats[seat].level, seed=secrets.randbits(63))
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
        return await asyncio.wait_for(asyncio.shield(thinking), self._deadline)

    def _thought(self, thinking: asyncio.Future[list[str]]) -> None:
        self._free.release()
        if not thinking.cancelled():
            thinking.exception()  # of one that was late nobody asks any more

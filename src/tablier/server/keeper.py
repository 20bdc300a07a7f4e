"""What falls due at tables by itself: any process sees to it, and the log lets it happen once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import structlog

from tablier.engine.protocol import CHANCE
from tablier.server import chance
from tablier.server.bus import Bus
from tablier.server.messages import Refused
from tablier.server.problem import Problem
from tablier.server.rooms import Room, Rooms
from tablier.server.store import Kind, now

if TYPE_CHECKING:
    from tablier.server.play import Play

logger = structlog.get_logger()


class Due(msgspec.Struct, frozen=True):
    """An event that is to be appended at ``at`` (ms since 1970), unless the table changes before."""

    at: int
    kind: Kind
    key: str
    seat: int = CHANCE
    plies: Callable[[Room], tuple[str, ...]] = lambda _room: ()


class Keeper:
    """Waits at each table for the next thing that is due there. A wake-up makes it look again."""

    def __init__(self, rooms: Rooms, bus: Bus, play: Play) -> None:
        self._rooms = rooms
        self._play = play
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: dict[str, asyncio.Event] = {}
        bus.hook(self.wake)

    async def stop(self) -> None:
        """Wait no longer."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, table_id: str) -> None:
        """Look what is due at a table."""
        if table_id in self._tasks:
            self._woken[table_id].set()
        else:
            self._woken[table_id] = asyncio.Event()
            self._tasks[table_id] = asyncio.create_task(self._keep(table_id), name=f"keeper {table_id}")

    async def _keep(self, table_id: str) -> None:
        woken = self._woken[table_id]
        try:
            while True:
                woken.clear()
                due = _next(await self._rooms.get(table_id))
                if due is not None and due.at <= now():
                    await self._see_to(table_id, due)
                elif due is not None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(woken.wait(), (due.at - now()) / 1000)
                elif not woken.is_set():
                    return
        except Problem as problem:
            logger.info("keeper.waits", table=table_id, why=str(problem))
        except Exception:
            logger.exception("keeper.failed", table=table_id)
        finally:
            # No await since the last look: a wake-up cannot have been missed.
            del self._tasks[table_id], self._woken[table_id]

    async def _see_to(self, table_id: str, due: Due) -> None:
        def check(room: Room) -> tuple[str, ...]:
            still = _next(room)
            if still is None or (still.key, still.seat) != (due.key, due.seat) or still.at > now():
                raise Problem(409, "late", "refused-late")
            return still.plies(room)

        answer = await self._play.append(table_id, due.seat, due.key, due.kind, check)
        if isinstance(answer, Refused) and answer.code != "late":
            raise Problem(503, answer.code, answer.say.k)


def _next(room: Room) -> Due | None:
    """What is due first at a table."""
    return min(_dues(room), key=lambda due: due.at, default=None)


def _dues(room: Room) -> Iterator[Due]:
    if room.over:
        return
    draw = chance.first_draw(room)
    if draw is not None:
        yield Due(draw, "draw", "draw")

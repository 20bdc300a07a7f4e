"""Wakes the tables that wait for a worker: at its start, and when wake-ups may have been lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import structlog

from tablier.server.db.table_store import TableStore
from tablier.server.problem import Problem
from tablier.server.tables.library import Library

logger = structlog.get_logger()


class Resumption:
    """Wakes all tables of a worker, once their games are ready; tries again if the database does not answer.

    Args:
        worker: the name of the worker.
        tables: the store of the tables.
        library: the games.
        find: finds the ids of the tables.
        wake: wakes a table.
        pause: seconds until it tries again.
    """

    def __init__(
        self,
        worker: str,
        tables: TableStore,
        library: Library,
        find: Callable[[], Awaitable[Iterable[str]]],
        wake: Callable[[str], None],
        pause: float,
    ) -> None:
        self._worker = worker
        self._tables = tables
        self._library = library
        self._find = find
        self._wake = wake
        self._pause = pause
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, or begin again."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._run(), name=f"{self._worker} resume")

    async def stop(self) -> None:
        """End it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                return await self._wake_all()
            except Problem as problem:
                logger.warning("resumption.waits", worker=self._worker, why=str(problem))
            await asyncio.sleep(self._pause)

    async def _wake_all(self) -> None:
        for table_id in await self._find():
            row = await self._tables.get(table_id)
            if row is not None and row.game in self._library.names():
                await self._library.wait(row.game)
                self._wake(table_id)
                await asyncio.sleep(0)

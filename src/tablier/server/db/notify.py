"""Wake-ups between processes that share a PostgreSQL database: LISTEN and NOTIFY on one connection of each."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.server.bus import Bus
from tablier.server.db.database import CHANNEL, LOG, PostgreSQLDatabase

logger = structlog.get_logger()

CHECK_INTERVAL = 15.0
"""Seconds after which an idle connection is checked."""
RETRY = 0.2, 5.0
"""Seconds before the first attempt to connect again, and the longest pause between attempts."""


class SharedBus(Bus):
    """Receives the wake-ups of other processes. After a lost connection it wakes every table: some may be missing."""

    def __init__(self, database: PostgreSQLDatabase) -> None:
        super().__init__()
        self._database = database
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to receive."""
        self._task = asyncio.create_task(self._run(), name="bus")

    async def stop(self) -> None:
        """Stop receiving."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        first, most = RETRY
        wait = first
        while True:
            try:
                async with self._database.connect() as connection:
                    try:
                        await self._listen(connection)
                    finally:
                        await connection.invalidate()
                wait = first
            except Exception as error:  # connect again, whatever it was
                logger.warning("bus.lost", why=str(error) or type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(2 * wait, most)

    async def _listen(self, connection: AsyncConnection) -> None:
        """Receive until the connection is lost."""
        driver: Any = (await connection.get_raw_connection()).driver_connection
        self._lost.clear()
        driver.add_termination_listener(self._disconnected)
        await driver.add_listener(CHANNEL, self._receive)
        self.resync_all()
        while not self._lost.is_set():
            await connection.execute(sa.select(1))
            await connection.commit()
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_INTERVAL):
                    await self._lost.wait()
        logger.warning("bus.lost", why="the connection was closed")

    def _receive(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        sender, _, table = payload.partition(":")
        process, _, change = sender.partition("/")
        # A process knows its own log, but maybe not its change of a row: the answer to the commit may have been lost.
        if process != self._database.process or change != LOG:
            self.wake(table, row=change != LOG)

    def _disconnected(self, _connection: Any) -> None:
        self._lost.set()

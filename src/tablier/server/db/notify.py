"""Wake-ups between processes that share a PostgreSQL database: LISTEN and NOTIFY on one connection of each."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.server.bus import Bus
from tablier.server.db.database import CHANNEL, LOG, PostgreSQLDatabase
from tablier.server.db.errors import Unavailable

logger = structlog.get_logger()

CHECK_INTERVAL = 15.0
"""Seconds after which an idle connection is checked."""
RETRY = 0.2, 5.0
"""Seconds before the first attempt to connect again, and the longest pause between attempts."""


class SharedBus(Bus):
    """Wakes the other processes too. After a lost connection it wakes all listeners: wake-ups may have been lost."""

    def __init__(self, database: PostgreSQLDatabase) -> None:
        super().__init__()
        self._database = database
        self._pending: set[str] = set()
        self._wanted = asyncio.Event()
        self._lost = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to exchange wake-ups."""
        self._task = asyncio.create_task(self._run(), name="bus")

    async def stop(self) -> None:
        """Flush pending notifications if the database answers, and stop receiving."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if self._pending:
            with suppress(Unavailable):
                await self._database.write(lambda connection: self._database.notify(connection, self._pending))

    def wake(self, table: str) -> None:
        """Announce a change: here at once, elsewhere within a millisecond or so."""
        self.notify_local(table)
        self._pending.add(table)
        self._wanted.set()

    async def _run(self) -> None:
        first, most = RETRY
        wait = first
        while True:
            try:
                async with self._database.connect() as connection:
                    try:
                        await self._exchange(connection)
                    finally:
                        await connection.invalidate()
                wait = first
            except Exception as error:  # connect again, whatever it was
                logger.warning("bus.lost", why=str(error) or type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(2 * wait, most)

    async def _exchange(self, connection: AsyncConnection) -> None:
        """Receive and send until the connection is lost."""
        driver: Any = (await connection.get_raw_connection()).driver_connection
        self._lost = False
        driver.add_termination_listener(self._disconnected)
        await driver.add_listener(CHANNEL, self._receive)
        self.resync_all()
        while not self._lost:
            sending, self._pending = self._pending, set()
            try:
                # With nothing to send, this checks the connection.
                await connection.run_sync(self._database.notify, sending)
                await connection.commit()
            except BaseException:
                self._pending |= sending
                raise
            if not self._pending:
                self._wanted.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(CHECK_INTERVAL):
                        await self._wanted.wait()
        logger.warning("bus.lost", why="the connection was closed")

    def _receive(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        sender, _, table = payload.partition(":")
        process, _, change = sender.partition("/")
        if process != self._database.process:
            self.notify_local(table, row=change != LOG)

    def _disconnected(self, _connection: Any) -> None:
        self._lost = True
        self._wanted.set()

"""Wake-ups between processes that share a PostgreSQL database, by LISTEN and NOTIFY over one connection of each."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.server.bus import Bus
from tablier.server.db.database import CHANNEL, PostgreSQLDatabase, Unavailable

logger = structlog.get_logger()

PULSE = 15.0
"""Seconds after which a silent connection is asked whether it lives."""
RETRY = 0.2, 5.0
"""Seconds before the first and between further tries to connect."""


class SharedBus(Bus):
    """Wakes the other processes too. After a lost connection everybody here is woken: nobody knows what was said."""

    def __init__(self, database: PostgreSQLDatabase) -> None:
        super().__init__()
        self._database = database
        self._unsaid: set[str] = set()
        self._stir = asyncio.Event()
        self._lost = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to hear the other processes."""
        self._task = asyncio.create_task(self._run(), name="bus")

    async def stop(self) -> None:
        """Say what is still to be said, if the database listens, and hear nothing more."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if self._unsaid:
            with suppress(Unavailable):
                await self._database.write(lambda connection: self._database.notify(connection, self._unsaid))

    def wake(self, table: str) -> None:
        """Say that something changed at ``table``, here at once and elsewhere within a millisecond or so."""
        self.notify_local(table)
        self._unsaid.add(table)
        self._stir.set()

    async def _run(self) -> None:
        first, most = RETRY
        wait = first
        while True:
            try:
                async with self._database.connect() as connection:
                    try:
                        await self._talk(connection)
                    finally:
                        await connection.invalidate()
                wait = first
            except Exception as error:  # whatever it was, the bus tries again
                logger.warning("bus.lost", why=str(error) or type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(2 * wait, most)

    async def _talk(self, connection: AsyncConnection) -> None:
        """Listen and speak until the connection is lost."""
        driver: Any = (await connection.get_raw_connection()).driver_connection
        self._lost = False
        driver.add_termination_listener(self._break)
        await driver.add_listener(CHANNEL, self._hear)
        self.resync_all()
        while not self._lost:
            saying, self._unsaid = self._unsaid, set()
            try:
                # With nothing to say it is a question whether the connection lives.
                await connection.run_sync(self._database.notify, saying)
                await connection.commit()
            except BaseException:
                self._unsaid |= saying
                raise
            if not self._unsaid:
                self._stir.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stir.wait(), PULSE)
        logger.warning("bus.lost", why="the connection was closed")

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        sender, _, table = payload.partition(":")
        if sender != self._database.process:
            self.notify_local(table)

    def _break(self, _connection: Any) -> None:
        self._lost = True
        self._stir.set()

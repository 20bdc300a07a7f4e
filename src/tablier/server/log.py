"""Group commit: whatever waits to be written is written in one transaction."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from tablier.server import meters
from tablier.server.database import StoreError, Unavailable
from tablier.server.store import Event, Store

BATCH = 256
RETRY = 0.0, 0.2, 0.8, 2.0
"""Seconds to wait before trying again to write, so that a database that is restarted is hardly noticed."""

logger = structlog.get_logger()


class Log:
    """Appends events through one writer task. What :meth:`append` returns is on the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: asyncio.Queue[tuple[Event, asyncio.Future[Event | None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many events wait to be written."""
        return self._queue.qsize()

    async def append(self, event: Event) -> Event | None:
        """Append an event.

        Returns the event once it is committed, the earlier event of the same key if there is one, or ``None`` when
        another event took its number.

        Raises:
            StoreError: the database refused; nothing was written.
        """
        if self._writer is None:
            raise StoreError("the server is stopping")
        answer: asyncio.Future[Event | None] = asyncio.get_running_loop().create_future()
        await self._queue.put((event, answer))
        return await answer

    def start(self) -> None:
        """Start the writer."""
        self._writer = asyncio.create_task(self._write(), name="log writer")

    async def stop(self) -> None:
        """Write what waits, then stop."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await self._queue.join()
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._queue.task_done()

    async def _append(self, events: list[Event]) -> list[Event | None]:
        """Append, more than once if the database goes away meanwhile: what was committed is found by its key."""
        tries = iter(RETRY)
        while True:
            try:
                return await self._store.append(events)
            except Unavailable as error:
                wait = next(tries, None)
                if wait is None:
                    raise
                logger.warning("log.waits", events=len(events), why=str(error))
                await asyncio.sleep(wait)

    async def _commit(self, batch: list[tuple[Event, asyncio.Future[Event | None]]]) -> None:
        # Sorted, so that two processes writing to the same tables lock their rows in the same order.
        batch.sort(key=lambda item: (item[0].table_id, item[0].seq))
        try:
            with meters.COMMIT.time():
                answers = await self._append([event for event, _ in batch])
        except Exception:  # whatever it was, the writer lives on
            logger.exception("log.failed", events=len(batch))
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(StoreError("the database cannot be written; is the disk full or read-only?"))
            return
        for (_, answer), written in zip(batch, answers, strict=True):
            if not answer.done():
                answer.set_result(written)

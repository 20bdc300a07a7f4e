"""Group commit: all events that wait are written in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import structlog

from tablier.server import metrics
from tablier.server.db.database import BUSY_TIMEOUT
from tablier.server.db.errors import StoreError, Unavailable
from tablier.server.db.event_store import EventStore
from tablier.server.domain.events import Event

BATCH = 256
GATHER = 0.004
"""How long to batch further events after a multi-event commit, in seconds: a commit costs as much as five events."""

logger = structlog.get_logger()

OnWritten = Callable[[Event, Event | None], None]
"""Called with an event and what :meth:`EventWriter.append` returns for it."""


class _Waiting(NamedTuple):
    event: Event
    on_written: OnWritten | None
    answer: asyncio.Future[Event | None]


class EventWriter:
    """Appends events through one writer task. What :meth:`append` returns is on the disk.

    A failed write is tried again after each of the pauses ``retries``, in seconds, but not after ``BUSY_TIMEOUT``.
    """

    def __init__(self, events: EventStore, retries: Sequence[float] = ()) -> None:
        self._events = events
        self._retries = retries
        self._queue: list[_Waiting] = []
        self._arrival: asyncio.Future[None] | None = None
        """Where the writer waits for something to do."""
        self._writer: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def waiting(self) -> int:
        """How many events wait to be written."""
        return len(self._queue)

    async def append(self, event: Event, on_written: OnWritten | None = None) -> Event | None:
        """Append an event.

        Returns the event once it is committed, the earlier event of the same key if there is one, or ``None`` when
        another event took its number. ``on_written`` is called first, even if the caller has been cancelled.

        Raises:
            StoreError: the database cannot be written; nothing was.
        """
        if self._writer is None or self._stopping:
            raise StoreError("the server is stopping")
        answer: asyncio.Future[Event | None] = self._writer.get_loop().create_future()
        self._queue.append(_Waiting(event, on_written, answer))
        self._wake()
        return await answer

    def start(self) -> None:
        """Start the writer."""
        self._stopping = False
        self._writer = asyncio.create_task(self._write(), name="log writer")

    async def stop(self) -> None:
        """Write the queued events, then stop."""
        self._stopping = True
        self._wake()
        if self._writer is not None:
            await self._writer

    def _wake(self) -> None:
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def _write(self) -> None:
        size = 0
        while self._queue or not self._stopping:
            if not self._queue:
                await self._arrive()
            if size > 1:
                await asyncio.sleep(GATHER)
            batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
            size = len(batch)
            if batch and not await self._commit(batch):
                self._refuse_waiting()

    async def _arrive(self) -> None:
        """Wait for an event, or for the end."""
        self._arrival = asyncio.get_running_loop().create_future()
        await self._arrival
        self._arrival = None

    async def _append(self, events: list[Event]) -> list[Event | None]:
        """Append; try again if the database fails meanwhile. An event that was committed is found by its key."""
        tries, began = iter(self._retries), monotonic()
        while True:
            try:
                return await self._events.append(events)
            except Unavailable as error:
                wait = next(tries, None)
                if wait is None or monotonic() - began >= BUSY_TIMEOUT:
                    raise
                logger.warning("log.waits", events=len(events), why=str(error))
                await asyncio.sleep(wait)

    def _refuse_waiting(self) -> None:
        """Refuse the queue behind a batch that failed: else each event waits for one failure after another."""
        refused, self._queue = self._queue, []
        for item in refused:
            _refuse(item)

    async def _commit(self, batch: list[_Waiting]) -> bool:
        """Write a batch and deliver the answers; ``False`` if it could not be written."""
        # Sorted, so that two processes that write to the same tables lock rows in the same order.
        batch.sort(key=lambda item: (item.event.table_id, item.event.seq))
        try:
            with metrics.COMMIT.time():
                answers = await self._append([item.event for item in batch])
        except Exception as error:  # the writer goes on, whatever it was
            known = isinstance(error, Unavailable)  # its cause is not in this program
            logger.exception("log.failed", events=len(batch), why=str(error), exc_info=not known)
            for item in batch:
                _refuse(item)
            return False
        for item, written in zip(batch, answers, strict=True):
            _deliver(item, written)
        return True


def _refuse(item: _Waiting) -> None:
    if not item.answer.done():
        item.answer.set_exception(StoreError("the database cannot be written; is the disk full or read-only?"))


def _deliver(item: _Waiting, written: Event | None) -> None:
    try:
        if item.on_written is not None:
            item.on_written(item.event, written)
    except Exception:  # it is written all the same
        logger.exception("log.undelivered", table=item.event.table_id, seq=item.event.seq)
    if not item.answer.done():
        item.answer.set_result(written)

"""Wake-ups. A message says only that something changed at a table; who hears it asks the log what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def _nothing() -> None:
    """For who need not know that wake-ups were lost."""


class Bus:
    """Carries wake-ups inside one process. Lost or doubled ones are harmless: nothing but a name is carried."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._caches: list[Callable[[str], None]] = []
        self._subscribers: list[Callable[[str], None]] = []
        self._resyncs: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begin to hear other processes, if there are any."""

    async def stop(self) -> None:
        """Say what is still to be said, and hear nothing more."""

    def wake(self, table: str) -> None:
        """Say that something changed at ``table``."""
        self.notify_local(table)

    def notify_local(self, table: str, *, cached: bool = False) -> None:
        """Say it in this process alone: the others have heard of it.

        ``cached`` says that the caches of this process contain the change already.
        """
        for expire in () if cached else self._caches:
            expire(table)
        for call in self._subscribers:
            call(table)
        for listener in self._listeners.get(table, ()):
            listener.set()

    def resync_all(self) -> None:
        """Wake everybody in this process: nobody knows what was said meanwhile."""
        for call in self._resyncs:
            call()
        for table in list(self._listeners):
            self.notify_local(table)

    def expire_with(self, expire: Callable[[str], None], resync: Callable[[], None]) -> None:
        """Have a cache call ``expire(table)`` when a table has changed, before anybody else hears of it.

        ``resync()`` is called when wake-ups of any table may have been lost.
        """
        self._caches.append(expire)
        self._resyncs.append(resync)

    def subscribe(self, call: Callable[[str], None], resync: Callable[[], None] = _nothing) -> None:
        """Have ``call(table)`` called at every wake-up, before any listener hears it.

        ``resync()`` is called when wake-ups of any table may have been lost.
        """
        self._subscribers.append(call)
        self._resyncs.append(resync)

    @contextmanager
    def listen(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set at every wake-up of ``table``."""
        listener = asyncio.Event()
        self._listeners.setdefault(table, set()).add(listener)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]

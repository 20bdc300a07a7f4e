"""Wake-ups: a message says only that something changed at a table; its receivers read what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def _nothing() -> None:
    """The default of ``resync``."""


class Bus:
    """Delivers wake-ups inside one process. They carry no change themselves, so lost or repeated ones do no harm."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._caches: list[Callable[[str, bool], None]] = []
        self._subscribers: list[Callable[[str], None]] = []
        self._resyncs: list[Callable[[], None]] = []

    def start(self) -> None:
        """Start to receive the wake-ups of other processes, if there are any."""

    async def stop(self) -> None:
        """Stop receiving."""

    def wake(self, table: str, *, cached: bool = False, row: bool = True) -> None:
        """Announce a change in this process; the database announces it to others with the commit.

        With ``cached`` the caches of this process contain the change already. Without ``row`` only the log has changed.
        """
        for expire in () if cached else self._caches:
            expire(table, row)
        for call in self._subscribers:
            call(table)
        for listener in self._listeners.get(table, ()):
            listener()

    def resync_all(self) -> None:
        """Wake all listeners of this process, after wake-ups may have been lost."""
        for call in self._resyncs:
            call()
        for table in list(self._listeners):
            self.wake(table)

    def expire_with(self, expire: Callable[[str, bool], None], resync: Callable[[], None]) -> None:
        """Call ``expire(table, row)`` at every wake-up, before any subscriber or listener.

        ``row`` tells whether more than the log may have changed.
        ``resync()`` is called when wake-ups of any table may have been lost.
        """
        self._caches.append(expire)
        self._resyncs.append(resync)

    def subscribe(self, call: Callable[[str], None], resync: Callable[[], None] = _nothing) -> Callable[[], None]:
        """Call ``call(table)`` at every wake-up, before any listener; returns how to end that.

        ``resync()`` is called when wake-ups of any table may have been lost.
        """
        self._subscribers.append(call)
        self._resyncs.append(resync)

        def unsubscribe() -> None:
            self._subscribers = [one for one in self._subscribers if one != call]
            self._resyncs = [one for one in self._resyncs if one != resync]

        return unsubscribe

    @contextmanager
    def listen(self, table: str, listener: Callable[[], None]) -> Iterator[None]:
        """Call ``listener()`` at every wake-up of ``table``, after all caches, while the block runs."""
        self._listeners.setdefault(table, []).append(listener)
        try:
            yield
        finally:
            self._listeners[table].remove(listener)
            if not self._listeners[table]:
                del self._listeners[table]

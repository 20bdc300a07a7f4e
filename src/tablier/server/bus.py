"""Wake-ups. A message says only that something changed at a table; who hears it asks the log what."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Bus:
    """Carries wake-ups inside one process. Lost or doubled ones are harmless: nothing but a name is carried."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}
        self._hooks: list[Callable[[str], None]] = []

    def wake(self, table: str) -> None:
        """Say that something changed at ``table``."""
        for hook in self._hooks:
            hook(table)
        for listener in self._listeners.get(table, ()):
            listener.set()

    def hook(self, call: Callable[[str], None]) -> None:
        """Have ``call(table)`` called at every wake-up, before any listener hears it."""
        self._hooks.append(call)

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

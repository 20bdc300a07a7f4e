"""The processor cores that the searches of one process share."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Cores:
    """Cores of which searches take those that no other search of the process uses."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._taken = 0
        self._lock = threading.Lock()

    @contextmanager
    def idle(self) -> Iterator[int]:
        """Take all idle cores while the context lasts, at least one; yields their number."""
        with self._lock:
            count = max(1, self.total - self._taken)
            self._taken += count
        try:
            yield count
        finally:
            with self._lock:
                self._taken -= count

    def divide(self, processes: int) -> None:
        """Use only this process's part of the machine, which several processes share."""
        self.total = max(1, machine() // processes)


def machine() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


CORES = Cores(machine())

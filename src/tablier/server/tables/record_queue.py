"""The queue of work on whole games: records and diagrams that are replayed, lines of an analysis that are written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tablier.server.config import Config
from tablier.server.problem import Problem, Refusal

T = TypeVar("T")


class RecordQueue:
    """Works in a thread, for one reader after the other: a long game with many lines takes seconds."""

    def __init__(self, config: Config) -> None:
        self._most = config.waiting_records
        self._one = asyncio.Lock()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many wait, the current one included."""
        return self._waiting

    async def run(self, work: Callable[[], T]) -> T:
        """The result of some work, once it is its turn.

        Raises:
            Problem: too many wait.
        """
        if self._waiting >= self._most:
            raise Problem(Refusal.BUSY)
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

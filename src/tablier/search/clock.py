"""The clock by which searches and matches count their seconds.

It is the wall clock, except within :func:`counting`: in a match on a busy machine, seconds of processor time give every
bot the same time to think.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

ClockName = Literal["wall", "processor"]

_CLOCKS: dict[ClockName, Callable[[], float]] = {"wall": time.perf_counter, "processor": time.process_time}
_clock: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)


def now() -> float:
    """The time in seconds from some moment on."""
    return _clock.get()()


@contextmanager
def counting(name: ClockName) -> Iterator[None]:
    """Count by another clock in this thread: ``"processor"`` is the processor time of all threads of the process."""
    token = _clock.set(_CLOCKS[name])
    try:
        yield
    finally:
        _clock.reset(token)

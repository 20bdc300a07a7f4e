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

Clock = Callable[[], float]
"""Returns seconds from some moment on."""
ClockName = Literal["wall", "processor"]

CLOCKS: dict[ClockName, Clock] = {"wall": time.perf_counter, "processor": time.process_time}
"""The processor time is that of all threads of the process."""
_clock: ContextVar[Clock] = ContextVar("clock", default=time.perf_counter)


def now() -> float:
    """The time in seconds."""
    return _clock.get()()


@contextmanager
def counting(clock: Clock) -> Iterator[None]:
    """Count by another clock in this thread."""
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)

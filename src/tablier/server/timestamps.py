"""The time as the server stores and sends it."""

from __future__ import annotations

import time


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def milliseconds(seconds: float) -> int:
    """Seconds in milliseconds."""
    return round(seconds * 1000)

"""Token buckets: so many requests a second, with a reserve."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Holds at most ``burst`` tokens and gains ``rate`` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> bool:
        """Take a token; ``False`` when there is none."""
        at = self._clock()
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each client address. The longest unused is forgotten first: it is the fullest."""

    def __init__(self, rate: float, burst: float, size: int = 4096) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of ``address``; ``False`` when it has none."""
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._burst))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket.take()

"""How much one client may do: token buckets (so much a second, with a reserve), and how much at once."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from tablier.server.problem import Problem, Refusal


class TokenBucket:
    """Holds at most ``burst`` tokens and gains ``rate`` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, tokens: float = 1) -> bool:
        """Take so many tokens; ``False`` when there are not enough."""
        at = self._clock()
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True


class RateLimiter:
    """A bucket for each client address. The longest unused is forgotten first: it is the fullest."""

    def __init__(self, rate: float, burst: float, size: int = 4096) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of ``address``; ``False`` when it has none."""
        bucket = self._buckets.setdefault(address, TokenBucket(self._rate, self._burst))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket.take()


class ConcurrencyLimit:
    """At most so many at once for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[bool]:
        """Hold one of the places of ``key`` for a while; ``False`` when all are taken."""
        free = self._taken[key] < self._most
        self._taken[key] += free
        try:
            yield free
        finally:
            self._taken[key] -= free
            if not self._taken[key]:
                del self._taken[key]


class ClientLimits:
    """What one client address may do; ``people`` is how many may come from the same one."""

    def __init__(self, people: int) -> None:
        self.reads = RateLimiter(rate=5 * people, burst=60 * people)
        """Requests of any kind."""
        self.changes = RateLimiter(rate=0.5 * people, burst=10 * people)
        """Requests that change something, and sockets opened."""
        self.tables = RateLimiter(rate=people / 300, burst=6 * people)
        """Tables made."""
        self.sockets = ConcurrencyLimit(10 * people)
        """Sockets open."""

    def count_change(self, address: str) -> None:
        """Count a request that changes something.

        Raises:
            Problem: too many from this address.
        """
        if not self.changes.take(address):
            raise Problem(Refusal.RATE_LIMIT)

    def count_table(self, address: str) -> None:
        """Count a new table.

        Raises:
            Problem: too many from this address.
        """
        self.count_change(address)
        if not self.tables.take(address):
            raise Problem(Refusal.RATE_LIMIT)


def rate_limit_key(address: str) -> str:
    """Whom a client address stands for: of IPv6, where one subscriber has them by the million, its /64 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)

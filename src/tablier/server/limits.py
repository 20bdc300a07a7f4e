"""Limits of clients: rates (token buckets), concurrency, and processor time."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tablier.server.problem import Problem, Refusal

T = TypeVar("T")

BYTES_PER_SECOND = 20 << 20
"""Sending so many bytes is charged like a second of processor time."""
SMALL_CHANGE = 0.001
"""Seconds of processor time that are charged together: to look up an address takes a microsecond."""
LONGEST_SLEEP = 1.0
"""The longest pause between checks of an address in debt, in seconds."""


class TokenBucket:
    """Holds up to ``burst`` tokens and gains ``rate`` a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens; ``False`` if there are not enough."""
        self._refill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def spend(self, tokens: float) -> None:
        """Take tokens, even into debt."""
        self._refill()
        self._tokens -= tokens

    @property
    def in_debt(self) -> bool:
        """Whether more was taken than there was."""
        self._refill()
        return self._tokens < 0

    def _refill(self) -> None:
        at = self._clock()
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at


class RateLimiter:
    """A bucket for each key. The least recently used is dropped first: it is the fullest."""

    def __init__(self, rate: float, burst: float, size: int = 4096) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token; ``False`` if there is none."""
        return self._bucket(key).take()

    def spend(self, key: str, tokens: float) -> None:
        """Take tokens, even into debt."""
        self._bucket(key).spend(tokens)

    def in_debt(self, key: str) -> bool:
        """Whether a key is in debt."""
        return self._bucket(key).in_debt

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.setdefault(key, TokenBucket(self._rate, self._burst))
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket


class ConcurrencyLimit:
    """Bounds how many hold each key at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[bool]:
        """Hold a key while the block runs; ``False`` if it is held too often already."""
        free = self._taken[key] < self._most
        self._taken[key] += free
        try:
            yield free
        finally:
            self._taken[key] -= free
            if not self._taken[key]:
                del self._taken[key]


class WorkAccount:
    """Charges a client address for processor time, in seconds. An address in debt waits."""

    def __init__(self, client_limits: ClientLimits, address: str) -> None:
        self._client_limits = client_limits
        self._address = address
        self._spent = 0.0
        self._in_debt = True
        """Whether the address was in debt when last asked; at first it must be asked."""

    def charge(self, seconds: float) -> None:
        """Charge processor time; small amounts are charged together."""
        self._spent += seconds
        if self._spent > SMALL_CHANGE:
            self.settle()

    def count_search(self) -> None:
        """Count a slice of a search for a reader.

        Raises:
            Problem: too many from this address.
        """
        if not self._client_limits.searches.take(self._address):
            raise Problem(Refusal.ANALYSIS_BUSY)

    def charge_bytes(self, size: int) -> None:
        """Charge bytes that are sent."""
        self.charge(size / BYTES_PER_SECOND)

    def settle(self) -> bool:
        """Charge the rest; ``False`` if the address is in debt."""
        spent, self._spent = self._spent, 0.0
        work = self._client_limits.work
        work.spend(self._address, spent)
        self._in_debt = work.in_debt(self._address)
        return not self._in_debt

    @property
    def solvent(self) -> bool:
        """Whether the address is out of debt. It is asked again only after more work or while it is in debt."""
        return not self._in_debt or self.settle()

    async def settled(self) -> None:
        """Wait until the address is out of debt."""
        pause = 0.05
        while not self.solvent:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_SLEEP)

    def measure(self, call: Callable[[], None]) -> None:
        """Call something and charge its processor time."""
        start = time.thread_time()
        try:
            call()
        finally:
            self.charge(time.thread_time() - start)

    def metered(self, work: Awaitable[T]) -> Coroutine[Any, Any, T]:
        """The same work, charged for the processor time of its own steps, not for that of other tasks meanwhile."""
        return _Metered(work.__await__(), self.charge)


class _Metered(Coroutine[Any, Any, T], Generator[Any, Any, T]):
    """A coroutine whose steps in the thread of the event loop are measured."""

    def __init__(self, steps: Generator[Any, Any, T], charge: Callable[[float], None]) -> None:
        self._steps = steps
        self._charge = charge

    def send(self, value: Any) -> Any:
        return self._measured(self._steps.send, value)

    def throw(self, *error: Any) -> Any:
        return self._measured(self._steps.throw, *error)

    def close(self) -> None:
        self._steps.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self

    def _measured(self, step: Callable[..., Any], *sent: Any) -> Any:
        start = time.thread_time()
        try:
            return step(*sent)
        finally:
            self._charge(time.thread_time() - start)


class ClientLimits:
    """The limits of one client address, for as many ``people`` as may share it."""

    def __init__(self, people: int) -> None:
        self.reads = RateLimiter(rate=5 * people, burst=60 * people)
        """Requests of any kind."""
        self.changes = RateLimiter(rate=0.5 * people, burst=10 * people)
        """Requests that change something, and sockets opened."""
        self.tables = RateLimiter(rate=people / 300, burst=6 * people)
        """Tables made."""
        self.sockets = ConcurrencyLimit(10 * people)
        """Sockets open."""
        self.connections = 10 * people
        """HTTP connections."""
        self.searches = RateLimiter(rate=people / 8, burst=2 * people)
        """Slices of searches for readers."""
        self.work = RateLimiter(rate=people / 50, burst=people / 10)
        """Seconds of processor time."""

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
    """The key under which a client address is counted: an IPv6 subscriber has millions, so its /64 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)

"""How much one client may do: token buckets (so much a second, with a reserve), and how much at once."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, TypeVar

from tablier.server.problem import Problem, Refusal

T = TypeVar("T")

BYTES_PER_SECOND = 20 << 20
"""Sending so many bytes costs a client address as much as a second of processor time."""
SMALL_CHANGE = 0.001
"""Seconds of processor time that are charged at once: to look up the address takes a microsecond."""
LONGEST_SLEEP = 1.0
"""Seconds after which a client address in debt looks again whether it has paid."""


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
        self._refill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def spend(self, tokens: float) -> None:
        """Take so many tokens, even if that leaves a debt."""
        self._refill()
        self._tokens -= tokens

    @property
    def in_debt(self) -> bool:
        """Whether more has been spent than there was."""
        self._refill()
        return self._tokens < 0

    def _refill(self) -> None:
        at = self._clock()
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at


class RateLimiter:
    """A bucket for each client address. The longest unused is forgotten first: it is the fullest."""

    def __init__(self, rate: float, burst: float, size: int = 4096) -> None:
        self._rate = rate
        self._burst = burst
        self._size = size
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of ``address``; ``False`` when it has none."""
        return self._bucket(address).take()

    def spend(self, address: str, tokens: float) -> None:
        """Take tokens of ``address``, even if that leaves a debt."""
        self._bucket(address).spend(tokens)

    def in_debt(self, address: str) -> bool:
        """Whether ``address`` has spent more than it had."""
        return self._bucket(address).in_debt

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._buckets.setdefault(address, TokenBucket(self._rate, self._burst))
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket


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


class WorkAccount:
    """What the server does for one client address, in seconds of processor time. An address in debt waits."""

    def __init__(self, client_limits: ClientLimits, address: str) -> None:
        self._client_limits = client_limits
        self._address = address
        self._spent = 0.0

    def charge(self, seconds: float) -> None:
        """Add processor time; small sums are charged together."""
        self._spent += seconds
        if self._spent > SMALL_CHANGE:
            self.settle()

    def charge_bytes(self, size: int) -> None:
        """Add bytes that are sent."""
        self.charge(size / BYTES_PER_SECOND)

    def settle(self) -> bool:
        """Charge the address what is left to charge; ``False`` if it is in debt."""
        spent, self._spent = self._spent, 0.0
        work = self._client_limits.work
        work.spend(self._address, spent)
        return not work.in_debt(self._address)

    async def settled(self) -> None:
        """Wait until the address is out of debt."""
        pause = 0.05
        while not self.settle():
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_SLEEP)

    async def metered(self, work: Awaitable[T]) -> T:
        """Do some work and add the processor time of each of its steps, but not that of other tasks meanwhile."""
        try:
            return await _Metered(work, self.charge)
        finally:
            self.settle()


class _Metered(Generic[T]):
    """Awaits something and measures each step that it takes in the event loop's thread."""

    def __init__(self, work: Awaitable[T], charge: Callable[[float], None]) -> None:
        self._work = work
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, T]:
        steps: Any = self._work.__await__()
        step = partial(steps.send, None)
        while True:
            start = time.thread_time()
            try:
                awaited = step()
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._charge(time.thread_time() - start)
            try:
                step = partial(steps.send, (yield awaited))
            except BaseException as error:  # cancelled, for example: that is for the work to know
                step = partial(steps.throw, error)


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
        self.connections = 10 * people
        """HTTP connections."""
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

"""Open HTTP connections: how many there may be, and which are closed to make room for others."""

from __future__ import annotations

import ipaddress
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Protocol

from tablier.server.limits import rate_limit_key

MOST = 10_000
"""Connections in all, WebSockets included."""
RESERVED_FILES = 200
"""Open files for everything else: the database, pictures, and connections that are being closed."""


class Closable(Protocol):
    """A connection, as far as it matters here."""

    def close(self) -> None:
        """Close it."""


class OpenConnections:
    """At most so many connections for each client address, and in all.

    A new connection takes the place of the one that has waited longest for its client's request. So those that only
    stay open cannot keep others out, wherever they come from. Proxies may have as many as they like.
    """

    def __init__(self, per_address: int, in_all: int, proxies: Iterable[str] = ()) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._addresses: dict[Closable, str] = {}
        self._count = Counter[str]()
        self._idle: OrderedDict[Closable, None] = OrderedDict()
        """Those that wait for a request, the longest waiting first."""

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, connection: Closable, host: str, total: int) -> bool:
        """Count a new connection from ``host``, the last of ``total``; ``False`` if there is no room for it."""
        address = rate_limit_key(host)
        if self._count[address] >= self._per_address and not self._is_proxy(host) and not self._make_room(address):
            return False
        if total > self._in_all and not self._make_room():
            return False
        self._addresses[connection] = address
        self._count[address] += 1
        return True

    def waits(self, connection: Closable) -> None:
        """A connection waits for its client's request, or for the rest of it."""
        if connection in self._addresses:
            self._idle[connection] = None

    def works(self, connection: Closable) -> None:
        """A connection's request is being answered."""
        self._idle.pop(connection, None)

    def remove(self, connection: Closable) -> None:
        """Count a connection no more: it is closed, or has become a WebSocket, which is counted elsewhere."""
        self._idle.pop(connection, None)
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def _make_room(self, address: str | None = None) -> bool:
        """Close the connection, of this address if one is named, that has waited longest; ``False`` if none waits."""
        fits = (waiting for waiting in self._idle if address in (None, self._addresses[waiting]))
        longest = next(fits, None)
        if longest is None:
            return False
        self.remove(longest)
        longest.close()
        return True

    def _is_proxy(self, host: str) -> bool:
        try:
            parsed = ipaddress.ip_address(host)
        except ValueError:
            return True  # a socket of the machine's own
        return any(parsed in proxy for proxy in self._proxies)


def allowed_by_system(wanted: int) -> int:
    """How many connections may be open: as many as wanted, or as the system lets this process open files.

    The limit of a process is raised where that is allowed; it is mostly lower at first.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted + RESERVED_FILES:
        return wanted
    soft = wanted + RESERVED_FILES if hard == resource.RLIM_INFINITY else min(wanted + RESERVED_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft - RESERVED_FILES

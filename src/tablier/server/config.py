"""What a server is told when it starts."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
WILDCARDS = ("0.0.0.0", "::")


class Config(msgspec.Struct, frozen=True):
    """Where a server listens, where it keeps its tables, and under which addresses browsers may reach it.

    ``database`` is the address of a PostgreSQL database, or empty for a SQLite file in ``data``.
    ``bots`` is whether bots think in this process; ``metrics_token`` opens ``/metrics`` to who knows it.
    ``origins`` are further addresses than ``host`` and ``port``, such as ``https://games.example`` behind a proxy.
    ``proxies`` are the addresses or networks of the proxies that may say for whom they ask (``X-Forwarded-For``), and
    ``per_address`` is how many people may come from one client address, whose limits grow with it.
    """

    data: Path
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    bots: bool = True
    metrics_token: str = ""
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    per_address: int = 10

    @property
    def secure(self) -> bool:
        """Whether browsers come over https, so that the cookie may say so."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def known(self) -> frozenset[str]:
        """The origins that browsers may come from."""
        names = LOOPBACK if self.host in (*LOOPBACK, *WILDCARDS, "::1") else (self.host,)
        return frozenset((*self.origins, *(f"http://{name}:{self.port}" for name in names)))

    def serves(self, host: str) -> bool:
        """Whether a ``Host`` header names this server; a foreign name is how DNS rebinding begins."""
        return any(urlsplit(origin).netloc == host for origin in self.known) or self._own_address(host)

    def trusts(self, origin: str, host: str) -> bool:
        """Whether an ``Origin`` header is this site's own, ``host`` being the ``Host`` header beside it."""
        return origin in self.known or (origin == f"http://{host}" and self._own_address(host))

    def _own_address(self, host: str) -> bool:
        """On a home network one types the machine's number. Numbers cannot be rebound, so they need no list."""
        if self.host not in WILDCARDS:
            return False
        parts = urlsplit(f"http://{host}")
        try:
            ipaddress.ip_address(parts.hostname or "")
        except ValueError:
            return False
        return parts.port == self.port

"""The configuration of a server."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
WILDCARDS = ("0.0.0.0", "::")


class Rate(msgspec.Struct, frozen=True):
    """A rate limit: so many a second, and so many at once."""

    per_second: float
    burst: float


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server. Times are in seconds.

    Operators choose what the command line offers; rates, limits and intervals are for tests to change.
    """

    data: Path
    """The folder of the SQLite file."""
    database: str = ""
    """The address of a PostgreSQL database; empty for SQLite."""
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Addresses under which browsers reach the server besides ``host`` and ``port``, such as a proxy's."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose ``X-Forwarded-For`` is believed."""
    per_address: int = 10
    """How many people may come from one client address; its limits grow with it."""
    tables_in_memory: int = 2048
    """LRU size of the tables in memory: more than are played at one time, or each is replayed again and again."""
    bots: bool = True
    """Whether bots think in this process."""
    metrics_token: str = ""
    """Opens ``/metrics``."""

    socket_rate: Rate = Rate(10, 20)
    """Messages of one socket."""
    excess_messages: int = 100
    """Messages beyond the rate that are refused before the socket is closed."""
    chat_rate: Rate = Rate(0.5, 6)
    """Lines of chat of one browser at one table."""
    sockets_per_browser: int = 5
    """Sockets of one browser at one table: a player with more has left tabs open by mistake."""
    waiting_bots: int = 64
    """Searches that may wait for a thread; with more, no new table with bots is made."""
    waiting_records: int = 8
    """Records, diagrams and lines of analyses that may wait to be replayed, the current one included."""
    record_plies: int = 5000
    waiting_analyses: int = 12
    """Searches of readers that may wait, the current one included."""
    kept_analyses: int = 12
    """LRU size of analyses and of reviews: their trees take some MiB each."""

    loading: float = 60.0
    """How long a process that shares its database waits for its games, while others serve."""
    request_timeout: float = 10.0
    """For a request, or the handshake of a socket, to arrive."""
    hello_timeout: float = 30.0
    """For the first message of a socket."""
    send_timeout: float = 5.0
    """For a client to read a message."""
    ping_interval: float = 6.0
    pong_timeout: float = 5.0
    """A dead connection is noticed within the sum of both."""
    bot_seconds: float = 1.0
    """The thinking time of a bot in a turn; searches share it while more are wanted than there are threads."""
    bot_deadline: float = 60.0
    """For a bot to choose its turn, whatever its thinking time is."""
    picture_timeout: float = 30.0
    """For the renderer of a PNG."""
    analysis_slice: float = 0.4
    """How long a search for a reader runs before another reader's turn."""
    analysis_deadline: float = 20.0
    """For a search of a reader to get its slice."""
    hint_seconds: float = 0.8
    """The time of the search for a hint."""
    analysis_seconds: float = 6.0
    """The time after which the analysis of a position is not deepened any more."""
    study_deadline: float = 10.0
    """For a browser to answer a search of its own, besides the time of the search; then the server searches."""
    nonce_grace: float = 5.0
    """How long the first draw waits for nonces, from when the table was made."""
    vote_delay: float = 60.0
    """How long nothing but chat must have happened at a table before a vote on an absent seat."""
    lobby_age: float = 2 * 3600.0
    """How long an open table is listed."""
    write_retries: tuple[float, ...] = (0.0, 0.2, 0.8, 2.0)
    """Pauses between attempts to write events: they bridge a restart of the database."""
    heartbeat: float = 5.0
    """Between heartbeats while a clock runs: after a crash at most this much time is not charged."""
    lease: float = 15.0
    """How long a lease is valid without renewal."""
    lease_check: float = 5.0
    """Between renewals of leases; several fit into a lease."""
    presence_expiry: float = 8.0
    """How long a process's list of connected browsers is valid without renewal."""
    presence_exchange: float = 2.0
    """Between exchanges of these lists."""

    @property
    def secure(self) -> bool:
        """Whether all browsers come over https, so that cookies can be restricted to it."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def known(self) -> frozenset[str]:
        """The origins that browsers may come from."""
        names = LOOPBACK if self.host in (*LOOPBACK, *WILDCARDS, "::1") else (self.host,)
        return frozenset((*self.origins, *(f"http://{name}:{self.port}" for name in names)))

    def serves(self, host: str) -> bool:
        """Whether a ``Host`` header names this server; a foreign name means DNS rebinding."""
        return any(urlsplit(origin).netloc == host for origin in self.known) or self._own_address(host)

    def trusts(self, origin: str, host: str) -> bool:
        """Whether an ``Origin`` header is this site's own, ``host`` being the ``Host`` header beside it."""
        return origin in self.known or (origin == f"http://{host}" and self._own_address(host))

    def _own_address(self, host: str) -> bool:
        """Whether a host is this machine's number, as used on a home network: numbers cannot be rebound."""
        if self.host not in WILDCARDS:
            return False
        parts = urlsplit(f"http://{host}")
        try:
            ipaddress.ip_address(parts.hostname or "")
        except ValueError:
            return False
        return parts.port == self.port

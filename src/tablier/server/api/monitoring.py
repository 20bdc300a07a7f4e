"""For operators: ``/health`` for a proxy, ``/metrics`` for Prometheus, ``/connection`` for ``tablier doctor``.

Metrics are counts and times, never names, tables or addresses. They and the connection need the token that the server
was started with: behind a proxy every client has a local address.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from tablier import __version__
from tablier.server import metrics
from tablier.server.api.requests import AnyRequest
from tablier.server.config import Config
from tablier.server.db.database import Database
from tablier.server.db.event_writer import EventWriter
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.tables.presence import Presence
from tablier.server.workers.bot_runner import BotRunner


class Health(msgspec.Struct):
    """``ok`` while the database answers; ``ready`` lists the games that can be played."""

    status: str
    version: str
    ready: list[str]


@get("/health", summary="Is the server well?")
async def health(database: NamedDependency[Database], library: NamedDependency[Library]) -> Health:
    """Fails if the database does."""
    await database.ping()
    return Health("ok", __version__, [name for name in library.names() if library.ready(name)])


@get("/metrics", include_in_schema=False)
async def get_metrics(
    request: AnyRequest,
    config: NamedDependency[Config],
    presence: NamedDependency[Presence],
    cache: NamedDependency[TableCache],
    event_writer: NamedDependency[EventWriter],
    bot_runner: NamedDependency[BotRunner],
) -> Response[bytes]:
    """Counters and gauges as text."""
    _require_token(request, config)
    gauges = _Gauges(
        ("tablier_sockets", "Open sockets.", presence.sockets),
        ("tablier_rooms", "Tables in memory.", len(cache)),
        ("tablier_log_waiting", "Events that wait to be written.", event_writer.waiting),
        ("tablier_bots_thinking", "Bots that think.", bot_runner.thinking),
        ("tablier_bots_waiting", "Bots that wait for a free thread.", bot_runner.waiting),
    )
    text = generate_latest(metrics.registry) + generate_latest(gauges)
    return Response(text, headers={"Content-Type": CONTENT_TYPE_LATEST})


class ConnectionInfo(msgspec.Struct):
    """The request's own connection as the server sees it behind a proxy."""

    client: str
    forwarded_for: str


@get("/connection", include_in_schema=False)
async def connection(request: AnyRequest, config: NamedDependency[Config]) -> ConnectionInfo:
    """The client address of this request, and the header it may come from."""
    _require_token(request, config)
    return ConnectionInfo(request.client.host if request.client else "", request.headers.get("x-forwarded-for", ""))


def _require_token(request: AnyRequest, config: Config) -> None:
    """Hide a page from requests without the operator's token.

    Raises:
        Problem: the token is missing or wrong, or the server has none.
    """
    expected = f"Bearer {config.metrics_token}"
    given = request.headers.get("authorization", "")
    if not config.metrics_token or not hmac.compare_digest(expected.encode(), given.encode()):
        raise Problem(Refusal.NOT_FOUND)


class _Gauges:
    """Values of this moment, as a collector."""

    def __init__(self, *gauges: tuple[str, str, float]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        """One gauge after another."""
        for name, text, value in self._gauges:
            yield GaugeMetricFamily(name, text, value=value)


handlers = [health, get_metrics, connection]

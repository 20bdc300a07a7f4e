"""``/metrics`` for an operator's Prometheus: counts and times, never names, tables or addresses.

It answers only who knows the token that the server was started with: behind a proxy every client has a local address.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

from litestar import Request, Response, get
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from tablier.server import metrics
from tablier.server.api.routes import TheHub
from tablier.server.hub import Hub
from tablier.server.problem import Problem


@get("/metrics", include_in_schema=False)
async def get_metrics(request: Request[Any, Any, Any], hub: TheHub) -> Response[bytes]:
    """The meters and the state of the server, as text."""
    wanted = f"Bearer {hub.config.metrics_token}"
    given = request.headers.get("authorization", "")
    if not hub.config.metrics_token or not hmac.compare_digest(wanted.encode(), given.encode()):
        raise Problem(404, "not-found", "problem-not-found")
    text = generate_latest(metrics.registry) + generate_latest(_State(hub))
    return Response(text, headers={"Content-Type": CONTENT_TYPE_LATEST})


class _State:
    """What a hub is like at the moment."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterator[Metric]:
        """One gauge after another."""
        hub = self._hub
        for name, text, value in (
            ("tablier_sockets", "Sockets open.", hub.presence.sockets),
            ("tablier_rooms", "Tables in memory.", len(hub.cache)),
            ("tablier_log_waiting", "Events that wait to be written.", hub.event_writer.waiting),
            ("tablier_bots_thinking", "Bots that think.", hub.bot_runner.thinking),
            ("tablier_bots_waiting", "Bots that wait for a free thread.", hub.bot_runner.waiting),
        ):
            yield GaugeMetricFamily(name, text, value=value)


handlers = [get_metrics]

"""The ASGI application, and the uvicorn server that runs it."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache, partial
from typing import Any, cast

import uvicorn
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from tablier import __version__
from tablier.errors import TablierError
from tablier.server.api import (
    error_responses,
    games,
    invitations,
    lessons,
    links,
    lobby,
    monitoring,
    pages,
    privacy,
    puzzles,
    records,
    shared_games,
    tables,
)
from tablier.server.api.guards import RequestGuard
from tablier.server.api.open_connections import MOST, OpenConnections, allowed_by_system
from tablier.server.api.openapi import OpenApiJson
from tablier.server.api.request_timeout import TimedHttpProtocol
from tablier.server.api.requests import SERVICES, provide_browser
from tablier.server.api.strict_request import StrictRequest
from tablier.server.services import Services
from tablier.server.ws import routes
from tablier.server.ws.ws_protocol import TableProtocol

BODY_LIMIT = MESSAGE_LIMIT = 16384

BACKLOG = 512
"""Connections that wait to be accepted."""
DRAIN = 20.0
"""The longest time in which a stopping process closes its sockets, in seconds."""
PACE = 0.015
"""The pause between two of them, in seconds: another process needs some ten milliseconds to take one over."""
TEMPLATES = Environment(loader=PackageLoader("tablier.server.api", "html"), autoescape=True, undefined=StrictUndefined)


class CannotListen(TablierError):
    """The address cannot be used; the message names a remedy."""


class PortInUse(CannotListen):
    """Another program listens at the port."""


@cache
def application() -> Litestar:
    """The routes. One application serves all services of a process, since a request brings its own."""
    return Litestar(
        route_handlers=[
            *games.handlers,
            *tables.handlers,
            *lobby.handlers,
            *lessons.handlers,
            *puzzles.handlers,
            *links.handlers,
            *invitations.handlers,
            *records.handlers,
            *privacy.handlers,
            *shared_games.handlers,
            *pages.handlers,
            *monitoring.handlers,
            *routes.handlers,
        ],
        dependencies={
            "browser": Provide(provide_browser),
            **{one.name: _provide(one.name) for one in fields(Services)},
        },
        exception_handlers=error_responses.handlers,
        request_class=StrictRequest,
        request_max_body_size=BODY_LIMIT,
        openapi_config=OpenAPIConfig(
            "Tablier", __version__, path="/api/openapi.json", render_plugins=[OpenApiJson(path="/")]
        ),
        compression_config=CompressionConfig("gzip", minimum_size=1024, exclude=["^/api/tables"]),
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(TEMPLATES)),
        logging_config=None,
    )


def listen(host: str, port: int, *, at_once: bool = True) -> socket.socket:
    """A socket bound to the address, which listens unless ``at_once`` is false; port 0 selects a free one.

    Raises:
        CannotListen: the port is in use or not permitted, or the address is not one of this machine.
    """
    # Without the protocol asyncio does not disable Nagle's delay of 40 ms.
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        if at_once:
            sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"port {port} is in use; choose another one with --port") from error
        if error.errno == errno.EACCES:
            message = f"port {port} is not allowed to this user; choose one above 1023 with --port"
        else:
            message = f"cannot listen at {host}: {error.strerror or error}; choose another address with --host"
        raise CannotListen(message) from error
    return sock


class Server(uvicorn.Server):
    """Stops at a signal, but does not raise it again: queued events must still be written."""

    def __init__(self, services: Services) -> None:
        self._hands_over = services.database.shared
        """Whether other processes can take over the sockets."""
        config = services.config
        most = allowed_by_system(MOST)
        connections = OpenConnections(services.client_limits.connections, most, config.proxies)
        super().__init__(
            uvicorn.Config(
                RequestGuard(_serving(services), config, services.client_limits),
                lifespan="off",
                ws_max_size=MESSAGE_LIMIT,
                ws_per_message_deflate=False,
                ws_ping_interval=config.ping_interval,
                ws_ping_timeout=config.pong_timeout,
                http=partial(TimedHttpProtocol, connections, config.request_timeout),  # type: ignore[arg-type]
                ws=TableProtocol,
                h11_max_incomplete_event_size=MESSAGE_LIMIT,
                proxy_headers=bool(config.proxies),
                forwarded_allow_ips=list(config.proxies),
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=3,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the sockets; one by one if other processes take them over, so that these are not overloaded."""
        for server in self.servers:
            server.close()
        tables = [one for one in self.server_state.connections if isinstance(one, TableProtocol)]
        for connection in tables if self._hands_over else ():
            if connection in self.server_state.connections and not self.force_exit:
                connection.shutdown()
                await asyncio.sleep(min(PACE, DRAIN / len(tables)))
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully at the first signal, immediately at the second."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _serving(services: Services) -> ASGIApp:
    """The application, whose requests bring these services."""
    app = application()  # made before the first request, whose client would be charged for it

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"][SERVICES] = services
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = cast("Scope", {**scope, "method": "GET"})  # uvicorn sends no body
        await app(scope, receive, send)

    return serve


def _provide(name: str) -> Provide:
    """The service of this name that a request brings."""

    def get(scope: Scope) -> Any:
        return vars(scope["state"][SERVICES])[name]

    return Provide(get, sync_to_thread=False)

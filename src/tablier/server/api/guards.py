"""One guard for every route, and the headers of every answer."""

from __future__ import annotations

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from tablier.server.config import Config
from tablier.server.limits import ClientLimits, rate_limit_key
from tablier.server.problem import Problem

SAFE = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'{sockets}; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def same_site(connection: ASGIConnection, _handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Let only this site's own pages change anything or open a socket, and only under its own names.

    Raises:
        PermissionDeniedException: a foreign ``Host`` (DNS rebinding) or ``Origin`` (request forgery).
    """
    config: Config = connection.app.state.config
    host = connection.headers.get("host", "")
    if not config.serves(host):
        raise PermissionDeniedException("this server is not known under that name; start it with --origin")
    if isinstance(connection, Request) and connection.method in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is None:
        trusted = connection.headers.get("sec-fetch-site") == "same-origin"
    else:
        trusted = config.trusts(origin, host)
    if not trusted:
        raise PermissionDeniedException("this request does not come from the server's own pages")


def rate_limited(connection: ASGIConnection, _handler: BaseRouteHandler) -> None:  # type: ignore[type-arg]
    """Let no client address ask more than its share; sockets are counted where they are opened.

    Raises:
        Problem: too many requests.
    """
    client_limits: ClientLimits = connection.app.state.hub.client_limits
    if isinstance(connection, Request) and not client_limits.reads.take(address(connection)):
        raise Problem(429, "limit", "refused-limit")


def address(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """Whose budget a connection uses."""
    return rate_limit_key(connection.client.host) if connection.client else ""


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to an answer."""
    if message["type"] != "http.response.start":
        return
    config: Config = scope["litestar_app"].state.config
    # 'self' covers sockets in current browsers; older ones want them named. Policies cannot name IPv6 addresses.
    named = (origin for origin in sorted(config.known) if "[" not in origin)
    sockets = "".join(f" ws{origin.removeprefix('http')}" for origin in named)
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value.format(sockets=sockets))

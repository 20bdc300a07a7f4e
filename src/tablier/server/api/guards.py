"""Checks every request before it is routed, also to unknown paths, and adds security headers to every answer."""

from __future__ import annotations

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server.config import Config
from tablier.server.limits import ClientLimits, WorkAccount, rate_limit_key
from tablier.server.problem import Problem, Refusal

SAFE = {"GET", "HEAD", "OPTIONS"}
MONITORING = {"/health", "/metrics"}
"""Paths that are also served to client addresses in debt."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; connect-src 'self'{sockets}; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class RequestGuard:
    """ASGI middleware: Litestar's own guards do not see requests without a route."""

    def __init__(self, app: ASGIApp, config: Config, client_limits: ClientLimits) -> None:
        self._app = app
        self._config = config
        self._client_limits = client_limits
        # Older browsers do not include sockets in 'self'. A policy cannot name IPv6 addresses.
        named = (origin for origin in sorted(config.known) if "[" not in origin)
        sockets = "".join(f" ws{origin.removeprefix('http')}" for origin in named)
        self._headers = {name: value.format(sockets=sockets) for name, value in HEADERS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, or refuse it."""
        ambiguous = {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}

        account = WorkAccount(self._client_limits, _address(scope))

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.body":
                account.charge_bytes(len(message["body"]))
            elif message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if ambiguous:
                    headers["Connection"] = "close"
            await send(message)

        try:
            self._check(scope, ambiguous)
        except Problem as problem:
            await _refuse(problem, scope, hardened)
        else:
            if scope["path"] not in MONITORING:
                await account.settled()
            # A socket charges for its messages itself, and has no headers.
            sends = send if scope["type"] == ScopeType.WEBSOCKET else hardened
            try:
                await account.metered(self._app(scope, receive, sends))
            finally:
                account.settle()

    def _check(self, scope: Scope, ambiguous: bool) -> None:
        """Enforce the rate limit, and let only this site's own pages change anything.

        Raises:
            Problem: too many requests; a foreign ``Host`` (DNS rebinding) or ``Origin`` (request forgery); a body of
                ``ambiguous`` length (request smuggling).
        """
        if ambiguous:
            raise Problem(Refusal.REQUEST_MALFORMED)
        if not self._client_limits.reads.take(_address(scope)):
            raise Problem(Refusal.RATE_LIMIT)
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if not self._config.serves(host):
            raise _forbidden("this server is not known under that name; start it with --origin")
        if scope["type"] == ScopeType.HTTP and scope["method"] in SAFE:
            return
        origin = headers.get("origin")
        if origin is None:
            trusted = headers.get("sec-fetch-site") == "same-origin"
        else:
            trusted = self._config.trusts(origin, host)
        if not trusted:
            raise _forbidden("this request does not come from the server's own pages")


def address(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """The client address of a connection, as a key of limits."""
    return _address(connection.scope)


def _address(scope: Scope) -> str:
    client = scope["client"]
    return rate_limit_key(client[0]) if client else ""


def _forbidden(detail: str) -> Problem:
    return Problem(Refusal.FORBIDDEN, detail=detail)


async def _refuse(problem: Problem, scope: Scope, send: Send) -> None:
    """Answer in place of the application."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.code})
        return
    headers = {"content-type": "application/json", **problem.headers}
    start = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": start})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem.body), "more_body": False})

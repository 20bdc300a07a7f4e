"""The server as an ASGI application, and how it is run."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
import uvicorn
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tablier import __version__
from tablier.errors import TablierError
from tablier.scene.model import Message
from tablier.server import http, pages
from tablier.server.bots import Bots
from tablier.server.config import Config
from tablier.server.guards import harden, same_site
from tablier.server.hub import Hub, open_hub
from tablier.server.library import Library
from tablier.server.problem import Problem, ProblemBody

BODY_LIMIT = MESSAGE_LIMIT = 16384
CODES = {400: "malformed", 403: "forbidden", 404: "not-found", 405: "not-found", 413: "too-large"}

logger = structlog.get_logger()


class CannotListen(TablierError):
    """The address cannot be had; the message says what would help."""


def create_app(config: Config, library: Library | None = None, bots: Bots | None = None) -> Litestar:
    """The application. ``library`` and ``bots`` are those of the package unless others are given."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_hub(config, library or Library(), bots or _package_bots()) as hub:
            app.state.hub = hub
            yield

    return Litestar(
        route_handlers=[*http.handlers, *pages.handlers],
        dependencies={"hub": Provide(_hub, sync_to_thread=False)},
        guards=[same_site],
        before_send=[harden],
        exception_handlers={Problem: _problem, HTTPException: _http_problem, Exception: _failure},
        lifespan=[lifespan],
        state=State({"config": config}),
        request_max_body_size=BODY_LIMIT,
        openapi_config=OpenAPIConfig(
            "Tablier", __version__, path="/api", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one.

    Raises:
        CannotListen: the port is in use or not allowed, or the address is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            message = f"port {port} is in use; choose another one with --port"
        elif error.errno == errno.EACCES:
            message = f"port {port} is not allowed to this user; choose one above 1023 with --port"
        else:
            message = f"cannot listen at {host}: {error.strerror or error}; choose another address with --host"
        raise CannotListen(message) from error


def make_server(app: Litestar) -> uvicorn.Server:
    """A uvicorn server for the application, with small messages and no log of its own."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            ws_max_size=MESSAGE_LIMIT,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )


def _hub(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


def _package_bots() -> Bots:
    from tablier import bots

    found: Bots = bots
    return found


def _problem(_request: Request[Any, Any, Any], problem: Problem) -> Response[ProblemBody]:
    headers = {"Retry-After": "2"} if problem.status == 503 else {}
    return Response(problem.body, status_code=problem.status, headers=headers)


def _http_problem(_request: Request[Any, Any, Any], error: HTTPException) -> Response[ProblemBody]:
    code = CODES.get(error.status_code, "failed")
    return Response(
        ProblemBody(code, Message(f"problem-{code}", {"detail": error.detail})), status_code=error.status_code
    )


def _failure(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemBody]:
    logger.error("request.failed", path=request.url.path, exc_info=error)
    return Response(ProblemBody("failed", Message("problem-failed")), status_code=500)

"""Shared by handlers: parameters, the browser behind a request, and limits on what one address may change."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath

from tablier.catalogue.data import Lang
from tablier.scene.palette import Palette
from tablier.server.api.guards import address
from tablier.server.api.identity import Identities
from tablier.server.config import Config
from tablier.server.limits import ClientLimits
from tablier.server.message_base import ShortText

SERVICES = "services"
"""The key of a connection's state under which it brings the services of its server."""
AnyRequest = Request[Any, Any, Any]
Part = FromPath[str]
"""A part of the address."""
BrowserId = NamedDependency[int | None]
"""The number of the browser behind a request; ``None`` for one without a known cookie."""


class Token(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    token: ShortText


async def provide_browser(request: AnyRequest, identities: NamedDependency[Identities]) -> int | None:
    """The dependency ``browser``, a :data:`BrowserId`."""
    return await identities.who(request)


def page_language(request: AnyRequest) -> Lang:
    """The language of a page: the one asked for, the one chosen in the client, or the browser's."""
    headers, cookies = request.headers, request.cookies
    wanted = request.query_params.get("lang") or cookies.get("lang") or headers.get("accept-language") or ""
    return "fr" if wanted.lower().startswith("fr") else "en"


def page_palette(request: AnyRequest) -> Palette:
    """The colours of the seats that were chosen in the client."""
    return "safe" if request.cookies.get("palette") == "safe" else "standard"


def site_origin(config: Config, request: AnyRequest) -> str:
    """This site's address, as the browser knows it."""
    host = request.headers.get("host", "")
    named = (origin for origin in config.origins if origin.partition("://")[2] == host)
    return next(named, f"http://{host}")


def limit_changes(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard of routes that change something.

    Raises:
        Problem: too many requests from this address.
    """
    _limits(connection).count_change(address(connection))


def limit_tables(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard of routes that make a table.

    Raises:
        Problem: too many requests or new tables from this address.
    """
    _limits(connection).count_table(address(connection))


def _limits(connection: ASGIConnection[Any, Any, Any, Any]) -> ClientLimits:
    limits: ClientLimits = connection.scope["state"][SERVICES].client_limits
    return limits

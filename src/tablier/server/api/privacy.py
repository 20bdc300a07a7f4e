"""What is kept of a browser, to be had and to be erased by whoever holds its cookie."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request, Response, delete, get

from tablier.server.api.routes import FRESH, TheHub, check_rate
from tablier.server.problem import Problem
from tablier.server.tokens import digest


class OwnSeat(msgspec.Struct):
    """A seat that one holds, and the name shown there."""

    table: str
    game: str
    seat: int
    name: str


class OwnLine(msgspec.Struct):
    """A line of the chat from one's seat. ``at`` is in milliseconds since 1970."""

    table: str
    seat: int
    text: str
    at: int


class Own(msgspec.Struct):
    """All that is kept of a browser; the moves are in the records of its tables."""

    since: int
    """When it first sat down, in milliseconds since 1970; 0 if it never has."""
    seats: list[OwnSeat]
    said: list[OwnLine]
    watches: list[str]


@get("/api/me", summary="What is kept of this browser")
async def own(request: Request[Any, Any, Any], hub: TheHub) -> Response[Own]:
    """Its seats with their names, what it has said, and where it watches: nothing else is known of who uses it."""
    check_rate(hub, request)
    browser = await hub.identities.who(request)
    if browser is None:
        return Response(Own(0, [], [], []), headers=FRESH)
    since, seats, said, watches = await hub.browsers.personal_data(browser)
    kept = Own(since, [OwnSeat(*row) for row in seats], [OwnLine(*row) for row in said], watches)
    return Response(kept, headers=FRESH)


@delete("/api/me", summary="Forget this browser", status_code=204)
async def forget(request: Request[Any, Any, Any], hub: TheHub) -> Response[None]:
    """Erase names and links, and close what this browser has open; its cookie opens nothing any more.

    Games and what was said in them stay, without names.
    """
    check_rate(hub, request)
    browser = await hub.identities.who(request)
    if browser is not None:
        tables = await hub.browsers.erase(browser, digest(secrets.token_urlsafe(32)))
        hub.presence.leave(browser)
        for table_id in tables:
            hub.bus.wake(table_id)
        for table_id in await hub.table_store.with_offers(tables):
            with suppress(Problem):  # it is of a game that is being compiled: nobody can see the table
                await hub.submissions.settle(table_id)
    return Response(None, cookies=hub.identities.none)


handlers = [own, forget]

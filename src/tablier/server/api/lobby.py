"""The HTTP interface of playing together and looking back: the lobby, links, games that are shared or brought in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import Body

from tablier.server.api.routes import Claimed, Part, TheHub, check_rate
from tablier.server.tables import imports
from tablier.server.tables.lobby import OpenTable
from tablier.server.tables.seating import Text


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down at an open table."""

    name: Text = ""


class Token(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    token: Text


class OwnSeat(msgspec.Struct, forbid_unknown_fields=True):
    """One of one's own seats."""

    seat: int


@get("/api/lobby", summary="Open tables")
async def lobby(request: Request[Any, Any, Any], hub: TheHub) -> list[OpenTable]:
    """The tables that wait for players."""
    return await hub.lobby.list(await hub.identities.who(request))


@post("/api/tables/{table_id:str}/join", summary="Sit down at an open table", status_code=200)
async def join(request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[Join, Body()]) -> Claimed:
    """Sit down at the first free seat. Asked again by the same browser, the answer is the same."""
    check_rate(hub, request)
    await hub.lobby.check_join(table_id, data.name, await hub.identities.who(request))
    browser = await hub.identities.require_browser(request)
    return Claimed(await hub.lobby.join(table_id, browser, data.name))


@post("/api/tables/{table_id:str}/close", summary="Take a table out of the lobby", status_code=204)
async def close(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> None:
    """Leave the free seats to those who have a link."""
    await hub.lobby.close(table_id, await hub.identities.who(request))


@post("/api/tables/{table_id:str}/watch", summary="Watch a private table", status_code=204)
async def watch(
    request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[Token, Body()]
) -> Response[None]:
    """Watch with the token of the table's link."""
    check_rate(hub, request)
    await hub.access_links.check_watch(table_id, data.token)
    browser, cookies = await hub.identities.ensure(request)
    await hub.access_links.watch(table_id, data.token, browser)
    return Response(None, cookies=cookies)


@post("/api/tables/{table_id:str}/watch-link", summary="A new link to watch", status_code=200)
async def watch_link(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> Token:
    """The token of a new link to watch; the last one is valid no more."""
    check_rate(hub, request)
    return Token(await hub.access_links.renew_watch(table_id, await hub.identities.who(request)))


@delete("/api/tables/{table_id:str}/watch-link", summary="Let nobody watch any more", status_code=204)
async def end_watching(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> None:
    """Close what those have open who came by a link to watch; none opens anything until a new one is made."""
    check_rate(hub, request)
    await hub.access_links.end_watching(table_id, await hub.identities.who(request))


@post("/api/tables/{table_id:str}/seat-link", summary="A link that moves one's seat", status_code=200)
async def seat_link(
    request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[OwnSeat, Body()]
) -> Token:
    """The token that moves one's own seat to another browser, once; the last one is valid no more."""
    check_rate(hub, request)
    return Token(await hub.access_links.renew_recovery(table_id, data.seat, await hub.identities.who(request)))


@post("/api/tables/{table_id:str}/recover", summary="Move one's seat here", status_code=200)
async def recover(
    request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[Token, Body()]
) -> Claimed:
    """Take one's seat to this browser. Asked again by the same browser, the answer is the same."""
    check_rate(hub, request)
    await hub.access_links.check_recovery(table_id, data.token, await hub.identities.who(request))
    browser = await hub.identities.require_browser(request)
    return Claimed(await hub.access_links.recover(table_id, data.token, browser))


class Imported(msgspec.Struct):
    """The table that a record has become."""

    id: str


@post("/api/tables/{table_id:str}/share", summary="Share a finished game", status_code=204)
async def share(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> None:
    """Let everybody who has the address look at the game, without what was said."""
    await hub.access_links.share(table_id, await hub.identities.who(request))


@post("/api/records", summary="Bring a record in", request_max_body_size=imports.SIZE)
async def import_record(request: Request[Any, Any, Any], hub: TheHub) -> Imported:
    """Make a table of the record in the body, once it has been replayed under the rules."""
    check_rate(hub, request, makes_table=True)
    return Imported(await hub.record_importer.add(await request.body()))


handlers = [lobby, join, close, watch, watch_link, end_watching, seat_link, recover, share, import_record]

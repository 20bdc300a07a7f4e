"""Links: to watch a private table, to move a seat to another browser, to share a finished game."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.identity import Identities
from tablier.server.api.requests import AnyRequest, BrowserId, Part, Token, limit_changes
from tablier.server.api.tables import Claimed
from tablier.server.tables.access_links import AccessLinks


class OwnSeat(msgspec.Struct, forbid_unknown_fields=True):
    """One of one's own seats."""

    seat: int


@post("/api/tables/{table_id:str}/watch", summary="Watch a private table", status_code=204, guards=[limit_changes])
async def watch(
    request: AnyRequest,
    access_links: NamedDependency[AccessLinks],
    identities: NamedDependency[Identities],
    table_id: Part,
    data: Annotated[Token, Body()],
) -> Response[None]:
    """Watch with the token of the table's link. Nothing is stored if everybody may watch without one."""
    if not await access_links.check_watch(table_id, data.token):
        return Response(None)
    browser, cookies = await identities.ensure(request)
    await access_links.watch(table_id, data.token, browser)
    return Response(None, cookies=cookies)


@post("/api/tables/{table_id:str}/watch-link", summary="A new link to watch", status_code=200, guards=[limit_changes])
async def watch_link(access_links: NamedDependency[AccessLinks], browser: BrowserId, table_id: Part) -> Token:
    """The token of a new link to watch; the earlier one expires."""
    return Token(await access_links.renew_watch(table_id, browser))


@delete("/api/tables/{table_id:str}/watch-link", summary="End watching", status_code=204, guards=[limit_changes])
async def end_watching(access_links: NamedDependency[AccessLinks], browser: BrowserId, table_id: Part) -> None:
    """Disconnect all who came by a link to watch; the link expires."""
    await access_links.end_watching(table_id, browser)


@post(
    "/api/tables/{table_id:str}/seat-link",
    summary="A link that moves one's seat",
    status_code=200,
    guards=[limit_changes],
)
async def seat_link(
    access_links: NamedDependency[AccessLinks], browser: BrowserId, table_id: Part, data: Annotated[OwnSeat, Body()]
) -> Token:
    """The token that moves one's own seat to another browser, once; the earlier one expires."""
    return Token(await access_links.renew_recovery(table_id, data.seat, browser))


@post("/api/tables/{table_id:str}/recover", summary="Move one's seat here", status_code=200, guards=[limit_changes])
async def recover(
    request: AnyRequest,
    access_links: NamedDependency[AccessLinks],
    identities: NamedDependency[Identities],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[Token, Body()],
) -> Claimed:
    """Take one's seat to this browser. If the same browser asks again, the answer is the same."""
    await access_links.check_recovery(table_id, data.token, browser)
    owner = await identities.require_browser(request)
    return Claimed(await access_links.recover(table_id, data.token, owner))


@post("/api/tables/{table_id:str}/share", summary="Share a finished game", status_code=204)
async def share(access_links: NamedDependency[AccessLinks], browser: BrowserId, table_id: Part) -> None:
    """Share the game with everyone who has the link, without the chat."""
    await access_links.share(table_id, browser)


handlers = [watch, watch_link, end_watching, seat_link, recover, share]

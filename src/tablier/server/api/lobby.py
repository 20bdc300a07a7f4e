"""The lobby: open tables."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.identity import Identities
from tablier.server.api.requests import AnyRequest, BrowserId, Part, limit_changes
from tablier.server.api.tables import Claimed
from tablier.server.message_base import ShortText
from tablier.server.tables.lobby import Lobby, OpenTable


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down at an open table."""

    name: ShortText = ""


@get("/api/lobby", summary="Open tables")
async def list_lobby(lobby: NamedDependency[Lobby], browser: BrowserId) -> list[OpenTable]:
    """The tables that wait for players."""
    return await lobby.list(browser)


@post("/api/tables/{table_id:str}/join", summary="Sit down at an open table", status_code=200, guards=[limit_changes])
async def join(
    request: AnyRequest,
    lobby: NamedDependency[Lobby],
    identities: NamedDependency[Identities],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[Join, Body()],
) -> Claimed:
    """Sit down at the first free seat. If the same browser asks again, the answer is the same."""
    await lobby.check_join(table_id, data.name, browser)
    owner = await identities.require_browser(request)
    return Claimed(await lobby.join(table_id, owner, data.name))


@post("/api/tables/{table_id:str}/close", summary="Take a table out of the lobby", status_code=204)
async def close(lobby: NamedDependency[Lobby], browser: BrowserId, table_id: Part) -> None:
    """Leave the free seats to those who have a link."""
    await lobby.close(table_id, browser)


handlers = [list_lobby, join, close]

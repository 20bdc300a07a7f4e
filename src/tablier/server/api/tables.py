"""Tables: making them, sitting down, and finding one's own again."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.guards import address
from tablier.server.api.identity import Identities
from tablier.server.api.requests import AnyRequest, BrowserId, Part, Token, limit_changes, limit_tables
from tablier.server.domain.continuations import Continuation
from tablier.server.domain.new_tables import MadeTable, NewTable, RecentTable
from tablier.server.domain.player_names import Named, NewName
from tablier.server.limits import ClientLimits
from tablier.server.message_base import ShortText
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.continuations import Continuations
from tablier.server.tables.seating import Invitation, Seating
from tablier.server.workers.bot_runner import BotRunner


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down with a link's token. A browser with another seat there must set ``also``."""

    token: ShortText
    name: ShortText = ""
    also: bool = False


class Fill(msgspec.Struct, forbid_unknown_fields=True):
    """Bots of this level for all free seats."""

    level: int


class Claimed(msgspec.Struct):
    """The seat that the browser holds now."""

    seat: int


@post("/api/tables", summary="Make a table")
async def make_table(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    bot_runner: NamedDependency[BotRunner],
    client_limits: NamedDependency[ClientLimits],
    identities: NamedDependency[Identities],
    data: Annotated[NewTable, Body()],
) -> Response[MadeTable]:
    """Make a table; each friend's seat has a token, which is only shown here."""
    seating.check(data)
    if bot_runner.full and any(seat.kind == "bot" for seat in data.seats):
        raise Problem(Refusal.BUSY)
    client_limits.count_table(address(request))
    browser, cookies = await identities.ensure(request)
    return Response(await seating.make(data, browser), status_code=201, cookies=cookies)


@post("/api/tables/{table_id:str}/continue", summary="Try again from a position", guards=[limit_tables])
async def continue_game(
    request: AnyRequest,
    access_links: NamedDependency[AccessLinks],
    continuations: NamedDependency[Continuations],
    bot_runner: NamedDependency[BotRunner],
    identities: NamedDependency[Identities],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[Continuation, Body()],
) -> Response[MadeTable]:
    """Make a table that continues a finished game at one of its positions, against bots."""
    if bot_runner.full:
        raise Problem(Refusal.BUSY)
    state = await access_links.viewable(table_id, browser)
    owner, cookies = await identities.ensure(request)
    made = await continuations.make(state, data, owner)
    return Response(made, status_code=201, cookies=cookies)


@get("/api/tables", summary="This browser's tables")
async def recent_tables(seating: NamedDependency[Seating], browser: BrowserId) -> list[RecentTable]:
    """The tables at which this browser sits, the latest first."""
    return await seating.recent(browser)


@post("/api/tables/{table_id:str}/claim", summary="Sit down", status_code=200, guards=[limit_changes])
async def claim_seat(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    identities: NamedDependency[Identities],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[Claim, Body()],
) -> Claimed:
    """Sit down at a friend's seat. If the same browser asks again, the answer is the same."""
    await seating.check_claim(table_id, data.token, data.name, browser, also=data.also)
    owner = await identities.require_browser(request)
    return Claimed(await seating.claim(table_id, data.token, owner, data.name, also=data.also))


@post(
    "/api/tables/{table_id:str}/invitation",
    summary="What a link to a seat leads to",
    status_code=200,
    guards=[limit_changes],
)
async def invitation(
    seating: NamedDependency[Seating], browser: BrowserId, table_id: Part, data: Annotated[Token, Body()]
) -> Invitation:
    """What the holder of a link may know before sitting down."""
    return await seating.invitation(table_id, data.token, browser)


@post("/api/tables/{table_id:str}/fill", summary="Fill with bots", status_code=204, guards=[limit_changes])
async def fill(
    seating: NamedDependency[Seating],
    bot_runner: NamedDependency[BotRunner],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[Fill, Body()],
) -> None:
    """Give all free seats of one's own table to bots."""
    if bot_runner.full:
        raise Problem(Refusal.BUSY)
    await seating.fill(table_id, browser, data.level)


@post("/api/tables/{table_id:str}/name", summary="Change one's name", status_code=200, guards=[limit_changes])
async def name_seat(
    seating: NamedDependency[Seating], browser: BrowserId, table_id: Part, data: Annotated[NewName, Body()]
) -> Named:
    """Change the name shown at one's own seat."""
    return Named(data.seat, await seating.rename(table_id, data.seat, browser, data.name))


handlers = [make_table, continue_game, recent_tables, claim_seat, invitation, fill, name_seat]

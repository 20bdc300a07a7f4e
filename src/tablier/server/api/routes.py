"""The HTTP interface: games, tables, seats, records, and the fixed things a page needs."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, WebSocket, get, post, route, websocket
from litestar.di import NamedDependency
from litestar.params import Body, FromPath

from tablier import __version__, catalogue
from tablier.catalogue.info import ClockInfo
from tablier.server.api.guards import address
from tablier.server.domain import projections
from tablier.server.hub import Hub
from tablier.server.messages import CloseCode
from tablier.server.problem import Problem
from tablier.server.tables.seating import MadeTable, NewTable, RecentTable, Text
from tablier.server.ws.connection import Connection

TheHub = NamedDependency[Hub]
Part = FromPath[str]
"""A part of the address."""

FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
FRESH = {"Cache-Control": "no-cache"}
SVG, JSON, FLUENT = "image/svg+xml", "application/json", "text/plain"


class LevelInfo(msgspec.Struct):
    """A bot's strength."""

    level: int
    label: dict[str, str]


class GameEntry(msgspec.Struct):
    """A game of the catalogue; ``progress`` of compiling goes from 0 to 1. Keys of its texts begin with ``prefix``."""

    name: str
    prefix: str
    title: dict[str, str]
    credits: dict[str, str]
    blurb: dict[str, str]
    seats: list[int]
    minutes: int
    weight: float
    options: dict[str, Any]
    clocks: dict[str, ClockInfo]
    levels: list[LevelInfo]
    ready: bool
    progress: float


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down with a link's token. Who sits at the table already must say that this seat is wanted ``also``."""

    token: Text
    name: Text = ""
    also: bool = False


class Claimed(msgspec.Struct):
    """The seat one sits at now."""

    seat: int


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """The name to show at one's seat."""

    seat: int
    name: Text


class Named(msgspec.Struct):
    """A name as it is shown."""

    seat: int
    name: str


class Health(msgspec.Struct):
    """``ok`` while the database answers; ``ready`` lists the games that can be played."""

    status: str
    version: str
    ready: list[str]


@get("/health", summary="Is the server well?")
async def health(hub: TheHub) -> Health:
    """Fails where the database does."""
    await hub.database.ping()
    return Health("ok", __version__, [name for name in hub.library.names() if hub.library.ready(name)])


@get("/api/games", summary="The games")
async def games(hub: TheHub) -> list[GameEntry]:
    """Every game, with what can be chosen; some may still be compiling."""
    return [_entry(hub, name) for name in hub.library.names()]


@post("/api/tables", summary="Make a table")
async def make_table(
    request: Request[Any, Any, Any], hub: TheHub, data: Annotated[NewTable, Body()]
) -> Response[MadeTable]:
    """Make a table; each friend's seat has a token, told only here."""
    hub.seating.check(data)
    if hub.bot_runner.full and any(seat.kind == "bot" for seat in data.seats):
        raise Problem(503, "busy", "problem-busy")
    check_rate(hub, request, makes_table=True)
    browser, cookies = await hub.identities.ensure(request)
    return Response(await hub.seating.make(data, browser), status_code=201, cookies=cookies)


@get("/api/tables", summary="This browser's tables")
async def recent_tables(request: Request[Any, Any, Any], hub: TheHub) -> list[RecentTable]:
    """The tables at which this browser sits, the latest first."""
    return await hub.seating.recent(await hub.identities.who(request))


@post("/api/tables/{table_id:str}/claim", summary="Sit down", status_code=200)
async def claim_seat(
    request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[Claim, Body()]
) -> Claimed:
    """Sit down at a friend's seat. Asked again by the same browser, the answer is the same."""
    check_rate(hub, request)
    who = await hub.identities.who(request)
    await hub.seating.check_claim(table_id, data.token, data.name, who, also=data.also)
    browser = await hub.identities.require_browser(request)
    return Claimed(await hub.seating.claim(table_id, data.token, browser, data.name))


@post("/api/tables/{table_id:str}/name", summary="Change one's name", status_code=200)
async def name_seat(
    request: Request[Any, Any, Any], hub: TheHub, table_id: Part, data: Annotated[NewName, Body()]
) -> Named:
    """Change the name shown at one's own seat."""
    check_rate(hub, request)
    browser = await hub.identities.who(request)
    return Named(data.seat, await hub.seating.rename(table_id, data.seat, browser, data.name))


@route("/api/tables/{table_id:str}/record", http_method=["GET", "HEAD"], summary="A game's record")
async def record(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> Response[bytes]:
    """The game so far as a record, to keep."""
    state = await hub.access_links.viewable(table_id, await hub.identities.who(request))
    game, text = state.row.game, projections.record(state).dumps()
    name = f'attachment; filename="{game}-{table_id}.json"'
    return Response(text.encode(), media_type=JSON, headers={"Content-Disposition": name, **FRESH})


@get("/api/stages/{game:str}/{name:str}", summary="A stage")
async def stage(hub: TheHub, game: Part, name: Part) -> Response[bytes]:
    """What never changes on a board; its address changes with its content."""
    return Response(hub.stage_cache.find(game, name), media_type=JSON, headers=FOREVER)


@get("/api/art/common.svg", media_type=SVG, summary="Symbols of all games")
async def common_art() -> Response[bytes]:
    """The symbols that every game may use."""
    return _file("tablier.scene", "art", "common.svg", SVG)


@get("/api/art/{game:str}/{name:str}", media_type=SVG, summary="A game's art")
async def art(hub: TheHub, game: Part, name: Part) -> Response[bytes]:
    """A game's board or its sprites."""
    hub.library.info(game)
    return _file(catalogue.package(game), "art", name, SVG)


@get("/api/texts/{game:str}/{name:str}", media_type=FLUENT, summary="A game's texts")
async def texts(hub: TheHub, game: Part, name: Part) -> Response[bytes]:
    """A game's catalogue of texts (Fluent), after the server's own."""
    hub.library.info(game)
    own = _file("tablier.server", "texts", name, FLUENT).content
    return Response(
        own + b"\n" + _file(catalogue.package(game), "", f"texts.{name}", FLUENT).content,
        media_type=FLUENT,
        headers=FRESH,
    )


@websocket("/ws/{table_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], hub: TheHub, table_id: Part) -> None:
    """Play at a table, or watch."""
    browser = await hub.identities.who(socket)
    row = await hub.table_store.get(table_id)
    await socket.accept()
    client_limits, whose = hub.client_limits, address(socket)
    with client_limits.sockets.hold(whose) as free, hub.browser_sockets.hold((table_id, browser)) as few:
        if not (free and (few or browser is None) and client_limits.requests.take(whose)):
            return await socket.close(CloseCode.TOO_MANY, "too many connections")
        if row is None:
            return await socket.close(CloseCode.NO_TABLE, "no such table")
        invited = await hub.access_links.invited(table_id, browser)
        return await Connection(hub, socket, row, browser, invited).run(row.game)


def _entry(hub: Hub, name: str) -> GameEntry:
    info = hub.library.info(name)
    return GameEntry(
        name=name,
        prefix=info.rule_prefix.lower(),
        title=info.title,
        credits=info.credits,
        blurb=info.blurb,
        seats=list(info.seats),
        minutes=info.minutes,
        weight=info.weight,
        options={key: msgspec.structs.asdict(option) for key, option in info.options.items()},
        clocks=info.clocks,
        levels=[LevelInfo(level.level, level.label) for level in hub.bot_factory.levels(name)],
        ready=hub.library.ready(name),
        progress=hub.library.progress(name),
    )


def _file(package: str, folder: str, name: str, media_type: str) -> Response[bytes]:
    """A file of a package. Only names that the folder lists are looked up, so no path leads out of it."""
    for entry in (files(package) / folder).iterdir():
        if entry.name == name and entry.is_file():
            return Response(entry.read_bytes(), media_type=media_type, headers=FRESH)
    raise Problem(404, "not-found", "problem-not-found")


def check_rate(hub: Hub, request: Request[Any, Any, Any], *, makes_table: bool = False) -> None:
    """Count a request that makes or changes something.

    Raises:
        Problem: too many from this address.
    """
    client_limits, whose = hub.client_limits, address(request)
    if not client_limits.requests.take(whose) or (makes_table and not client_limits.tables.take(whose)):
        raise Problem(429, "limit", "refused-limit")


handlers = [
    health,
    games,
    make_table,
    recent_tables,
    claim_seat,
    name_seat,
    record,
    stage,
    common_art,
    art,
    texts,
    table_socket,
]

"""Records of games: downloaded and imported, with the lines of an analysis."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Response, post, route
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.requests import AnyRequest, BrowserId, Part, limit_changes, limit_tables, page_language
from tablier.server.api.responses import JSON, REVALIDATE
from tablier.server.config import Config
from tablier.server.domain import analysis, imports, lines, projections
from tablier.server.domain.analysis import Written
from tablier.server.domain.imports import Diagram, Imported
from tablier.server.domain.lines import GameLines
from tablier.server.domain.player_names import player_names
from tablier.server.message_base import WhatIf
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.imports import RecordImporter
from tablier.server.tables.record_queue import RecordQueue


@route("/api/tables/{table_id:str}/record", http_method=["GET", "HEAD"], summary="A game's record")
async def record(
    request: AnyRequest,
    access_links: NamedDependency[AccessLinks],
    bot_factory: NamedDependency[BotFactory],
    browser: BrowserId,
    table_id: Part,
) -> Response[bytes]:
    """The game so far as a record, to keep."""
    state = await access_links.viewable(table_id, browser)
    players = player_names(state, bot_factory.levels(state.row.game), page_language(request))
    disposition = f'attachment; filename="{state.row.game}-{table_id}.json"'
    headers = {"Content-Disposition": disposition, **REVALIDATE}
    return Response(projections.record(state, players).dumps().encode(), media_type=JSON, headers=headers)


@post(
    "/api/tables/{table_id:str}/record",
    summary="A game's record with the lines of an analysis",
    status_code=200,
    request_max_body_size=imports.SIZE,
    guards=[limit_changes],
)
async def record_with_lines(
    request: AnyRequest,
    access_links: NamedDependency[AccessLinks],
    bot_factory: NamedDependency[BotFactory],
    config: NamedDependency[Config],
    record_queue: NamedDependency[RecordQueue],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[GameLines, Body()],
) -> Response[bytes]:
    """The game so far as a record, with these lines as its variations. They are not stored."""
    state = await access_links.viewable(table_id, browser)
    players = player_names(state, bot_factory.levels(state.row.game), page_language(request))
    made = partial(lines.in_record, projections.record(state, players), state, data.lines, config.record_plies)
    return Response((await record_queue.run(made)).dumps().encode(), media_type=JSON)


@post("/api/tables/{table_id:str}/diagram", summary="A position as text", status_code=200, guards=[limit_changes])
async def diagram(
    access_links: NamedDependency[AccessLinks],
    record_queue: NamedDependency[RecordQueue],
    browser: BrowserId,
    table_id: Part,
    data: Annotated[WhatIf, Body()],
) -> Written:
    """The diagram of a position of a game, or of an analysis of it."""
    state = await access_links.viewable(table_id, browser)
    return await record_queue.run(partial(analysis.written, state, data))


@post("/api/records", summary="Import a record", request_max_body_size=imports.SIZE, guards=[limit_tables])
async def import_record(request: AnyRequest, record_importer: NamedDependency[RecordImporter]) -> Imported:
    """Make a table of the record in the body, once it has been replayed under the rules."""
    return await record_importer.add(await request.body())


@post("/api/diagrams", summary="Open a position", guards=[limit_tables])
async def open_diagram(record_importer: NamedDependency[RecordImporter], data: Annotated[Diagram, Body()]) -> Imported:
    """Make a table of a position, to analyse it and to play on from it."""
    return await record_importer.add_diagram(data)


handlers = [record, record_with_lines, diagram, import_record, open_diagram]

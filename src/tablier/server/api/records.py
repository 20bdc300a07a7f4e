"""Records of games: downloaded and imported."""

from __future__ import annotations

import msgspec
from litestar import Response, post, route
from litestar.di import NamedDependency

from tablier.server.api.requests import AnyRequest, BrowserId, Part, limit_tables, page_language
from tablier.server.api.responses import JSON, REVALIDATE
from tablier.server.domain import imports, projections
from tablier.server.domain.player_names import player_names
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.imports import RecordImporter


class Imported(msgspec.Struct):
    """The table made from a record."""

    id: str


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


@post("/api/records", summary="Import a record", request_max_body_size=imports.SIZE, guards=[limit_tables])
async def import_record(request: AnyRequest, record_importer: NamedDependency[RecordImporter]) -> Imported:
    """Make a table of the record in the body, once it has been replayed under the rules."""
    return Imported(await record_importer.add(await request.body()))


handlers = [record, import_record]

"""A page for each finished game that everybody may look at, to be shared: who played, how it ended, the last board."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import Request, Response, get
from litestar.response import Template

from tablier.scene.model import Result
from tablier.server.api.pictures import can_png
from tablier.server.api.routes import FRESH, SVG, Part, TheHub
from tablier.server.api.words import Words, other, words
from tablier.server.domain import projections
from tablier.server.domain.state import TableState
from tablier.server.hub import Hub
from tablier.server.problem import Problem


@get("/g/{table_id:str}", include_in_schema=False)
async def finished_game(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> Template:
    """The page of a game."""
    state = await _shown(hub, table_id)
    asked = request.query_params.get("lang") or request.headers.get("accept-language") or ""
    lang = "fr" if asked.lower().startswith("fr") else "en"
    return Template("game.html", context=_context(hub, state, lang, _origin(hub, request)), headers=FRESH)


@get("/g/{table_id:str}/board.svg", include_in_schema=False)
async def finished_board(hub: TheHub, table_id: Part) -> Response[bytes]:
    """The last board of a game."""
    state = await _shown(hub, table_id)
    return Response(await hub.pictures.svg(state), media_type=SVG, headers=FRESH)


@get("/g/{table_id:str}/board.png", include_in_schema=False)
async def finished_board_png(hub: TheHub, table_id: Part) -> Response[bytes]:
    """The last board of a game in pixels: few sites that show a link to its page know SVG."""
    state = await _shown(hub, table_id)
    if not can_png():
        raise Problem(404, "not-found", "problem-not-found")
    return Response(await hub.pictures.png(state), media_type="image/png", headers=FRESH)


def _context(hub: Hub, state: TableState, lang: str, origin: str) -> dict[str, Any]:
    """What the page says."""
    say, info = words(lang), state.game.info
    levels = {level.level: level.label[lang] for level in hub.bot_factory.levels(state.row.game)}
    names = [seat.name or levels.get(seat.level) or say.player.format(n) for n, seat in enumerate(state.seats, 1)]
    result = projections.view(state, None).result
    last = datetime.fromtimestamp((state.events[-1].at if state.events else state.row.at) / 1000, UTC)
    return {
        "lang": lang,
        "other": other(lang),
        "other_name": words(other(lang)).language,
        "words": say,
        "title": say.title.format(game=info.title[lang], names=" – ".join(names)),
        "game": info.title[lang],
        "summary": f"{_ending(names, result, say)} · {say.on(last.date())}",
        "address": f"{origin}/g/{state.row.id}",
        "id": state.row.id,
        "name": state.row.game,
        "picture": "board.png" if can_png() else "board.svg",
        "picture_type": "image/png" if can_png() else SVG,
        "seats": _seats(names, result, say),
    }


def _ending(names: list[str], result: Result | None, say: Words) -> str:
    if result is None:
        return say.unfinished
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if not rank]
    return say.wins.format(winners[0]) if len(winners) == 1 else say.shared


def _seats(names: list[str], result: Result | None, say: Words) -> list[dict[str, Any]]:
    """The seats, the winners first."""
    if result is None:
        return [{"name": name, "score": "", "first": False} for name in names]
    rows = sorted(zip(result.ranks, result.scores, names, strict=True), key=lambda row: row[0])
    return [{"name": name, "score": say.score(score), "first": not rank} for rank, score, name in rows]


async def _shown(hub: Hub, table_id: str) -> TableState:
    """A game that is over and that everybody may look at."""
    state = await hub.cache.state(table_id)
    if not state.over or not state.admits(None):
        raise Problem(404, "not-shared", "problem-not-shared")
    return state


def _origin(hub: Hub, request: Request[Any, Any, Any]) -> str:
    """This site's address, as the browser knows it."""
    host = request.headers.get("host", "")
    named = (origin for origin in hub.config.origins if origin.partition("://")[2] == host)
    return next(named, f"http://{host}")


handlers = [finished_game, finished_board, finished_board_png]

"""A page for each finished game that everybody may look at, to be shared: who played, how it ended, the last board."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from typing import Any

from litestar import Request, Response, get

from tablier.server.api.pictures import can_png
from tablier.server.api.routes import FRESH, SVG, Part, TheHub
from tablier.server.api.words import other, words
from tablier.server.domain import projections
from tablier.server.domain.state import TableState
from tablier.server.hub import Hub
from tablier.server.problem import Problem


@get("/g/{table_id:str}", include_in_schema=False)
async def finished_game(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> Response[str]:
    """The page of a game."""
    state = await _shown(hub, table_id)
    asked = request.query_params.get("lang") or request.headers.get("accept-language") or ""
    lang = "fr" if asked.lower().startswith("fr") else "en"
    return Response(page(hub, state, lang, _origin(hub, request)), media_type="text/html", headers=FRESH)


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


def _points(score: int, lang: str) -> str:
    """A score in words; in French, none is singular too."""
    single = abs(score) == 1 or (lang == "fr" and not score)
    return (words(lang).point if single else words(lang).points).format(score)


def page(hub: Hub, state: TableState, lang: str, origin: str) -> str:
    """The page as HTML."""
    say, info = words(lang), state.game.info
    levels = {level.level: level.label[lang] for level in hub.bot_factory.levels(state.row.game)}
    names = [seat.name or levels.get(seat.level) or say.player.format(n) for n, seat in enumerate(state.seats, 1)]
    result = projections.view(state, None).result
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if not rank] if result else []
    ended = say.unfinished if result is None else say.shared
    if len(winners) == 1:
        ended = say.wins.format(winners[0])
    date = datetime.fromtimestamp((state.events[-1].at if state.events else state.row.at) / 1000, UTC).date()
    rows = (
        [(name, None, None) for name in names]
        if result is None
        else zip(names, result.ranks, result.scores, strict=True)
    )
    lines = [
        f"<li{'' if rank else ' class=first'}><span>{escape(name)}</span>"
        f"<span>{'' if score is None else _points(score, lang)}</span></li>"
        for name, rank, score in sorted(rows, key=lambda row: row[1] or 0)
    ]
    template = (files("tablier.server.api") / "html" / "game.html").read_text(encoding="utf-8")
    filled = {
        "lang": lang,
        "other": other(lang),
        "other_name": words(other(lang)).language,
        "title": say.title.format(game=info.title[lang], names=" – ".join(names)),
        "game": info.title[lang],
        "summary": f"{ended} · {say.on(date)}",
        "address": f"{origin}/g/{state.row.id}",
        "id": state.row.id,
        "name": state.row.game,
        "picture": "board.png" if can_png() else "board.svg",
        "picture_type": "image/png" if can_png() else SVG,
        "final": say.final,
        "replay": say.replay,
        "record": say.record,
        "rules": say.rules,
    }
    return template.format(**{key: escape(text) for key, text in filled.items()}, seats="\n".join(lines))


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

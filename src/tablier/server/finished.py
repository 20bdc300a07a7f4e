"""A page for each finished game that everybody may look at, to be shared: who played, how it ended, the last board."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from typing import Any

from litestar import Request, Response, get

from tablier.server import tell
from tablier.server.http import FRESH, SVG, Part, TheHub
from tablier.server.hub import Hub
from tablier.server.problem import Problem
from tablier.server.rooms import Room

WORDS = {
    "en": {
        "point": "{} point",
        "points": "{} points",
        "player": "Player {}",
        "wins": "{} wins",
        "shared": "A shared victory",
        "unfinished": "An unfinished game",
        "final": "The board at the end",
        "replay": "Look at the moves",
        "record": "Download the record",
        "rules": "Rules",
    },
    "fr": {
        "point": "{} point",
        "points": "{} points",
        "player": "Joueur {}",
        "wins": "{} gagne",
        "shared": "Une victoire partagée",
        "unfinished": "Une partie inachevée",
        "final": "Le plateau à la fin",
        "replay": "Regarder les coups",
        "record": "Télécharger la partie",
        "rules": "Règles",
    },
}
NAMES = {"en": "English", "fr": "Français"}


@get("/g/{table_id:str}", include_in_schema=False)
async def finished_game(request: Request[Any, Any, Any], hub: TheHub, table_id: Part) -> Response[str]:
    """The page of a game."""
    room = await _shown(hub, table_id)
    asked = request.query_params.get("lang") or request.headers.get("accept-language") or ""
    lang = "fr" if asked.lower().startswith("fr") else "en"
    return Response(page(hub, room, lang, _origin(hub, request)), media_type="text/html", headers=FRESH)


@get("/g/{table_id:str}/board.svg", include_in_schema=False)
async def finished_board(hub: TheHub, table_id: Part) -> Response[str]:
    """The last board of a game."""
    room = await _shown(hub, table_id)
    return Response(await asyncio.to_thread(_draw, room), media_type=SVG, headers=FRESH)


def _points(score: int, lang: str) -> str:
    """A score in words; in French, none is singular too."""
    single = abs(score) == 1 or (lang == "fr" and not score)
    return WORDS[lang]["point" if single else "points"].format(score)


def page(hub: Hub, room: Room, lang: str, origin: str) -> str:
    """The page as HTML."""
    words, info = WORDS[lang], room.game.info
    levels = {level.level: level.label[lang] for level in hub.bots.levels(room.row.game)}
    names = [seat.name or levels.get(seat.level) or words["player"].format(n) for n, seat in enumerate(room.seats, 1)]
    result = tell.view(room, None).result
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if not rank] if result else []
    ended = words["unfinished"] if result is None else words["shared"]
    if len(winners) == 1:
        ended = words["wins"].format(winners[0])
    date = datetime.fromtimestamp((room.events[-1].at if room.events else room.row.at) / 1000, UTC).date()
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
    other = "en" if lang == "fr" else "fr"
    template = (files("tablier.server") / "html" / "game.html").read_text(encoding="utf-8")
    filled = {
        "lang": lang,
        "other": other,
        "other_name": NAMES[other],
        "title": f"{info.title[lang]} : {' – '.join(names)}"
        if lang == "fr"
        else f"{info.title[lang]}: {' – '.join(names)}",
        "game": info.title[lang],
        "summary": f"{ended} · {date.isoformat()}",
        "address": f"{origin}/g/{room.row.id}",
        "id": room.row.id,
        "name": room.row.game,
        **{key: words[key] for key in ("final", "replay", "record", "rules")},
    }
    return template.format(**{key: escape(text) for key, text in filled.items()}, seats="\n".join(lines))


async def _shown(hub: Hub, table_id: str) -> Room:
    """A game that is over and that everybody may look at."""
    room = await hub.rooms.get(table_id)
    if not room.over or not room.admits(None):
        raise Problem(404, "not-shared", "problem-not-shared")
    return room


def _draw(room: Room) -> str:
    from tablier.scene import svg

    return svg.draw_position(room.at(room.seq).view(None), title=room.game.info.title["en"])


def _origin(hub: Hub, request: Request[Any, Any, Any]) -> str:
    """This site's address, as the browser knows it."""
    host = request.headers.get("host", "")
    named = (origin for origin in hub.config.origins if origin.partition("://")[2] == host)
    return next(named, f"http://{host}")


handlers = [finished_game, finished_board]

"""The page of a finished game that everybody may look at: who played, how it ended, the last board."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, SkipValidation
from litestar.response import Template

from tablier.catalogue.data import Lang
from tablier.scene.model import Result, View
from tablier.scene.palette import Palette, recoloured
from tablier.server.api.pictures import Pictures, can_png
from tablier.server.api.requests import AnyRequest, Part, page_language, page_palette, site_origin
from tablier.server.api.responses import REVALIDATE, SVG
from tablier.server.api.words import Words, other, words
from tablier.server.config import Config
from tablier.server.domain import projections
from tablier.server.domain.player_names import player_names
from tablier.server.domain.state import TableState
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache


async def provide_shared(cache: NamedDependency[TableCache], table_id: Part) -> TableState:
    """The dependency ``shared``: a game that is over and that everybody may look at.

    Raises:
        Problem: there is no such game.
    """
    state = await cache.state(table_id)
    if not state.over or not state.admits(None):
        raise Problem(Refusal.NOT_SHARED)
    return state


DOTS = {
    "white": "#F5F0E6",
    "yellow": "#F0A91D",
    "red": "#AD1F1A",
    "black": "#242429",
    "blue": "#0F5099",
    "green": "#3B9482",
    "lilac": "#B688EB",
}
"""The colours of the seats, as the art has them."""
SHARED = {"shared": Provide(provide_shared)}
SharedGame = NamedDependency[SkipValidation[TableState]]
"""A state is ours: it needs no validation, and holds types that msgspec does not know."""


@get("/g/{table_id:str}", include_in_schema=False, dependencies=SHARED)
async def finished_game(
    request: AnyRequest,
    config: NamedDependency[Config],
    bot_factory: NamedDependency[BotFactory],
    shared: SharedGame,
) -> Template:
    """The page of a game."""
    lang = page_language(request)
    names = _told_apart(player_names(shared, bot_factory.levels(shared.row.game), lang), words(lang))
    address = f"{site_origin(config, request)}/g/{shared.row.id}"
    context = _context(shared, names, lang, address, page_palette(request))
    return Template("game.html", context=context, headers=REVALIDATE)


@get("/g/{table_id:str}/board.svg", include_in_schema=False, dependencies=SHARED)
async def finished_board(
    pictures: NamedDependency[Pictures], shared: SharedGame, palette: FromQuery[Palette] = "standard"
) -> Response[bytes]:
    """The last board of a game."""
    return Response(await pictures.svg(shared, palette), media_type=SVG, headers=REVALIDATE)


@get("/g/{table_id:str}/board.png", include_in_schema=False, dependencies=SHARED)
async def finished_board_png(pictures: NamedDependency[Pictures], shared: SharedGame) -> Response[bytes]:
    """The last board of a game in pixels: few sites that preview links can show SVG."""
    if not can_png():
        raise Problem(Refusal.NOT_FOUND)
    return Response(await pictures.png(shared), media_type="image/png", headers=REVALIDATE)


def _told_apart(names: list[str], say: Words) -> list[str]:
    """Numbers in place of empty names and after equal ones, as in the client."""
    names = [name or say.player.format(n) for n, name in enumerate(names, 1)]
    return [f"{name} {names[: n + 1].count(name)}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def _context(state: TableState, names: list[str], lang: Lang, address: str, palette: Palette) -> dict[str, Any]:
    """The values of the template."""
    say, info = words(lang), state.game.info
    view = projections.view(state, None)
    result = view.result
    last = datetime.fromtimestamp((state.events[-1].at if state.events else state.row.at) / 1000, UTC)
    return {
        "lang": lang,
        "other": other(lang),
        "other_name": words(other(lang)).language,
        "words": say,
        "title": say.title.format(game=info.title[lang], names=" – ".join(names)),
        "game": info.title[lang],
        "summary": f"{_ending(names, result, say)} · {say.on(last.date())}",
        "id": state.row.id,
        "name": state.row.game,
        "address": address,
        "palette": palette,
        "dots": {name: recoloured(colour, palette) for name, colour in DOTS.items()},
        "picture": f"{address}/board.{'png' if can_png() else 'svg'}",
        "picture_type": "image/png" if can_png() else SVG,
        "seats": _seats(names, view, say),
    }


def _ending(names: list[str], result: Result | None, say: Words) -> str:
    if result is None:
        return say.unfinished
    winners = [name for name, rank in zip(names, result.ranks, strict=True) if not rank]
    return say.victory(winners[0]) if len(winners) == 1 else say.shared


def _seats(names: list[str], view: View, say: Words) -> list[dict[str, Any]]:
    """The seats with their colours, the winners first."""
    result = view.result
    if result is None:
        return [
            {"name": name, "score": "", "first": False, "colour": colour}
            for name, colour in zip(names, view.colours, strict=True)
        ]
    ranked = sorted(zip(result.ranks, result.scores, names, view.colours, strict=True), key=lambda row: row[0])
    return [
        {"name": name, "score": "" if result.unscored else say.score(score), "first": not rank, "colour": colour}
        for rank, score, name, colour in ranked
    ]


handlers = [finished_game, finished_board, finished_board_png]

"""Games: the catalogue, and the files that a board is drawn from."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from tablier import catalogue
from tablier.scene.palette import Palette, recoloured
from tablier.server.api.pictures import Pictures, can_png
from tablier.server.api.requests import Part
from tablier.server.api.responses import FLUENT, IMMUTABLE, JSON, REVALIDATE, SVG
from tablier.server.domain.game_entries import GameEntry, game_entry
from tablier.server.domain.stage_cache import StageCache
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.library import Library


@get("/api/games", summary="The games")
async def games(library: NamedDependency[Library], bot_factory: NamedDependency[BotFactory]) -> list[GameEntry]:
    """Every game, with what can be chosen; some may still be compiling."""
    return [
        game_entry(library, name, bot_factory.levels(name), ready=library.ready(name), progress=library.progress(name))
        for name in library.names()
    ]


@get("/api/stages/{game:str}/{name:str}", summary="A stage")
async def stage(stage_cache: NamedDependency[StageCache], game: Part, name: Part) -> Response[bytes]:
    """The unchanging part of a board; its address changes with its content."""
    return Response(stage_cache.find(game, name), media_type=JSON, headers=IMMUTABLE)


@get("/api/art/common.svg", media_type=SVG, summary="Symbols of all games")
async def common_art(palette: FromQuery[Palette] = "standard") -> Response[bytes]:
    """The symbols that every game may use."""
    return _art("tablier.scene", "common.svg", palette)


@get("/api/art/{game:str}/cover.png", media_type="image/png", summary="A game's cover in pixels")
async def cover_png(
    pictures: NamedDependency[Pictures], library: NamedDependency[Library], game: Part
) -> Response[bytes]:
    """The cover: few sites that preview links can show SVG."""
    library.info(game)
    drawn = _file(catalogue.package(game), "art", "cover.svg", SVG).content
    if not can_png():
        raise Problem(Refusal.NOT_FOUND)
    return Response(await pictures.cover(game, drawn), media_type="image/png", headers=REVALIDATE)


@get("/api/art/{game:str}/{name:str}", media_type=SVG, summary="A game's art")
async def art(
    library: NamedDependency[Library], game: Part, name: Part, palette: FromQuery[Palette] = "standard"
) -> Response[bytes]:
    """A game's board or its sprites."""
    library.info(game)
    return _art(catalogue.package(game), name, palette)


@get("/api/texts/{game:str}/{name:str}", media_type=FLUENT, summary="A game's texts")
async def texts(library: NamedDependency[Library], game: Part, name: Part) -> Response[bytes]:
    """A game's catalogue of texts (Fluent), after the server's own."""
    library.info(game)
    return Response(game_texts(game, name), media_type=FLUENT, headers=REVALIDATE)


def game_texts(game: str, name: str) -> bytes:
    """The server's own texts and those of a game, from the file of a language, such as ``en.ftl``.

    Raises:
        Problem: there is no such file.
    """
    own = _file("tablier.server", "texts", name, FLUENT).content
    of_game: bytes = _file(catalogue.package(game), "", f"texts.{name}", FLUENT).content
    return own + b"\n" + of_game


def _art(package: str, name: str, palette: Palette) -> Response[bytes]:
    drawn = _file(package, "art", name, SVG)
    return Response(_safe(drawn.content), media_type=SVG, headers=REVALIDATE) if palette == "safe" else drawn


@lru_cache(64)
def _safe(drawing: bytes) -> bytes:
    return recoloured(drawing.decode(), "safe").encode()


def _file(package: str, folder: str, name: str, media_type: str) -> Response[bytes]:
    """A file of a package. Only names that the folder lists are opened, so no path leads out of it."""
    for entry in (files(package) / folder).iterdir():
        if entry.name == name and entry.is_file():
            return Response(entry.read_bytes(), media_type=media_type, headers=REVALIDATE)
    raise Problem(Refusal.NOT_FOUND)


handlers = [games, stage, common_art, cover_png, art, texts]

"""Games: the catalogue, and the files that a board is drawn from."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from tablier import catalogue
from tablier.catalogue.info import ClockInfo
from tablier.scene.palette import Palette, recoloured
from tablier.server.api.pictures import Pictures, can_png
from tablier.server.api.requests import Part
from tablier.server.api.responses import FLUENT, IMMUTABLE, JSON, REVALIDATE, SVG
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.library import Library
from tablier.server.tables.stage_cache import StageCache


class LevelInfo(msgspec.Struct):
    """A bot's strength."""

    level: int
    label: dict[str, str]


class LessonEntry(msgspec.Struct):
    """A lesson without its solution; ``rules`` are the ids of what it teaches."""

    id: str
    title: dict[str, str]
    goal: dict[str, str]
    rules: list[str]


class GameEntry(msgspec.Struct):
    """A game of the catalogue, with the number of its ``puzzles``; ``progress`` of compiling goes from 0 to 1.

    Keys of its texts begin with ``prefix``.
    """

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
    lessons: list[LessonEntry]
    puzzles: int
    ready: bool
    progress: float


@get("/api/games", summary="The games")
async def games(library: NamedDependency[Library], bot_factory: NamedDependency[BotFactory]) -> list[GameEntry]:
    """Every game, with what can be chosen; some may still be compiling."""
    return [_entry(library, bot_factory, name) for name in library.names()]


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
    own = _file("tablier.server", "texts", name, FLUENT).content
    of_game = _file(catalogue.package(game), "", f"texts.{name}", FLUENT).content
    return Response(own + b"\n" + of_game, media_type=FLUENT, headers=REVALIDATE)


def _entry(library: Library, bot_factory: BotFactory, name: str) -> GameEntry:
    info = library.info(name)
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
        levels=[LevelInfo(level.level, level.label) for level in bot_factory.levels(name)],
        lessons=[
            LessonEntry(one.id, msgspec.structs.asdict(one.title), msgspec.structs.asdict(one.goal), list(one.rules))
            for one in library.lessons(name)
        ],
        puzzles=len(library.puzzles(name)),
        ready=library.ready(name),
        progress=library.progress(name),
    )


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

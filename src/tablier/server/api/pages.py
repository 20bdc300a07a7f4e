"""Pages: the built client, and the rulebooks."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.response import Template
from markupsafe import Markup, escape

from tablier import rulebook
from tablier.browser_kernels import mark_used
from tablier.catalogue.lessons import lessons
from tablier.catalogue.summary import summary
from tablier.scene.palette import Palette, recoloured
from tablier.server.api.requests import AnyRequest, Part, page_palette
from tablier.server.api.responses import HTML, IMMUTABLE, REVALIDATE
from tablier.server.api.words import other, words
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library

STATIC = files("tablier.server") / "static"
FONTS = files("tablier.server") / "public" / "fonts"


class RulesPage(msgspec.Struct, frozen=True):
    """A rulebook as HTML, divided where the contents go; ``chapters`` are the titles of its chapters."""

    title: str
    chapters: list[str]
    introduction: Markup
    body: Markup


CLIENT = [
    "/",
    "/t/{table_id:str}",
    "/learn/{game:str}/{lesson:str}",
    "/puzzle",
    "/puzzle/{game:str}",
    "/puzzle/{game:str}/{puzzle:str}",
]
"""Addresses within the client."""


@get(CLIENT, include_in_schema=False)
async def index() -> Response[Any]:
    """The client; it finds its way from the address."""
    built = STATIC / "index.html"
    if not built.is_file():
        return Template("unbuilt.html", context={"lang": "en"}, headers=REVALIDATE)
    return Response(built.read_bytes(), media_type=HTML, headers=REVALIDATE)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: Part) -> Response[bytes]:
    """A file of the client; its name contains a hash of its content."""
    return _file(STATIC / "assets", name)


@get("/fonts/{name:str}", include_in_schema=False)
async def font(name: Part) -> Response[bytes]:
    """A font of the client and the pages, or its licence."""
    return _file(FONTS, name)


@get("/local/{version:str}/kernels/{name:str}", include_in_schema=False)
async def browser_kernel(library: NamedDependency[Library], version: Part, name: Part) -> Response[bytes]:
    """A kernel with which browsers search, its description or its weights; ``version`` changes with the kernels."""
    folder = library.browser_kernels(Path(name).stem)
    if folder is None or folder.name != version or Path(name).suffix not in (".wasm", ".json", ".net"):
        raise Problem(Refusal.NOT_FOUND)
    mark_used(Path(name).stem, folder)
    return _file(folder, name)


def _file(folder: Traversable, name: str) -> Response[bytes]:
    """A file that never changes. Only names that the folder lists are opened, so no path leads out of it."""
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.name == name and entry.is_file():
            kind = guess_type(name)[0] or "application/octet-stream"
            return Response(entry.read_bytes(), media_type=kind, headers=IMMUTABLE)
    raise Problem(Refusal.NOT_FOUND)


@get("/rules/{game:str}/{lang:str}", include_in_schema=False)
async def rules(request: AnyRequest, library: NamedDependency[Library], game: Part, lang: Part) -> Template:
    """A game's rulebook, with figures drawn by the game's own scene."""
    return await _rules_template("rules.html", request, library, game, lang)


@get("/rules/{game:str}/{lang:str}/panel", include_in_schema=False)
async def rules_panel(request: AnyRequest, library: NamedDependency[Library], game: Part, lang: Part) -> Template:
    """The rulebook for the panel beside the board."""
    return await _rules_template("rules_panel.html", request, library, game, lang)


@get("/rules/{game:str}/{lang:str}/summary", include_in_schema=False)
async def rules_summary(library: NamedDependency[Library], game: Part, lang: Part) -> Template:
    """The summary of the rules alone, for the page of an invitation."""
    _require_language(library, game, lang)
    context = {"lang": lang, "words": words(lang), "summary": summary(game, lang)}
    return Template("rules_summary.html", context=context, headers=REVALIDATE)


def _require_language(library: Library, game: str, lang: str) -> None:
    if lang not in library.info(game).title:
        raise Problem(Refusal.NOT_FOUND)


async def _rules_template(template: str, request: AnyRequest, library: Library, game: str, lang: str) -> Template:
    _require_language(library, game, lang)
    if not library.ready(game):
        return Template("waiting.html", context={"lang": lang}, status_code=503, headers={"Retry-After": "3"})
    context = await asyncio.to_thread(rules_context, game, lang, page_palette(request))
    return Template(template, context=context, headers=REVALIDATE)


def rules_context(game: str, lang: str, palette: Palette) -> dict[str, Any]:
    """The variables of the templates of a rulebook. Its figures are drawn, which compiles the game's kernels."""
    return {
        "lang": lang,
        "words": words(lang),
        "game": game,
        "other": other(lang),
        "other_name": words(other(lang)).language,
        "summary": summary(game, lang),
        **msgspec.structs.asdict(_rules(game, lang, palette)),
    }


@cache
def _rules(game: str, lang: str, palette: Palette) -> RulesPage:
    from tablier.api import game as get_game
    from tablier.scene import svg

    def draw(figure: rulebook.Figure) -> str:
        drawn = svg.draw_position(get_game(game).setup(figure.diagram), plain=True, marks=figure.marks)
        return recoloured(drawn, palette)

    book = rulebook.load(game, lang)
    introduction, heading, chapters = rulebook.to_html(book, draw, _lesson_links(game, lang)).partition("<h2")
    titles = [chapter.title for chapter in book.chapters]
    return RulesPage(book.title, titles, Markup(introduction), Markup(heading + chapters))


def _lesson_links(game: str, lang: str) -> dict[str, str]:
    """Links to the lessons that teach a rule, by its id."""
    links: dict[str, str] = {}
    for lesson in lessons(game):
        title = escape(lesson.title.fr if lang == "fr" else lesson.title.en)
        address = f"/learn/{game}/{lesson.id}"
        label = words(lang).lesson.format(title)
        for rule in lesson.rules:
            links[rule] = links.get(rule, "") + f'<p><a href="{address}" target="_blank">{label}</a></p>\n'
    return links


handlers = [index, asset, font, browser_kernel, rules, rules_panel, rules_summary]

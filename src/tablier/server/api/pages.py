"""The pages: the client as it was built, and the rulebooks."""

from __future__ import annotations

import asyncio
from functools import cache
from html import escape
from importlib.resources import files
from mimetypes import guess_type

from litestar import Response, get

from tablier import rulebook
from tablier.server.api.routes import FOREVER, FRESH, Part, TheHub
from tablier.server.api.words import other, words
from tablier.server.problem import Problem

HTML = "text/html"
STATIC = files("tablier.server") / "static"


@get(["/", "/t/{table_id:str}"], include_in_schema=False)
async def index() -> Response[bytes]:
    """The client; it finds its way from the address."""
    built = STATIC / "index.html"
    page = built.read_bytes() if built.is_file() else _page("unbuilt").encode()
    return Response(page, media_type=HTML, headers=FRESH)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: Part) -> Response[bytes]:
    """A file of the client; its name has a hash of its content."""
    folder = STATIC / "assets"
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.name == name and entry.is_file():
            kind = guess_type(name)[0] or "application/octet-stream"
            return Response(entry.read_bytes(), media_type=kind, headers=FOREVER)
    raise Problem(404, "not-found", "problem-not-found")


@get("/rules/{game:str}/{lang:str}", include_in_schema=False)
async def rules(hub: TheHub, game: Part, lang: Part) -> Response[str]:
    """A game's rulebook, its figures drawn by the game's own scene."""
    if lang not in hub.library.info(game).title:
        raise Problem(404, "not-found", "problem-not-found")
    if not hub.library.ready(game):
        return Response(_page("waiting"), media_type=HTML, status_code=503, headers={"Retry-After": "3"})
    return Response(await asyncio.to_thread(_rules, game, lang), media_type=HTML, headers=FRESH)


@cache
def _rules(game: str, lang: str) -> str:
    from tablier.api import game as get_game
    from tablier.scene import svg

    def draw(figure: rulebook.Figure) -> str:
        return svg.draw_position(get_game(game).setup(figure.diagram), plain=True, marks=figure.marks)

    book = rulebook.load(game, lang)
    titles = (escape(chapter.title) for chapter in book.chapters)
    links = "".join(f'<li><a href="#chapter-{n}">{title}</a></li>' for n, title in enumerate(titles, 1))
    contents = f'<nav class="contents" aria-label="{words(lang).contents}"><ul>{links}</ul></nav>\n'
    before, chapter, after = rulebook.to_html(book, draw).partition("<h2")
    body = "".join((before, contents, chapter, after))
    return _page("rules").format(
        lang=lang,
        title=escape(book.title),
        game=game,
        other=other(lang),
        other_name=words(other(lang)).language,
        body=body,
    )


def _page(name: str) -> str:
    return (files("tablier.server.api") / "html" / f"{name}.html").read_text(encoding="utf-8")


handlers = [index, asset, rules]

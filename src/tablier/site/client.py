"""The files of a site that a server would deliver: the client, art, texts and rulebooks, at the same addresses.

A site may lie in any folder of a host, so the addresses in its pages are relative.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from tablier import catalogue
from tablier.catalogue.data import LANGUAGES
from tablier.errors import TablierError
from tablier.scene.palette import recoloured
from tablier.server.api.games import game_texts
from tablier.server.api.pages import FONTS, STATIC, rules_context
from tablier.server.app import TEMPLATES

ICONS = Path(__file__).with_name("icons")
HEAD = """<meta name="tablier-host" content="local" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="apple-touch-icon" href="icons/180.png" />
    <meta name="theme-color" content="#5d3820" />
  </head>"""
WEB_MANIFEST = {
    "name": "Tablier",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#d9c7a3",
    "theme_color": "#5d3820",
    "icons": [
        {"src": "icons/192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icons/512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ],
}
LINK = re.compile(r"""((?:href|src)="|url\()/([^")]*)""")
"""An address from the root of a server, in a page."""


class NotBuilt(TablierError):
    """The client is not built; the message names the command."""


def write_client(out: Path) -> None:
    """Write the client, its fonts and icons, and the pages that start it.

    Raises:
        NotBuilt: there is no built client.
    """
    built = Path(str(STATIC))
    if not (built / "index.html").is_file():
        raise NotBuilt("the client is not built: run `npm ci && npx vite build` in web/")
    shutil.copytree(built / "assets", out / "assets")
    shutil.copyfile(built / "licenses.md", out / "licenses.md")
    shutil.copytree(str(FONTS), out / "fonts")
    shutil.copytree(ICONS, out / "icons", ignore=shutil.ignore_patterns("*.svg"))
    page = (built / "index.html").read_text().replace("</head>", HEAD, 1)
    (out / "index.html").write_text(_relative(page, "./"))
    (out / "manifest.webmanifest").write_text(json.dumps(WEB_MANIFEST, indent=1) + "\n")


def write_art(out: Path, games: Iterable[str]) -> None:
    """Write the drawings of all games, in both palettes; figures alone need the plain boards."""
    folders = {"": files("tablier.scene") / "art"} | {game: files(catalogue.package(game)) / "art" for game in games}
    for game, folder in folders.items():
        for drawing in folder.iterdir():
            if drawing.name.endswith(".svg") and not drawing.name.endswith("-plain.svg"):
                drawn = drawing.read_text(encoding="utf-8")
                _write(out / "api" / "art" / game / drawing.name, drawn)
                _write(out / "api" / "art" / "safe" / game / drawing.name, recoloured(drawn, "safe"))


def write_game_pages(out: Path, game: str) -> None:
    """Write the texts and the rulebook of a game. A page is the ``index.html`` of a folder named as its address."""
    for lang in LANGUAGES:
        _write(out / "api" / "texts" / game / f"{lang}.ftl", game_texts(game, f"{lang}.ftl").decode())
        context = rules_context(game, lang, "standard")
        folder = out / "rules" / game / lang
        for template, place, root in (
            ("rules", folder, "../../../"),
            ("rules_panel", folder / "panel", "./"),  # shown within the first page, as is the summary
            ("rules_summary", folder / "summary", "./"),
        ):
            page = TEMPLATES.get_template(f"{template}.html").render(context)
            _write(place / "index.html", _relative(page, root))


def _relative(page: str, root: str) -> str:
    """The page with addresses relative to the folder of the site, which is ``root`` from there."""

    def link(found: re.Match[str]) -> str:
        before, path = found.groups()
        if path.startswith("learn/"):
            path = f"?{path}"  # a page of the client
        elif path.startswith("rules/"):
            path = f"{path}/"
        return f"{before}{root}{path}"

    return LINK.sub(link, page)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

"""Check the files that a table needs: texts, rulebooks, summaries and art."""

from __future__ import annotations

import re
from importlib import resources

from tablier import catalogue
from tablier.catalogue import data
from tablier.catalogue.data import LANGUAGES
from tablier.catalogue.lessons import lessons
from tablier.catalogue.summary import summary
from tablier.errors import GameError
from tablier.scene import svg

PICTURES = ("cover.svg", "sprites.svg")
"""The pictures that every game has in its ``art`` folder, besides its boards."""
_KEY = re.compile(r"^([a-z][a-z0-9-]*) *=", re.MULTILINE)


def check(name: str) -> None:
    """Check the presentation files of a game; ``load`` checks the data of its rules.

    Raises:
        UnknownGame: there is no such game.
        GameError: a file is missing, a TOML or SVG file cannot be parsed, or a text exists in one language only; the
            message names the file and the text. :func:`tablier.scene.check.check_scene` parses the texts.
    """
    package = catalogue.package(name)
    keys = {f"texts.{lang}.ftl": _keys(package, f"texts.{lang}.ftl") for lang in LANGUAGES}
    brief = f"{catalogue.info(name).rule_prefix.lower()}-brief"
    for file, there in keys.items():
        for key in sorted(set().union({brief}, *keys.values()) - there):
            raise GameError(f"{package}: {file} lacks the text {key}")
    for lang in LANGUAGES:
        data.text(package, f"rulebook.{lang}.md")
        summary(name, lang)
    lessons(name)
    folder = resources.files(package) / "art"
    found = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    for picture in sorted({*PICTURES, *(file for file in found if file.endswith(".svg"))}):
        svg.read(package, f"art/{picture}")


def _keys(package: str, file: str) -> set[str]:
    return set(_KEY.findall(data.text(package, file)))

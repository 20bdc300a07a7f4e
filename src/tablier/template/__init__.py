"""The template of a new game: Nim, complete and documented, in the folder ``nim``."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

from tablier import catalogue
from tablier.catalogue.info import ID, ID_FORM
from tablier.errors import GameError

_WORDS = re.compile(r"\b(?:nim|NIM)\b")


def copy(name: str, where: Path) -> Path:
    """Copy the template to a new folder ``name`` in ``where``; returns the folder. The game's name becomes ``name``.

    Raises:
        GameError: the name is invalid or taken; nothing is written.
    """
    _require_free_name(name)
    folder = where / name
    try:
        folder.mkdir()
    except FileExistsError:
        raise GameError(f"{folder} exists already; nothing was changed: choose another name, or move it away") from None
    prefix = re.sub("[^A-Z]", "", name.upper())
    for file in (resources.files(__package__) / "nim").iterdir():
        if file.is_file():
            text = _WORDS.sub(lambda word: prefix if word[0] == "NIM" else name, file.read_text(encoding="utf-8"))
            (folder / file.name).write_text(text, encoding="utf-8")
    return folder


def _require_free_name(name: str) -> None:
    if not ID.fullmatch(name) or keyword.iskeyword(name):
        raise GameError(
            f"{name!r} cannot name a game: its folder is a Python package, so write {ID_FORM}, such as my_game, and "
            "no Python keyword"
        )
    if name in catalogue.names():
        raise GameError(f"there is a game {name!r} already; choose another name")
    if find_spec(name):
        raise GameError(f"Python finds a module {name!r} already; choose another name, such as {name}_game")

"""Reading the games' data files, with mistakes reported by file and field."""

from __future__ import annotations

from importlib import resources
from typing import TypeVar

import msgspec

from tablier.errors import GameError

T = TypeVar("T")


def text(package: str, file: str) -> str:
    """The text of a file in a game's folder, given as the name of its package.

    Raises:
        GameError: there is no such file, or it is not UTF-8.
    """
    try:
        return (resources.files(package) / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{package}: {file} cannot be read: {error}") from error


def load(package: str, file: str, shape: type[T]) -> T:
    """A ``.json`` or ``.toml`` file of a game's folder, checked against a msgspec structure.

    Raises:
        GameError: the file is missing, cannot be parsed, or a field is wrong; the message names file and field.
    """
    content = text(package, file)
    decode = msgspec.toml.decode if file.endswith(".toml") else msgspec.json.decode
    try:
        return decode(content, type=shape)
    except (msgspec.DecodeError, ValueError) as error:
        raise GameError(f"{package}: {file}: {error}") from error

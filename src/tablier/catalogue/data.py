"""Reading the games' data files, with mistakes reported by file and field."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Literal, TypeVar

import msgspec

from tablier.errors import GameError

T = TypeVar("T")
LANGUAGES: tuple[Literal["en", "fr"], ...] = ("en", "fr")


def require(holds: bool, field: str, complaint: str) -> None:
    """Refuse a field of a data file, for a structure's ``__post_init__``.

    Raises:
        ValueError: ``holds`` is false; :func:`load` adds the file.
    """
    if not holds:
        raise ValueError(f"{complaint} - at `$.{field}`")


def require_languages(**texts: dict[str, str]) -> None:
    """Refuse texts by language that lack one.

    Raises:
        ValueError: one is missing; the message names the field.
    """
    for field, by_language in texts.items():
        require(
            all(by_language.get(lang) for lang in LANGUAGES), field, f"wants a text in each of {', '.join(LANGUAGES)}"
        )


def require_tables(weights: msgspec.Struct, **widths: int) -> None:
    """Refuse fitted weights whose tables do not fit together: a row for each of ``knots``, a number for each column.

    Args:
        weights: the structure; beside each table ``name`` it has ``name_columns``, what its columns are.
        widths: by table how many columns the evaluation reads.

    Raises:
        ValueError: they do not; the message names the field.
    """
    knots: list[float] = getattr(weights, "knots")  # noqa: B009 -- every such structure has them
    require(len(knots) >= 2 and knots == sorted(set(knots)), "knots", "it takes two numbers or more, ascending")
    for name, width in widths.items():
        rows, columns = getattr(weights, name), getattr(weights, f"{name}_columns")
        require(len(columns) == width, f"{name}_columns", f"{len(columns)} columns, not {width}")
        require(len(set(columns)) == len(columns), f"{name}_columns", "a column comes twice")
        require(len(rows) == len(knots), name, f"{len(rows)} rows for {len(knots)} knots")
        for i, row in enumerate(rows):
            require(len(row) == len(columns), f"{name}[{i}]", f"{len(row)} weights for {len(columns)} columns")


@contextmanager
def reading(package: str, file: str) -> Iterator[None]:
    """What is refused by :func:`require` within names this file.

    Raises:
        GameError: it was refused.
    """
    try:
        yield
    except (msgspec.DecodeError, ValueError) as error:
        raise GameError(f"{package}: {file}: {error}") from error


def text(package: str, file: str) -> str:
    """The text of a file in a game's folder, given as the name of its package.

    Raises:
        GameError: there is no such package or file, or it is not UTF-8.
    """
    try:
        return (resources.files(package) / file).read_text(encoding="utf-8")
    except ModuleNotFoundError as error:
        raise GameError(f"{package}: Python finds no such package ({error}); is its folder on PYTHONPATH?") from error
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{package}: {file} cannot be read: {error}") from error


def load(package: str, file: str, shape: type[T]) -> T:
    """A ``.json`` or ``.toml`` file of a game's folder, checked against a msgspec structure.

    Raises:
        GameError: the file is missing, cannot be parsed, or a field is wrong; the message names file and field.
    """
    content = text(package, file)
    decode = msgspec.toml.decode if file.endswith(".toml") else msgspec.json.decode
    with reading(package, file):
        return decode(content, type=shape)

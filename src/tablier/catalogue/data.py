"""Read the games' data files; errors name the file and the field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import inspect

from tablier.errors import GameError

T = TypeVar("T")
UNKNOWN_KEY = "[...]"
_STEPS = re.compile(r"\.([^.\[`]+)|\[(\d+)\]")
Lang = Literal["en", "fr"]
LANGUAGES: tuple[Lang, ...] = ("en", "fr")


def require(holds: bool, field: str, complaint: str) -> None:
    """Check a field of a data file, in a structure's ``__post_init__``.

    Raises:
        ValueError: ``holds`` is false; :func:`load` adds the name of the file.
    """
    if not holds:
        raise ValueError(f"{complaint} - at `$.{field}`")


def require_languages(**texts: dict[Lang, str]) -> None:
    """Check that texts are present in every language.

    Raises:
        ValueError: a language is missing; the message names the field.
    """
    for field, by_language in texts.items():
        require(
            all(by_language.get(lang) for lang in LANGUAGES), field, f"needs a text in each of {', '.join(LANGUAGES)}"
        )


def require_tables(weights: msgspec.Struct, **widths: int) -> None:
    """Check the shapes of fitted weights: a row for each of ``knots``, a number for each column.

    Args:
        weights: the structure; for each table ``name`` it has ``name_columns``, the names of the columns.
        widths: the number of columns that the evaluation reads, by table.

    Raises:
        ValueError: a shape is wrong; the message names the field.
    """
    fields = msgspec.structs.asdict(weights)
    knots: list[float] = fields["knots"]
    require(len(knots) >= 2 and knots == sorted(set(knots)), "knots", "must be at least two numbers, ascending")
    for name, width in widths.items():
        rows, columns = fields[name], fields[f"{name}_columns"]
        require(len(columns) == width, f"{name}_columns", f"must have {width} columns, has {len(columns)}")
        require(len(set(columns)) == len(columns), f"{name}_columns", "a column comes twice")
        require(len(rows) == len(knots), name, f"{len(rows)} rows for {len(knots)} knots")
        for i, row in enumerate(rows):
            require(len(row) == len(columns), f"{name}[{i}]", f"{len(row)} weights for {len(columns)} columns")


def require_distinct(ids: Sequence[str], field: str, noun: str) -> None:
    """Check that no two entries of a list have one id.

    Raises:
        ValueError: two have; the message names the second.
    """
    for number, name in enumerate(ids):
        require(name not in ids[:number], f"{field}[{number}].id", f"there are two {noun} {name!r}")


@contextmanager
def reading(package: str, file: str) -> Iterator[None]:
    """Add the name of the file to errors of :func:`require` and msgspec.

    Raises:
        GameError: there was such an error.
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
    except (ModuleNotFoundError, TypeError) as error:  # TypeError: a module, not a package
        raise GameError(
            f"{package}: Python finds no such package ({error}); add the folder above it to PYTHONPATH"
        ) from error
    except FileNotFoundError as error:
        raise GameError(
            f"{package}: {file} cannot be read: there is no {error.filename}; docs/adding.md says what it holds"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{package}: {file} cannot be read: {error}") from error


def load(package: str, file: str, shape: type[T]) -> T:
    """A ``.json`` or ``.toml`` file of a game's folder, checked against a msgspec structure.

    Raises:
        GameError: the file is missing or malformed, or a field is wrong; the message names file and field.
    """
    content = text(package, file)
    decode = msgspec.toml.decode if file.endswith(".toml") else msgspec.json.decode
    with reading(package, file):
        try:
            return decode(content, type=shape)
        except msgspec.ValidationError as error:
            complaint = _with_keys(str(error), decode(content), shape)
            raise ValueError(complaint + _allowed(complaint, shape)) from error


def _with_keys(complaint: str, content: Any, shape: type) -> str:
    """An error of msgspec with the keys of tables, which it writes as ``[...]``: ``$.options[...].label``.

    The key is the one whose entry alone gives the same error. The other entries are removed from ``content``.
    """
    named, *paths = complaint.split(UNKNOWN_KEY)
    table, path = content, named.rpartition("`$")[2]
    for following in paths:
        table = _descend(table, path)
        key = _faulty_key(table, complaint, content, shape)
        if key is None:
            return complaint
        named += f".{key}{following}"
        table, path = table[key], following
    return named


def _allowed(complaint: str, shape: type) -> str:
    """The fields or values allowed at the place of a complaint, if msgspec does not name them."""
    kind = _plain(inspect.type_info(shape))
    for field, _ in _STEPS.findall(complaint.rpartition("`$")[2].rstrip("`")):
        kind = _plain(_part(kind, field))
    if isinstance(kind, inspect.StructType) and "unknown field" in complaint:
        return f"; the fields are {', '.join(field.encode_name for field in kind.fields)}"
    if isinstance(kind, inspect.LiteralType):
        return f"; choose from {', '.join(map(str, kind.values))}"
    described = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    if described and "description" in described and "matching regex" in complaint:
        return f"; write {described['description']}"
    return ""


def _part(kind: Any, field: str) -> Any:
    """The type of a field or of an entry; ``None`` if it is unknown."""
    if isinstance(kind, inspect.StructType):
        return next((one.type for one in kind.fields if one.encode_name == field), None)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    return kind.item_type if isinstance(kind, inspect.VarTupleType) else None


def _plain(kind: Any) -> Any:
    """The type of a field, without the null that an optional one may be."""
    if isinstance(kind, inspect.UnionType) and len(kind.types) == 2 and kind.includes_none:
        return next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def _descend(content: Any, path: str) -> Any:
    """The part of a file at a path such as ``.boards[0].cells``."""
    for field, place in _STEPS.findall(path):
        content = content[field or int(place)]
    return content


def _faulty_key(table: dict[str, Any], complaint: str, content: Any, shape: type) -> str | None:
    """The key of a table, a part of ``content``, that causes a complaint; only its entry remains."""
    entries = dict(table)
    for key, entry in entries.items():
        table.clear()
        table[key] = entry
        if _complaint(content, shape) == complaint:
            return key
    return None


def _complaint(content: Any, shape: type) -> str:
    try:
        msgspec.convert(content, shape)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def load_if_present(package: str, file: str, shape: type[T]) -> T | None:
    """The same for a file that a game need not have; ``None`` without it.

    Raises:
        GameError: the file is malformed, or a field is wrong; the message names file and field.
    """
    return load(package, file, shape) if (resources.files(package) / file).is_file() else None

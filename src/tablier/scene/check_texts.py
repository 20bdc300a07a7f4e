"""Check texts: ``texts.<lang>.ftl`` can be parsed, French has its spaces, and every message of a scene has a text."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from tablier import catalogue
from tablier.catalogue import data
from tablier.errors import GameError, MissingPackage
from tablier.scene.model import Message

if TYPE_CHECKING:
    from fluent.syntax.ast import Resource

CLIENT = {"seat-name", "move-written"}
"""Keys whose texts the client has."""
FUNCTIONS = {"CAPITAL", "DATETIME", "DE", "NUMBER", "OF", "YOU"}
"""Functions that the client has."""
FRENCH = ("game.toml", "summary.toml", "lessons.toml", "levels.toml")
"""Files whose entries ``fr`` are French texts."""
_REMEDY = "write a no-break space (U+00A0) before : ; ! ? %, and ’ for an apostrophe"
_NOT_FRENCH = re.compile(r"[ \w][;!?%]|[^\u00a0]:(?=\s|$)|'")


def messages(thing: Any) -> Iterator[Message]:
    """All messages in a nested structure."""
    if isinstance(thing, Message):
        yield thing
    if isinstance(thing, msgspec.Struct):
        thing = msgspec.structs.astuple(thing)
    elif isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from messages(part)


def check_messages(game: str, method: str, things: Any) -> None:
    """Check that every message in a nested structure has a text, with a value for each of its variables.

    Raises:
        GameError: one has not; the message names the method of the scene and the text.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    known = texts(game, "en")
    for message in messages(things):
        if message.k in CLIENT:
            continue
        if message.k not in known:
            raise GameError(
                f"{game}: scene.{method}: the message {message.k!r} has no text; add it to texts.en.ftl and "
                "texts.fr.ftl, or correct the key"
            )
        if missing := known[message.k] - message.a.keys():
            raise GameError(
                f"{game}: scene.{method}: the message {message.k!r} has no value for {_listed(missing)}; add it to the "
                "arguments, or take the variable out of texts.en.ftl"
            )


def check_texts(game: str) -> None:
    """Check that the texts can be parsed, have the same variables in both languages, and French spaces in French.

    Raises:
        GameError: they are not; the message names the file and the line or the text.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    english, french = texts(game, "en"), texts(game, "fr")
    for key in english.keys() & french.keys():
        if differing := english[key] ^ french[key]:
            raise GameError(f"{game}: texts.en.ftl and texts.fr.ftl: only one text {key} has {_listed(differing)}")
    source = data.text(catalogue.package(game), "texts.fr.ftl")
    for node in _nodes(_parse(source).to_json()):
        if node["type"] == "TextElement" and not is_french_typography(node["value"]):
            raise GameError(
                f"{game}: texts.fr.ftl, line {_line(source, node)}: {node['value'].strip()!r} breaks French "
                f"typography: {_REMEDY}"
            )


def check_french(game: str) -> None:
    """Check that the French texts of a game's TOML files have French spaces.

    Raises:
        GameError: one has not; the message names the file and the text.
    """
    package = catalogue.package(game)
    for file in FRENCH:
        if not (resources.files(package) / file).is_file():
            continue
        for text in _french(tomllib.loads(data.text(package, file))):
            if not is_french_typography(text):
                raise GameError(f"{game}: {file}: {text!r} breaks French typography: {_REMEDY}")


def _french(thing: Any, found: bool = False) -> Iterator[str]:
    """The texts below the keys ``fr`` of a TOML file."""
    if isinstance(thing, str) and found:
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _french(value, found or key == "fr")
    elif isinstance(thing, list):
        for value in thing:
            yield from _french(value, found)


def is_french_typography(text: str) -> bool:
    """Whether a text has no-break spaces before high punctuation, and typographic apostrophes."""
    return not _NOT_FRENCH.search(text)


@functools.cache
def texts(game: str, lang: str) -> dict[str, frozenset[str]]:
    """The variables of each text of a game, by key.

    Raises:
        GameError: the file is missing, or a text cannot be parsed, comes twice or calls an unknown function; the
            message names the line or the key.
        MissingPackage: ``fluent.syntax`` is not installed.
    """
    source = data.text(catalogue.package(game), f"texts.{lang}.ftl")
    found: dict[str, frozenset[str]] = {}
    for entry in _parse(source).body:
        shown = entry.to_json()
        if shown["type"] == "Junk":
            reasons = "; ".join(note["message"] for note in shown["annotations"])
            raise GameError(f"{game}: texts.{lang}.ftl, line {_line(source, shown)}: this is not Fluent: {reasons}")
        if shown["type"] == "Message":
            key = shown["id"]["name"]
            if key in found:
                raise GameError(f"{game}: texts.{lang}.ftl: the text {key} comes twice; delete one")
            found[key] = frozenset(_variables(shown))
        for node in _nodes(shown):
            if node["type"] == "FunctionReference" and (name := node["id"]["name"]) not in FUNCTIONS:
                known = ", ".join(sorted(FUNCTIONS))
                line = _line(source, node)
                raise GameError(
                    f"{game}: texts.{lang}.ftl, line {line}: there is no function {name}; choose from {known}"
                )
    return found


def _parse(source: str) -> Resource:
    try:
        from fluent.syntax import parse
    except ImportError as error:
        raise MissingPackage("checking texts needs fluent.syntax: pip install 'tablier[author]'") from error
    return parse(source)


def _line(source: str, node: Any) -> int:
    return source.count("\n", 0, node["span"]["start"]) + 1


def _variables(node: Any) -> Iterator[str]:
    return (found["id"]["name"] for found in _nodes(node) if found["type"] == "VariableReference")


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    """All nodes of a syntax tree as JSON."""
    if isinstance(node, dict):
        if "type" in node:
            yield node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from _nodes(part)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"${name}" for name in sorted(names))

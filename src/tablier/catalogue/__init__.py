"""The catalogue of games, read from their ``game.toml``: nothing is compiled, Numba is not imported."""

from __future__ import annotations

import functools
import os
from importlib import resources
from importlib.util import find_spec

from tablier.catalogue.data import load, reading, require
from tablier.catalogue.info import CLOCKS, GameInfo, Value
from tablier.errors import GameError, UnknownGame

_GAMES = "tablier.games"
VARIABLE = "TABLIER_GAMES"
"""Environment variable: the packages of further games, separated by spaces."""


def add(package: str) -> str:
    """Add a game outside this package to the catalogue of this process; returns its name.

    Other processes (a match with several jobs, the command line) read the variable ``TABLIER_GAMES``.

    Args:
        package: the importable package with the game's ``game.toml``.

    Raises:
        GameError: there is no such package, its ``game.toml`` is missing or wrong, or another package has a game of
            that name.
    """
    return _enter(_others(), package)


@functools.cache
def _others() -> dict[str, str]:
    """The packages of games outside this package, by name; :func:`add` adds to them."""
    games: dict[str, str] = {}
    for package in os.environ.get(VARIABLE, "").split():
        try:
            _enter(games, package)
        except GameError as error:
            raise GameError(f"{VARIABLE}: {error}") from error
    return games


def _enter(games: dict[str, str], package: str) -> str:
    """Enter a package into the games outside this package; returns the name of its game."""
    name = _read(package).name
    known = _own().get(name) or games.get(name, package)
    if known != package:
        raise GameError(f"the packages {known} and {package} both have a game {name!r}; rename the folder of one")
    if name not in _own():
        games[name] = package
    return name


@functools.cache
def _own() -> dict[str, str]:
    folder = resources.files(_GAMES)
    names = sorted(entry.name for entry in folder.iterdir() if (entry / "game.toml").is_file())
    return {name: f"{_GAMES}.{name}" for name in names}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*_own(), *_others())


def has_scene(name: str) -> bool:
    """Can the game be played at a table? It can if it has a module ``scene``.

    Raises:
        UnknownGame: there is none of that name.
    """
    return find_spec(f"{package(name)}.scene") is not None


def package(name: str) -> str:
    """The package of a game.

    Raises:
        UnknownGame: there is none of that name.
    """
    found = _own().get(name) or _others().get(name)
    if found is None:
        raise UnknownGame(f"there is no game {name!r}; choose from {', '.join(names())}")
    return found


@functools.cache
def _read(package: str) -> GameInfo:
    info = load(package, "game.toml", GameInfo)
    if info.name != package.rpartition(".")[2]:
        raise GameError(f"{package}: game.toml: name is {info.name!r}, not that of its folder")
    for name in info.clocks:
        if name not in CLOCKS:
            raise GameError(f"{package}: game.toml: clocks.{name} is none of {', '.join(CLOCKS)}")
    return info


def require_values(package: str, option: str, found: tuple[Value, ...], file: str) -> None:
    """Check that a data file has the values of an option, in the same order.

    Raises:
        GameError: the values differ; the message names both files.
    """
    values = _read(package).options[option].values
    if found != values:
        raise GameError(f"{package}: {file} has {found}, but game.toml lets options.{option} choose from {values}")


def require_seats(package: str, field: str, found: tuple[int, ...], file: str) -> None:
    """Check that a data file has an entry for each number of seats of the game, in the same order.

    Raises:
        GameError: the entries differ; the message names both files and the field.
    """
    seats = _read(package).seats
    with reading(package, file):
        require(found == seats, field, f"they are for {found} seats, but game.toml says {seats}")


def info(name: str) -> GameInfo:
    """The ``game.toml`` of a game.

    Raises:
        UnknownGame: there is none of that name.
        GameError: its ``game.toml`` is wrong; the message names the field.
    """
    return _read(package(name))


def info_of(package: str) -> GameInfo | None:
    """The ``game.toml`` of a package, whether or not it is in the catalogue; ``None`` if it has none.

    Raises:
        GameError: the ``game.toml`` is wrong; the message names the field.
    """
    return _read(package) if (resources.files(package) / "game.toml").is_file() else None

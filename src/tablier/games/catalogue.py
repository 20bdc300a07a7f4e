"""The games there are, known from their ``game.toml`` alone: nothing is compiled, Numba is not imported."""

from __future__ import annotations

import functools
import importlib
from importlib import resources
from types import ModuleType
from typing import Annotated, Literal

import msgspec

from tablier.errors import GameError, InvalidOption, UnknownGame
from tablier.games.data import load

Texts = dict[str, str]
"""A text by language: ``en`` and ``fr``."""
Value = int | str | bool


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named choice of the game: a board, a variant, a reading of a doubtful rule.

    ``names`` are what readers see of the values that are words; numbers, and yes or no, need none.
    """

    label: Texts
    default: Value
    values: tuple[Value, ...]
    names: dict[str, Texts] = {}


class ClockInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock that suits a game, and what happens to whoever is ``out`` of time.

    ``5+10`` is five minutes and ten seconds a turn, ``3d`` three days for each turn. Who is out of time has lost, or a
    bot plays on until they return.
    """

    time: Annotated[str, msgspec.Meta(pattern=r"^(\d+\+\d+|[1-9]\d*d)$")]
    out: Literal["loss", "bot"]


CLOCKS = ("quick", "calm", "daily", "leisurely")
"""What clocks may be called: the table has words for these."""


class GameInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.toml``. ``reasons`` name the ways a game can end; ``weight`` is its complexity on a scale of five."""

    name: str
    title: Texts
    credits: Texts
    blurb: Texts
    rules_version: int
    rule_prefix: str
    seats: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    minutes: int
    weight: float
    hidden: bool
    chance: bool
    reasons: tuple[str, ...]
    clocks: dict[str, ClockInfo] = {}
    """By one of the names of :data:`CLOCKS`."""
    options: dict[str, OptionInfo] = {}

    def choose(self, options: dict[str, Value]) -> dict[str, Value]:
        """The given options completed by the defaults, in the order of ``game.toml``.

        Raises:
            InvalidOption: an option or a value that the game does not have.
        """
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; its options: {known}")
        chosen = {name: options.get(name, option.default) for name, option in self.options.items()}
        for name, value in chosen.items():
            allowed = self.options[name].values
            if not any(value == v and type(value) is type(v) for v in allowed):
                raise InvalidOption(
                    f"{self.name}: option {name!r} cannot be {value!r}; choose from {', '.join(map(repr, allowed))}"
                )
        return chosen

    def indices(self, options: dict[str, Value]) -> list[int]:
        """Completed options as indices into their values: what ``setup`` of the protocol takes."""
        return [option.values.index(options[name]) for name, option in self.options.items()]


_OTHERS: dict[str, str] = {}


def add(package: str) -> str:
    """Make a game outside this package known by the name of its package; returns the game's name."""
    name = _read(package).name
    _OTHERS[name] = package
    return name


@functools.cache
def _own() -> dict[str, str]:
    folder = resources.files(__package__)
    names = sorted(entry.name for entry in folder.iterdir() if (entry / "game.toml").is_file())
    return {name: f"{__package__}.{name}" for name in names}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*_own(), *_OTHERS)


def at_table(name: str) -> bool:
    """Can the game be played at a table? It can once it has a ``scene.py``; its rules may be there before.

    Raises:
        UnknownGame: there is none of that name.
    """
    return (resources.files(package(name)) / "scene.py").is_file()


def package(name: str) -> str:
    """The package of a game.

    Raises:
        UnknownGame: there is none of that name.
    """
    found = _own().get(name) or _OTHERS.get(name)
    if found is None:
        raise UnknownGame(f"there is no game {name!r}; choose from {', '.join(names())}")
    return found


@functools.cache
def _read(package: str) -> GameInfo:
    info = load(package, "game.toml", GameInfo)
    for name in info.clocks:
        if name not in CLOCKS:
            raise GameError(f"{package}: game.toml: clocks.{name} is none of {', '.join(CLOCKS)}")
    for name, option in info.options.items():
        if option.default not in option.values:
            raise GameError(f"{package}: game.toml: options.{name}.default is not one of its values")
        if strange := [value for value in option.names if value not in option.values]:
            raise GameError(f"{package}: game.toml: options.{name}.names.{strange[0]} is not one of its values")
    return info


def info(name: str) -> GameInfo:
    """What ``game.toml`` says of a game.

    Raises:
        UnknownGame: there is none of that name.
        GameError: its ``game.toml`` is wrong; the message names the field.
    """
    return _read(package(name))


def module(name: str, part: str) -> ModuleType:
    """A module of a game: ``rules``, ``notation``, ``scene``. Importing ``rules`` imports Numba.

    Raises:
        UnknownGame: there is no game of that name.
        GameError: the game has no such module.
    """
    path = f"{package(name)}.{part}"
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise GameError(f"game {name!r} has no module {part}.py") from None

"""The games there are, known from their ``game.toml`` alone: nothing is compiled, Numba is not imported."""

from __future__ import annotations

import functools
import importlib
from importlib import resources
from types import ModuleType
from typing import Annotated, Literal

import msgspec

from tablier.errors import GameError, InvalidOption, UnknownGame
from tablier.games.data import load, need, need_languages, reading

Texts = dict[str, str]
"""A text by language: ``en`` and ``fr``."""
Value = int | str | bool
Seats = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named choice of the game: a board, a variant, a reading of a doubtful rule.

    ``names`` are what readers see of the values that are words; numbers, and yes or no, need none. ``table`` is what is
    proposed where people make a table, if that is not the ``default``, which holds everywhere else.
    """

    label: Texts
    default: Value
    values: tuple[Value, ...]
    names: dict[str, Texts] = {}
    table: Value | None = None

    def check(self, at: str) -> None:
        """Check the texts, and what fields say of one another.

        Args:
            at: where the option stands.

        Raises:
            ValueError: a language is missing, or fields disagree; the message names the field.
        """
        need_languages(**{f"{at}.label": self.label})
        need_languages(**{f"{at}.names.{value}": text for value, text in self.names.items()})
        twice = len({(type(value), value) for value in self.values}) < len(self.values)
        need(not twice, f"{at}.values", "one comes twice")
        for field, value in (("default", self.default), ("table", self.table)):
            need(value is None or self.has(value), f"{at}.{field}", f"{value!r} is not one of its values")
        words = {value for value in self.values if isinstance(value, str)}
        for word in words ^ set(self.names):
            complaint = "the value has no name" if word in words else "it is not one of its values"
            need(False, f"{at}.names.{word}", complaint)

    def has(self, value: Value) -> bool:
        """Is this one of the values? Yes and no are not the numbers 1 and 0."""
        return any(value == v and type(value) is type(v) for v in self.values)


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
    rules_version: Count
    rule_prefix: Annotated[str, msgspec.Meta(pattern="^[A-Z]+$")]
    seats: Annotated[tuple[Seats, ...], msgspec.Meta(min_length=1)]
    minutes: Count
    weight: Annotated[float, msgspec.Meta(ge=1, le=5)]
    hidden: bool
    chance: bool
    reasons: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    clocks: dict[str, ClockInfo] = {}
    """By one of the names of :data:`CLOCKS`."""
    options: dict[str, OptionInfo] = {}

    def __post_init__(self) -> None:
        """Check the texts, the options, and that nothing comes twice.

        Raises:
            ValueError: a language is missing, or fields disagree; the message names the field.
        """
        need_languages(title=self.title, credits=self.credits, blurb=self.blurb)
        need(len(set(self.seats)) == len(self.seats), "seats", "a number comes twice")
        need(len(set(self.reasons)) == len(self.reasons), "reasons", "one comes twice")
        for name, option in self.options.items():
            option.check(f"options.{name}")

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
            if not self.options[name].has(value):
                allowed = ", ".join(map(repr, self.options[name].values))
                raise InvalidOption(f"{self.name}: option {name!r} cannot be {value!r}; choose from {allowed}")
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
    if info.name != package.rpartition(".")[2]:
        raise GameError(f"{package}: game.toml: name is {info.name!r}, not that of its folder")
    for name in info.clocks:
        if name not in CLOCKS:
            raise GameError(f"{package}: game.toml: clocks.{name} is none of {', '.join(CLOCKS)}")
    return info


def need_values(package: str, option: str, found: tuple[Value, ...], file: str) -> None:
    """Check that a data file holds what an option chooses from, in its order.

    Raises:
        GameError: it holds something else; the message names both files.
    """
    values = _read(package).options[option].values
    if found != values:
        raise GameError(f"{package}: {file} has {found}, but game.toml lets options.{option} choose from {values}")


def need_seats(package: str, field: str, found: tuple[int, ...], file: str) -> None:
    """Check that a data file holds something for each number of seats that the game is for, in their order.

    Raises:
        GameError: it holds something else; the message names both files and the field.
    """
    seats = _read(package).seats
    with reading(package, file):
        need(found == seats, field, f"they are for {found} seats, but game.toml says {seats}")


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

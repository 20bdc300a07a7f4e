"""The format of ``game.toml``: names, seats, options and clocks of a game."""

from __future__ import annotations

import operator
import re
from typing import Annotated, Any, Literal, NoReturn

import msgspec

from tablier.catalogue.data import LANGUAGES, Lang, require, require_languages
from tablier.errors import InvalidOption

ID = re.compile("[a-z][a-z0-9_]*")
"""The form of a game's name, and of the names of its options and reasons."""
ID_FORM = "a lower-case letter, then lower-case letters, digits or underscores"
RESERVED = (
    *("autoreset_mode", "copy", "diagram", "judged", "limit", "name", "new"),
    *("num_envs", "opponents", "render_mode", "seat", "seats", "self", "threads"),
)
"""Names that no option can have: those of the arguments beside it, and of fields of every diagram."""
Texts = Annotated[dict[Lang, str], msgspec.Meta(extra_json_schema={"propertyNames": {"enum": LANGUAGES}})]
"""A text by language."""
Value = int | str | bool
Seats = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Options(dict[str, Value]):
    """The options of a position, read-only, since its copies share them; ``dict(options)`` can be changed."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the options of a position are read-only; change a copy, dict(position.options)")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return Options, (dict(self),)  # else a copy would be filled item by item


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of the game: a board, a variant, an interpretation of a rule.

    ``names`` are the displayed texts of values that are strings; numbers and booleans need none. ``table`` is the value
    proposed for new tables, if it differs from ``default``; ``first`` goes before it where a browser has no table of
    the game yet, ``bots`` where one person plays against bots.
    """

    label: Texts
    default: Value
    values: tuple[Value, ...]
    names: dict[str, Texts] = {}
    table: Value | None = None
    first: Value | None = None
    bots: Value | None = None

    def check(self, at: str) -> None:
        """Check that texts are complete and that fields agree.

        Args:
            at: the path of the option in the file.

        Raises:
            ValueError: a language is missing, or fields disagree; the message names the field.
        """
        require_languages(**{f"{at}.label": self.label})
        require_languages(**{f"{at}.names.{value}": text for value, text in self.names.items()})
        twice = len({(type(value), value) for value in self.values}) < len(self.values)
        require(not twice, f"{at}.values", "a value comes twice")
        proposals = {"default": self.default, "table": self.table, "first": self.first, "bots": self.bots}
        for field, value in proposals.items():
            require(value is None or self.has(value), f"{at}.{field}", f"{value!r} is not one of its values")
        words = {value for value in self.values if isinstance(value, str)}
        for word in words ^ set(self.names):
            complaint = "the value has no name" if word in words else "it is not one of its values"
            require(False, f"{at}.names.{word}", complaint)

    def has(self, value: Value) -> bool:
        """Is this one of the values? Booleans are not the numbers 1 and 0."""
        return any(type(value) is type(v) and value == v for v in self.values)


class ClockInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A suitable clock for a game, and what happens when a player runs ``out`` of time.

    ``5+10`` is five minutes plus ten seconds per turn, ``3d`` three days per turn. A player who runs out of time loses,
    or a bot plays until the player returns.
    """

    time: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^([0-9]+\+[0-9]+|[1-9][0-9]*d)$", description="minutes and seconds like 5+10, or days like 3d"
        ),
    ]
    out: Literal["loss", "bot"]


class SmallInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant with few plies, for learning in minutes: the number of seats, a ``limit`` of plies, and options."""

    seats: Seats
    limit: Count
    options: dict[str, Value] = {}

    @property
    def arguments(self) -> dict[str, Value]:
        """The arguments of an environment of this variant."""
        return {"seats": self.seats, "limit": self.limit, **self.options}


CLOCKS = ("quick", "calm", "daily", "leisurely")
"""The names of clocks, for which the table has texts."""


class GameInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.toml``. ``reasons`` name the ways a game can end; ``weight`` is its complexity on a scale of five.

    ``limit`` is a number of plies, chance not counted, that games of players who try to win do not reach; environments
    truncate games there. Random players may need many times as many.
    """

    name: str
    title: Texts
    credits: Texts
    blurb: Texts
    rules_version: Count
    rule_prefix: Annotated[str, msgspec.Meta(pattern="^[A-Z]+$", description="capital letters A to Z")]
    seats: Annotated[tuple[Seats, ...], msgspec.Meta(min_length=1)]
    minutes: Count
    weight: Annotated[float, msgspec.Meta(ge=1, le=5)]
    hidden: bool
    chance: bool
    reasons: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    limit: Count = 1000
    small: SmallInfo | None = None
    clocks: dict[str, ClockInfo] = {}
    """Clocks by their name in :data:`CLOCKS`."""
    options: dict[str, OptionInfo] = {}

    def __post_init__(self) -> None:
        """Check the texts, the options and the small variant, and that seats and reasons are distinct.

        Raises:
            ValueError: a language is missing, or fields disagree; the message names the field.
        """
        require_languages(title=self.title, credits=self.credits, blurb=self.blurb)
        require(len(set(self.seats)) == len(self.seats), "seats", "a number comes twice")
        require(len(set(self.reasons)) == len(self.reasons), "reasons", "a reason comes twice")
        for number, reason in enumerate(self.reasons):
            require(ID.fullmatch(reason) is not None, f"reasons[{number}]", f"write {ID_FORM}")
        for name, option in self.options.items():
            require(ID.fullmatch(name) is not None, f"options.{name}", f"write {ID_FORM}")
            require(name not in RESERVED, f"options.{name}", "the name is that of another argument; choose another one")
            option.check(f"options.{name}")
        if self.small:
            require(self.small.seats in self.seats, "small.seats", f"{self.small.seats} is not in seats")
            self.choose(self.small.options)

    def choose(self, options: dict[str, Value]) -> dict[str, Value]:
        """The given options completed by the defaults, in the order of ``game.toml``.

        Integers and texts of other types, such as NumPy's, become those of Python.

        Raises:
            InvalidOption: an option or a value is not one of the game's.
        """
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise InvalidOption(f"{self.name} has no option {name!r}; its options: {known}")
        chosen = {name: _plain(options.get(name, option.default)) for name, option in self.options.items()}
        for name, value in chosen.items():
            if not self.options[name].has(value):
                allowed = ", ".join(map(repr, self.options[name].values))
                raise InvalidOption(f"{self.name}: option {name!r} must be one of {allowed}, got {options[name]!r}")
        return chosen

    def indices(self, options: dict[str, Value]) -> list[int]:
        """Completed options as indices into their values, for ``setup`` of the protocol."""
        return [option.values.index(options[name]) for name, option in self.options.items()]


def _plain(value: Value) -> Value:
    """An integer or a text of exactly Python's type; anything else, booleans included, as it is."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    try:
        return operator.index(value)
    except TypeError:
        return value

"""Every error that Tablier raises on purpose. A message says what is wrong and what would help."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral


class TablierError(Exception):
    """Base class of all errors raised on purpose."""


class UnknownGame(TablierError, LookupError):
    """No game of that name; the message lists the names that exist."""


class InvalidOption(TablierError, ValueError):
    """A number of seats, an option of a game or a setting of a search that does not exist or cannot have that value."""


class UnknownBot(TablierError, LookupError):
    """No bot of that name or level; the message says which there are."""


class UnknownSeat(TablierError, LookupError):
    """No seat of that number in this game; the message says which there are."""


class InvalidMove(TablierError, ValueError):
    """A move that cannot be read in the game's notation."""


class IllegalMove(TablierError, ValueError):
    """A readable move that breaks a rule.

    ``rule`` is the rule's id (``"PONTE-4.2"``), or ``None`` where the refusal is not a matter of the rules
    (a seat that is not to move); ``texts`` is the rule's text by language; ``ply`` is the text of the refused ply.
    """

    def __init__(
        self, message: str, *, rule: str | None = None, ply: str = "", texts: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.ply = ply
        self.texts = dict(texts or {})


class RecordError(TablierError, ValueError):
    """A record that cannot be read or replayed. ``move`` is the index of the failing entry, if there is one."""

    def __init__(self, message: str, *, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move


class VerifyError(RecordError):
    """A draw of a record is not the one that its seed gives; the message names the first that differs."""


class MissingPackage(TablierError, ImportError):
    """An optional package that is not installed; the message says how to install it."""


class TooEarly(TablierError, RuntimeError):
    """Something that another call must come before: ``reset`` of an environment, ``run`` of a search."""


class GameError(TablierError):
    """A game's own code or data breaks the protocol; the message names the game, the file and the field."""


def at_least(least: int, **numbers: object) -> None:
    """Nothing, if all these arguments are whole numbers and none is less.

    Raises:
        InvalidOption: one is not; the message names it.
    """
    for name, number in numbers.items():
        if not isinstance(number, Integral) or number < least:
            raise InvalidOption(f"{name} is {number!r}; it must be a whole number, at least {least}")

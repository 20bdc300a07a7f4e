"""All errors that Tablier raises on purpose. A message says what is wrong and names the remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from numbers import Integral, Real

MAX_THREADS = 256
"""The most threads of a batch or a search; more are probably a mistake, and each costs memory."""


class TablierError(Exception):
    """Base class of all errors raised on purpose."""


class UnknownGame(TablierError, LookupError):
    """No game of that name; the message lists the names that exist."""


class InvalidOption(TablierError, ValueError):
    """A number of seats, an option or a setting that does not exist or cannot have that value."""


class UnknownBot(TablierError, LookupError):
    """No bot of that name or level; the message says which there are."""


class BotError(TablierError, RuntimeError):
    """A bot that failed or returned an illegal turn; the message names bot, seat and ply.

    ``trace`` shows the lines of the bot at which it failed, as a traceback does; the cause is lost on the way from
    another process.
    """

    def __init__(self, message: str, *, trace: str = "") -> None:
        super().__init__(message)
        self.trace = trace


class WorkerError(TablierError, RuntimeError):
    """A process that ended before its block of work was done. ``blocks`` are those that were begun or waited."""

    def __init__(self, message: str, *, blocks: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.blocks = tuple(blocks)


class UnknownSeat(TablierError, LookupError):
    """No seat of that number in this game; the message says which there are."""


class InvalidMove(TablierError, ValueError):
    """A text that is not a move in the game's notation."""


class IllegalMove(TablierError, ValueError):
    """A move that is not legal.

    ``rule`` is the id of the rule that it breaks (``"PONTE-4.2"``), or ``None`` if it breaks none (the seat is not to
    move); ``texts`` is the rule's text by language; ``ply`` is the text of the refused ply.
    """

    def __init__(
        self, message: str, *, rule: str | None = None, ply: str = "", texts: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.ply = ply
        self.texts = dict(texts or {})


class NoSuchPly(TablierError, IndexError):
    """More plies than have been played; the message says how many there are."""


class RecordError(TablierError, ValueError):
    """A record that is malformed or cannot be replayed. ``move`` is the index of the failing entry, if any."""

    def __init__(self, message: str, *, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move


class TrainingError(TablierError, ValueError):
    """A folder of a training run that is damaged or missing, belongs to another run or exists; the message names it."""


class ClusterError(TablierError, RuntimeError):
    """A cluster that cannot be reached, runs another version, or lost a block too often; the message says which."""


class VerifyError(RecordError):
    """A draw in a record differs from the one that its seed gives; the message names the first such draw."""


class MissingPackage(TablierError, ImportError):
    """An optional package that is not installed; the message says how to install it."""


class NotStartedError(TablierError, RuntimeError):
    """A call before the one that must precede it: ``reset`` of an environment, ``run`` of a search."""


class CopyError(TablierError, TypeError):
    """An object that can be neither copied nor pickled; the message says what to make anew."""


class GameError(TablierError):
    """A game's own code or data breaks the protocol; the message names the game, the file and the field."""


def require_instance(kind: type, **values: object) -> None:
    """Check that all these arguments are of a class.

    Raises:
        InvalidOption: an argument is not; the message names it.
    """
    for name, value in values.items():
        if not isinstance(value, kind):
            raise InvalidOption(f"{name} must be a {kind.__name__}, got {type(value).__name__}")


def require_int_at_least(least: int, **numbers: object) -> None:
    """Check that all these arguments are integers of at least ``least``.

    Raises:
        InvalidOption: an argument is not; the message names it.
    """
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, Integral) or number < least:
            raise InvalidOption(f"{name} must be an integer, at least {least}, got {number!r}")


def require_seconds(seconds: float, *, finite: bool = False) -> None:
    """Check a limit in seconds, which may be infinite unless it must be ``finite``.

    Raises:
        InvalidOption: it is not such a number, or is negative.
    """
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not number or not seconds >= 0 or (finite and seconds == inf):
        raise InvalidOption(f"seconds must be {'finite and' if finite else 'a number of'} at least 0, got {seconds!r}")


def require_threads(threads: int) -> None:
    """Check a number of threads.

    Raises:
        InvalidOption: it is not an integer from 1 to ``MAX_THREADS``.
    """
    require_int_at_least(1, threads=threads)
    if threads > MAX_THREADS:
        raise InvalidOption(f"threads must be at most {MAX_THREADS}, got {threads}")


def require_seed(seed: object) -> None:
    """Check the seed of a generator.

    Raises:
        InvalidOption: it is neither an integer nor a text.
    """
    if isinstance(seed, bool) or not isinstance(seed, Integral | str):
        raise InvalidOption(f"seed must be an integer or a text, got {seed!r}")

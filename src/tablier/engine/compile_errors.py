"""Errors of Numba about a game's kernels, in a line that names game, function and reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb

from numba.core.dispatcher import Dispatcher

from tablier.errors import GameError, TablierError

_PLACE = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+):\n\s*(?:@.*\n\s*)*def (?P<name>\w+)')
"""How Numba's message shows the line that it cannot compile; the innermost function comes first."""
_PIPELINE = re.compile(r"Failed in \w+ mode pipeline.*")
"""The line before each account of a mistake."""


@contextmanager
def naming_kernels(game: str) -> Iterator[None]:
    """Name the game and the function where Numba cannot compile one; other errors are passed on.

    Raises:
        GameError: Numba cannot compile a kernel.
    """
    try:
        yield
    except TablierError:
        raise
    except Exception as error:
        place = _place(error)
        if place is None:
            raise
        raise GameError(
            f"{game}: Numba cannot compile {place}: {_reason(error)}\n"
            f"python -m tablier.warm {game} shows the whole message"
        ) from error


def _place(error: Exception) -> str | None:
    """The function that could not be compiled; ``None`` if Numba's compiler did not raise the error."""
    functions = [
        compiler.py_func
        for frame, _ in walk_tb(error.__traceback__)
        if isinstance(compiler := frame.f_locals.get("self"), Dispatcher)
    ]
    if not functions:
        return None
    if found := _PLACE.search(str(error)):
        return f"{found['name']} ({found['file']}, line {found['line']})"
    code = functions[-1].__code__
    return f"{functions[-1].__name__} ({code.co_filename}, from line {code.co_firstlineno})"


def _reason(error: Exception) -> str:
    """The line of Numba's message that names the innermost mistake, with the line after it if it ends in a colon."""
    account = _PIPELINE.split(_PLACE.split(str(error), maxsplit=1)[0])[-1]
    lines = [line.strip() for line in account.splitlines() if line.strip()]
    reason = " ".join(lines[:2] if lines and lines[0].endswith(":") else lines[:1])
    return reason if type(error).__module__.startswith("numba.") else f"{type(error).__name__}: {reason}"

"""What runs the kernels of games: Numba in this process, or another source such as WebAssembly."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from tablier.core.state import Runtime, StateRecord

P = ParamSpec("P")
S = TypeVar("S", bound=StateRecord)

MAX_CHANCE = 64
"""The largest number of outcomes of one chance node."""
SPARE = 4
"""Entries of a buffer for ``legal`` after the longest list; :func:`tablier.engine.bits.write` may overwrite them."""


def list_length(actions: int) -> int:
    """The length of a buffer for ``legal``, which lists the actions of a seat or the outcomes of chance.

    Args:
        actions: the largest number of action ids of the game.
    """
    return max(actions, MAX_CHANCE) + SPARE


def query(declared: Callable[Concatenate[S, P], int]) -> Callable[Concatenate[S, P], int]:
    """Declare a query: a kernel that a game's notation or scene calls.

    The declaration has no body and needs no NumPy; ``Kernels.queries`` holds the kernel of the same name. Arguments are
    the state, integers, and arrays of ``int64`` (``array("q")``) for the kernel to fill. A query returns an integer and
    may change the state.
    """
    name = declared.__name__

    @wraps(declared)
    def ask(state: S, *args: P.args, **kwargs: P.kwargs) -> int:
        if kwargs:
            raise TypeError(f"query {name} takes arguments by position, got {', '.join(kwargs)}")
        return type(state).runtime.query(name, state, *args)  # type: ignore[arg-type]

    return cast("Callable[Concatenate[S, P], int]", ask)


_sources: list[Callable[[str], Runtime]] = []


def use(source: Callable[[str], Runtime]) -> None:
    """Use ``source``, which maps a game's name to its kernels, in place of Numba."""
    _sources[:] = [source]


def source() -> Callable[[str], Runtime] | None:
    """The source of kernels; ``None`` for Numba."""
    return _sources[0] if _sources else None

"""The interface to compiled kernels, whether Numba runs them in this process or they are WebAssembly."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

from tablier.core.state import StateRecord

P = ParamSpec("P")
S = TypeVar("S", bound=StateRecord)

MAX_CHANCE = 64
"""The largest number of outcomes of one chance node."""


def list_length(actions: int) -> int:
    """The length of a buffer for ``legal``, which lists the actions of a seat or the outcomes of chance.

    Args:
        actions: the largest number of action ids of the game.
    """
    return max(actions, MAX_CHANCE)


class Runtime(Protocol):
    """The kernels of one game, with plain integers in and out. :mod:`tablier.engine.protocol` says what each does."""

    @property
    def actions(self) -> int:
        """The largest number of action ids under any options."""

    def setup(self, state: StateRecord, seats: int, options: Sequence[int]) -> None:
        """Fill a blank record with the start of a game; ``options`` are indices into the values in ``game.toml``."""

    def movers(self, state: StateRecord) -> int:
        """A bit for each seat that may act."""

    def legal(self, state: StateRecord, seat: int) -> Sequence[int]:
        """The legal action ids of a seat, ascending, read-only."""

    def chance_weights(self, state: StateRecord) -> Sequence[int]:
        """The integer weights of the outcomes at a chance node, in the order of ``legal``."""

    def apply(self, state: StateRecord, seat: int, action: int, log: array[int] | None = None) -> None:
        """Play one legal ply in place; a game that declares events writes them to the cells of an ``EventLog``."""

    def scores(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """The points of every seat."""

    def ranks(self, state: StateRecord, seats: int) -> tuple[int, ...]:
        """The placement of every seat; 0 is first."""

    def end_reason(self, state: StateRecord) -> int:
        """Why the game ended: 0 while it goes on."""

    def hide(self, state: StateRecord, seat: int) -> None:
        """Wipe everything that ``seat`` may not know."""

    def unpack(self, data: bytes) -> bytes:
        """The bits of each byte, lowest first, as bytes 0 and 1: :func:`tablier.core.bitsets.unpack_bits`."""

    def query(self, name: str, state: StateRecord, *args: int | array[int]) -> int:
        """Call one of the game's queries (see :func:`query`)."""


def query(declared: Callable[Concatenate[S, P], int]) -> Callable[Concatenate[S, P], int]:
    """Declare a query: a kernel that a game's notation or scene calls.

    The declaration has no body and needs no NumPy; ``Kernels.queries`` holds the kernel of the same name. Arguments are
    the state, integers, and arrays of ``int64`` (``array("q")``) for the kernel to fill. A query returns an integer and
    may change the state.
    """
    name = declared.__name__

    @wraps(declared)
    def ask(state: S, *args: P.args, **kwargs: P.kwargs) -> int:
        return type(state).runtime.query(name, state, *args)  # type: ignore[arg-type]

    return cast("Callable[Concatenate[S, P], int]", ask)


_sources: list[Callable[[str], Runtime]] = []


def use(source: Callable[[str], Runtime]) -> None:
    """Use ``source``, which maps a game's name to its kernels, in place of Numba."""
    _sources[:] = [source]


def source() -> Callable[[str], Runtime] | None:
    """The source of kernels; ``None`` for Numba."""
    return _sources[0] if _sources else None

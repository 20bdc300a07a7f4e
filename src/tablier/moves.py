"""Moves, the lazy sequence of legal moves, and the outcome of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False):
    """One ply: its seat, its action id, and its text in the game's notation.

    In a move to be played an empty text stands for that of the action.
    """

    seat: int
    action: int
    text: str

    def __str__(self) -> str:
        return self.text

    if TYPE_CHECKING:  # an equality of its own lets type checkers accept ``"d4" in position.moves()``

        def __eq__(self, other: object) -> bool: ...
        def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``scores`` and ``ranks`` are by seat (rank 0 is first, equal ranks are shared), ``winners`` are the seats of rank 0,
    ``reason`` is one of the game's ``reasons``.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Moves(Sequence[Move]):
    """The legal moves of a seat, ascending by action id: a sequence that makes texts on access.

    ``in`` takes a move or a text: ``"d4" in position.moves()``.

    Attributes:
        seat: the seat whose moves these are.
        actions: their ids, a read-only sequence; an ``int16`` array where Numba runs the kernels.
    """

    def __init__(self, seat: int, actions: Any, name: Callable[[int], str]) -> None:
        self.seat = seat
        self.actions = actions
        self._name = name

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> list[Move]: ...
    def __getitem__(self, i: int | slice) -> Move | list[Move]:
        if isinstance(i, slice):
            return [self._move(a) for a in self.actions[i]]
        return self._move(self.actions[i])

    def __iter__(self) -> Iterator[Move]:
        return map(self._move, self.actions)

    def __contains__(self, item: object) -> bool:
        """Is this move, or a move of this text, legal?"""
        if isinstance(item, str):
            return any(self._name(int(a)) == item for a in self.actions)
        return isinstance(item, Move) and item.seat == self.seat and item.action in self.actions

    def __repr__(self) -> str:
        shown = " ".join(move.text for move in self[:12])
        return f"<{len(self)} moves of seat {self.seat}: {shown}{' ...' if len(self) > 12 else ''}>"

    def _move(self, action: int) -> Move:
        return Move(self.seat, int(action), self._name(int(action)))

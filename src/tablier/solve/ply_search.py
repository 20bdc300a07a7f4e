"""Proofs ply by ply, for every game of two seats without chance and secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from tablier.engine.game_rules import Rules
from tablier.engine.records import native
from tablier.errors import InvalidOption
from tablier.moves import Move
from tablier.position import Position
from tablier.solve.depth_first import MAX_PLIES, NO, YES, Table, Work, at_least

T = TypeVar("T")
Turn = tuple[Move, ...]


class PlySearch:
    """The depth-first search, its table and its working memory."""

    def __init__(self, rules: Rules, entries: int) -> None:
        """Prepare a table of so many entries, a power of two.

        Raises:
            InvalidOption: there is not enough memory.
        """
        self._table = allocated(lambda: _new_table(entries), entries, 12)
        stack = np.zeros(MAX_PLIES, rules.dtype)
        self._work = Work(
            stack=stack,
            words=stack.view(np.uint64).reshape(MAX_PLIES, -1),
            actions=rules.action_buffer(MAX_PLIES),
            order=np.zeros((MAX_PLIES, rules.actions), np.int64),
            history=np.zeros((2, rules.actions), np.int64),
            places=np.zeros(2, np.int64),
            result=np.zeros(2),
            left=np.zeros(1, np.int64),
        )

    def proof(self, position: Position, goal: int, limit: int) -> tuple[int, int]:
        """Does seat 0 get at least ``goal`` half wins? YES, NO or UNKNOWN, and the number of positions visited."""
        self._work.left[0] = limit
        self._work.stack[0] = native(position.state)
        answer = int(at_least(goal, self._work, self._table, 0))
        return answer, int(limit - self._work.left[0])

    def good_turn(
        self, position: Position, ends: Sequence[tuple[Turn, Position]], goal: int, limit: int
    ) -> tuple[Turn | None, int]:
        """One of the ``ends`` of a position by which seat 0 gets at least ``goal`` half wins.

        If the other seat is to move, one by which seat 0 gets fewer. ``None`` if none was found. Also returns the
        number of positions visited.
        """
        wanted, left = YES if position.movers == (0,) else NO, limit
        for moves, after in ends:
            answer, visited = self.proof(after, goal, left)
            left -= visited
            if answer == wanted:
                return moves, limit - left
        return None, limit - left

    def ends(self, position: Position) -> Iterator[tuple[Turn, Position]]:
        """Each move, and the position after it."""
        return (((move,), after) for move, after in successors(position))

    def key(self, position: Position) -> int | None:
        """``None``: this search does not know the symmetries of the board."""


def successors(position: Position) -> Iterator[tuple[Move, Position]]:
    """Each legal move, and the position after it."""
    for move in position.moves():
        after = position.copy()
        after.push(move)
        yield move, after


def allocated(make: Callable[[], T], entries: int, size: int) -> T:
    """The table that ``make`` makes, of so many entries of ``size`` bytes.

    Raises:
        InvalidOption: there is not enough memory.
    """
    try:
        return make()
    except (MemoryError, ValueError):  # a ValueError if no array can be so large
        memory = f"{size * entries / (1 << 30):,.0f} GiB"
        raise InvalidOption(f"a table of {entries:,} entries needs {memory} of memory; give fewer entries") from None


def _new_table(size: int) -> Table:
    return Table(
        key=np.zeros(size, np.uint64),
        least=np.zeros(size, np.int8),
        most=np.zeros(size, np.int8),
        action=np.zeros(size, np.int16),
    )

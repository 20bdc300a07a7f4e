"""Exact results of positions, by proof."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.uncopyable import Uncopyable
from tablier.errors import InvalidOption, require_instance, require_int_at_least
from tablier.position import Position
from tablier.solve.kernel import MAX_PLIES, SHARED, UNKNOWN, WON, YES, Table, Work, at_least


class Solver(Uncopyable):
    """Solves positions of one game for two seats without chance and secrets; what it has learnt serves later positions.

    >>> import tablier
    >>> from tablier.solve import Solver
    >>> position = tablier.game("ponte_del_diavolo").setup(
    ...     "light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last", board=10
    ... )
    >>> solver = Solver(position)
    >>> solver.value(position)
    (0.0, 1.0)
    """

    copy_error = "a solver can be neither copied nor pickled; make a new one for the game"

    def __init__(self, position: Position, *, entries: int = 1 << 20) -> None:
        """Prepare a table of positions.

        Args:
            position: any position of the game.
            entries: capacity of the table, of 12 bytes each, rounded up to a power of two.

        Raises:
            InvalidOption: the game is not for two, or has chance, secrets or simultaneous choices; or there is not
                enough memory for the table.
        """
        require_instance(Position, position=position)
        require_int_at_least(1, entries=entries)
        record = native(position.state)
        rules = protocol.rules_of(record.dtype)
        info = position.game.info
        if position.seats != 2 or info.chance or info.hidden or rules.has("chance_weights") or rules.has("hide"):
            raise InvalidOption(f"{info.name} cannot be solved: it is not for two seats without chance and secrets")
        self._table = _new_table(1 << (entries - 1).bit_length())
        stack = np.zeros(MAX_PLIES, record.dtype)
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
        self.visited = 0
        """Positions visited so far."""

    def value(self, position: Position, *, limit: int | None = None) -> tuple[float, float] | None:
        """The reward of each seat under perfect play.

        Args:
            position: a position of the solver's game.
            limit: the largest number of positions to visit.

        Returns:
            The rewards, or ``None`` if the limit ended the search. A repeated call goes on.

        Raises:
            InvalidOption: the position is of another game, or the limit is negative.
        """
        require_int_at_least(0, limit=limit or 0)
        half_wins = self._half_wins(native(position.state), limit)
        return None if half_wins is None else (half_wins / 2, 1 - half_wins / 2)

    def moves(self, position: Position, *, limit: int | None = None) -> dict[int, float] | None:
        """The mover's reward after each legal action, under perfect play; ``None`` if the limit ended the search."""
        found: dict[int, float] = {}
        before = self.visited
        for move in position.moves():
            after = position.copy()
            after.push(move)
            value = self.value(after, limit=None if limit is None else max(0, limit - (self.visited - before)))
            if value is None:
                return None
            found[move.action] = value[move.seat]
        return found

    def guarantees(self, position: Position, seat: int, reward: float, *, limit: int | None = None) -> bool | None:
        """Can a seat force a reward of at least so much? ``None`` if the limit ended the search.

        Args:
            position: a position of the solver's game.
            seat: 0 or 1.
            reward: 1/2 for a shared win, 1 for a win.
            limit: the largest number of positions to visit.

        Raises:
            InvalidOption: the position is of another game, or the limit is negative.
        """
        require_int_at_least(0, limit=limit or 0)
        goal = round(2 * reward)
        proof = self._proof(native(position.state), goal if seat == 0 else WON + 1 - goal, limit)
        return None if proof == UNKNOWN else (proof == YES) == (seat == 0)

    def _half_wins(self, record: Any, limit: int | None) -> int | None:
        """Half wins of seat 0, ``None`` if the limit ended the search."""
        before, answer = self.visited, 0
        for goal in (SHARED, WON):
            proof = self._proof(record, goal, None if limit is None else limit - (self.visited - before))
            if proof == UNKNOWN:
                return None
            if proof != YES:
                break
            answer += 1
        return answer

    def _proof(self, record: Any, goal: int, limit: int | None) -> int:
        """Does seat 0 get at least so many half wins?"""
        if record.dtype != self._work.stack.dtype:
            raise InvalidOption("the position is of another game: make a new Solver")
        self._work.left[0] = budget = np.iinfo(np.int64).max if limit is None else limit
        self._work.stack[0] = record
        proof = int(at_least(goal, self._work, self._table, 0))
        self.visited += int(budget - self._work.left[0])
        return proof


def _new_table(size: int) -> Table:
    try:
        return Table(
            key=np.zeros(size, np.uint64),
            least=np.zeros(size, np.int8),
            most=np.zeros(size, np.int8),
            action=np.zeros(size, np.int16),
        )
    except (MemoryError, ValueError):  # a ValueError if no array can be so large
        memory = f"{12 * size / (1 << 30):,.0f} GiB"
        raise InvalidOption(f"a table of {size:,} entries needs {memory} of memory; give fewer entries") from None

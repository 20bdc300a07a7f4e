"""Proofs turn by turn, for games that give kernels for it (``GameDefinition.turns``)."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tablier.core.state import StateRecord
from tablier.engine import protocol
from tablier.engine.game_rules import Rules, TurnRules
from tablier.engine.records import native
from tablier.position import Position
from tablier.solve.depth_first import NO, SHARED, UNKNOWN, WON, YES
from tablier.solve.ply_search import Turn, allocated, successors
from tablier.solve.proof_numbers import ENTRIES, MAX_TURNS, ProofWork, key_of, pin, prove

UNLIMITED = 1 << 62
_WORD = (1 << 64) - 1
_MEMORY = 3 << 16


class TurnSearch:
    """The search by proof numbers, and its table. Threads may share both."""

    def __init__(self, turns: TurnRules, entries: int) -> None:
        """Prepare a table of so many entries of 16 bytes, a power of two.

        Raises:
            InvalidOption: there is not enough memory.
        """
        self._turns, self.rules = turns, turns.rules
        self._own = threading.local()
        self.table: NDArray[np.uint64] = allocated(lambda: np.zeros((max(entries, ENTRIES), 2), np.uint64), entries, 16)

    def proof(self, position: Position, goal: int, limit: int) -> tuple[int, int]:
        """Does seat 0 get at least ``goal`` half wins? YES, NO or UNKNOWN, and the number of positions visited."""
        work = self.work
        work.left[0] = limit
        answer = self._proof(position, goal, work)
        return answer, int(limit - work.left[0])

    def _proof(self, position: Position, goal: int, work: ProofWork) -> int:
        outcome = position.outcome()
        if outcome:
            return YES if 2 * (0 in outcome.winners) / len(outcome.winners) >= goal else NO
        records = self.records(position)
        answers = (
            (self._prove(record, exchanged, goal, work) for record, exchanged in records)
            if records
            else (self._proof(after, goal, work) for _, after in successors(position))
        )
        return _best(position.movers[0], answers)

    def _prove(self, record: StateRecord, exchanged: bool, goal: int, work: ProofWork, *, again: bool = False) -> int:
        work.stack[0] = native(record)
        answer = int(prove(WON + 1 - goal if exchanged else goal, work, self.table, again))
        return YES + NO - answer if exchanged and answer != UNKNOWN else answer

    def good_turn(
        self, position: Position, ends: Sequence[tuple[Turn, Position]], goal: int, limit: int
    ) -> tuple[Turn | None, int]:
        """One of the ``ends`` of a position by which seat 0 gets at least ``goal`` half wins.

        If the other seat is to move, one by which seat 0 gets fewer. ``None`` if none was found. Also returns the
        number of positions visited.
        """
        work, wanted = self.work, YES if position.movers == (0,) else NO

        def first(budget: int) -> tuple[Turn | None, int]:
            work.left[0] = budget
            found = next((moves for moves, after in ends if self._proof(after, goal, work) == wanted), None)
            return found, budget - int(work.left[0])

        found, visited = first(0)
        if found:
            return found, visited
        work.left[0] = limit
        for record, exchanged in self.records(position):
            self._prove(record, exchanged, goal, work, again=True)
        left = int(work.left[0])
        found, more = first(0)
        if not found and left > 0:  # within a turn, or the table has lost the proof
            found, more = first(left)
        return found, visited + limit - left + more

    def records(self, position: Position) -> Sequence[tuple[StateRecord, bool]]:
        """The records of a position, as :class:`tablier.engine.game_rules.TurnRules` makes them."""
        return self._turns.records(position.state) or ()

    def names(self, position: Position) -> Sequence[str]:
        """The text of each action on the position's board."""
        return self._turns.names(position.state)

    @property
    def work(self) -> ProofWork:
        """The working memory of this thread."""
        if "work" not in vars(self._own):
            self._own.work = _new_work(self.rules)
        found: ProofWork = self._own.work
        return found

    def warm(self) -> None:
        """Compile the kernels."""
        work = self.work
        protocol.setup(work.stack[0], 2, np.zeros(1, np.int64))
        work.left[0] = 1
        prove(1, work, self.table, again=False)

    def stamp(self) -> int:
        """A number that tells these keys from those of other rules or versions: all keys of one game."""
        record = self.rules.zeros(1)[0]
        actions, total = self.rules.action_buffer(), 0
        protocol.setup(record, 2, np.zeros(1, np.int64))
        while protocol.movers(record):
            seat = 0 if protocol.movers(record) == 1 else 1
            protocol.legal(record, seat, actions)
            protocol.apply(record, seat, int(actions[0]))
            total = (total * 3 + int(protocol.key(record))) & _WORD
        return total

    def ends(self, position: Position, before: Turn = ()) -> Iterator[tuple[Turn, Position]]:
        """The moves of each turn, and the position after it."""
        for move, after in successors(position):
            moves = (*before, move)
            if after.outcome() or self._turns.records(after.state):
                yield moves, after
            else:
                yield from self.ends(after, moves)

    def pin(self, position: Position) -> None:
        """Rank the proofs of a position with those that took longest."""
        for record, _ in self.records(position):
            for goal in (SHARED, WON):
                pin(self.table, np.uint64(key_of(native(record), goal)))

    def knows(self, position: Position) -> bool:
        """Do these rules know the position's board?"""
        return self._turns.records(position.state) is not None

    def key(self, position: Position) -> int | None:
        """The same number for all positions that symmetries of the board make of one; ``None`` if there is none."""
        records = self.records(position)
        return int(protocol.key(records[0][0])) if records else None


def _best(seat: int, answers: Iterable[int]) -> int:
    """The answer that a seat chooses among those of several lines."""
    wanted, others = (YES, NO) if seat == 0 else (NO, YES)
    unknown = False
    for answer in answers:
        if answer == wanted:
            return wanted
        unknown |= answer == UNKNOWN
    return UNKNOWN if unknown else others


def _new_work(rules: Rules) -> ProofWork:
    return ProofWork(
        stack=rules.zeros(MAX_TURNS + 1),
        actions=rules.action_buffer(MAX_TURNS),
        keys=np.zeros((MAX_TURNS, rules.actions), np.uint64),
        numbers=np.zeros((MAX_TURNS, rules.actions), np.int64),
        memory=np.zeros(_MEMORY, np.uint64),
        places=np.zeros(2, np.int64),
        result=np.zeros(2),
        left=np.zeros(1, np.int64),
    )

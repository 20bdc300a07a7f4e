"""Strategies: the turns by which a seat gets as much as was proved, against all answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tablier.core.state import StateRecord
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.records import native
from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve.depth_first import WON
from tablier.solve.ply_search import Turn
from tablier.solve.proof_numbers import MAX_TURNS
from tablier.solve.turn_search import UNLIMITED, TurnSearch
from tablier.solve.walk import CROWDED, DONE, FULL, Walk, follow, meet, rehashed

_SEEN, _TURNS = 1 << 12, 1 << 12
_MARKS = np.array([0, 0x9E3779B97F4A7C15], np.uint64)
"""A mark for each order of the seats."""


class Strategy:
    """The strategy of one seat, which gets at least a result.

    The positions that can arise are walked depth first. Where the seat is to move, it plays one turn; where its
    opponent is, the positions after all legal turns are put on a stack, in reverse order of the turns' texts. Positions
    that were met before are skipped, also as a rotation or reflection.
    """

    def __init__(self, search: TurnSearch, position: Position, seat: int, goal: int) -> None:
        """Prepare the walk from a position.

        Args:
            search: it has proved the result of the position.
            position: one between turns.
            seat: whose strategy it is.
            goal: in half wins of seat 0; seat 0 reaches it, seat 1 does not let it.
        """
        self._search, self._start, self._seat, self._goal = search, position, seat, goal
        self._names = search.names(position)
        self._walk = _new_walk(search.rules, self._names)

    def turns(self) -> Iterator[str]:
        """The texts of the seat's turns, in the order of the walk.

        Raises:
            InvalidOption: the start is within a turn.
        """
        return self._from(self._start)

    def _from(self, position: Position) -> Iterator[str]:
        if position.outcome():
            return
        records = self._search.records(position)
        if len(records) == 1:
            yield from self._follow(*records[0])
            return
        ends = self._ends(position)
        if position.movers == (self._seat,):
            turn, _ = self._search.good_turn(position, ends, self._goal, UNLIMITED)
            assert turn, "the seat was proved to get so much"
            yield text_of(turn)
            ends = [end for end in ends if end[0] == turn]
        todo = [after for _, after in reversed(ends) if self._is_new(after)]
        while todo:
            yield from self._from(todo.pop())

    def _ends(self, position: Position) -> list[tuple[Turn, Position]]:
        """The turns of the opening, whose positions the kernels do not know."""
        ends = sorted(self._search.ends(position), key=lambda end: text_of(end[0]))
        if not self._search.records(position) and text_of(ends[0][0]) not in self._names:
            raise InvalidOption("a certificate begins between turns; finish the turn or take it back")
        return ends

    def _is_new(self, position: Position) -> bool:
        (record, exchanged), *_ = self._search.records(position)
        return bool(meet(self._walk, np.uint64(protocol.key(native(record))) ^ _MARKS[int(exchanged)]))

    def _follow(self, record: StateRecord, exchanged: bool) -> Iterator[str]:
        self._walk.todo[0], self._walk.counts[0] = native(record), 1
        goal, seat = (WON + 1 - self._goal, 1 - self._seat) if exchanged else (self._goal, self._seat)
        ended = FULL
        while ended in (FULL, CROWDED):
            walk = self._walk
            ended = follow(goal, seat, _MARKS[int(exchanged)], self._search.work, self._search.table, walk)
            yield from map(self._names.__getitem__, walk.turns[: walk.counts[2]])
            walk.counts[2] = 0
            if ended == CROWDED:
                self._walk = walk._replace(seen=rehashed(walk.seen))
        assert ended == DONE, "the seat was proved to get so much"


def text_of(turn: Turn) -> str:
    """The plies of a turn without spaces; their order does not matter."""
    return "".join(sorted(map(str, turn)))


def _new_walk(rules: Rules, names: Sequence[str]) -> Walk:
    order = sorted((name, action) for action, name in enumerate(names) if name)
    return Walk(
        todo=rules.zeros(MAX_TURNS * rules.actions),
        here=rules.zeros(2),
        seen=np.zeros(_SEEN, np.uint64),
        order=np.array([action for _, action in order], np.int16),
        legal=np.zeros(rules.actions, np.bool_),
        actions=rules.action_buffer(),
        turns=np.zeros(_TURNS, np.int16),
        counts=np.zeros(3, np.int64),
    )

"""Nim for two or three seats: take from one heap; who takes the last one wins. Solved for two seats by Bouton."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tablier.core.actions import ActionSpace, Family
from tablier.core.definition import GameDefinition, Notation
from tablier.core.state import StateRecord, i8
from tablier.engine.kernel import kernel
from tablier.engine.protocol import Kernels, Rules, register
from tablier.errors import InvalidMove

HEAPS, MOST = 3, 8
ACTIONS = ActionSpace(Family("take", (HEAPS, MOST)))


class State(StateRecord):
    """A position."""

    heaps = i8(HEAPS)
    players = i8()
    turn = i8()


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.players = seats
    for h in range(HEAPS):
        s.heaps[h] = options[h]


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.players)


@kernel
def movers(s: Any) -> Any:
    return np.int64(1) << np.int64(s.turn) if s.heaps[0] + s.heaps[1] + s.heaps[2] else np.int64(0)


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    n = 0
    for h in range(HEAPS if seat == s.turn else 0):
        for k in range(s.heaps[h]):
            out[n] = h * MOST + k
            n += 1
    return n


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    s.heaps[action // MOST] -= 1 + action % MOST
    s.turn = (s.turn + 1) % s.players


@kernel
def scores(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = p == (s.turn - 1) % s.players


@kernel
def ranks(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = p != (s.turn - 1) % s.players


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(movers(s) == 0)


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks: NIM-1.1, take from the heap what it holds, when it is your turn."""
    heap, most = divmod(action, MOST)
    return 0 if seat == s.turn and most < s.heaps[heap] else 101


class NimNotation(Notation[State]):
    """``a3``: take three from the first heap."""

    def name(self, s: State, seat: int, action: int) -> str:
        heap, most = divmod(action, MOST)
        return f"{'abc'[heap]}{most + 1}"

    def parse(self, s: State, seat: int, text: str) -> int:
        for action in range(ACTIONS.size):
            if self.name(s, seat, action) == text:
                return action
        raise InvalidMove(f"{text!r} is no move of Nim: write a heap and a number, such as a3")

    def draw(self, s: State) -> str:
        return " ".join(f"{heap}:{n}" for heap, n in zip("abc", s.heaps, strict=True))


KERNELS = Kernels(
    setup=setup, seats=seats, movers=movers, legal=legal, apply=apply, scores=scores, ranks=ranks, end_reason=end_reason
)


@cache
def rules() -> Rules:
    """Register the kernels."""
    return register("nim", State, ACTIONS.size, KERNELS, module=__name__)


GAME = GameDefinition(state=State, rules=rules, notation=NimNotation(), actions=lambda options: ACTIONS, why=why)
RULES = rules()

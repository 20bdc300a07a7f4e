"""Matching pennies: two seats choose a side at once; seat 0 wins if the sides are equal. Worth one half to each."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tablier.core.actions import ActionSpace, Family
from tablier.core.notation import Notation
from tablier.core.state import StateRecord, i8
from tablier.definition import GameDefinition
from tablier.engine.game_rules import Kernels, Rules
from tablier.engine.kernel import kernel
from tablier.engine.protocol import register

ACTIONS = ActionSpace(Family("side", (2,)))


class State(StateRecord):
    """A position."""

    picks = i8(2)
    shown = i8()


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    pass


@kernel
def seats(s: Any) -> Any:
    return np.int64(2)


@kernel
def movers(s: Any) -> Any:
    return np.int64(s.picks[0] == 0) + 2 * np.int64(s.picks[1] == 0)


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    out[0] = 0
    out[1] = 1
    return 2 if s.picks[seat] == 0 else 0


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    s.picks[seat] = 1 + action
    s.shown = movers(s) == 0


@kernel
def scores(s: Any, out: Any) -> None:
    same = s.picks[0] == s.picks[1]
    out[0] = np.int64(same)
    out[1] = 1 - np.int64(same)


@kernel
def ranks(s: Any, out: Any) -> None:
    same = s.picks[0] == s.picks[1]
    out[0] = 1 - np.int64(same)
    out[1] = np.int64(same)


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.shown)


@kernel
def hide(s: Any, seat: Any) -> None:
    if s.shown == 0:
        for p in range(2):
            if p != seat:
                s.picks[p] = 0


class PenniesNotation(Notation[State]):
    """``heads`` and ``tails``."""

    def name(self, s: State, seat: int, action: int) -> str:
        return ("heads", "tails")[action]

    def parse(self, s: State, seat: int, text: str) -> int:
        return ("heads", "tails").index(text)

    def draw(self, s: State) -> str:
        return str(s.picks.tolist())


@cache
def rules() -> Rules:
    """Register the kernels."""
    kernels = Kernels(
        setup=setup,
        seats=seats,
        movers=movers,
        legal=legal,
        apply=apply,
        scores=scores,
        ranks=ranks,
        end_reason=end_reason,
        hide=hide,
    )
    return register("pennies", State, ACTIONS.size, kernels, module=__name__)


GAME = GameDefinition(
    state=State,
    rules=rules,
    notation=PenniesNotation(),
    actions=lambda options: ACTIONS,
    why=lambda s, seat, action: 101 if s.picks[seat] else 0,
)
RULES = rules()

"""Roll a die and add it to the pot, or hold and keep the pot; a one loses it. The first with twelve points wins."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tablier.core.actions import ActionSpace, Family
from tablier.core.notation import Notation
from tablier.core.seats import CHANCE
from tablier.core.state import StateRecord, i8
from tablier.definition import GameDefinition
from tablier.engine.game_rules import Kernels, Rules
from tablier.engine.kernel import kernel
from tablier.engine.protocol import register
from tablier.errors import InvalidMove

ACTIONS = ActionSpace(Family("roll"), Family("hold"))
SEATS, SIDES, GOAL = 3, 6, 12


class State(StateRecord):
    """A position."""

    points = i8(SEATS)
    pot = i8()
    players = i8()
    turn = i8()
    rolling = i8()


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.players = seats


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.players)


@kernel
def movers(s: Any) -> Any:
    if end_reason(s) != 0:
        return np.int64(0)
    return np.int64(1) << (np.int64(CHANCE) if s.rolling else np.int64(s.turn))


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    if movers(s) >> seat & 1 == 0:
        return 0
    n = SIDES if seat == CHANCE else 1 + (s.pot > 0)
    for i in range(n):
        out[i] = i
    return n


@kernel
def chance_weights(s: Any, out: Any) -> Any:
    for side in range(SIDES):
        out[side] = 1
    return SIDES


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    if seat != CHANCE and action == 0:
        s.rolling = 1
        return
    s.rolling = 0
    if seat == CHANCE and action > 0:
        s.pot += 1 + action
        return
    if seat != CHANCE:
        s.points[seat] += s.pot
    s.pot = 0
    if s.points[s.turn] < GOAL:
        s.turn = (s.turn + 1) % s.players


@kernel
def scores(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = s.points[p]


@kernel
def ranks(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = 0
        for q in range(s.players):
            out[p] += s.points[q] > s.points[p]


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.points[s.turn] >= GOAL)


class PigNotation(Notation[State]):
    """``roll`` and ``hold``; the sides of the die are ``1`` to ``6``."""

    def name(self, s: State, seat: int, action: int) -> str:
        return str(1 + action) if seat == CHANCE else ("roll", "hold")[action]

    def parse(self, s: State, seat: int, text: str) -> int:
        texts = [self.name(s, seat, action) for action in range(SIDES if seat == CHANCE else ACTIONS.size)]
        if text not in texts:
            raise InvalidMove(f"{text!r} is not one of {', '.join(texts)}")
        return texts.index(text)

    def draw(self, s: State) -> str:
        return f"{list(s.points)} and {s.pot}"


@cache
def _rules() -> Rules:
    kernels = Kernels(
        setup=setup,
        seats=seats,
        movers=movers,
        legal=legal,
        apply=apply,
        scores=scores,
        ranks=ranks,
        end_reason=end_reason,
        chance_weights=chance_weights,
    )
    return register("pig", State, ACTIONS.size, kernels, module=__name__)


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=PigNotation(),
    actions=lambda options: ACTIONS,
    why=lambda s, seat, action: 101 if action == 1 and s.pot == 0 else 0,
)

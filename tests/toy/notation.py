"""Moves of the toy as text: ``k0`` bids or draws a kind, ``no``, ``v1`` steals from seat 1."""

from __future__ import annotations

from toy.rules import ACTIONS, NOTHING, STEAL_FROM, State

from tablier.core.notation import Notation
from tablier.errors import InvalidMove


class ToyNotation(Notation[State]):
    """``k0``, ``no``, ``v1``."""

    def name(self, s: State, seat: int, action: int) -> str:
        if action < NOTHING:
            return f"k{action}"
        return "no" if action == NOTHING else f"v{action - STEAL_FROM}"

    def parse(self, s: State, seat: int, text: str) -> int:
        for action in range(ACTIONS):
            if self.name(s, seat, action) == text:
                return action
        raise InvalidMove(f"{text!r} is no move of the toy")

    def draw(self, s: State) -> str:
        return f"phase {s.phase}, die {s.die}, won {s.won.tolist()}, hands {s.hands.tolist()}"

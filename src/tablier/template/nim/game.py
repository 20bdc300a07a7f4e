"""The game as the rest of the program sees it. NumPy and Numba are imported only when its rules are asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.notation import Notation
from tablier.definition import GameDefinition
from tablier.errors import InvalidMove

from .state import ACTIONS, State

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules


class NimNotation(Notation[State]):
    """``a3`` takes three tokens from heap a."""

    def name(self, s: State, seat: int, action: int) -> str:
        """The text of an action."""
        heap, more = ACTIONS.decode(action).indices
        return f"{'abc'[heap]}{1 + more}"

    def parse(self, s: State, seat: int, text: str) -> int:
        """The action that a text names."""
        for action in range(ACTIONS.size):
            if self.name(s, seat, action) == text:
                return action
        raise InvalidMove(f"{text!r} cannot be read: write a heap and a number, such as a3")

    def draw(self, s: State) -> str:
        """The position as text."""
        return " ".join(f"{heap}:{n}" for heap, n in zip("abc", s.heaps, strict=True))


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action of the seat to move breaks: 102 is NIM-1.2; 0 if it is legal."""
    heap, more = ACTIONS.decode(action).indices
    return 0 if more < s.heaps[heap] else 102


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import register

    from .rules import KERNELS

    return register("nim", State, ACTIONS.size, KERNELS, module=__name__)


GAME = GameDefinition(state=State, rules=_rules, notation=NimNotation(), actions=lambda options: ACTIONS, why=why)

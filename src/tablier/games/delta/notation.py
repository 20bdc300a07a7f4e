"""Plies as text; :mod:`tablier.games.delta.names` explains the names in them.

=============================  =======================================================================
``stone2 jump dragonK``        a card for the next slot of the programme
``+13``                        a stone on an island
``W4``                         a plank is chosen
``4-11``                       a gap is chosen for it
``x4-11``, ``x13``             a plank, a stone is removed
``>4-11``, ``>K``              the pawn goes to a plank, to a village
=============================  =======================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tablier.core.notation import Notation
from tablier.games.delta import text_diagram
from tablier.games.delta.actions import ACTIONS, decode
from tablier.games.delta.names import (
    card_name,
    is_plank,
    place_name,
    plank_name,
    read_card,
    read_gap,
    read_island,
    read_place,
    read_plank,
)
from tablier.games.delta.state import State


class DeltaNotation(Notation[State]):
    """Plies, drawings and diagrams of Delta."""

    def name(self, s: State, seat: int, action: int) -> str:
        """The text of an action."""
        return _name(s.seats, action)

    def parse(self, s: State, seat: int, text: str) -> int:
        """The action that a ply's text names.

        Raises:
            InvalidMove: it cannot be read, or names a card, a colour, an island or a gap that does not exist.
        """
        return _read(s.seats, text)

    def draw(self, s: State) -> str:
        """The position as text; see :func:`tablier.games.delta.text_diagram.draw`."""
        return text_diagram.draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Set up a diagram; see :func:`tablier.games.delta.text_diagram.setup`."""
        text_diagram.setup(diagram, s)


@cache
def _name(seats: int, action: int) -> str:
    family, number = decode(action)
    return _NAMES[family](seats, number)


_NAMES: dict[str, Callable[[int, int], str]] = ACTIONS.table(
    {
        "card": card_name,
        "stone": lambda _seats, island: f"+{island + 1}",
        "plank": plank_name,
        "gap": lambda _seats, gap: place_name(gap),
        "take_plank": lambda _seats, gap: f"x{place_name(gap)}",
        "take_stone": lambda _seats, island: f"x{island + 1}",
        "go": lambda _seats, place: f">{place_name(place)}",
    }
)


def _read(seats: int, text: str) -> int:
    word = text.strip()
    card = read_card(seats, word)
    if card is not None:
        return ACTIONS.encode("card", card)
    word = word.upper()
    if word[:1] == "+" and word[1:].isdecimal():
        return ACTIONS.encode("stone", read_island(word[1:]))
    if word[:1] == "X" and word[1:].isdecimal():
        return ACTIONS.encode("take_stone", read_island(word[1:]))
    if word[:1] == "X":
        return ACTIONS.encode("take_plank", read_gap(word[1:]))
    if is_plank(word):
        return ACTIONS.encode("plank", read_plank(seats, word))
    if word[:1] == ">":
        return ACTIONS.encode("go", read_place(word[1:]))
    return ACTIONS.encode("gap", read_gap(word))

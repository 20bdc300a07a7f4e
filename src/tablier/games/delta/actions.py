"""The actions of Delta, and the cards."""

from __future__ import annotations

from functools import cache

from tablier.core.actions import ActionSpace, Family
from tablier.games.delta.board import COLOURS, GAPS, ISLANDS, PLACES, PLANKS

ACTION_CARDS = ("stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump")
"""The action cards by number, as the notation writes them."""
STONE_1, STONE_2, PLANK_1, PLANK_2, TAKE_AWAY, MOVE_1, MOVE_2, LEAP = range(len(ACTION_CARDS))
DRAGON = len(ACTION_CARDS)
"""Card ``DRAGON + seat`` is the dragon that cancels the card of that seat."""
CARDS = DRAGON + COLOURS

ACTIONS = ActionSpace(
    Family("card", (CARDS,)),  # a card for the next slot of the programme
    Family("stone", (ISLANDS,)),  # a stone on an island
    Family("plank", (PLANKS,)),  # a plank is chosen
    Family("gap", (GAPS,)),  # a gap is chosen for it
    Family("take_plank", (GAPS,)),  # the plank in a gap is removed
    Family("take_stone", (ISLANDS,)),  # the stone on an island is removed
    Family("go", (PLACES,)),  # the pawn goes to a place
)


@cache
def decode(action: int) -> tuple[str, int]:
    """The family of an action, and its number there."""
    family, (number,) = ACTIONS.decode(action)
    return family, number

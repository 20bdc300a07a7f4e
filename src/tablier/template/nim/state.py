"""The state of a game, and the ids of its actions."""

from tablier.core.actions import ActionSpace, Family
from tablier.core.state import StateRecord, i8

HEAPS, MOST = 3, 8
ACTIONS = ActionSpace(Family("take", (HEAPS, MOST)))  # id = MOST * heap + number of tokens - 1


class State(StateRecord):
    """All that decides how the game goes on, and nothing else: equal positions have equal bytes."""

    heaps = i8(HEAPS)
    players = i8()
    turn = i8()  # the seat to move; at the end the seat after the winner

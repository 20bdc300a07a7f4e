"""The action ids of Shangri-La.

A master or a student goes on a space (guild, village); a journey crosses a bridge, to its higher village (0) or to its
lower one (1); the pass is never legal (SHANGRI-3.3).
"""

from __future__ import annotations

from tablier.core.actions import ActionSpace, Family
from tablier.games.shangri_la.board import BRIDGES, GUILDS, VILLAGES

WAYS = len(BRIDGES)
ACTIONS = ActionSpace(
    Family("master", (GUILDS, VILLAGES)),
    Family("student", (GUILDS, VILLAGES)),
    Family("journey", (2, WAYS)),
    Family("pass"),
)


def ends_of(side: int, bridge: int) -> tuple[int, int]:
    """The villages where a journey begins and ends."""
    low, high = BRIDGES[bridge]
    return (high, low) if side else (low, high)

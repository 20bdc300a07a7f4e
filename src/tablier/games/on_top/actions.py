"""The action ids of On Top: a position with a turn of the tile, then an intersection to be scored next.

Outcomes of chance are kinds of tiles.
"""

from __future__ import annotations

from tablier.core.actions import ActionSpace, Family
from tablier.games.on_top.geometry import POINTS, POSITIONS

ACTIONS = ActionSpace(Family("lay", (POSITIONS, 2)), Family("score", (POINTS,)))

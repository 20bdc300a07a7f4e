"""Why an action is illegal: the rule that it breaks, in the order in which a player would name them."""

from __future__ import annotations

from tablier.core.bitsets import has
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.geometry import BOARDS
from tablier.games.on_top.state import State


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.over:
        return 709
    if seat != s.mover:
        return 302
    family, indices = ACTIONS.decode(action)
    if s.pending:
        return 0 if family == "score" and s.pending >> indices[0] & 1 else 512
    if not s.drawn:
        return 301
    if family == "score":
        return 303
    position = indices[0]
    if position >= len(BOARDS[s.board].positions) or not has(s.room, position):
        return 304
    return 0 if has(s.reach, position) else 305

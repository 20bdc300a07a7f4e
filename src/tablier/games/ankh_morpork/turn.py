"""From turn to turn, and the stations of one (ANKH-4, ANKH-11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import popcount
from tablier.engine.kernel import kernel
from tablier.games.ankh_morpork.board import KINDS, VICTORY
from tablier.games.ankh_morpork.guilds import total
from tablier.games.ankh_morpork.state import BEFORE, EARLY, LATE, MAIN, OVER, ROLLED, SETTLE


@kernel
def begin_turn(s: Any, seat: Any) -> None:
    """A turn begins (ANKH-4.1)."""
    s.active, s.mover = seat, seat
    s.stage, s.phase, s.result = BEFORE, EARLY, 0
    s.guarded, s.scroll_actions, s.offers = 0, 0, 0
    s.fresh, s.drawn = 0, 0
    for kind in range(KINDS):
        s.bought[kind] = 0


@kernel
def next_to_settle(s: Any) -> None:
    """Whose house is the next of the set-up: once round, once back, once round (ANKH-2.1)."""
    n = np.int64(s.players)
    placed = np.int64(0)
    for seat in range(n):
        placed += popcount(np.uint64(s.houses[seat]))
    if placed == 3 * n:
        begin_turn(s, 0)
        return
    s.stage = SETTLE
    back = n <= placed < 2 * n
    s.mover = n - 1 - placed % n if back else placed % n


@kernel
def won(s: Any) -> Any:
    """Has the active seat the points to win? Then the game is over (ANKH-11.1, ANKH-11.3)."""
    if total(s, np.int64(s.active)) < VICTORY:
        return False
    s.stage = OVER
    return True


@kernel
def after_dice(s: Any) -> None:
    """A receipt is turned down; trade and building begin (ANKH-4.5, ANKH-4.6)."""
    if s.receipts[s.active] > 0:
        s.receipts[s.active] -= 1
    s.mover = s.active
    s.stage, s.phase = MAIN, LATE


@kernel
def resume(s: Any) -> None:
    """Thief and assassin are done: the turn goes on where it was."""
    s.mover = s.active
    if s.phase == EARLY:
        s.stage = BEFORE
    elif s.phase == ROLLED:
        after_dice(s)
    else:
        s.stage = MAIN

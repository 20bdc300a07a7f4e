"""The set-up, the order of turns and the steps of a turn (ANKH-2, ANKH-4, ANKH-11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import bit, i64, popcount
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import KINDS, VICTORY
from tablier.games.ankh_morpork.cards import draw
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.guilds import enrol, judge, total
from tablier.games.ankh_morpork.lookup import contains
from tablier.games.ankh_morpork.state import BEFORE, EARLY, GIFT, LATE, MAIN, OVER, ROLLED, SETTLE, State
from tablier.games.ankh_morpork.tables import GUILD


@kernel
def begin_turn(s: State, seat: int) -> None:
    """Begin a turn (ANKH-4.1)."""
    s.active, s.mover = seat, seat
    s.stage, s.phase, s.result = BEFORE, EARLY, 0
    s.guarded, s.scroll_actions, s.offers = 0, 0, 0
    s.fresh, s.drawn = 0, 0
    for kind in range(KINDS):
        s.bought[kind] = 0


@kernel
def next_to_settle(s: State) -> None:
    """Go on to the next house of the set-up: once round, once back, once round (ANKH-2.1)."""
    n = i64(s.players)
    placed = i64(0)
    for seat in range(n):
        placed += popcount(np.uint64(s.houses[seat]))
    if placed == 3 * n:
        begin_turn(s, 0)
        return
    s.stage = SETTLE
    back = n <= placed < 2 * n
    s.mover = n - 1 - placed % n if back else placed % n


@part
def settle(s: State, seat: int, site: int, log: Any) -> None:
    """A house of the set-up; the third brings cards (ANKH-2.1 to ANKH-2.4)."""
    emit(log, Kind.SETTLED, seat, site)
    s.houses[seat] |= bit(site)
    third = popcount(np.uint64(s.houses[seat])) == 3
    choice = third and not bring(s, seat, site, log)
    enrol(s, seat, site, log)
    if choice:
        s.stage = GIFT
    else:
        next_to_settle(s)


@part
def bring(s: State, seat: int, site: int, log: Any) -> bool:
    """Bring the cards of the guild of a site; is there one?"""
    for kind in range(KINDS):
        if contains(GUILD[kind], site):
            n = draw(s, seat, kind, 2)
            emit(log, Kind.RECEIVED, seat, kind, n)
            return True
    return False


@part
def take_gift(s: State, seat: int, kind: int, log: Any) -> None:
    """A card of choice, for a third house that belongs to no guild."""
    n = draw(s, seat, kind, 1)
    emit(log, Kind.TOOK, seat, kind, n)
    next_to_settle(s)


@kernel
def won(s: State) -> bool:
    """End the game if the active seat has the points to win (ANKH-11.1, ANKH-11.3)."""
    if total(s, i64(s.active)) < VICTORY:
        return False
    s.stage = OVER
    return True


@kernel
def after_dice(s: State, log: Any) -> None:
    """Turn a receipt down and begin trade and building (ANKH-4.5, ANKH-4.6)."""
    if s.receipts[s.active] > 0:
        s.receipts[s.active] -= 1
        emit(log, Kind.RECEIPT, s.active, s.receipts[s.active])
    s.mover = s.active
    s.stage, s.phase = MAIN, LATE


@kernel
def resume(s: State, log: Any) -> None:
    """Return from thief and assassin to the step that they interrupted."""
    s.mover = s.active
    if s.phase == EARLY:
        s.stage = BEFORE
    elif s.phase == ROLLED:
        after_dice(s, log)
    else:
        s.stage = MAIN


@kernel
def complete(s: State, placing: int) -> int:
    """Find presidents, and the next house if ``placing``; see :func:`tablier.games.ankh_morpork.queries.complete`."""
    for kind in range(KINDS):
        judge(s, kind, None)
    if placing:
        next_to_settle(s)
    else:
        won(s)
    return i64(s.stage)

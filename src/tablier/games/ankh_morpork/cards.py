"""Cards that move, and what everybody counts while they do (ANKH-1.4).

``low`` and ``high`` bound what a holder has of a kind, for every observer. Public gains and spendings move both; a card
drawn unseen from a hand blurs them for all but the two concerned; a card shown or offered lifts ``low``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import KINDS
from tablier.games.ankh_morpork.state import OBSERVERS


@kernel
def gain(s: Any, seat: Any, kind: Any, n: Any) -> None:
    """Cards come to a hand for all to see."""
    s.hands[seat, kind] += n
    s.held[seat] += n
    for o in range(OBSERVERS):
        s.low[o, seat, kind] += n
        s.high[o, seat, kind] += n


@kernel
def spend(s: Any, seat: Any, kind: Any, n: Any) -> None:
    """Cards leave a hand for all to see."""
    s.hands[seat, kind] -= n
    s.held[seat] -= n
    news = False
    for o in range(OBSERVERS):
        if s.low[o, seat, kind] < n:
            s.low[o, seat, kind] = n
            news = True
        s.low[o, seat, kind] -= n
        s.high[o, seat, kind] -= n
    if news:
        conclude(s, seat)


@kernel
def reveal(s: Any, seat: Any, kind: Any, n: Any) -> None:
    """Everybody learns that a hand holds so many of a kind."""
    news = False
    for o in range(OBSERVERS):
        if s.low[o, seat, kind] < n:
            s.low[o, seat, kind] = n
            news = True
    if news:
        conclude(s, seat)


@kernel
def conclude(s: Any, seat: Any) -> None:
    """Draw from the size of a hand what follows for its kinds."""
    held = np.int64(s.held[seat])
    for o in range(OBSERVERS):
        least, most = np.int64(0), np.int64(0)
        for k in range(KINDS):
            least += s.low[o, seat, k]
            most += s.high[o, seat, k]
        if least == most:
            continue
        for k in range(KINDS):
            low, high = np.int64(s.low[o, seat, k]), np.int64(s.high[o, seat, k])
            s.high[o, seat, k] = min(high, held - least + low)
            s.low[o, seat, k] = max(low, held - most + high)


@kernel
def draw(s: Any, seat: Any, kind: Any, n: Any) -> None:
    """The bank gives cards, as many as it has."""
    n = min(np.int64(n), np.int64(s.bank[kind]))
    s.bank[kind] -= n
    gain(s, seat, kind, n)


@kernel
def pay(s: Any, seat: Any, kind: Any, n: Any) -> None:
    """The bank takes cards."""
    s.bank[kind] += n
    spend(s, seat, kind, n)


@kernel
def can_pay(s: Any, seat: Any, cost: Any) -> Any:
    """Has a seat the cards of a cost?"""
    for k in range(KINDS):
        if s.hands[seat, k] < cost[k]:
            return False
    return True


@kernel
def pay_cost(s: Any, seat: Any, cost: Any) -> None:
    """The bank takes the cards of a cost."""
    for k in range(KINDS):
        if cost[k] > 0:
            pay(s, seat, k, np.int64(cost[k]))


@kernel
def steal(s: Any, thief: Any, victim: Any, kind: Any) -> None:
    """A card goes from hand to hand, seen only by the two (ANKH-6.6)."""
    s.hands[victim, kind] -= 1
    s.hands[thief, kind] += 1
    s.held[victim] -= 1
    s.held[thief] += 1
    for o in range(OBSERVERS):
        if o in (thief, victim):
            lose_one(s, o, victim, kind)
            s.high[o, victim, kind] -= 1
            s.low[o, thief, kind] += 1
            s.high[o, thief, kind] += 1
        else:
            for k in range(KINDS):
                if s.high[o, victim, k] > 0:
                    lose_one(s, o, victim, k)
                    s.high[o, thief, k] += 1
    conclude(s, victim)
    conclude(s, thief)


@kernel
def lose_one(s: Any, observer: Any, holder: Any, kind: Any) -> None:
    """A holder has perhaps one card less of a kind."""
    if s.low[observer, holder, kind] > 0:
        s.low[observer, holder, kind] -= 1


@part
def richest(s: Any) -> Any:
    """The seat with most cards; of several the first in turn order from the active one (ANKH-5.4)."""
    n = np.int64(s.players)
    best = np.int64(s.active)
    for k in range(1, n):
        seat = (np.int64(s.active) + k) % n
        if s.held[seat] > s.held[best]:
            best = seat
    return best

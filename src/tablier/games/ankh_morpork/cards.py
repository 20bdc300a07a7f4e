"""Moving cards, and the bounds that observers count (ANKH-1.4).

``low`` and ``high`` bound the cards of each kind in a hand, for every observer. A public gain or payment moves both. A
stolen card loosens them for everyone but thief and victim. A card shown or offered raises ``low``.
"""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import i64
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import GOODS, KINDS
from tablier.games.ankh_morpork.events import BITS
from tablier.games.ankh_morpork.state import OBSERVERS, State


@kernel
def gain(s: State, seat: int, kind: int, n: int) -> None:
    """A hand gains cards in public."""
    s.hands[seat, kind] += n
    s.held[seat] += n
    for o in range(OBSERVERS):
        s.low[o, seat, kind] += n
        s.high[o, seat, kind] += n


@kernel
def spend(s: State, seat: int, kind: int, n: int) -> None:
    """A hand loses cards in public."""
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
def reveal(s: State, seat: int, kind: int, n: int) -> None:
    """All observers learn that a hand holds at least ``n`` cards of a kind."""
    news = False
    for o in range(OBSERVERS):
        if s.low[o, seat, kind] < n:
            s.low[o, seat, kind] = n
            news = True
    if news:
        conclude(s, seat)


@kernel
def conclude(s: State, seat: int) -> None:
    """Tighten the bounds of a hand by its size."""
    held = i64(s.held[seat])
    for o in range(OBSERVERS):
        least, most = i64(0), i64(0)
        for k in range(KINDS):
            least += s.low[o, seat, k]
            most += s.high[o, seat, k]
        if least == most:
            continue
        for k in range(KINDS):
            low, high = i64(s.low[o, seat, k]), i64(s.high[o, seat, k])
            s.high[o, seat, k] = min(high, held - least + low)
            s.low[o, seat, k] = max(low, held - most + high)


@kernel
def draw(s: State, seat: int, kind: int, n: int) -> int:
    """The bank gives ``n`` cards, or all that it has; returns how many."""
    n = min(i64(n), i64(s.bank[kind]))
    s.bank[kind] -= n
    gain(s, seat, kind, n)
    return n


@kernel
def pay(s: State, seat: int, kind: int, n: int) -> None:
    """The bank takes cards."""
    s.bank[kind] += n
    spend(s, seat, kind, n)


@kernel
def can_pay(s: State, seat: int, cost: Any) -> bool:
    """Can a seat pay a cost in cards?"""
    for k in range(KINDS):
        if s.hands[seat, k] < cost[k]:
            return False
    return True


@kernel
def pay_cost(s: State, seat: int, cost: Any) -> None:
    """Pay a cost in cards to the bank."""
    for k in range(KINDS):
        if cost[k] > 0:
            pay(s, seat, k, i64(cost[k]))


@kernel
def steal(s: State, thief: int, victim: int, kind: int) -> None:
    """Move a card between hands; only the two seats see it (ANKH-6.6)."""
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
def lose_one(s: State, observer: int, holder: int, kind: int) -> None:
    """Lower a lower bound by one card."""
    if s.low[observer, holder, kind] > 0:
        s.low[observer, holder, kind] -= 1


@kernel
def packed(goods: Any) -> int:
    """The number of each good in one number, for events (see :func:`tablier.games.ankh_morpork.events.unpacked`)."""
    total = i64(0)
    for good in range(GOODS):
        total |= i64(goods[good]) << BITS * good
    return total


@part
def richest(s: State) -> int:
    """The seat with most cards; among equals the first in turn order from the active one (ANKH-5.4)."""
    n = i64(s.players)
    best = i64(s.active)
    for k in range(1, n):
        seat = (i64(s.active) + k) % n
        if s.held[seat] > s.held[best]:
            best = seat
    return best

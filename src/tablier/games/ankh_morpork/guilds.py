"""Guild points, presidents, rates, and the points that win (ANKH-3, ANKH-8.2, ANKH-11.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import popcount
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import (
    ARREST_WORTH,
    CHEAP,
    DEAR,
    GUILD,
    HOUSE_WORTH,
    KINDS,
    LAST,
    MEMBER,
    MEMBER_RATE,
    PRESIDENT_RATE,
    PRESIDENT_WORTH,
    PRICE,
    RANK_WORTH,
    RATE,
    VETINARI_WORTH,
    VILLA_WORTH,
)
from tablier.games.ankh_morpork.state import contains, seat_after


@kernel
def judge(s: Any, kind: Any) -> None:
    """Who presides over a guild: whoever leads alone; at nine the first of several (ANKH-3.4, ANKH-3.5, ANKH-5.8)."""
    best, leader, tied = np.int64(MEMBER - 1), np.int64(-1), False
    for k in range(np.int64(s.players)):
        seat = seat_after(s, k)
        have = np.int64(s.points[seat, kind])
        if have > best:
            best, leader, tied = have, seat, False
        elif have == best:
            tied = True
    if leader < 0:
        return
    holder = np.int64(s.president[kind]) - 1
    if holder >= 0 and s.points[holder, kind] == best:
        return
    if not tied or best == LAST:
        s.president[kind] = leader + 1


@kernel
def add_point(s: Any, seat: Any, kind: Any) -> None:
    """A guild point that counts at once (ANKH-3.2)."""
    if s.points[seat, kind] < LAST:
        s.points[seat, kind] += 1
        judge(s, kind)


@kernel
def enrol(s: Any, seat: Any, site: Any) -> None:
    """The guild points for a house or a villa (ANKH-3.1)."""
    for kind in range(KINDS):
        if contains(GUILD[kind], site):
            add_point(s, seat, kind)


@part
def memberships(s: Any, seat: Any) -> Any:
    """The number of guilds of which a seat is a member (ANKH-3.3)."""
    n = np.int64(0)
    for kind in range(KINDS):
        if s.points[seat, kind] >= MEMBER:
            n += 1
    return n


@kernel
def rate(s: Any, seat: Any, kind: Any) -> Any:
    """How many cards of a kind the bank takes for one (ANKH-8.2)."""
    if s.president[kind] == seat + 1:
        return np.int64(PRESIDENT_RATE)
    return np.int64(MEMBER_RATE if s.points[seat, kind] >= MEMBER else RATE)


@kernel
def price(s: Any, kind: Any) -> Any:
    """Cards that the next point of a guild costs in this turn (ANKH-3.6)."""
    return np.int64(PRICE if s.bought[kind] < CHEAP else DEAR)


@kernel
def public_points(s: Any, seat: Any) -> Any:
    """The victory points that everybody sees."""
    n = HOUSE_WORTH * popcount(np.uint64(s.houses[seat])) + VILLA_WORTH * popcount(np.uint64(s.villas[seat]))
    for kind in range(KINDS):
        if s.president[kind] == seat + 1:
            n += PRESIDENT_WORTH
    return n + ARREST_WORTH * np.int64(s.arrests[seat]) + np.int64(RANK_WORTH[s.rank[seat]])


@kernel
def total(s: Any, seat: Any) -> Any:
    """All victory points (ANKH-11.2)."""
    return public_points(s, seat) + VETINARI_WORTH * np.int64(s.vetinari[seat])

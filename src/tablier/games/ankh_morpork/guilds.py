"""Guild points, presidents, rates, and the points that win (ANKH-3, ANKH-8.2, ANKH-11.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import i64, popcount
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import (
    ARREST_WORTH,
    CHEAP,
    DEAR,
    HOUSE_WORTH,
    KINDS,
    LAST,
    MEMBER,
    MEMBER_RATE,
    PRESIDENT_RATE,
    PRESIDENT_WORTH,
    PRICE,
    RATE,
    VETINARI_WORTH,
    VILLA_WORTH,
)
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.lookup import contains, seat_after
from tablier.games.ankh_morpork.state import State
from tablier.games.ankh_morpork.tables import GUILD, RANK_WORTH


@kernel
def judge(s: State, kind: int, log: Any) -> None:
    """Find the president: the sole leader, or with nine points the first of several (ANKH-3.4, ANKH-3.5, ANKH-5.8)."""
    best, leader, tied = i64(MEMBER - 1), i64(-1), False
    for k in range(i64(s.players)):
        seat = seat_after(s, k)
        have = i64(s.points[seat, kind])
        if have > best:
            best, leader, tied = have, seat, False
        elif have == best:
            tied = True
    if leader < 0:
        return
    holder = i64(s.president[kind]) - 1
    if holder >= 0 and s.points[holder, kind] == best:
        return
    if not tied or best == LAST:
        s.president[kind] = leader + 1
        emit(log, Kind.PRESIDES, leader, kind)


@kernel
def add_point(s: State, seat: int, kind: int, log: Any) -> None:
    """Add a guild point that counts at once (ANKH-3.2)."""
    if s.points[seat, kind] < LAST:
        before = i64(s.points[seat, kind])
        s.points[seat, kind] = before + 1
        emit(log, Kind.ROSE, seat, kind, before + 1, before)
        judge(s, kind, log)


@kernel
def enrol(s: State, seat: int, site: int, log: Any) -> None:
    """Add the guild points for a house or a villa (ANKH-3.1)."""
    for kind in range(KINDS):
        if contains(GUILD[kind], site):
            add_point(s, seat, kind, log)


@part
def memberships(s: State, seat: int) -> int:
    """The number of a seat's memberships (ANKH-3.3)."""
    n = i64(0)
    for kind in range(KINDS):
        if s.points[seat, kind] >= MEMBER:
            n += 1
    return n


@kernel
def rate(s: State, seat: int, kind: int) -> int:
    """The number of cards of a kind that the bank takes for one (ANKH-8.2)."""
    if s.president[kind] == seat + 1:
        return i64(PRESIDENT_RATE)
    return i64(MEMBER_RATE if s.points[seat, kind] >= MEMBER else RATE)


@kernel
def price(s: State, kind: int) -> int:
    """The price of the next point of a guild in this turn, in cards (ANKH-3.6)."""
    return i64(PRICE if s.bought[kind] < CHEAP else DEAR)


@kernel
def public_points(s: State, seat: int) -> int:
    """A seat's victory points without hidden ones."""
    n: int = HOUSE_WORTH * popcount(np.uint64(s.houses[seat])) + VILLA_WORTH * popcount(np.uint64(s.villas[seat]))
    for kind in range(KINDS):
        if s.president[kind] == seat + 1:
            n += PRESIDENT_WORTH
    return n + ARREST_WORTH * i64(s.arrests[seat]) + i64(RANK_WORTH[s.rank[seat]])


@kernel
def total(s: State, seat: int) -> int:
    """All victory points (ANKH-11.2)."""
    return public_points(s, seat) + VETINARI_WORTH * i64(s.vetinari[seat])

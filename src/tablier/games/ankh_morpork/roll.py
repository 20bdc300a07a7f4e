"""The result of the dice: cards, the other districts, arrests (ANKH-5, ANKH-7.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ZERO, bit, i64, popcount
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.actions import PALACE_POINT, PASS, SELL, TAKE
from tablier.games.ankh_morpork.board import (
    BEG,
    BREW,
    KINDS,
    LABORATORY,
    LAST,
    LIBRARY,
    LIBRARY_PAYS,
    NOTHING,
    PALACE_LIMIT,
    RULE,
    SEATS,
)
from tablier.games.ankh_morpork.cards import draw, pay, reveal, richest
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.guilds import judge
from tablier.games.ankh_morpork.lookup import count_at, seat_after
from tablier.games.ankh_morpork.state import (
    ACT,
    ARREST_STAGE,
    DISCARD,
    LABORATORY_STAGE,
    LIBRARY_STAGE,
    PALACE_STAGE,
    ROLLED,
    SHOW,
    State,
)
from tablier.games.ankh_morpork.tables import (
    ALCHEMISTS,
    BEGGARS,
    GUILD,
    KIND_CHIP,
    KIND_OF,
    PALACE,
    UNIVERSITY,
    WORK_CHIP,
    WORK_OF,
)
from tablier.games.ankh_morpork.thief import discarders, due
from tablier.games.ankh_morpork.turn import after_dice, won


@kernel
def resolve(s: State, result: int, log: Any = None) -> None:
    """Play a result of the dice, rolled or fixed."""
    s.result, s.phase = result, ROLLED
    s.mover = s.active
    if result == 7:
        s.stage = ACT
        if discarders(s) != 0:
            s.stage = DISCARD
            warn(s, log)
        return
    if KIND_OF[result] >= 0:
        if KIND_CHIP[result] == s.thief:
            emit(log, Kind.BLOCKED, s.active, s.thief)
        else:
            produce(s, i64(KIND_OF[result]), log)
    wake(s, i64(WORK_OF[result]), i64(WORK_CHIP[result]), log)


@part
def warn(s: State, log: Any) -> None:
    """Tell who must discard."""
    for seat in range(i64(s.players)):
        n = due(s, seat)
        if n > 0:
            emit(log, Kind.MUST_DISCARD, seat, n)


@part
def produce(s: State, kind: int, log: Any) -> None:
    """A guild gives all due cards or none, unless one seat alone takes the remaining ones (ANKH-5.1, ANKH-5.2)."""
    shares = np.zeros(SEATS, np.int64)
    needed, takers = i64(0), 0
    for seat in range(i64(s.players)):
        shares[seat] = popcount(np.uint64(s.houses[seat]) & GUILD[kind])
        shares[seat] += 2 * popcount(np.uint64(s.villas[seat]) & GUILD[kind])
        needed += shares[seat]
        takers += shares[seat] > 0
    if needed > s.bank[kind] and (takers > 1 or s.bank[kind] == 0):
        emit(log, Kind.SHORT, s.active, kind)
        return
    for seat in range(i64(s.players)):
        if shares[seat] > 0:
            n = draw(s, seat, kind, shares[seat])
            emit(log, Kind.PRODUCED, seat, kind, n)


@part
def wake(s: State, work: int, chip: int, log: Any) -> None:
    """Begin the effect of the district that gives no cards (ANKH-5.4 to ANKH-5.9)."""
    if work != NOTHING and chip == s.thief:
        emit(log, Kind.BLOCKED, s.active, s.thief)
    burnt = work == BREW and s.fire != 0
    if burnt:  # ANKH-5.7
        s.fire = 0
        emit(log, Kind.FIRE, s.active, 0)
    if work == NOTHING or chip == s.thief or (burnt and (chip == LABORATORY or s.library == 0)):
        arrest_step(s, log)
    elif work == BEG:
        shower = richest(s)
        if s.held[shower] > 0 and somebody_at(s, BEGGARS):
            s.mover, s.stage = shower, SHOW
        else:
            arrest_step(s, log)
    elif work == BREW:
        s.stage = LIBRARY_STAGE if chip == LIBRARY else LABORATORY_STAGE
        serve(s, 0, log)
    elif work == RULE:
        s.stage = PALACE_STAGE
        serve(s, 0, log)
    else:
        for seat in range(i64(s.players)):
            n = count_at(s, seat, UNIVERSITY)
            if n > 0:
                s.scrolls[seat] += n
                emit(log, Kind.UNIVERSITY, seat, n)
        arrest_step(s, log)


@part
def somebody_at(s: State, sites: Any) -> bool:
    """Has any seat a building on the given sites?"""
    for seat in range(i64(s.players)):
        if count_at(s, seat, sites) > 0:
            return True
    return False


@kernel
def serve(s: State, k: int, log: Any) -> None:
    """Go on to the next seat that can use the district, from ``k`` places after the active one on (ANKH-5.3)."""
    sites = PALACE if s.stage == PALACE_STAGE else ALCHEMISTS
    for i in range(k, i64(s.players)):
        seat = seat_after(s, i)
        n = count_at(s, seat, sites)
        if n > 0 and able(s, seat):
            s.mover, s.left = seat, n
            return
    s.left = 0
    if s.stage == PALACE_STAGE:
        enter(s, log)
        if won(s):
            return
    elif s.stage == LABORATORY_STAGE:
        s.fire = 1
        emit(log, Kind.FIRE, s.active, 1)
    arrest_step(s, log)


@kernel
def able(s: State, seat: int) -> bool:
    """Can a seat use the district?"""
    if s.stage == LIBRARY_STAGE:
        return s.held[seat] > 0
    for kind in range(KINDS):
        if s.stage == LABORATORY_STAGE:
            if s.bank[kind] > 0:
                return True
        elif palace_open(s, seat, kind):
            return True
    return False


@kernel
def palace_open(s: State, seat: int, kind: int) -> bool:
    """May a seat take a point of the palace in a guild (ANKH-5.8)?"""
    mine = i64(s.entered[seat, kind])
    return mine < PALACE_LIMIT and s.points[seat, kind] + mine < LAST


@part
def next_building(s: State, seat: int, log: Any) -> None:
    """Go on to the seat's next building, or to the next seat."""
    s.left -= 1
    if s.left == 0 or not able(s, seat):
        next_seat(s, seat, log)


@kernel
def next_seat(s: State, seat: int, log: Any) -> None:
    """Go on to the seats after this one."""
    n = i64(s.players)
    serve(s, (seat - i64(s.active) + n) % n + 1, log)


@part
def list_uses(s: State, seat: int, out: Any) -> int:
    """List the uses of a building at the library, the laboratory or the palace."""
    n = i64(0)
    for kind in range(KINDS):
        if s.stage == LIBRARY_STAGE:
            if s.hands[seat, kind] > 0:
                out[n] = SELL + kind
                n += 1
        elif s.stage == LABORATORY_STAGE:
            if s.bank[kind] > 0:
                out[n] = TAKE + kind
                n += 1
        elif palace_open(s, seat, kind):
            out[n] = PALACE_POINT + kind
            n += 1
    if s.stage == LIBRARY_STAGE:
        out[n] = PASS
        n += 1
    return n


@part
def use(s: State, seat: int, action: int, log: Any) -> None:
    """Use a building at the library, the laboratory or the palace."""
    if action == PASS:
        emit(log, Kind.PASSED, seat, s.stage)
        next_seat(s, seat, log)
        return
    if s.stage == LIBRARY_STAGE:  # ANKH-5.5
        pay(s, seat, action - SELL, 1)
        s.scrolls[seat] += LIBRARY_PAYS
        emit(log, Kind.SOLD, seat, action - SELL, LIBRARY_PAYS)
    elif s.stage == LABORATORY_STAGE:  # ANKH-5.6
        n = draw(s, seat, action - TAKE, 1)
        emit(log, Kind.TOOK, seat, action - TAKE, n)
    else:
        s.entered[seat, action - PALACE_POINT] += 1
        emit(log, Kind.ANNOUNCED, seat, action - PALACE_POINT)
    next_building(s, seat, log)


@part
def enter(s: State, log: Any) -> None:
    """Count the announced points of the palace, all at once (ANKH-5.8)."""
    for kind in range(KINDS):
        for seat in range(i64(s.players)):
            if s.entered[seat, kind] > 0:
                before = i64(s.points[seat, kind])
                s.points[seat, kind] += s.entered[seat, kind]
                s.entered[seat, kind] = 0
                emit(log, Kind.ROSE, seat, kind, s.points[seat, kind], before)
        judge(s, kind, log)


@part
def beg(s: State, kind: int, log: Any) -> None:
    """Show a card: each building at the beggars brings one of its kind (ANKH-5.4)."""
    emit(log, Kind.SHOWED, s.mover, kind)
    reveal(s, i64(s.mover), kind, 1)
    for k in range(i64(s.players)):
        seat = seat_after(s, k)
        n = draw(s, seat, kind, count_at(s, seat, BEGGARS))
        if n > 0:
            emit(log, Kind.BEGGED, seat, kind, n)
    arrest_step(s, log)


@kernel
def arrest_step(s: State, log: Any) -> None:
    """Arrest the assassin beside the result, if the active seat has a guard (ANKH-7.6)."""
    s.mover = s.active
    if np.uint64(s.track) & bit(i64(s.result)) == ZERO or s.shown[s.active] == 0:
        after_dice(s, log)
    elif s.warrant != 0:
        s.stage = ARREST_STAGE
    else:
        arrest(s, log)


@kernel
def arrest(s: State, log: Any) -> None:
    """Cover the assassin with a guard, for a victory point."""
    emit(log, Kind.ARRESTED, s.active, s.result)
    s.track &= ~bit(i64(s.result))
    s.shown[s.active] -= 1
    s.arrests[s.active] += 1
    if not won(s):
        after_dice(s, log)

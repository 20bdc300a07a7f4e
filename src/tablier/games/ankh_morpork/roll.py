"""The result of the dice: cards, the other districts, arrests (ANKH-5, ANKH-7.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ZERO, bit, popcount
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import (
    ALCHEMISTS,
    BEG,
    BEGGARS,
    BREW,
    GUILD,
    KIND_CHIP,
    KIND_OF,
    KINDS,
    LABORATORY,
    LAST,
    LIBRARY,
    LIBRARY_PAYS,
    NOTHING,
    PALACE,
    PALACE_LIMIT,
    RULE,
    SEATS,
    UNIVERSITY,
    WORK_CHIP,
    WORK_OF,
)
from tablier.games.ankh_morpork.cards import draw, pay, reveal, richest
from tablier.games.ankh_morpork.guilds import judge
from tablier.games.ankh_morpork.state import (
    ACT,
    ARREST_STAGE,
    DISCARD,
    LABORATORY_STAGE,
    LIBRARY_STAGE,
    PALACE_POINT,
    PALACE_STAGE,
    PASS,
    ROLLED,
    SELL,
    SHOW,
    TAKE,
    count_at,
    seat_after,
)
from tablier.games.ankh_morpork.thief import discarders
from tablier.games.ankh_morpork.turn import after_dice, won


@kernel
def resolve(s: Any, result: Any) -> None:
    """A result, rolled or fixed."""
    s.result, s.phase = result, ROLLED
    s.mover = s.active
    if result == 7:
        s.stage = ACT
        if discarders(s) != 0:
            s.stage = DISCARD
        return
    if KIND_OF[result] >= 0 and KIND_CHIP[result] != s.thief:
        produce(s, np.int64(KIND_OF[result]))
    wake(s, np.int64(WORK_OF[result]), np.int64(WORK_CHIP[result]))


@part
def produce(s: Any, kind: Any) -> None:
    """A guild gives all the cards that are due or none, unless one seat takes what is left (ANKH-5.1, ANKH-5.2)."""
    shares = np.zeros(SEATS, np.int64)
    needed, takers = np.int64(0), 0
    for seat in range(np.int64(s.players)):
        shares[seat] = popcount(np.uint64(s.houses[seat]) & GUILD[kind])
        shares[seat] += 2 * popcount(np.uint64(s.villas[seat]) & GUILD[kind])
        needed += shares[seat]
        takers += shares[seat] > 0
    if needed > s.bank[kind] and takers > 1:
        return
    for seat in range(np.int64(s.players)):
        if shares[seat] > 0:
            draw(s, seat, kind, shares[seat])


@part
def wake(s: Any, work: Any, chip: Any) -> None:
    """What a result does beside a guild (ANKH-5.4 to ANKH-5.9)."""
    burnt = work == BREW and s.fire != 0
    if burnt:  # ANKH-5.7
        s.fire = 0
    if work == NOTHING or chip == s.thief or (burnt and (chip == LABORATORY or s.library == 0)):
        arrest_step(s)
    elif work == BEG:
        shower = richest(s)
        if s.held[shower] > 0 and somebody_at(s, BEGGARS):
            s.mover, s.stage = shower, SHOW
        else:
            arrest_step(s)
    elif work == BREW:
        s.stage = LIBRARY_STAGE if chip == LIBRARY else LABORATORY_STAGE
        serve(s, 0)
    elif work == RULE:
        s.stage = PALACE_STAGE
        serve(s, 0)
    else:
        for seat in range(np.int64(s.players)):
            s.scrolls[seat] += count_at(s, seat, UNIVERSITY)
        arrest_step(s)


@part
def somebody_at(s: Any, sites: Any) -> Any:
    """Does anybody own a building on the given sites?"""
    for seat in range(np.int64(s.players)):
        if count_at(s, seat, sites) > 0:
            return True
    return False


@kernel
def serve(s: Any, k: Any) -> None:
    """The next seat that uses the district, from ``k`` places after the active one; or what comes then (ANKH-5.3)."""
    sites = PALACE if s.stage == PALACE_STAGE else ALCHEMISTS
    for i in range(k, np.int64(s.players)):
        seat = seat_after(s, i)
        n = count_at(s, seat, sites)
        if n > 0 and able(s, seat):
            s.mover, s.left = seat, n
            return
    s.left = 0
    if s.stage == PALACE_STAGE:
        enter(s)
        if won(s):
            return
    elif s.stage == LABORATORY_STAGE:
        s.fire = 1
    arrest_step(s)


@kernel
def able(s: Any, seat: Any) -> Any:
    """Can a seat use the district that is awake?"""
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
def palace_open(s: Any, seat: Any, kind: Any) -> Any:
    """May a seat take a point of the palace in a guild (ANKH-5.8)?"""
    mine = np.int64(s.entered[seat, kind])
    return mine < PALACE_LIMIT and s.points[seat, kind] + mine < LAST


@part
def next_building(s: Any, seat: Any) -> None:
    """A building has been used: the seat's next one, or the next seat."""
    s.left -= 1
    if s.left == 0 or not able(s, seat):
        next_seat(s, seat)


@kernel
def next_seat(s: Any, seat: Any) -> None:
    """The seat after this one uses the district."""
    n = np.int64(s.players)
    serve(s, (seat - np.int64(s.active) + n) % n + 1)


@part
def list_uses(s: Any, seat: Any, out: Any) -> Any:
    """List what a seat may do with its building at the district that is awake, or with the card for the beggars."""
    n = np.int64(0)
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
def use(s: Any, seat: Any, action: Any) -> None:
    """Use a building at the district that is awake."""
    if action == PASS:
        next_seat(s, seat)
        return
    if s.stage == LIBRARY_STAGE:  # ANKH-5.5
        pay(s, seat, action - SELL, 1)
        s.scrolls[seat] += LIBRARY_PAYS
    elif s.stage == LABORATORY_STAGE:  # ANKH-5.6
        draw(s, seat, action - TAKE, 1)
    else:
        s.entered[seat, action - PALACE_POINT] += 1
    next_building(s, seat)


@part
def enter(s: Any) -> None:
    """The points of the palace count, all at the same time (ANKH-5.8)."""
    for seat in range(np.int64(s.players)):
        for kind in range(KINDS):
            s.points[seat, kind] += s.entered[seat, kind]
            s.entered[seat, kind] = 0
    for kind in range(KINDS):
        judge(s, kind)


@part
def beg(s: Any, kind: Any) -> None:
    """A card has been shown: a building at the beggars brings one of its kind (ANKH-5.4)."""
    reveal(s, np.int64(s.mover), kind, 1)
    for k in range(np.int64(s.players)):
        seat = seat_after(s, k)
        draw(s, seat, kind, count_at(s, seat, BEGGARS))
    arrest_step(s)


@kernel
def arrest_step(s: Any) -> None:
    """An assassin beside the result meets a guard of the active seat (ANKH-7.6)."""
    s.mover = s.active
    if np.uint64(s.track) & bit(np.int64(s.result)) == ZERO or s.shown[s.active] == 0:
        after_dice(s)
    elif s.warrant != 0:
        s.stage = ARREST_STAGE
    else:
        arrest(s)


@kernel
def arrest(s: Any) -> None:
    """The guard covers the assassin: a point."""
    s.track &= ~bit(np.int64(s.result))
    s.shown[s.active] -= 1
    s.arrests[s.active] += 1
    if not won(s):
        after_dice(s)

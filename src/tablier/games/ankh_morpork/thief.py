"""The seven, the thief and the assassins (ANKH-6, ANKH-7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, popcount
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.actions import HIRE, PASS, THIEF_TO
from tablier.games.ankh_morpork.board import HAND_LIMIT, HOUSES, KINDS, SHADES
from tablier.games.ankh_morpork.cards import packed, pay, steal
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.guilds import enrol
from tablier.games.ankh_morpork.lookup import count_at, free_sites
from tablier.games.ankh_morpork.state import ACT, DIE, EARLY, ESTATE, ROB, STEAL, State
from tablier.games.ankh_morpork.tables import AROUND, BOUNTIES, CELLS, LICENSED, SUCCEEDS, THIEVES
from tablier.games.ankh_morpork.turn import resume, won


@kernel
def due(s: State, seat: int) -> int:
    """The number of cards that a seat must discard on a seven (ANKH-6.1)."""
    held = i64(s.held[seat])
    return held // 2 if held > HAND_LIMIT and s.receipts[seat] == 0 else i64(0)


@kernel
def discarders(s: State) -> int:
    """The mask of the seats that have still cards to discard."""
    who = i64(0)
    for seat in range(i64(s.players)):
        chosen = i64(0)
        for k in range(KINDS):
            chosen += s.give[seat, k]
        if chosen < due(s, seat):
            who |= i64(1) << seat
    return who


@part
def discard(s: State, seat: int, kind: int, log: Any) -> None:
    """Choose a card to discard; the last choice reveals all of them."""
    s.give[seat, kind] += 1
    waiting = discarders(s)
    if waiting != 0:
        if waiting >> seat & 1 == 0:
            emit(log, Kind.CHOSEN, seat)
        return
    for one in range(i64(s.players)):
        goods = packed(s.give[one])
        if goods > 0:
            emit(log, Kind.DISCARDED, one, goods)
        for k in range(KINDS):
            n = i64(s.give[one, k])
            if n > 0:
                s.give[one, k] = 0
                pay(s, one, k, n)
    s.stage = ACT


@kernel
def licensed(s: State) -> bool:
    """Has the active seat a licence to steal (ANKH-6.3)?"""
    return count_at(s, s.active, THIEVES) > 0


@kernel
def vacant_cells(s: State) -> bool:
    """Has the track a cell without an assassin?"""
    return i64(popcount(np.uint64(s.track))) < len(CELLS)


@kernel
def can_hire(s: State) -> bool:
    """Can an assassin be hired, if a bounty is paid (ANKH-7.1, ANKH-7.2)?"""
    return (
        s.phase != EARLY
        and s.assassins > 0
        and popcount(np.uint64(s.houses[s.active])) < HOUSES
        and vacant_cells(s)
        and free_sites(s) != ZERO
    )


@part
def list_acts(s: State, seat: int, out: Any) -> int:
    """List the plies of thief and assassins on a seven or with a guard (ANKH-6.2)."""
    n = i64(0)
    if licensed(s):
        for spot in LICENSED:
            if spot != s.thief:
                out[n] = THIEF_TO + i64(spot)
                n += 1
    elif s.thief != SHADES:
        out[n] = THIEF_TO + SHADES
        n += 1
    if can_hire(s):
        for i in range(len(BOUNTIES)):
            if s.hands[seat, BOUNTIES[i, 0]] > 0 and s.hands[seat, BOUNTIES[i, 1]] > 0:
                out[n] = HIRE + i
                n += 1
    out[n] = PASS
    return n + 1


@part
def act(s: State, seat: int, action: int, log: Any) -> None:
    """Move the thief, hire an assassin, or neither."""
    if action == PASS:
        emit(log, Kind.PASSED, seat, s.stage)
        resume(s, log)
    elif action >= HIRE:
        hire(s, seat, action - HIRE, log)
    else:
        s.thief = action - THIEF_TO
        emit(log, Kind.THIEF, seat, s.thief)
        who = victims(s)
        if who == ZERO:
            resume(s, log)
        elif who & (who - ONE) == ZERO:
            rob(s, lowest(who))
        else:
            s.stage = ROB


@kernel
def victims(s: State) -> Any:
    """The mask (``uint64``) of the seats that can be robbed where the thief stands (ANKH-6.6 to ANKH-6.8)."""
    who = ZERO
    active = i64(s.active)
    if s.full_hand == 0 and s.receipts[active] > 0 and s.held[active] >= HAND_LIMIT:
        return who
    for seat in range(i64(s.players)):
        if seat != active and s.receipts[seat] == 0 and s.held[seat] > 0 and count_at(s, seat, AROUND[s.thief]) > 0:
            who |= bit(seat)
    return who


@kernel
def rob(s: State, victim: int) -> None:
    """Let chance draw a card of the victim."""
    s.victim = victim
    s.stage = STEAL


@part
def take_unseen(s: State, kind: int, log: Any) -> None:
    """Take the card that chance has drawn."""
    thief, victim = i64(s.active), i64(s.victim)
    emit(log, Kind.ROBBED, thief, victim)
    emit(log, Kind.STOLEN, thief, victim, kind, visible_to=1 << thief | 1 << victim)
    steal(s, thief, victim, kind)
    s.victim = 0
    resume(s, log)


@part
def hire(s: State, seat: int, pair: int, log: Any) -> None:
    """Pay an assassin and place him on the highest free cell (ANKH-7.3, ANKH-7.4)."""
    pay(s, seat, i64(BOUNTIES[pair, 0]), 1)
    pay(s, seat, i64(BOUNTIES[pair, 1]), 1)
    s.assassins -= 1
    i = len(CELLS) - 1
    while np.uint64(s.track) & bit(i64(CELLS[i])) != ZERO:
        i -= 1
    s.track |= bit(i64(CELLS[i]))
    emit(log, Kind.HIRED, seat, pair, CELLS[i])
    s.stage = DIE


@part
def strike(s: State, face: int, log: Any) -> None:
    """Play the assassin's die (ANKH-7.4)."""
    n = min(count_at(s, s.active, THIEVES), len(SUCCEEDS) - 1)
    done = SUCCEEDS[n] >> face & 1
    emit(log, Kind.STRUCK, s.active, face, done)
    if done:
        s.stage = ESTATE
    else:
        resume(s, log)


@part
def inherit(s: State, seat: int, action: int, log: Any) -> None:
    """Place a house for nothing on any free site, or decline it (ANKH-7.5)."""
    if action == PASS:
        emit(log, Kind.PASSED, seat, s.stage)
    else:
        emit(log, Kind.INHERITED, seat, action)
        s.houses[seat] |= bit(action)
        enrol(s, seat, action, log)
        if won(s):
            return
    resume(s, log)

"""Offers between players (ANKH-8.4 to ANKH-8.8): row ``active`` of ``give`` and ``want``; other rows are answers."""

from __future__ import annotations

from typing import Any

from tablier.core.events import EVERYONE
from tablier.engine.bits import i64
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.actions import ACCEPT, COUNTER, DEAL_WITH, GIVE, PASS, PROPOSE, REFUSE, WANT
from tablier.games.ankh_morpork.board import GOODS, KINDS, SCROLL
from tablier.games.ankh_morpork.cards import gain, packed, reveal, spend
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.state import (
    ACCEPTED,
    ANSWER,
    COUNTERED,
    COUNTERING,
    MAIN,
    OFFERED_SCROLLS,
    OFFERING,
    PENDING,
    PICK,
    REFUSED,
    SILENT,
    State,
)


@kernel
def owns(s: State, seat: int, good: int) -> int:
    """The number of a good in a seat's possession."""
    return i64(s.scrolls[seat]) if good == SCROLL else i64(s.hands[seat, good])


@kernel
def fits(s: State, partners: int, cards: int, scrolls: int) -> bool:
    """Could one of the partners (a mask), by public knowledge, have so many cards and scrolls (ANKH-8.5)?"""
    for seat in range(i64(s.players)):
        if partners >> seat & 1 and s.held[seat] >= cards and min(i64(s.scrolls[seat]), OFFERED_SCROLLS) >= scrolls:
            return True
    return False


@kernel
def partners_of(s: State, seat: int) -> int:
    """The mask of possible partners: all others for the active seat, the active seat for the others."""
    active = i64(s.active)
    if seat != active:
        return i64(1) << active
    return (i64(1) << i64(s.players)) - 1 - (i64(1) << active)


@kernel
def can_begin(s: State, seat: int) -> bool:
    """Could a seat make any offer?"""
    some = partners_of(s, seat)
    if s.held[seat] > 0:
        return fits(s, some, 1, 0) or fits(s, some, 0, 1)
    return s.scrolls[seat] > 0 and fits(s, some, 1, 0)


@kernel
def list_additions(s: State, seat: int, out: Any) -> int:
    """List the additions after which an offer can still be proposed, and ``propose``."""
    some = partners_of(s, seat)
    given = wanted = cards = i64(0)
    for good in range(GOODS):
        given |= i64(s.give[seat, good] > 0) << good
        wanted |= i64(s.want[seat, good] > 0) << good
        if good != SCROLL:
            cards += s.want[seat, good]
    scrolls = i64(s.want[seat, SCROLL])
    a_card, a_scroll = fits(s, some, 1, 0), fits(s, some, 0, 1)
    every_kind = (1 << KINDS) - 1
    n = i64(0)
    for good in range(GOODS):
        if wanted >> good & 1 or s.give[seat, good] >= min(owns(s, seat, good), OFFERED_SCROLLS):
            continue
        now = given | i64(1) << good
        askable = (a_card and now & every_kind != every_kind) or (a_scroll and now >> SCROLL == 0)
        if wanted != 0 or askable:
            out[n] = GIVE + good
            n += 1
    for good in range(GOODS):
        extra = i64(good == SCROLL)
        if given >> good & 1 or not fits(s, some, cards + 1 - extra, scrolls + extra):
            continue
        if given != 0 or payable(s, seat, wanted | i64(1) << good):
            out[n] = WANT + good
            n += 1
    if given != 0 and wanted != 0:
        out[n] = PROPOSE
        n += 1
    return n


@part
def payable(s: State, seat: int, wanted: Any) -> bool:
    """Has a seat any good that is not wanted (a mask)?"""
    for good in range(GOODS):
        if wanted >> good & 1 == 0 and owns(s, seat, good) > 0:
            return True
    return False


@kernel
def add_to_offer(s: State, seat: int, action: int, log: Any) -> None:
    """Add one thing to an offer."""
    others = EVERYONE if s.stage == OFFERING else 1 << seat
    emit(log, Kind.ADDED, seat, (action - GIVE) % GOODS, i64(action >= WANT), visible_to=others)
    if action >= WANT:
        s.want[seat, action - WANT] += 1
    else:
        s.give[seat, action - GIVE] += 1
        if s.stage == OFFERING and action - GIVE != SCROLL:
            reveal(s, seat, action - GIVE, i64(s.give[seat, action - GIVE]))


@part
def build_offer(s: State, seat: int, action: int, log: Any) -> None:
    """Play a ply of the active seat's offer."""
    if action == PROPOSE:
        emit(log, Kind.PROPOSED, seat, packed(s.give[seat]), packed(s.want[seat]))
        s.stage = ANSWER
    else:
        add_to_offer(s, seat, action, log)


@kernel
def silent(s: State) -> int:
    """The mask of the seats that still have to answer."""
    who = i64(0)
    for seat in range(i64(s.players)):
        if seat != s.active and s.answer[seat] in PENDING:
            who |= i64(1) << seat
    return who


@kernel
def has_all(s: State, seat: int, goods: Any) -> bool:
    """Has a seat all these goods?"""
    for good in range(GOODS):
        if owns(s, seat, good) < goods[good]:
            return False
    return True


@kernel
def list_answers(s: State, seat: int, out: Any) -> int:
    """List the answers to an offer (ANKH-8.6, ANKH-8.7)."""
    if s.answer[seat] == COUNTERING:
        return list_additions(s, seat, out)
    n = i64(0)
    if has_all(s, seat, s.want[s.active]):
        out[n] = ACCEPT
        n += 1
    out[n] = REFUSE
    n += 1
    if s.counter != 0 and can_begin(s, seat):
        out[n] = COUNTER
        n += 1
    return n


@part
def answer(s: State, seat: int, action: int, log: Any) -> None:
    """Play a ply of an answer; the last answer reveals all of them."""
    if action == ACCEPT:
        s.answer[seat] = ACCEPTED
    elif action == REFUSE:
        s.answer[seat] = REFUSED
    elif action == COUNTER:
        s.answer[seat] = COUNTERING
    elif action == PROPOSE:
        s.answer[seat] = COUNTERED
    else:
        add_to_offer(s, seat, action, log)
    waiting = silent(s)
    if waiting == 0:
        weigh(s, log)
    elif waiting >> seat & 1 == 0:
        emit(log, Kind.ANSWERED, seat)


@part
def weigh(s: State, log: Any) -> None:
    """Close the offer, trade with the one who accepts, or let the active seat choose a partner (ANKH-8.8)."""
    willing, last, counters = 0, i64(0), 0
    for seat in range(i64(s.players)):
        if seat != s.active:
            emit(log, Kind.ANSWER, seat, s.answer[seat], packed(s.give[seat]), packed(s.want[seat]))
        if s.answer[seat] == ACCEPTED:
            willing += 1
            last = i64(seat)
            for kind in range(KINDS):
                reveal(s, seat, kind, i64(s.want[s.active, kind]))
        elif s.answer[seat] == COUNTERED:
            counters += 1
            for kind in range(KINDS):
                reveal(s, seat, kind, i64(s.give[seat, kind]))
    if counters > 0 or willing > 1:
        s.stage = PICK
        return
    if willing == 1:
        deal(s, i64(s.active), last, s.give[s.active], s.want[s.active], log)
    else:
        emit(log, Kind.LAPSED, s.active)
    close(s)


@kernel
def list_partners(s: State, seat: int, out: Any) -> int:
    """List the partners, and ``pass`` if nobody has accepted."""
    n, bound = i64(0), False
    for other in range(i64(s.players)):
        accepted = s.answer[other] == ACCEPTED
        if accepted or (s.answer[other] == COUNTERED and has_all(s, seat, s.want[other])):
            out[n] = DEAL_WITH + other
            n += 1
        bound = bound or accepted
    if not bound:
        out[n] = PASS
        n += 1
    return n


@part
def pick(s: State, seat: int, action: int, log: Any) -> None:
    """Trade with a partner on the terms of the offer, or of the counter-offer."""
    other = action - DEAL_WITH
    if action == PASS:
        emit(log, Kind.PASSED, seat, s.stage)
    elif s.answer[other] == COUNTERED:
        deal(s, seat, other, s.want[other], s.give[other], log)
    else:
        deal(s, seat, other, s.give[seat], s.want[seat], log)
    close(s)


@part
def deal(s: State, seat: int, other: int, given: Any, wanted: Any, log: Any) -> None:
    """Trade with a partner."""
    emit(log, Kind.DEAL, seat, other, packed(given), packed(wanted))
    exchange(s, seat, other, given, wanted)


@kernel
def exchange(s: State, seat: int, other: int, given: Any, wanted: Any) -> None:
    """Exchange goods in public."""
    for good in range(GOODS):
        n = i64(given[good]) - i64(wanted[good])
        if good == SCROLL:
            s.scrolls[seat] -= n
            s.scrolls[other] += n
        elif n > 0:
            spend(s, seat, good, n)
            gain(s, other, good, n)
        elif n < 0:
            spend(s, other, good, -n)
            gain(s, seat, good, -n)


@kernel
def close(s: State) -> None:
    """Clear the offer and all answers."""
    for seat in range(i64(s.players)):
        s.answer[seat] = SILENT
        for good in range(GOODS):
            s.give[seat, good] = 0
            s.want[seat, good] = 0
    s.stage = MAIN

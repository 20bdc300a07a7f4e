"""Offers between players (ANKH-8.4 to ANKH-8.8): row ``active`` of ``give`` and ``want``; other rows are answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.board import GOODS, KINDS, SCROLL
from tablier.games.ankh_morpork.cards import gain, reveal, spend
from tablier.games.ankh_morpork.state import (
    ACCEPT,
    ACCEPTED,
    ANSWER,
    COUNTER,
    COUNTERED,
    COUNTERING,
    DEAL_WITH,
    GIVE,
    MAIN,
    OFFERING,
    PASS,
    PICK,
    PROPOSE,
    REFUSE,
    REFUSED,
    SILENT,
    WANT,
)


@kernel
def owns(s: Any, seat: Any, good: Any) -> Any:
    """Cards of a kind, or scrolls."""
    return np.int64(s.scrolls[seat]) if good == SCROLL else np.int64(s.hands[seat, good])


@kernel
def fits(s: Any, partners: Any, cards: Any, scrolls: Any) -> Any:
    """Could one of the partners (a mask), by what everybody sees, have so many cards and scrolls (ANKH-8.5)?"""
    for seat in range(np.int64(s.players)):
        if partners >> seat & 1 and s.held[seat] >= cards and s.scrolls[seat] >= scrolls:
            return True
    return False


@kernel
def partners_of(s: Any, seat: Any) -> Any:
    """With whom a seat can trade: everybody else for the active seat, the active seat for the others; a mask."""
    active = np.int64(s.active)
    if seat != active:
        return np.int64(1) << active
    return (np.int64(1) << np.int64(s.players)) - 1 - (np.int64(1) << active)


@kernel
def can_begin(s: Any, seat: Any) -> Any:
    """Is there anything for anything that a seat could offer?"""
    some = partners_of(s, seat)
    if s.held[seat] > 0:
        return fits(s, some, 1, 0) or fits(s, some, 0, 1)
    return s.scrolls[seat] > 0 and fits(s, some, 1, 0)


@kernel
def list_additions(s: Any, seat: Any, out: Any) -> Any:
    """List what an offer can be made longer by, so that it can still be proposed; and ``propose``."""
    some = partners_of(s, seat)
    given = wanted = cards = np.int64(0)
    for good in range(GOODS):
        given |= np.int64(s.give[seat, good] > 0) << good
        wanted |= np.int64(s.want[seat, good] > 0) << good
        if good != SCROLL:
            cards += s.want[seat, good]
    scrolls = np.int64(s.want[seat, SCROLL])
    a_card, a_scroll = fits(s, some, 1, 0), fits(s, some, 0, 1)
    every_kind = (1 << KINDS) - 1
    n = np.int64(0)
    for good in range(GOODS):
        if wanted >> good & 1 or owns(s, seat, good) <= s.give[seat, good]:
            continue
        now = given | np.int64(1) << good
        askable = (a_card and now & every_kind != every_kind) or (a_scroll and now >> SCROLL == 0)
        if wanted != 0 or askable:
            out[n] = GIVE + good
            n += 1
    for good in range(GOODS):
        extra = np.int64(good == SCROLL)
        if given >> good & 1 or not fits(s, some, cards + 1 - extra, scrolls + extra):
            continue
        if given != 0 or payable(s, seat, wanted | np.int64(1) << good):
            out[n] = WANT + good
            n += 1
    if given != 0 and wanted != 0:
        out[n] = PROPOSE
        n += 1
    return n


@part
def payable(s: Any, seat: Any, wanted: Any) -> Any:
    """Has a seat anything but what it wants (a mask of goods)?"""
    for good in range(GOODS):
        if wanted >> good & 1 == 0 and owns(s, seat, good) > 0:
            return True
    return False


@kernel
def add_to_offer(s: Any, seat: Any, action: Any) -> None:
    """One thing more."""
    if action >= WANT:
        s.want[seat, action - WANT] += 1
    else:
        s.give[seat, action - GIVE] += 1
        if s.stage == OFFERING and action - GIVE != SCROLL:
            reveal(s, seat, action - GIVE, np.int64(s.give[seat, action - GIVE]))


@part
def build_offer(s: Any, seat: Any, action: Any) -> None:
    """A ply of the active seat's offer."""
    if action == PROPOSE:
        s.stage = ANSWER
    else:
        add_to_offer(s, seat, action)


@kernel
def silent(s: Any) -> Any:
    """The seats that have still to answer, as a mask."""
    who = np.int64(0)
    for seat in range(np.int64(s.players)):
        if seat != s.active and s.answer[seat] <= COUNTERING:
            who |= np.int64(1) << seat
    return who


@kernel
def has_all(s: Any, seat: Any, goods: Any) -> Any:
    """Has a seat all this?"""
    for good in range(GOODS):
        if owns(s, seat, good) < goods[good]:
            return False
    return True


@kernel
def list_answers(s: Any, seat: Any, out: Any) -> Any:
    """List the answers to an offer (ANKH-8.6, ANKH-8.7)."""
    if s.answer[seat] == COUNTERING:
        return list_additions(s, seat, out)
    n = np.int64(0)
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
def answer(s: Any, seat: Any, action: Any) -> None:
    """A ply of an answer; the last one reveals all."""
    if action == ACCEPT:
        s.answer[seat] = ACCEPTED
    elif action == REFUSE:
        s.answer[seat] = REFUSED
    elif action == COUNTER:
        s.answer[seat] = COUNTERING
    elif action == PROPOSE:
        s.answer[seat] = COUNTERED
    else:
        add_to_offer(s, seat, action)
    if silent(s) == 0:
        weigh(s)


@part
def weigh(s: Any) -> None:
    """All have answered: nobody wants it, one takes it, or a partner is to be chosen (ANKH-8.8)."""
    willing, last, counters = 0, np.int64(0), 0
    for seat in range(np.int64(s.players)):
        if s.answer[seat] == ACCEPTED:
            willing += 1
            last = np.int64(seat)
            for kind in range(KINDS):
                reveal(s, seat, kind, np.int64(s.want[s.active, kind]))
        elif s.answer[seat] == COUNTERED:
            counters += 1
            for kind in range(KINDS):
                reveal(s, seat, kind, np.int64(s.give[seat, kind]))
    if counters > 0 or willing > 1:
        s.stage = PICK
        return
    if willing == 1:
        exchange(s, np.int64(s.active), last, s.give[s.active], s.want[s.active])
    close(s)


@kernel
def list_partners(s: Any, seat: Any, out: Any) -> Any:
    """List with whom the active seat may deal; with nobody only if nobody has accepted."""
    n, bound = np.int64(0), False
    for other in range(np.int64(s.players)):
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
def pick(s: Any, seat: Any, action: Any) -> None:
    """Deal with a partner on the terms of the offer, or of the counter-offer."""
    if action != PASS:
        other = action - DEAL_WITH
        if s.answer[other] == COUNTERED:
            exchange(s, other, seat, s.give[other], s.want[other])
        else:
            exchange(s, seat, other, s.give[seat], s.want[seat])
    close(s)


@kernel
def exchange(s: Any, seat: Any, other: Any, given: Any, wanted: Any) -> None:
    """Goods change hands for all to see."""
    for good in range(GOODS):
        n = np.int64(given[good]) - np.int64(wanted[good])
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
def close(s: Any) -> None:
    """Nothing is on offer any more."""
    for seat in range(np.int64(s.players)):
        s.answer[seat] = SILENT
        for good in range(GOODS):
            s.give[seat, good] = 0
            s.want[seat, good] = 0
    s.stage = MAIN

"""Hidden information and its determinization (ANKH-1.4, ANKH-10.4).

Hands are dealt within the bounds that the seat has counted, tokens from those that it has not seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import i64
from tablier.engine.kernel import kernel, part
from tablier.engine.rng import below
from tablier.games.ankh_morpork.board import CARDS, GUARDS, KINDS, PROMOTION, SEATS, VETINARI, VETINARI_WORTH, VICTORY
from tablier.games.ankh_morpork.guilds import public_points
from tablier.games.ankh_morpork.state import ANSWER, DISCARD, OVER, SPECTATOR_ROW, State


@kernel
def clear(numbers: Any) -> None:
    """Set a vector to zero."""
    for i in range(len(numbers)):
        numbers[i] = 0


@kernel
def hide(s: State, seat: int) -> None:
    """Wipe the others' hands, tokens, pending choices and counts, and the stack."""
    if s.stage == OVER:
        return
    clear(s.bag)
    if s.active != seat:
        s.fresh = 0
    for other in range(SEATS):
        if other != seat:
            clear(s.hands[other])
            s.guards[other] = 0
            s.vetinari[other] = 0
            for holder in range(SEATS):
                clear(s.low[other, holder])
                clear(s.high[other, holder])
            if s.stage == DISCARD or (s.stage == ANSWER and other != s.active):
                clear(s.give[other])
                clear(s.want[other])
                s.answer[other] = 0


@kernel
def determinize(s: State, seat: int, rng: Any) -> None:
    """Deal at random what ``hide`` has wiped."""
    if s.stage == OVER:
        return
    deal_hands(s, seat, rng)
    deal_tokens(s, seat, rng)
    for other in range(i64(s.players)):
        if other != seat:
            remember(s, other)
    for other in range(i64(s.players), SEATS):
        if other != seat:
            copy_public(s, other)


@kernel
def copy_public(s: State, observer: int) -> None:
    """Give an observer the counts of a spectator."""
    for holder in range(SEATS):
        for kind in range(KINDS):
            s.low[observer, holder, kind] = s.low[SPECTATOR_ROW, holder, kind]
            s.high[observer, holder, kind] = s.high[SPECTATOR_ROW, holder, kind]


@part
def remember(s: State, observer: int) -> None:
    """Give a seat the counts of a spectator, and its own hand."""
    copy_public(s, observer)
    for kind in range(KINDS):
        s.low[observer, observer, kind] = s.hands[observer, kind]
        s.high[observer, observer, kind] = s.hands[observer, kind]


@part
def row_of(seat: int) -> int:
    """The row of an observer in ``low`` and ``high``."""
    return seat if seat < SEATS else i64(SPECTATOR_ROW)


@part
def deal_hands(s: State, seat: int, rng: Any) -> None:
    """Deal the unseen cards at random within the bounds, each to a hand with room; others make room if need be."""
    row = row_of(seat)
    deck = np.empty(CARDS * KINDS, np.int8)
    size = i64(0)
    need = np.zeros(SEATS, np.int64)
    for kind in range(KINDS):
        left = CARDS - i64(s.bank[kind])
        for holder in range(i64(s.players)):
            if holder != seat:
                s.hands[holder, kind] = s.low[row, holder, kind]
            left -= s.hands[holder, kind]
        for _ in range(left):
            deck[size] = kind
            size += 1
    for holder in range(i64(s.players)):
        need[holder] = s.held[holder]
        for kind in range(KINDS):
            need[holder] -= s.hands[holder, kind]
    while size > 0:
        i = below(rng, size)
        card = i64(deck[i])
        size -= 1
        deck[i] = deck[size]
        place(s, row, card, need, np.zeros(SEATS, np.bool_), below(rng, SEATS))


@kernel
def place(s: State, row: int, kind: int, need: Any, tried: Any, first: int) -> bool:
    """Put a card into a hand that may hold it; a full hand passes another of its cards on (an augmenting path)."""
    n = i64(s.players)
    for i in range(SEATS):
        holder = (first + i) % SEATS
        if holder < n and need[holder] > 0 and s.hands[holder, kind] < s.high[row, holder, kind]:
            s.hands[holder, kind] += 1
            need[holder] -= 1
            return True
    for holder in range(n):
        if tried[holder] or s.hands[holder, kind] >= s.high[row, holder, kind]:
            continue
        tried[holder] = True
        for other in range(KINDS):
            if s.hands[holder, other] > s.low[row, holder, other] and place(s, row, i64(other), need, tried, first):
                s.hands[holder, other] -= 1
                s.hands[holder, kind] += 1
                return True
    return False


@part
def deal_tokens(s: State, seat: int, rng: Any) -> None:
    """Deal the tokens that the seat has not seen, so that the active seat has not won."""
    unseen = np.empty(2, np.int64)
    unseen[0], unseen[1] = GUARDS, VETINARI
    for other in range(i64(s.players)):
        unseen[0] -= s.shown[other] + s.arrests[other] + PROMOTION * i64(s.rank[other] > 0) + s.guards[other]
        unseen[1] -= s.vetinari[other]
    active = i64(s.active)
    for k in range(i64(s.players)):
        holder = (active + k) % i64(s.players)
        if holder == seat:
            continue
        room = i64(VETINARI)
        if holder == active and VETINARI_WORTH > 0:
            room = (VICTORY - 1 - public_points(s, holder)) // VETINARI_WORTH
        for _ in range(i64(s.tokens[holder])):
            sort = i64(below(rng, unseen[0] + unseen[1]) >= unseen[0])
            if sort == 1 and s.vetinari[holder] >= room:
                sort = i64(0)
            unseen[sort] -= 1
            if sort == 0:
                s.guards[holder] += 1
            else:
                s.vetinari[holder] += 1
    s.bag[0], s.bag[1] = unseen[0], unseen[1]
    if active != seat:
        deal_fresh(s, active, rng)


@part
def deal_fresh(s: State, active: int, rng: Any) -> None:
    """Draw which of the active seat's guards were bought in this turn."""
    tokens, guards = i64(s.tokens[active]), i64(s.guards[active])
    for _ in range(i64(s.drawn)):
        if below(rng, tokens) < guards:
            guards -= 1
            s.fresh += 1
        tokens -= 1

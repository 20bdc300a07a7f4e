"""After the dice: building, guild points, the bank, tokens and scrolls (ANKH-8.1 to ANKH-8.3, ANKH-9, ANKH-10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, popcount, write_word
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.ankh_morpork.actions import (
    BANK,
    BUY_POINT,
    END,
    FOUND_AT,
    GUARD,
    HOUSE_AT,
    OFFER,
    PROMOTE,
    SCROLL_HOUSE_AT,
    SCROLL_TAKE,
    SCROLL_TOKEN,
    SCROLL_VILLA_AT,
    THIEF_TO,
    TOKEN,
    TURN_UP,
    VILLA_AT,
)
from tablier.games.ankh_morpork.board import (
    FOUNDATIONS,
    HOUSES,
    KINDS,
    LAST,
    PROMOTION,
    RECEIPTS,
    SCROLL_ACTIONS,
    SCROLLS_CARD,
    SCROLLS_HOUSE,
    SCROLLS_TOKEN,
    SCROLLS_VILLA,
    SEATS,
    VILLAS,
)
from tablier.games.ankh_morpork.cards import can_pay, draw, pay, pay_cost
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.guilds import add_point, enrol, memberships, price, rate
from tablier.games.ankh_morpork.lookup import buildings, free_sites, seat_after
from tablier.games.ankh_morpork.state import ACT, COUNTED_OFFERS, DRAW, MAIN, OFFERING, State
from tablier.games.ankh_morpork.tables import FOUNDATION_COST, HOUSE_COST, REACH, TOKEN_COST, VILLA_COST
from tablier.games.ankh_morpork.trade import can_begin
from tablier.games.ankh_morpork.turn import begin_turn


@kernel
def reachable(s: State, seat: int) -> Any:
    """The free sites near enough for a foundation (ANKH-9.1, ANKH-9.2)."""
    edges = 1 + memberships(s, seat)
    near = ZERO
    x = buildings(s, seat)
    while x != ZERO:
        near |= REACH[edges, lowest(x)]
        x &= x - ONE
    return near & free_sites(s)


@kernel
def can_scroll(s: State, seat: int, price: int) -> bool:
    """Has a seat the scrolls, and an action with scrolls left in this turn (ANKH-10.5)?"""
    return s.scrolls[seat] >= price and s.scroll_actions < SCROLL_ACTIONS


@kernel
def can_guard(s: State, seat: int) -> bool:
    """May a guard be played (ANKH-10.2)?"""
    return s.guarded == 0 and s.guards[seat] > s.fresh


@kernel
def can_promote(s: State, seat: int) -> bool:
    """May guards be given up for a rank (ANKH-10.10)?"""
    return s.shown[seat] >= PROMOTION and s.rank[seat] == 0


@part
def list_buildings(s: State, seat: int, out: Any) -> int:
    """List foundations, houses and villas (ANKH-9, ANKH-10.9)."""
    n = i64(0)
    foundations, houses = np.uint64(s.foundations[seat]), np.uint64(s.houses[seat])
    a_house = popcount(houses) < HOUSES
    a_villa = popcount(np.uint64(s.villas[seat])) < VILLAS
    if can_pay(s, seat, FOUNDATION_COST) and popcount(foundations) < FOUNDATIONS:
        n = write_word(reachable(s, seat), FOUND_AT, out, n)
    if a_house and foundations != ZERO and can_pay(s, seat, HOUSE_COST):
        n = write_word(foundations, HOUSE_AT, out, n)
    if a_villa and can_pay(s, seat, VILLA_COST):
        n = write_word(houses, VILLA_AT, out, n)
    if a_house and can_scroll(s, seat, SCROLLS_HOUSE):
        n = write_word(foundations, SCROLL_HOUSE_AT, out, n)
    if a_villa and can_scroll(s, seat, SCROLLS_VILLA):
        n = write_word(houses, SCROLL_VILLA_AT, out, n)
    return n


@kernel
def list_spendings(s: State, seat: int, out: Any) -> int:
    """List the spendings after the dice; the end of the turn is last."""
    n = list_buildings(s, seat, out)
    n = list_bank(s, seat, out, n)
    n = list_for_cards(s, seat, out, n)
    return list_orders(s, seat, out, n)


@part
def list_bank(s: State, seat: int, out: Any, n: int) -> int:
    """List exchanges with the bank, and cards for scrolls (ANKH-8.1 to ANKH-8.3, ANKH-10.6)."""
    for kind in range(KINDS):
        if s.hands[seat, kind] >= rate(s, seat, kind):
            for other in range(KINDS):
                if other != kind and s.bank[other] > 0:
                    out[n] = BANK + KINDS * kind + other
                    n += 1
    if can_scroll(s, seat, SCROLLS_CARD):
        for kind in range(KINDS):
            if s.bank[kind] > 0:
                out[n] = SCROLL_TAKE + kind
                n += 1
    return n


@part
def list_for_cards(s: State, seat: int, out: Any, n: int) -> int:
    """List receipts and guild points (ANKH-9.7, ANKH-3.6)."""
    if s.receipts[seat] < RECEIPTS:
        for kind in range(KINDS):
            if s.hands[seat, kind] > 0:
                out[n] = TURN_UP + kind
                n += 1
    for kind in range(KINDS):
        if s.points[seat, kind] < LAST and s.hands[seat, kind] >= price(s, kind):
            out[n] = BUY_POINT + kind
            n += 1
    return n


@part
def list_orders(s: State, seat: int, out: Any, n: int) -> int:
    """List guard, offer, tokens, promotion and the end of the turn."""
    if can_guard(s, seat):
        out[n] = GUARD
        n += 1
    if s.offers < s.offer_cap and can_begin(s, seat):
        out[n] = OFFER
        n += 1
    if s.stack > 0 and can_pay(s, seat, TOKEN_COST):
        out[n] = TOKEN
        n += 1
    if s.stack > 0 and can_scroll(s, seat, SCROLLS_TOKEN):
        out[n] = SCROLL_TOKEN
        n += 1
    if can_promote(s, seat):
        out[n] = PROMOTE
        n += 1
    out[n] = END
    return n + 1


@part
def spend_on(s: State, seat: int, action: int, log: Any) -> None:
    """Play a spending."""
    if action < THIEF_TO:
        build(s, seat, action, log)
    elif action < SCROLL_TAKE:
        given, received = (action - BANK) // KINDS, (action - BANK) % KINDS
        n = rate(s, seat, given)
        emit(log, Kind.EXCHANGED, seat, given, n, received)
        pay(s, seat, given, n)
        draw(s, seat, received, 1)
    elif action < TURN_UP:
        use_scrolls(s, seat, SCROLLS_CARD)
        n = draw(s, seat, action - SCROLL_TAKE, 1)
        emit(log, Kind.TOOK, seat, action - SCROLL_TAKE, n, SCROLLS_CARD)
    elif action < BUY_POINT:
        emit(log, Kind.TURNED_UP, seat, action - TURN_UP)
        pay(s, seat, action - TURN_UP, 1)
        s.receipts[seat] = RECEIPTS
    elif action < GUARD:
        buy_point(s, seat, action - BUY_POINT, log)
    else:
        order(s, seat, action, log)


@part
def buy_point(s: State, seat: int, kind: int, log: Any) -> None:
    """Buy a guild point for cards (ANKH-3.6)."""
    n = price(s, kind)
    emit(log, Kind.BOUGHT, seat, kind, n)
    pay(s, seat, kind, n)
    s.bought[kind] += 1
    add_point(s, seat, kind, log)


@part
def order(s: State, seat: int, action: int, log: Any) -> None:
    """Play a guard, an offer, tokens, a promotion, or the end of the turn."""
    if action == GUARD:
        play_guard(s, seat, log)
    elif action == OFFER:
        emit(log, Kind.OFFERING, seat)
        s.offers = min(i64(s.offers) + 1, COUNTED_OFFERS)
        s.stage = OFFERING
    elif action == TOKEN:
        emit(log, Kind.TOKEN, seat)
        pay_cost(s, seat, TOKEN_COST)
        s.stage = DRAW
    elif action == SCROLL_TOKEN:
        emit(log, Kind.TOKEN, seat, SCROLLS_TOKEN)
        use_scrolls(s, seat, SCROLLS_TOKEN)
        s.stage = DRAW
    elif action == PROMOTE:
        promote(s, seat, log)
    else:
        emit(log, Kind.ENDED, seat)
        begin_turn(s, seat_after(s, 1))


@part
def build(s: State, seat: int, action: int, log: Any) -> None:
    """Build a foundation, a house or a villa, paid with cards or with scrolls."""
    if action < HOUSE_AT:
        pay_cost(s, seat, FOUNDATION_COST)
        emit(log, Kind.BUILT, seat, action - FOUND_AT, 0)
        s.foundations[seat] |= bit(action - FOUND_AT)
    elif action < VILLA_AT:
        pay_cost(s, seat, HOUSE_COST)
        raise_house(s, seat, action - HOUSE_AT, 0, log)
    elif action < SCROLL_HOUSE_AT:
        pay_cost(s, seat, VILLA_COST)
        raise_villa(s, seat, action - VILLA_AT, 0, log)
    elif action < SCROLL_VILLA_AT:
        use_scrolls(s, seat, SCROLLS_HOUSE)
        raise_house(s, seat, action - SCROLL_HOUSE_AT, SCROLLS_HOUSE, log)
    else:
        use_scrolls(s, seat, SCROLLS_VILLA)
        raise_villa(s, seat, action - SCROLL_VILLA_AT, SCROLLS_VILLA, log)


@kernel
def raise_house(s: State, seat: int, site: int, scrolls: int, log: Any) -> None:
    """Replace a foundation by a house (ANKH-9.4)."""
    emit(log, Kind.BUILT, seat, site, 1, scrolls)
    s.foundations[seat] &= ~bit(site)
    s.houses[seat] |= bit(site)
    enrol(s, seat, site, log)


@kernel
def raise_villa(s: State, seat: int, site: int, scrolls: int, log: Any) -> None:
    """Replace a house by a villa (ANKH-9.5)."""
    emit(log, Kind.BUILT, seat, site, 2, scrolls)
    s.houses[seat] &= ~bit(site)
    s.villas[seat] |= bit(site)
    enrol(s, seat, site, log)


@kernel
def use_scrolls(s: State, seat: int, price: int) -> None:
    """Spend scrolls on one of the turn's actions with scrolls."""
    s.scrolls[seat] -= price
    s.scroll_actions += 1


@kernel
def play_guard(s: State, seat: int, log: Any) -> None:
    """Turn up a guard; thief or assassin may follow (ANKH-10.3)."""
    emit(log, Kind.GUARD, seat)
    s.guards[seat] -= 1
    s.tokens[seat] -= 1
    s.shown[seat] += 1
    s.guarded = 1
    s.stage = ACT


@part
def promote(s: State, seat: int, log: Any) -> None:
    """Give up guards for a rank: captain for the first of the game, else sergeant (ANKH-10.11)."""
    first = True
    for other in range(SEATS):
        if s.rank[other] > 0:
            first = False
    s.shown[seat] -= PROMOTION
    s.rank[seat] = 2 if first else 1
    emit(log, Kind.PROMOTED, seat, s.rank[seat])


@part
def turn_token(s: State, seat: int, sort: int, log: Any) -> None:
    """Take the token that chance has drawn: 0 a guard, 1 Vetinari (ANKH-10.1)."""
    emit(log, Kind.DRAWN, seat, sort, visible_to=1 << seat)
    s.bag[sort] -= 1
    s.stack -= 1
    s.tokens[seat] += 1
    s.drawn += 1
    if sort == 0:
        s.guards[seat] += 1
        s.fresh += 1
    else:
        s.vetinari[seat] += 1
    s.stage = MAIN

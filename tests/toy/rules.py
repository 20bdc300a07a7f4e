"""Two or three seats are dealt cards of three kinds.

Each round: a die is rolled, all bid a card or nothing at once, the highest single bid wins the die's points, bids are
spent; then the poorest seat may steal an unseen card of another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.seats import CHANCE
from tablier.core.state import StateRecord, i8, i16
from tablier.engine.kernel import kernel
from tablier.engine.rng import below

SEATS, KINDS, HAND = 3, 3, 2
NOTHING, STEAL_FROM = KINDS, KINDS + 1
ACTIONS = STEAL_FROM + SEATS
DEAL, ROLL, BID, STEAL, TAKE, OVER = range(6)
BAG = np.array([4, 3, 2])
DIE = np.array([1, 2, 1])


class State(StateRecord):
    """A position."""

    hands = i8(SEATS, KINDS)
    held = i8(SEATS)
    bag = i8(KINDS)
    spent = i8(KINDS)
    bids = i8(SEATS)  # 0, or 1 + the action
    won = i16(SEATS)
    players = i8()
    phase = i8()
    die = i8()
    left = i8()  # rounds to come, this one included
    thief = i8()
    victim = i8()


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.players = seats
    s.left = 1 + options[0]
    for k in range(KINDS):
        s.bag[k] = BAG[k]


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.players)


@kernel
def movers(s: Any) -> Any:
    if s.phase == OVER:
        return np.int64(0)
    if s.phase == BID:
        mask = np.int64(0)
        for p in range(s.players):
            if s.bids[p] == 0:
                mask |= np.int64(1) << p
        return mask
    if s.phase == STEAL:
        return np.int64(1) << np.int64(s.thief)
    return np.int64(1) << CHANCE


@kernel
def kinds(cards: Any, out: Any) -> Any:
    n = 0
    for k in range(KINDS):
        if cards[k] > 0:
            out[n] = k
            n += 1
    return n


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    if not movers(s) >> seat & 1:
        return 0
    if s.phase == ROLL:
        for k in range(len(DIE)):
            out[k] = k
        return len(DIE)
    if s.phase == DEAL:
        return kinds(s.bag, out)
    if s.phase == TAKE:
        return kinds(s.hands[s.victim], out)
    n = kinds(s.hands[seat], out) if s.phase == BID else 0
    out[n] = NOTHING
    n += 1
    for p in range(s.players):
        if s.phase == STEAL and p != seat and s.held[p] > 0:
            out[n] = STEAL_FROM + p
            n += 1
    return n


@kernel
def chance_weights(s: Any, out: Any) -> Any:
    if s.phase == ROLL:
        for k in range(len(DIE)):
            out[k] = DIE[k]
        return len(DIE)
    n = kinds(s.bag, out) if s.phase == DEAL else kinds(s.hands[s.victim], out)
    for i in range(n):
        out[i] = s.bag[out[i]] if s.phase == DEAL else s.hands[s.victim, out[i]]
    return n


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    if s.phase == DEAL:
        p = 0
        while s.held[p] == HAND:
            p += 1
        s.bag[action] -= 1
        s.hands[p, action] += 1
        s.held[p] += 1
        if p == s.players - 1 and s.held[p] == HAND:
            s.phase = ROLL
    elif s.phase == ROLL:
        s.die = 1 + action
        s.phase = BID
    elif s.phase == BID:
        s.bids[seat] = 1 + action
        if movers(s) == 0:
            resolve(s)
    elif s.phase == STEAL:
        if action == NOTHING:
            end_round(s)
        else:
            s.victim = action - STEAL_FROM
            s.phase = TAKE
    else:
        s.hands[s.victim, action] -= 1
        s.hands[s.thief, action] += 1
        s.held[s.victim] -= 1
        s.held[s.thief] += 1
        end_round(s)


@kernel
def resolve(s: Any) -> None:
    best = 0
    winner = -1
    for p in range(s.players):
        bid = s.bids[p] - 1
        s.bids[p] = 0
        if bid < NOTHING:
            s.hands[p, bid] -= 1
            s.held[p] -= 1
            s.spent[bid] += 1
            if bid + 1 == best:
                winner = -1
            elif bid + 1 > best:
                best = bid + 1
                winner = p
    if winner >= 0:
        s.won[winner] += s.die
    s.thief = 0
    for p in range(s.players):
        if s.won[p] < s.won[s.thief]:
            s.thief = p
    s.phase = STEAL


@kernel
def end_round(s: Any) -> None:
    s.thief = 0
    s.victim = 0
    s.die = 0
    s.left -= 1
    s.phase = ROLL if s.left > 0 else OVER


@kernel
def scores(s: Any, out: Any) -> None:
    """Write the points in tenths: ten for each win, and one for each value of the cards."""
    for p in range(s.players):
        out[p] = 10 * s.won[p]
        for k in range(KINDS):
            out[p] += (k + 1) * s.hands[p, k]


@kernel
def ranks(s: Any, out: Any) -> None:
    points = np.zeros(SEATS, np.int64)
    scores(s, points)
    for p in range(s.players):
        out[p] = 0
        for q in range(s.players):
            out[p] += points[q] > points[p]


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.phase == OVER)


@kernel
def hide(s: Any, seat: Any) -> None:
    if s.phase == OVER:
        return
    s.bag[:] = 0
    for p in range(s.players):
        if p != seat:
            s.hands[p, :] = 0
            s.bids[p] = 0


@kernel
def determinize(s: Any, seat: Any, rng: Any) -> None:
    if s.phase == OVER:
        return
    for k in range(KINDS):
        s.bag[k] = BAG[k] - s.spent[k]
        if seat < s.players:
            s.bag[k] -= s.hands[seat, k]
    for p in range(s.players):
        if p != seat:
            for _ in range(s.held[p]):
                left = below(rng, s.bag[0] + s.bag[1] + s.bag[2])
                k = 0
                while left >= s.bag[k]:
                    left -= s.bag[k]
                    k += 1
                s.bag[k] -= 1
                s.hands[p, k] += 1


def why(s: Any, seat: int, action: int) -> int:
    out = np.empty(ACTIONS, np.int16)
    return 0 if action in out[: legal(s, seat, out)] else 101

"""Priors and rollout policy: plies and offers weighed by the evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import i64, popcount
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import knot
from tablier.engine.rng import proportional
from tablier.games.ankh_morpork.actions import ACCEPT, COUNTER, GIVE, OFFER, PROPOSE, WANT
from tablier.games.ankh_morpork.board import (
    GOODS,
    KINDS,
    SCROLL,
    SEATS,
    VICTORY,
)
from tablier.games.ankh_morpork.evaluation import (
    COLUMNS,
    KNOTS,
    RECORD,
    VALUE,
    ahead,
    look,
    see_buildings,
    see_guilds,
    see_hand,
    see_rest,
)
from tablier.games.ankh_morpork.guilds import public_points
from tablier.games.ankh_morpork.lookup import buildings
from tablier.games.ankh_morpork.rules import apply, legal
from tablier.games.ankh_morpork.state import (
    ANSWER,
    COUNTERING,
    OFFERING,
    State,
)
from tablier.games.ankh_morpork.tables import (
    GUILD,
)
from tablier.games.ankh_morpork.trade import exchange, owns

SHARPNESS = 30.0
"""Weights are the odds of winning raised to this power."""
LEAST = 1e-4
"""The lowest weight; the best ply has 1."""
RESTRAINT = 0.05
"""The least that a deal must add to the log odds of winning."""
DANGER = 2
"""Nobody deals with a seat that needs at most so many points to win."""
WILLING, UNWILLING = 0.6, 0.1
"""Probability that a partner accepts: for a good of which its buildings yield less than of the other, and else."""


@kernel
def priors(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """Weigh plies by the odds of winning after them; see :func:`tablier.engine.protocol.priors`."""
    if n == 1:
        out[0] = 1.0
    elif s.stage == OFFERING or (s.stage == ANSWER and s.answer[seat] == COUNTERING):
        weigh_additions(s, seat, actions, n, out)
    else:
        weigh_plies(s, seat, actions, n, out)


@kernel
def weigh_plies(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """Weigh plies by the odds to which they lead."""
    ply, work = np.zeros(1, RECORD), np.zeros(1, RECORD)
    seen, one, shares = np.empty((SEATS, COLUMNS)), np.empty(SEATS), np.empty(SEATS)
    best = 0.0
    for i in range(n):
        action = i64(actions[i])
        if action == COUNTER:
            out[i] = 0.0
            continue
        ply[0] = s
        discount = 1.0
        if action == ACCEPT:
            exchange(ply[0], i64(s.active), seat, s.give[s.active], s.want[s.active])
            dangerous = public_points(s, i64(s.active)) >= VICTORY - DANGER
            discount = 0.5 if dangerous else np.exp(-RESTRAINT)
        elif action == OFFER:
            added = best_deal(s, seat, work, seen)[2]
            discount = np.exp(added) if added > 0.0 else 0.0
        elif s.stage != ANSWER:
            apply(ply[0], seat, action)
        look(ply[0], work, seen, one, shares)
        out[i] = discount * shares[seat] / max(1.0 - shares[seat], 1e-9)
        best = max(best, out[i])
    for i in range(n):
        out[i] = max(LEAST, (out[i] / max(best, 1e-9)) ** SHARPNESS)


@kernel
def weigh_additions(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """Weigh the plies of an offer: one good of the best deal, the other, then ``propose``."""
    give, want, _ = best_deal(s, seat, np.zeros(1, RECORD), np.empty((SEATS, COLUMNS)))
    given = wanted = i64(0)
    for good in range(GOODS):
        given += s.give[seat, good]
        wanted += s.want[seat, good]
    for i in range(n):
        action = i64(actions[i])
        chosen = action == PROPOSE
        if given == 0:
            chosen = action == GIVE + give
        elif wanted == 0:
            chosen = action == WANT + want
        out[i] = 1.0 if chosen else LEAST


@kernel
def best_deal(s: State, seat: int, work: Any, seen: Any) -> tuple[int, int, float]:
    """The best exchange of one good for another: the good to give, the good to want, and the gain.

    The gain is that in log odds times the probability that somebody accepts; 0 after the first offer of a turn. Goods
    already in a half-built offer stay in it.
    """
    k, t = knot(KNOTS, ahead(s))
    now = worth(s, seat, k, t, seen)
    best, give, want = 0.0, i64(0), i64(0)
    for g in range(GOODS):
        if owns(s, seat, g) == 0 or begun(s.give[seat], g):
            continue
        for w in range(GOODS):
            if w == g or begun(s.want[seat], w):
                continue
            chance = taken(s, seat, g, w)
            if chance <= 0.0:
                continue
            work[0] = s
            put(work[0], seat, g, -1)
            put(work[0], seat, w, 1)
            added = (worth(work[0], seat, k, t, seen) - now - RESTRAINT) * chance
            if added > best:
                best, give, want = added, i64(g), i64(w)
    if s.offers > (s.stage == OFFERING):
        best = 0.0
    return give, want, best


@kernel
def begun(goods: Any, good: int) -> bool:
    """Is another good already in a half-built offer?"""
    for other in range(GOODS):
        if other != good and goods[other] > 0:
            return True
    return False


@kernel
def put(s: State, seat: int, good: int, n: int) -> None:
    """Add cards or scrolls to a seat, without counting them."""
    if good == SCROLL:
        s.scrolls[seat] += n
    else:
        s.hands[seat, good] += n


@kernel
def worth(s: State, seat: int, k: int, t: float, seen: Any) -> float:
    """The log odds of a seat, up to a constant."""
    out = seen[seat]
    out[:] = 0.0
    see_buildings(s, seat, out)
    see_guilds(s, seat, out)
    see_hand(s, seat, out)
    see_rest(s, seat, out)
    z = 0.0
    for f in range(COLUMNS):
        z += ((1.0 - t) * VALUE[k, f] + t * VALUE[k + 1, f]) * out[f]
    return z


@kernel
def taken(s: State, seat: int, give: int, want: int) -> float:
    """The probability that another seat has the good ``want`` and gives it for ``give``, as ``seat`` can tell."""
    refused = 1.0
    for other in range(i64(s.players)):
        if other == seat or public_points(s, other) >= VICTORY - DANGER or (seat != s.active and other != s.active):
            continue
        likes = WILLING if brings(s, other, give) < brings(s, other, want) else UNWILLING
        refused *= 1.0 - likes * min(1.0, expected(s, seat, other, want))
    return 1.0 - refused


@kernel
def brings(s: State, seat: int, good: int) -> int:
    """The number of a good that one roll of its district yields to a seat."""
    if good == SCROLL:
        return i64(s.scrolls[seat])
    sites = GUILD[good]
    return i64(popcount(buildings(s, seat) & sites) + popcount(np.uint64(s.villas[seat]) & sites))


@kernel
def expected(s: State, observer: int, holder: int, good: int) -> float:
    """The expected number of a good in a hand, by an observer's bounds."""
    if good == SCROLL:
        return float(s.scrolls[holder])
    least = span = 0.0
    for kind in range(KINDS):
        least += s.low[observer, holder, kind]
        span += s.high[observer, holder, kind] - s.low[observer, holder, kind]
    sure, room = s.low[observer, holder, good], s.high[observer, holder, good] - s.low[observer, holder, good]
    return sure + (s.held[holder] - least) * room / max(span, 1.0)


@kernel
def rollout_policy(s: State, seat: int, rng: Any, out: Any) -> int:
    """Draw a ply by its weight; see :func:`tablier.engine.protocol.rollout_policy`."""
    n = legal(s, seat, out)
    if n == 1:
        return i64(out[0])
    weights = np.empty(n)
    priors(s, seat, out, n, weights)
    return i64(out[proportional(rng, weights, n)])

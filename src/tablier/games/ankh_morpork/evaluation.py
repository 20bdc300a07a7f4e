"""What a position is worth to each seat, and which plies and offers look good. Weights are data: ``evaluation.json``.

A seat's prospects are a weighted sum of what a player would look at: points, what buildings bring, standing in the
guilds, how far the hand is from the next building, guards, scrolls. The expected share of the win is their softmax.
What is under way (a token to be drawn, a card to be stolen, an assassin's die) counts with what it brings on average;
the dice are looked through result by result. The weights were learnt from self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tablier.catalogue.data import load, require_tables
from tablier.engine.bits import popcount
from tablier.engine.fitted import Fit, knot, softmax, sums
from tablier.engine.kernel import kernel
from tablier.engine.records import dtype_of
from tablier.engine.rng import proportional
from tablier.games.ankh_morpork.board import (
    CHEAP,
    CHIPS,
    DATA,
    DICE,
    FOUNDATION_COST,
    FOUNDATIONS,
    GOODS,
    GUARDS,
    GUILD,
    HAND_LIMIT,
    HOUSE_COST,
    HOUSES,
    KIND_NAMES,
    KINDS,
    MEMBER,
    PROMOTION,
    RANK_WORTH,
    RATE,
    SCROLL,
    SCROLLS_CARD,
    SEATS,
    SUCCEEDS,
    THIEVES,
    TOKEN_COST,
    VETINARI,
    VICTORY,
    VILLA_COST,
    VILLAS,
    mask,
)
from tablier.games.ankh_morpork.guilds import public_points, rate, total
from tablier.games.ankh_morpork.roll import resolve
from tablier.games.ankh_morpork.rules import apply, legal
from tablier.games.ankh_morpork.spending import reachable
from tablier.games.ankh_morpork.state import (
    ACCEPT,
    ACT,
    ANSWER,
    COUNTER,
    COUNTERING,
    DIE,
    DISCARD,
    DRAW,
    ESTATE,
    GIVE,
    LABORATORY_STAGE,
    LATE,
    OFFER,
    OFFERING,
    OVER,
    PROPOSE,
    ROB,
    STEAL,
    WANT,
    State,
    buildings,
    count_at,
)
from tablier.games.ankh_morpork.state import DICE as ROLLING
from tablier.games.ankh_morpork.thief import due
from tablier.games.ankh_morpork.trade import exchange, owns

RECORD = dtype_of(State)


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. ``knots``: shares of the points ahead of the leader, one for each row of ``value``."""

    knots: list[float]
    value_columns: list[str]
    value: list[list[float]]

    def __post_init__(self) -> None:
        """Check that the tables fit together.

        Raises:
            ValueError: they do not; the message names the field.
        """
        require_tables(self, value=47)


FITTED = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(FITTED.knots)
VALUE = np.array(FITTED.value)

DISTRICTS = len(DATA.hexes)
BESIDE = np.array([mask(h.sites) for h in DATA.hexes], np.uint64)
"""The sites around each district."""
GIVES = np.array([h.work == "resource" for h in DATA.hexes])
"""Does a district give cards, two to a villa?"""
DISTRICT_OF = np.array([[h.id for h in DATA.hexes].index(kind) for kind in KIND_NAMES], np.int64)
"""The district that gives each kind."""
ALL_GUILDS = np.uint64(mask(site for h in DATA.hexes if h.work == "resource" for site in h.sites))
CHIP_PIPS = np.array([DICE[number] for _, number in CHIPS], np.float64)
CHIP_AT = np.array([d for d, _ in CHIPS], np.int64)
PIPS = np.bincount(CHIP_AT, CHIP_PIPS)
"""The ways, of 36, to wake each district."""
FADING = np.exp(-0.7 * np.arange(32))
"""What something counts that so many cards or guild points are missing to."""
LUCK = VETINARI / (GUARDS + VETINARI)
"""How often a token is Vetinari."""

# columns of VALUE
POINTS, NEAR, AT = 0, 1, 2
MADE, LICENCE, PROGRESS, MEMBERSHIPS, RATES, LEAD, CHASE, SEIZE, HAND = range(AT + DISTRICTS, AT + DISTRICTS + 9)
HELD, EXCESS, A_FOUNDATION, A_HOUSE, A_VILLA, A_TOKEN = range(HAND + KINDS, HAND + KINDS + 6)
GUARDS_HELD, SHOWN, ARRESTS, MARCH, PAPERS, FEW_PAPERS, QUITTANCES = range(A_TOKEN + 1, A_TOKEN + 8)
PLANNED, PLANNED_GUILDS, PLANNED_OTHERS, REACHED, NO_HOUSE, ACTS, TEMPO = range(QUITTANCES + 1, QUITTANCES + 8)
COLUMNS = TEMPO + SEATS - 1

SHARPNESS = 30.0
"""How strictly plies are preferred: a weight grows with this power of the odds of winning."""
LEAST = 1e-4
"""The weight of the worst ply, where that of the best is 1."""
RESTRAINT = 0.05
"""What a deal must add to the logarithm of the odds of winning."""
DANGER = 2
"""With whoever lacks so few points nobody deals."""
WILLING, UNWILLING = 0.6, 0.1
"""How often a partner takes what it makes less of than of what it gives, and else."""


@kernel
def measure(s: Any, out: Any) -> None:
    """Write what the evaluation sees of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    for seat in range(np.int64(s.players)):
        out[seat, :] = 0.0
        see_buildings(s, seat, out[seat])
        see_guilds(s, seat, out[seat])
        see_hand(s, seat, out[seat])
        see_rest(s, seat, out[seat])


@kernel
def see_buildings(s: Any, seat: Any, out: Any) -> None:
    """What the districts bring, foundations, and room for more."""
    open_pips = np.zeros(DISTRICTS)
    for chip in range(len(CHIP_AT)):
        if chip != s.thief:
            open_pips[CHIP_AT[chip]] += CHIP_PIPS[chip]
    villas = np.uint64(s.villas[seat])
    for d in range(DISTRICTS):
        n = count_at(s, seat, BESIDE[d])
        if GIVES[d]:
            n += popcount(villas & BESIDE[d])
            out[MADE] += n > 0
        out[AT + d] = n * open_pips[d] / PIPS[d]
    out[LICENCE] = count_at(s, seat, THIEVES) > 0
    foundations = np.uint64(s.foundations[seat])
    out[PLANNED] = popcount(foundations)
    out[PLANNED_GUILDS] = popcount(foundations & ALL_GUILDS)
    for d in range(DISTRICTS):
        if not GIVES[d]:
            out[PLANNED_OTHERS] += popcount(foundations & BESIDE[d])
    out[REACHED] = np.log(1.0 + popcount(reachable(s, seat)))
    out[NO_HOUSE] = popcount(np.uint64(s.houses[seat])) == HOUSES


@kernel
def see_guilds(s: Any, seat: Any, out: Any) -> None:
    """Memberships, rates, offices to be lost and to be gained."""
    for kind in range(KINDS):
        mine: Any = np.int64(s.points[seat, kind] + s.entered[seat, kind])
        best: Any = np.int64(0)
        for other in range(np.int64(s.players)):
            if other != seat:
                best = max(best, np.int64(s.points[other, kind]))
        out[PROGRESS] += min(mine, MEMBER)
        out[MEMBERSHIPS] += mine >= MEMBER
        out[RATES] += (RATE - rate(s, seat, kind)) * out[AT + DISTRICT_OF[kind]]
        if s.president[kind] == seat + 1:
            out[LEAD] += min(mine - best, MEMBER)
        else:
            need = max(MEMBER, best + 1) - mine
            out[CHASE] += FADING[max(0, need)]
            out[SEIZE] += s.hands[seat, kind] >= need + max(0, need - CHEAP)


@kernel
def see_hand(s: Any, seat: Any, out: Any) -> None:
    """The cards, how many are too many, and how near they bring the seat to what can be built."""
    hand = np.empty(KINDS, np.int64)
    given = s.stage == DISCARD
    for kind in range(KINDS):
        hand[kind] = s.hands[seat, kind] - (s.give[seat, kind] if given else 0)
        out[HAND + kind] = hand[kind]
    held = cards_soon(s, seat)
    out[HELD] = held
    if s.receipts[seat] == 0:
        out[EXCESS] = max(0, held - HAND_LIMIT)
    founded = s.foundations[seat] != 0
    if popcount(np.uint64(s.foundations[seat])) < FOUNDATIONS:
        out[A_FOUNDATION] = nearness(s, seat, hand, FOUNDATION_COST, FOUNDATION_COST, 0)
    if popcount(np.uint64(s.houses[seat])) < HOUSES:
        out[A_HOUSE] = nearness(s, seat, hand, HOUSE_COST, FOUNDATION_COST, 0 if founded else 1)
    if popcount(np.uint64(s.villas[seat])) < VILLAS and s.houses[seat] != 0:
        out[A_VILLA] = nearness(s, seat, hand, VILLA_COST, FOUNDATION_COST, 0)
    if s.stack > 0:
        out[A_TOKEN] = nearness(s, seat, hand, TOKEN_COST, FOUNDATION_COST, 0)


@kernel
def cards_soon(s: Any, seat: Any) -> Any:
    """The size of a seat's hand when what is under way is done."""
    held = np.int64(s.held[seat])
    if s.stage == DISCARD:
        held -= due(s, seat)
    elif seat == s.active:
        held += s.stage == STEAL or s.stage == ROB
    elif s.stage == STEAL:
        held -= s.victim == seat
    if s.stage == LABORATORY_STAGE and s.mover == seat:
        held += s.left
    return held


@kernel
def nearness(s: Any, seat: Any, hand: Any, cost: Any, more: Any, times: Any) -> Any:
    """1 if a hand pays ``cost`` and so many ``times`` ``more``; less for each card that is missing then."""
    missing, spare = np.int64(0), np.int64(s.scrolls[seat]) // SCROLLS_CARD
    for kind in range(KINDS):
        over = hand[kind] - np.int64(cost[kind]) - times * np.int64(more[kind])
        if over < 0:
            missing -= over
        else:
            spare += over // rate(s, seat, kind)
    return FADING[max(0, missing - spare)]


@kernel
def see_rest(s: Any, seat: Any, out: Any) -> None:
    """Points, tokens, scrolls, receipts, and whose turn is next."""
    points, guards = np.float64(total(s, seat)), np.float64(s.guards[seat])
    if seat == s.active:
        if s.stage == DRAW:
            points += LUCK
            guards += 1.0 - LUCK
        elif s.stage == ESTATE:
            points += 1.0
        elif s.stage == DIE:
            n = min(count_at(s, seat, THIEVES), len(SUCCEEDS) - 1)
            points += popcount(np.uint64(SUCCEEDS[n])) / 6.0
        out[ACTS] = s.stage == ACT
    out[POINTS] = points
    out[NEAR] = np.exp(-0.5 * (VICTORY - points))
    out[GUARDS_HELD] = guards
    see_guards(s, seat, out)
    out[PAPERS] = s.scrolls[seat]
    out[FEW_PAPERS] = np.sqrt(np.float64(s.scrolls[seat]))
    out[QUITTANCES] = s.receipts[seat]
    n = np.int64(s.players)
    wait = (seat - np.int64(s.active) - (s.phase == LATE) + n) % n
    if wait < n - 1:
        out[TEMPO + wait] = 1.0


@kernel
def see_guards(s: Any, seat: Any, out: Any) -> None:
    """What the guards face up may bring: arrests, a rank."""
    out[SHOWN] = s.shown[seat]
    if s.shown[seat] > 0:
        for result in range(2, len(DICE)):
            if np.int64(s.track) >> result & 1:
                out[ARRESTS] += DICE[result] / 36.0
    if s.rank[seat] == 0:
        captain = True
        for other in range(np.int64(s.players)):
            captain = captain and s.rank[other] == 0
        marching: Any = min(np.int64(s.shown[seat]), PROMOTION)
        out[MARCH] = marching / PROMOTION * RANK_WORTH[2 if captain else 1]


@kernel
def share(s: Any, seen: Any, out: Any) -> None:
    """Write the expected share of the win of each seat, as it is seen without looking ahead."""
    n = np.int64(s.players)
    if s.stage == OVER:
        for seat in range(n):
            out[seat] = seat == s.active
        return
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(VALUE, k, t, seen, n, out)
    softmax(out, n)


@kernel
def ahead(s: Any) -> Any:
    """The share of the points to win that whoever leads has still to make, by what everybody sees."""
    most = np.int64(0)
    for seat in range(np.int64(s.players)):
        most = max(most, public_points(s, seat))
    return 1.0 - most / VICTORY


@kernel
def look(s: Any, work: Any, seen: Any, one: Any, out: Any) -> None:
    """Write the expected shares, on average over the dice if these are in the air. The rest is scratch."""
    if s.stage != ROLLING:
        share(s, seen, out)
        return
    n = np.int64(s.players)
    out[:n] = 0.0
    for result in range(2, len(DICE)):
        work[0] = s
        resolve(work[0], result)
        share(work[0], seen, one)
        for seat in range(n):
            out[seat] += one[seat] * DICE[result] / 36.0


@kernel
def evaluate(s: Any, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    look(s, np.zeros(1, RECORD), np.empty((SEATS, COLUMNS)), np.empty(SEATS), out)


@kernel
def priors(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh plies by the odds of winning after them; see :func:`tablier.engine.protocol.priors`."""
    if n == 1:
        out[0] = 1.0
    elif s.stage == OFFERING or (s.stage == ANSWER and s.answer[seat] == COUNTERING):
        weigh_additions(s, seat, actions, n, out)
    else:
        weigh_plies(s, seat, actions, n, out)


@kernel
def weigh_plies(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh plies by the odds to which they lead."""
    ply, work = np.zeros(1, RECORD), np.zeros(1, RECORD)
    seen, one, shares = np.empty((SEATS, COLUMNS)), np.empty(SEATS), np.empty(SEATS)
    best = 0.0
    for i in range(n):
        action = np.int64(actions[i])
        if action == COUNTER:
            out[i] = 0.0
            continue
        ply[0] = s
        discount = 1.0
        if action == ACCEPT:
            exchange(ply[0], np.int64(s.active), seat, s.give[s.active], s.want[s.active])
            dangerous = public_points(s, np.int64(s.active)) >= VICTORY - DANGER
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
def weigh_additions(s: Any, seat: Any, actions: Any, n: Any, out: Any) -> None:
    """Weigh how an offer is built: the best thing for the best thing, then it is proposed."""
    give, want, _ = best_deal(s, seat, np.zeros(1, RECORD), np.empty((SEATS, COLUMNS)))
    given = wanted = np.int64(0)
    for good in range(GOODS):
        given += s.give[seat, good]
        wanted += s.want[seat, good]
    for i in range(n):
        action = np.int64(actions[i])
        chosen = action == PROPOSE
        if given == 0:
            chosen = action == GIVE + give
        elif wanted == 0:
            chosen = action == WANT + want
        out[i] = 1.0 if chosen else LEAST


@kernel
def best_deal(s: Any, seat: Any, work: Any, seen: Any) -> Any:
    """The best exchange of one thing for another that somebody may accept: what to give, what to want, what it adds.

    What it adds is the gain in the logarithm of the odds, times how likely somebody takes it; nothing after the first
    offer of a turn. What is begun is kept.
    """
    k, t = knot(KNOTS, ahead(s))
    now = worth(s, seat, k, t, seen)
    best, give, want = 0.0, np.int64(0), np.int64(0)
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
                best, give, want = added, np.int64(g), np.int64(w)
    if s.offers > (s.stage == OFFERING):
        best = 0.0
    return give, want, best


@kernel
def begun(goods: Any, good: Any) -> Any:
    """Is something else than this good in a half-built offer?"""
    for other in range(GOODS):
        if other != good and goods[other] > 0:
            return True
    return False


@kernel
def put(s: Any, seat: Any, good: Any, n: Any) -> None:
    """Add cards or scrolls to what a seat has; nothing else changes."""
    if good == SCROLL:
        s.scrolls[seat] += n
    else:
        s.hands[seat, good] += n


@kernel
def worth(s: Any, seat: Any, k: Any, t: Any, seen: Any) -> Any:
    """What a seat's belongings are worth, in the logarithm of its odds."""
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
def taken(s: Any, seat: Any, give: Any, want: Any) -> Any:
    """How likely somebody has a good and gives it for another, as far as a seat can tell."""
    refused = 1.0
    for other in range(np.int64(s.players)):
        if other == seat or public_points(s, other) >= VICTORY - DANGER or (seat != s.active and other != s.active):
            continue
        likes = WILLING if brings(s, other, give) < brings(s, other, want) else UNWILLING
        refused *= 1.0 - likes * min(1.0, expected(s, seat, other, want))
    return 1.0 - refused


@kernel
def brings(s: Any, seat: Any, good: Any) -> Any:
    """How many of a good a seat's buildings bring when their district wakes."""
    if good == SCROLL:
        return np.int64(s.scrolls[seat])
    sites = GUILD[good]
    return popcount(buildings(s, seat) & sites) + popcount(np.uint64(s.villas[seat]) & sites)


@kernel
def expected(s: Any, observer: Any, holder: Any, good: Any) -> Any:
    """How many of a good an observer expects a holder to have, by what it has counted."""
    if good == SCROLL:
        return np.float64(s.scrolls[holder])
    least = span = 0.0
    for kind in range(KINDS):
        least += s.low[observer, holder, kind]
        span += s.high[observer, holder, kind] - s.low[observer, holder, kind]
    sure, room = s.low[observer, holder, good], s.high[observer, holder, good] - s.low[observer, holder, good]
    return sure + (s.held[holder] - least) * room / max(span, 1.0)


@kernel
def rollout_policy(s: Any, seat: Any, rng: Any, out: Any) -> Any:
    """Draw a ply by its weight; see :func:`tablier.engine.protocol.rollout_policy`."""
    n = legal(s, seat, out)
    if n == 1:
        return np.int64(out[0])
    weights = np.empty(n)
    priors(s, seat, out, n, weights)
    return np.int64(out[proportional(rng, weights, n)])


FIT = Fit(measure, ahead)

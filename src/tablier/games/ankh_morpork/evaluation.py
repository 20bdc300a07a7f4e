"""The evaluation: the expected share of the win of each seat. Its weights are data, ``evaluation.json``.

A seat's prospects are a weighted sum of what a player would look at: points, what buildings bring, standing in the
guilds, how far the hand is from the next building, guards, scrolls. The expected share of the win is their softmax.
Pending draws (a token, a card to be stolen, an assassin's die) count with their average; all results of the dice are
examined. The weights were learnt from self-play by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from tablier.catalogue.data import load, require_tables
from tablier.engine.bits import i64, popcount
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import Fit, knot, softmax, sums
from tablier.engine.records import dtype_of
from tablier.games.ankh_morpork.board import (
    CHEAP,
    CHIPS,
    DATA,
    FOUNDATIONS,
    GUARDS,
    HAND_LIMIT,
    HOUSES,
    KIND_NAMES,
    KINDS,
    MEMBER,
    PROMOTION,
    RATE,
    SCROLLS_CARD,
    SEATS,
    VETINARI,
    VICTORY,
    VILLAS,
    mask,
)
from tablier.games.ankh_morpork.guilds import public_points, rate, total
from tablier.games.ankh_morpork.lookup import count_at
from tablier.games.ankh_morpork.roll import resolve
from tablier.games.ankh_morpork.spending import reachable
from tablier.games.ankh_morpork.state import (
    ACT,
    DIE,
    DISCARD,
    DRAW,
    ESTATE,
    LABORATORY_STAGE,
    LATE,
    OVER,
    ROB,
    STEAL,
    State,
)
from tablier.games.ankh_morpork.state import DICE as ROLLING
from tablier.games.ankh_morpork.tables import (
    DICE,
    FOUNDATION_COST,
    HOUSE_COST,
    RANK_WORTH,
    SUCCEEDS,
    THIEVES,
    TOKEN_COST,
    VILLA_COST,
)
from tablier.games.ankh_morpork.thief import due

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
"""Whether a district gives cards, two to a villa."""
DISTRICT_OF = np.array([[h.id for h in DATA.hexes].index(kind) for kind in KIND_NAMES], np.int64)
"""The district that gives each kind."""
ALL_GUILDS = np.uint64(mask(site for h in DATA.hexes if h.work == "resource" for site in h.sites))
CHIP_PIPS = np.array([DICE[number] for _, number in CHIPS], np.float64)
CHIP_AT = np.array([d for d, _ in CHIPS], np.int64)
PIPS = np.bincount(CHIP_AT, CHIP_PIPS)
"""The number of rolls, of 36, with an effect in each district."""
FADING = np.exp(-0.7 * np.arange(32))
"""The value of a goal by the number of cards or guild points that it still needs."""
LUCK = VETINARI / (GUARDS + VETINARI)
"""The probability that a token is Vetinari."""

# columns of VALUE
POINTS, NEAR, AT = 0, 1, 2
MADE, LICENCE, PROGRESS, MEMBERSHIPS, RATES, LEAD, CHASE, SEIZE, HAND = range(AT + DISTRICTS, AT + DISTRICTS + 9)
HELD, EXCESS, A_FOUNDATION, A_HOUSE, A_VILLA, A_TOKEN = range(HAND + KINDS, HAND + KINDS + 6)
GUARDS_HELD, SHOWN, ARRESTS, MARCH, PAPERS, FEW_PAPERS, QUITTANCES = range(A_TOKEN + 1, A_TOKEN + 8)
PLANNED, PLANNED_GUILDS, PLANNED_OTHERS, REACHED, NO_HOUSE, ACTS, TEMPO = range(QUITTANCES + 1, QUITTANCES + 8)
COLUMNS = TEMPO + SEATS - 1


@kernel
def measure(s: State, out: Any) -> None:
    """Write the inputs of the evaluation: ``out[seat]`` has the columns of ``VALUE``."""
    for seat in range(i64(s.players)):
        out[seat, :] = 0.0
        see_buildings(s, seat, out[seat])
        see_guilds(s, seat, out[seat])
        see_hand(s, seat, out[seat])
        see_rest(s, seat, out[seat])


@kernel
def see_buildings(s: State, seat: int, out: Any) -> None:
    """Inputs from districts, foundations, and room for more."""
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
def see_guilds(s: State, seat: int, out: Any) -> None:
    """Inputs from memberships, rates, and offices held or within reach."""
    for kind in range(KINDS):
        mine: Any = i64(s.points[seat, kind] + s.entered[seat, kind])
        best: float = i64(0)
        for other in range(i64(s.players)):
            if other != seat:
                best = max(best, i64(s.points[other, kind]))
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
def see_hand(s: State, seat: int, out: Any) -> None:
    """Inputs from the hand: cards, excess over the limit, nearness of each building."""
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
def cards_soon(s: State, seat: int) -> int:
    """The size of a seat's hand after pending discards, thefts and effects."""
    held = i64(s.held[seat])
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
def nearness(s: State, seat: int, hand: Any, cost: Any, more: Any, times: int) -> float:
    """1 if a hand pays ``cost`` plus ``times`` times ``more``; less for each missing card."""
    missing, spare = i64(0), i64(s.scrolls[seat]) // SCROLLS_CARD
    for kind in range(KINDS):
        over = hand[kind] - i64(cost[kind]) - times * i64(more[kind])
        if over < 0:
            missing -= over
        else:
            spare += over // rate(s, seat, kind)
    return float(FADING[max(0, missing - spare)])


@kernel
def see_rest(s: State, seat: int, out: Any) -> None:
    """Inputs from points, tokens, scrolls, receipts, and the order of turns."""
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
    n = i64(s.players)
    wait = (seat - i64(s.active) - (s.phase == LATE) + n) % n
    if wait < n - 1:
        out[TEMPO + wait] = 1.0


@kernel
def see_guards(s: State, seat: int, out: Any) -> None:
    """Inputs from guards face up: chances of an arrest and of a rank."""
    out[SHOWN] = s.shown[seat]
    if s.shown[seat] > 0:
        for result in range(2, len(DICE)):
            if i64(s.track) >> result & 1:
                out[ARRESTS] += DICE[result] / 36.0
    if s.rank[seat] == 0:
        captain = True
        for other in range(i64(s.players)):
            captain = captain and s.rank[other] == 0
        marching: Any = min(i64(s.shown[seat]), PROMOTION)
        out[MARCH] = marching / PROMOTION * RANK_WORTH[2 if captain else 1]


@kernel
def share(s: State, seen: Any, out: Any) -> None:
    """Write the expected share of the win of each seat, without looking ahead."""
    n = i64(s.players)
    if s.stage == OVER:
        for seat in range(n):
            out[seat] = seat == s.active
        return
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(VALUE, k, t, seen, n, out)
    softmax(out, n)


@kernel
def ahead(s: State) -> float:
    """The share of the points to win that the leader still needs, by public points."""
    most = i64(0)
    for seat in range(i64(s.players)):
        most = max(most, public_points(s, seat))
    return 1.0 - most / VICTORY


@kernel
def look(s: State, work: Any, seen: Any, one: Any, out: Any) -> None:
    """Write the expected shares, averaged over rolling dice. ``work``, ``seen`` and ``one`` are scratch."""
    if s.stage != ROLLING:
        share(s, seen, out)
        return
    n = i64(s.players)
    out[:n] = 0.0
    for result in range(2, len(DICE)):
        work[0] = s
        resolve(work[0], result)
        share(work[0], seen, one)
        for seat in range(n):
            out[seat] += one[seat] * DICE[result] / 36.0


@kernel
def evaluate(s: State, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    look(s, np.zeros(1, RECORD), np.empty((SEATS, COLUMNS)), np.empty(SEATS), out)


FIT = Fit(measure, ahead)

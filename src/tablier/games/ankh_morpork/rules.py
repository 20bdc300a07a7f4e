"""The rules of The Guilds of Ankh-Morpork: the protocol's kernels, which hand each stage to its own module.

Chapters of the rulebook: ``guilds`` (3), ``turn`` (4 and 11), ``roll`` (5), ``thief`` (6 and 7), ``trade`` (8),
``spending`` (8 to 10). ``cards`` moves and counts cards, ``hidden_info`` hides and guesses. The protocol itself is
documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.catalogue import info
from tablier.engine.bits import i64, popcount, write_word
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.engine.protocol import CHANCE
from tablier.games.ankh_morpork.actions import (
    ARREST,
    DISCARD_KIND,
    FIX,
    GUARD,
    LOWEST_RESULT,
    PASS,
    RESULTS,
    ROB_SEAT,
    ROLL,
    SHOW_KIND,
    TAKE,
)
from tablier.games.ankh_morpork.board import (
    ASSASSINS,
    CARDS,
    GUARDS,
    KINDS,
    RECEIPTS,
    SCROLLS_DICE,
    SHADES,
    TRACK,
    VETINARI,
)
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.guilds import total
from tablier.games.ankh_morpork.lookup import free_sites
from tablier.games.ankh_morpork.roll import arrest, beg, list_uses, resolve, use
from tablier.games.ankh_morpork.spending import (
    can_guard,
    can_scroll,
    list_spendings,
    play_guard,
    spend_on,
    turn_token,
    use_scrolls,
)
from tablier.games.ankh_morpork.state import (
    ACT,
    ANSWER,
    ARREST_STAGE,
    BEFORE,
    CHANCE_STAGES,
    DIE,
    DISCARD,
    DRAW,
    EFFECT_STAGES,
    ESTATE,
    GIFT,
    MAIN,
    NO_CAP,
    OFFERING,
    OVER,
    ROB,
    SETTLE,
    SETUP_STAGES,
    SHOW,
    SPENDING_STAGES,
    STEAL,
    State,
)
from tablier.games.ankh_morpork.state import DICE as ROLLING
from tablier.games.ankh_morpork.tables import DICE
from tablier.games.ankh_morpork.thief import (
    act,
    discard,
    discarders,
    inherit,
    list_acts,
    rob,
    strike,
    take_unseen,
    victims,
)
from tablier.games.ankh_morpork.trade import (
    answer,
    build_offer,
    list_additions,
    list_answers,
    list_partners,
    pick,
    silent,
)
from tablier.games.ankh_morpork.turn import after_dice, next_to_settle, settle, take_gift, won

OFFER_CAPS = np.array(
    [NO_CAP if cap == "unlimited" else cap for cap in info("ankh_morpork").options["offers"].values], np.uint8
)
"""The values of the option ``offers``."""


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    s.library, s.full_hand, s.warrant, s.estate = options[0], options[1], options[2], options[3]
    s.offer_cap, s.counter = OFFER_CAPS[options[4]], options[5]
    s.players = seats
    for kind in range(KINDS):
        s.bank[kind] = CARDS
    for seat in range(seats):
        s.receipts[seat] = RECEIPTS
    s.bag[0], s.bag[1] = GUARDS, VETINARI
    s.stack = GUARDS + VETINARI
    s.track = TRACK
    s.assassins = ASSASSINS - popcount(np.uint64(TRACK))
    s.thief = SHADES
    next_to_settle(s)


@kernel
def seats(s: State) -> int:
    return i64(s.players)


@kernel
def movers(s: State) -> int:
    stage = s.stage
    if stage == OVER:
        return i64(0)
    if stage in CHANCE_STAGES:
        return i64(1) << CHANCE
    if stage == DISCARD:
        return discarders(s)
    if stage == ANSWER:
        return silent(s)
    return i64(1) << i64(s.mover)


@kernel
def legal(s: State, seat: int, out: Any) -> int:
    if seat == CHANCE:
        return list_outcomes(s, out)
    if movers(s) >> seat & 1 == 0:
        return i64(0)
    if s.stage in SPENDING_STAGES:
        return list_spending(s, seat, out)
    if s.stage in EFFECT_STAGES:
        return list_effect(s, seat, out)
    return list_early(s, seat, out)


@part
def list_early(s: State, seat: int, out: Any) -> int:
    """List the plies of the set-up, before the dice, and of thief and assassins."""
    if s.stage == ACT:
        return list_acts(s, seat, out)
    if s.stage == BEFORE:
        return list_before(s, seat, out)
    if s.stage == SETTLE or s.stage == ESTATE:
        return list_free(s, out)
    if s.stage == ROB:
        return i64(write_word(victims(s), ROB_SEAT, out, i64(0)))
    return list_kinds(s, seat, out)


@part
def list_effect(s: State, seat: int, out: Any) -> int:
    """List the plies while a result takes effect."""
    if s.stage == SHOW:
        return list_kinds(s, seat, out)
    if s.stage == ARREST_STAGE:
        out[0], out[1] = PASS, ARREST
        return i64(2)
    return list_uses(s, seat, out)


@part
def list_spending(s: State, seat: int, out: Any) -> int:
    """List the plies after the dice, and those of others in a trade."""
    if s.stage == MAIN:
        return list_spendings(s, seat, out)
    if s.stage == OFFERING:
        return list_additions(s, seat, out)
    if s.stage == ANSWER:
        return list_answers(s, seat, out)
    return list_partners(s, seat, out)


@part
def list_before(s: State, seat: int, out: Any) -> int:
    """List the plies before the dice (ANKH-4.2)."""
    n = i64(0)
    if can_scroll(s, seat, SCROLLS_DICE):
        for i in range(RESULTS):
            out[n] = FIX + i
            n += 1
    out[n] = ROLL
    n += 1
    if can_guard(s, seat):
        out[n] = GUARD
        n += 1
    return n


@part
def list_free(s: State, out: Any) -> int:
    """List the free sites, and ``pass`` where an estate may be refused."""
    n: int = write_word(free_sites(s), 0, out, i64(0))
    if s.stage == ESTATE and s.estate != 0:
        out[n] = PASS
        n += 1
    return n


@kernel
def list_kinds(s: State, seat: int, out: Any) -> int:
    """List the kinds of a gift, of a card to show, or of a card to discard."""
    n = i64(0)
    for kind in range(KINDS):
        if s.stage == GIFT:
            if s.bank[kind] > 0:
                out[n] = TAKE + kind
                n += 1
        elif s.stage == SHOW:
            if s.hands[seat, kind] > 0:
                out[n] = SHOW_KIND + kind
                n += 1
        elif s.hands[seat, kind] > s.give[seat, kind]:
            out[n] = DISCARD_KIND + kind
            n += 1
    return n


@kernel
def weight(s: State, outcome: int) -> int:
    """The weight of an outcome: a result (2 to 12), a face (1 to 6), a kind of card, a guard (0) or Vetinari (1)."""
    n = i64(0)
    if s.stage == ROLLING:
        n = i64(DICE[outcome])
    elif s.stage == DIE:
        n = i64(1 <= outcome <= 6)
    elif s.stage == STEAL and outcome < KINDS:
        n = i64(s.hands[s.victim, outcome])
    elif s.stage == DRAW and outcome < 2:
        n = i64(s.bag[outcome])
    return n


@part
def list_outcomes(s: State, out: Any) -> int:
    """List the outcomes of chance."""
    n = i64(0)
    for outcome in range(len(DICE)):
        if weight(s, outcome) > 0:
            out[n] = outcome
            n += 1
    return n


@kernel
def chance_weights(s: State, out: Any) -> int:
    n = i64(0)
    for outcome in range(len(DICE)):
        likely = weight(s, outcome)
        if likely > 0:
            out[n] = likely
            n += 1
    return n


@kernel
def apply(s: State, seat: int, action: int, log: Any = None) -> None:
    if seat == CHANCE:
        apply_outcome(s, action, log)
    elif s.stage in SPENDING_STAGES:
        apply_spending(s, seat, action, log)
    elif s.stage in EFFECT_STAGES:
        apply_effect(s, seat, action, log)
    else:
        apply_early(s, seat, action, log)
    if s.stage not in SETUP_STAGES and s.stage != OVER:
        won(s)


@part
def apply_early(s: State, seat: int, action: int, log: Any) -> None:
    """Play a ply of the set-up, before the dice, or of thief and assassins."""
    if s.stage == BEFORE:
        before(s, seat, action, log)
    elif s.stage == ACT:
        act(s, seat, action, log)
    elif s.stage == SETTLE:
        settle(s, seat, action, log)
    elif s.stage == GIFT:
        take_gift(s, seat, action - TAKE, log)
    elif s.stage == ESTATE:
        inherit(s, seat, action, log)
    elif s.stage == ROB:
        rob(s, action - ROB_SEAT)
    else:
        discard(s, seat, action - DISCARD_KIND, log)


@part
def apply_effect(s: State, seat: int, action: int, log: Any) -> None:
    """Play a ply while a result takes effect."""
    if s.stage == SHOW:
        beg(s, action - SHOW_KIND, log)
    elif s.stage != ARREST_STAGE:
        use(s, seat, action, log)
    elif action == ARREST:
        arrest(s, log)
    else:
        emit(log, Kind.PASSED, seat, s.stage)
        after_dice(s, log)


@part
def apply_spending(s: State, seat: int, action: int, log: Any) -> None:
    """Play a ply after the dice, or an answer to an offer."""
    if s.stage == MAIN:
        spend_on(s, seat, action, log)
    elif s.stage == OFFERING:
        build_offer(s, seat, action, log)
    elif s.stage == ANSWER:
        answer(s, seat, action, log)
    else:
        pick(s, seat, action, log)


@part
def apply_outcome(s: State, outcome: int, log: Any) -> None:
    """Play an outcome of chance."""
    if s.stage == ROLLING:
        emit(log, Kind.ROLLED, s.active, outcome)
        resolve(s, outcome, log)
    elif s.stage == DIE:
        strike(s, outcome, log)
    elif s.stage == STEAL:
        take_unseen(s, outcome, log)
    else:
        turn_token(s, i64(s.active), outcome, log)


@part
def before(s: State, seat: int, action: int, log: Any) -> None:
    """Roll, fix the result, or play a guard."""
    if action == ROLL:
        s.stage = ROLLING
    elif action == GUARD:
        play_guard(s, seat, log)
    else:
        emit(log, Kind.FIXED, seat, LOWEST_RESULT + action - FIX, SCROLLS_DICE)
        use_scrolls(s, seat, SCROLLS_DICE)  # ANKH-10.8
        resolve(s, LOWEST_RESULT + action - FIX, log)


@kernel
def scores(s: State, out: Any) -> None:
    for seat in range(i64(s.players)):
        out[seat] = total(s, seat)


@kernel
def ranks(s: State, out: Any) -> None:
    """The winner is first whatever the others have; they follow by points (ANKH-11.4)."""
    for seat in range(i64(s.players)):
        out[seat] = 0
        for other in range(i64(s.players)):
            if s.stage == OVER and (seat == s.active or other == s.active):
                out[seat] += seat != other and other == s.active
            else:
                out[seat] += total(s, other) > total(s, seat)


@kernel
def end_reason(s: State) -> int:
    return i64(s.stage == OVER)

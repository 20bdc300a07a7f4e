"""The rules of Delta, to be read beside the rulebook. Supports, gaps, places and planks are numbered in ``board``.

A round is programming, where every seat has five plies of its own (one card each, in order), and then the performance
of the cards, phase by phase, by seats from the statuette on. What needs no choice happens inside ``apply``: dragons,
cancelled cards, actions that are impossible, falls, the end of the round. What does is a stage of the seat whose card
it is:

=============  =============================================================================================
PROGRAMMING    every seat whose programme is not full may put a card into its next free slot
STONE          one stone on an island; ``left`` are due
PLANK          a plank is chosen; ``left`` are due
GAP            a gap is chosen for the plank ``held``; it need not fit (DELTA-5.8), unless the game is friendly
REMOVE         a plank to the own reserve, or a bare stone to the supply
STEP           one step (move of one)
FIRST, SECOND  the two steps of a move of two; before the second ``origin`` is where the pawn came from
JUMP           where to land
VEILED         in a view only: the next cards are hidden from the viewer, so nobody knows who acts
=============  =============================================================================================

The record knows for each plank where it is, so planks are conserved by construction; ``ground`` is derived from it. The
supply of stones is what does not lie on the board.

The functions of the protocol are documented in :mod:`tablier.engine.protocol`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablier.engine.bits import ONE, ZERO, bit, lowest, popcount, write_word
from tablier.engine.kernel import kernel
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import below
from tablier.engine.triples import (
    NOTHING,
    both,
    either,
    first,
    has,
    rest,
    single,
    size,
    some,
    whole,
    without,
    words,
    write,
)
from tablier.games.delta.board import (
    AT,
    BEARS,
    COLOURS,
    CROSS,
    ENDS,
    FITS,
    GAPS,
    GOAL,
    HOME,
    ISLANDS,
    NEAR,
    ON_GAPS,
    ON_VILLAGES,
    PLACES,
    PLANKS,
    SIZES,
    STONES,
    SUPPORTS,
    VILLAGES,
    WORDS,
)
from tablier.games.delta.state import SLOTS

PROGRAMMING, STONE, PLANK, GAP, REMOVE, STEP, FIRST, SECOND, JUMP, VEILED = range(10)
AGAIN, STRICT, FRIENDLY = range(3)
"""Values of the option ``eye``."""
ARRIVAL = 1
"""The only reason why a game ends."""

STONE_1, STONE_2, PLANK_1, PLANK_2, TAKE_AWAY, MOVE_1, MOVE_2, LEAP = range(8)
DRAGON = 8
"""The first eight cards are actions; card ``DRAGON + seat`` is the dragon that cancels the card of that seat."""
CARDS = DRAGON + COLOURS

# Where a plank is: in a gap, in the reserve of a seat, lost, or (its colour is not played) nowhere.
RESERVE = GAPS
LOST = RESERVE + COLOURS
ABSENT = LOST + 1

# Action ids: a card for the next slot, a stone on an island, a plank chosen, a gap chosen for it, a plank taken away
# from a gap, a stone taken away from an island, a place to go to.
SET = CARDS
CHOOSE = SET + ISLANDS
LAY = CHOOSE + PLANKS
TAKE = LAY + GAPS
LIFT = TAKE + GAPS
GO = LIFT + ISLANDS
ACTIONS = GO + PLACES

GAPS_ONLY = (ON_GAPS[0], ON_GAPS[1], ON_GAPS[2])
ALL_ISLANDS = np.uint64((1 << ISLANDS) - 1)
ALL_PLANKS = np.uint64((1 << PLANKS) - 1)
ALL_SIZES = np.uint64((1 << SIZES) - 1)
_PER_COLOUR = np.uint64(SIZES)


def action_count(options: Sequence[int]) -> int:
    """Number of action ids."""
    return ACTIONS


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.eye = options[0]
    s.seats = seats
    for w in range(WORDS):
        s.ground[w] = ON_VILLAGES[w]
    for plank in range(PLANKS):
        colour = plank // SIZES
        s.where[plank] = RESERVE + colour if colour < seats else ABSENT
    for seat in range(seats):
        s.pawns[seat] = HOME[seats, seat]


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.seats)


@kernel
def movers(s: Any) -> Any:
    if s.over != 0:
        return np.int64(0)
    if s.stage == VEILED:
        return np.int64(1 << CHANCE)
    if s.stage != PROGRAMMING:
        return np.int64(1) << np.int64(s.mover)
    found = np.int64(0)
    for seat in range(np.int64(s.seats)):
        if s.programme[seat, SLOTS - 1] == 0:
            found |= np.int64(1) << seat
    return found


# What lies where


@kernel
def ground(s: Any) -> Any:
    """The places where a pawn could stand, were it alone."""
    return s.ground[0], s.ground[1], s.ground[2]


@kernel
def laid(s: Any) -> Any:
    """The gaps with a plank."""
    return both(ground(s), GAPS_ONLY)


@kernel
def under_pawns(s: Any, but: Any) -> Any:
    """The gaps whose plank bears a pawn other than that of the seat ``but``."""
    found = NOTHING
    for seat in range(np.int64(s.seats)):
        if seat != but:
            found = either(found, single(np.int64(s.pawns[seat])))
    return both(found, GAPS_ONLY)


@kernel
def reserve(s: Any, seat: Any) -> Any:
    """The planks in a seat's reserve, as a word of bits."""
    found = ZERO
    for plank in range(PLANKS):
        if s.where[plank] == RESERVE + seat:
            found |= bit(plank)
    return found


@kernel
def islands_left(s: Any) -> Any:
    """The islands that can take a stone: all without one, while the supply lasts (DELTA-4.2, DELTA-4.3)."""
    stones = np.uint64(s.stones)
    return ALL_ISLANDS & ~stones if popcount(stones) < STONES else ZERO


@kernel
def open_gaps(s: Any) -> Any:
    """The gaps that a plank may be tried in: free, with two supports that bear it, crossing nothing (DELTA-5.2 ff)."""
    bare = ALL_ISLANDS & ~np.uint64(s.stones)
    shut = NOTHING
    while bare != ZERO:
        shut = either(shut, words(AT[VILLAGES + lowest(bare)]))
        bare &= bare - ONE
    return without(unblocked_gaps(s), shut)


@kernel
def unblocked_gaps(s: Any) -> Any:
    """The gaps that no plank that lies keeps closed; their islands may lack stones."""
    planks = laid(s)
    shut = planks
    for support in range(SUPPORTS):
        ends = words(AT[support])
        if size(both(ends, planks)) >= BEARS:
            shut = either(shut, ends)
    while some(planks):
        shut = either(shut, words(CROSS[first(planks)]))
        planks = rest(planks)
    return without(GAPS_ONLY, shut)


@kernel
def fits(plank: Any) -> Any:
    """The gaps that a plank spans."""
    return words(FITS[plank % SIZES])


@kernel
def offered(s: Any) -> Any:
    """The gaps among which the plank held is judged by eye; in a friendly game those that it spans."""
    left = without(open_gaps(s), (s.tried[0], s.tried[1], s.tried[2]))
    return both(left, fits(np.int64(s.held))) if s.eye == FRIENDLY else left


@kernel
def welcome(s: Any, seat: Any) -> Any:
    """The planks that the limits of a reserve let a seat take, wherever they are (DELTA-6.3, DELTA-6.4)."""
    mine = reserve(s, seat)
    sizes, own, colours = ZERO, ZERO, 0
    for colour in range(COLOURS):
        shift = np.uint64(colour * SIZES)
        here = mine >> shift & ALL_SIZES
        sizes |= here
        if here != ZERO:
            own |= ALL_SIZES << shift
            colours += 1
    other = ALL_SIZES & ~sizes
    fresh = ZERO
    for _ in range(COLOURS):
        fresh = fresh << _PER_COLOUR | other
    return fresh if colours < 2 else fresh & own


@kernel
def takeable(s: Any, seat: Any) -> Any:
    """The gaps whose plank a seat may take into its reserve."""
    allowed = welcome(s, seat)
    found = NOTHING
    for plank in range(PLANKS):
        if s.where[plank] < GAPS and allowed & bit(plank) != ZERO:
            found = either(found, single(np.int64(s.where[plank])))
    return without(found, under_pawns(s, -1))


@kernel
def bare_stones(s: Any) -> Any:
    """The islands whose stone carries no plank, as a word of bits."""
    planks = laid(s)
    found = ZERO
    left = np.uint64(s.stones)
    while left != ZERO:
        island = lowest(left)
        left &= left - ONE
        if not some(both(words(AT[VILLAGES + island]), planks)):
            found |= bit(island)
    return found


# Where a pawn may go


@kernel
def free_places(s: Any, seat: Any) -> Any:
    """The places that a seat's pawn may enter (DELTA-7.2)."""
    return without(ground(s), under_pawns(s, seat))


@kernel
def steps(s: Any, seat: Any, place: Any) -> Any:
    """The places one step from ``place`` that a seat's pawn may enter."""
    return both(words(NEAR[place]), free_places(s, seat))


@kernel
def first_steps(s: Any, seat: Any) -> Any:
    """The first steps of a move of two: those that lead on, or to the goal; if none does, all (DELTA-7.6)."""
    here, free = np.int64(s.pawns[seat]), free_places(s, seat)
    near = both(words(NEAR[here]), free)
    away = without(free, single(here))
    goal = GOAL[s.seats, seat]
    found, left = NOTHING, near
    while some(left):
        place = first(left)
        left = rest(left)
        if place == goal or some(both(words(NEAR[place]), away)):
            found = either(found, single(place))
    return found if some(found) else near


@kernel
def second_steps(s: Any, seat: Any) -> Any:
    """The second steps: back only if nothing else is possible (DELTA-7.6)."""
    back = single(np.int64(s.origin))
    near = steps(s, seat, np.int64(s.pawns[seat]))
    away = without(near, back)
    return away if some(away) else back


@kernel
def landings(s: Any, seat: Any) -> Any:
    """Where a seat's pawn may land after a jump (DELTA-7.7)."""
    here = np.int64(s.pawns[seat])
    others = both(words(NEAR[here]), under_pawns(s, seat))
    found = NOTHING
    while some(others):
        found = either(found, words(NEAR[first(others)]))
        others = rest(others)
    return without(both(found, free_places(s, seat)), single(here))


# What may be done


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    none = np.int64(0)
    if s.over != 0:
        return none
    if s.stage == PROGRAMMING:
        return list_cards(s, seat, out) if seat < s.seats else none
    if seat != s.mover or s.stage == VEILED:
        return none
    if s.stage == STONE:
        return write_word(islands_left(s), SET, out, none)
    if s.stage == PLANK:
        return write_word(reserve(s, seat), CHOOSE, out, none)
    if s.stage == GAP:
        return write(offered(s), LAY, out, none)
    if s.stage == REMOVE:
        return write_word(bare_stones(s), LIFT, out, write(takeable(s, seat), TAKE, out, none))
    return write(destinations(s, seat), GO, out, none)


@kernel
def destinations(s: Any, seat: Any) -> Any:
    """Where the pawn of the seat to move may go in this stage."""
    if s.stage == STEP:
        return steps(s, seat, np.int64(s.pawns[seat]))
    if s.stage == FIRST:
        return first_steps(s, seat)
    return second_steps(s, seat) if s.stage == SECOND else landings(s, seat)


@kernel
def chosen(s: Any, seat: Any) -> Any:
    """The cards in a seat's programme, as a word of bits."""
    found = ZERO
    for slot in range(SLOTS):
        if s.programme[seat, slot] != 0:
            found |= bit(np.int64(s.programme[seat, slot]) - 1)
    return found


@kernel
def hand(s: Any, seat: Any) -> Any:
    """The cards that a seat may still put into its programme (DELTA-2.2 to DELTA-2.4)."""
    dragons = (ONE << np.uint64(s.seats)) - ONE & ~bit(seat)
    mine = chosen(s, seat)
    actions = bit(DRAGON) - ONE
    return (actions if mine & ~actions != ZERO else actions | dragons << np.uint64(DRAGON)) & ~mine


@kernel
def list_cards(s: Any, seat: Any, out: Any) -> Any:
    """List the cards that a seat may put into its next slot; none if its programme is full."""
    n = np.int64(0)
    if s.programme[seat, SLOTS - 1] == 0:
        n = write_word(hand(s, seat), 0, out, n)
    return n


# What happens


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    if action < CARDS:
        put_card(s, seat, action)
    elif action < CHOOSE:
        s.stones |= bit(action - SET)
        s.left -= 1
        if s.left == 0 or islands_left(s) == ZERO:
            finish(s)
    elif action < LAY:
        choose_plank(s, seat, action - CHOOSE)
    elif action < TAKE:
        try_gap(s, seat, action - LAY)
    elif action < LIFT:
        take_plank(s, seat, action - TAKE)
    elif action < GO:
        s.stones &= ~bit(action - LIFT)
        finish(s)
    else:
        go(s, seat, action - GO)


@kernel
def put_card(s: Any, seat: Any, card: Any) -> None:
    """Put a card into a seat's next slot; when all programmes are full, the cards are performed."""
    slot = 0
    while s.programme[seat, slot] != 0:
        slot += 1
    s.programme[seat, slot] = card + 1
    if movers(s) == 0:
        s.mover = s.statuette
        perform(s)


@kernel
def choose_plank(s: Any, seat: Any, plank: Any) -> None:
    """A seat chooses a plank; one that spans no open gap is lost (DELTA-5.7)."""
    if some(both(open_gaps(s), fits(plank))):
        s.held = plank
        s.stage = GAP
    else:
        s.where[plank] = LOST
        plank_done(s, seat)


@kernel
def try_gap(s: Any, seat: Any, gap: Any) -> None:
    """A seat lays the plank held, or misses."""
    plank = np.int64(s.held)
    if has(fits(plank), gap):
        s.where[plank] = gap
        s.ground[gap >> 6] |= bit(gap)
        plank_done(s, seat)
    elif s.eye == STRICT:
        s.where[plank] = LOST
        plank_done(s, seat)
    else:
        s.tried[gap >> 6] |= bit(gap)


@kernel
def plank_done(s: Any, seat: Any) -> None:
    """A plank is laid or lost; another one may be due."""
    s.held = 0
    for w in range(WORDS):
        s.tried[w] = ZERO
    s.left -= 1
    s.stage = PLANK
    if s.left == 0 or reserve(s, seat) == ZERO:
        finish(s)


@kernel
def take_plank(s: Any, seat: Any, gap: Any) -> None:
    """The plank in a gap goes to a seat's reserve."""
    plank = 0
    while s.where[plank] != gap:
        plank += 1
    s.where[plank] = RESERVE + seat
    s.ground[gap >> 6] &= ~bit(gap)
    finish(s)


@kernel
def go(s: Any, seat: Any, place: Any) -> None:
    """A seat's pawn goes to a place; at its goal the game is over at once (DELTA-8.1)."""
    came_from = s.pawns[seat]
    s.pawns[seat] = place
    if place == GOAL[s.seats, seat]:
        s.over = ARRIVAL
        s.origin = 0
    elif s.stage == FIRST:
        s.stage = SECOND
        s.origin = came_from
    else:
        finish(s)


@kernel
def finish(s: Any) -> None:
    """The card of the mover has been performed; the next ones are."""
    s.left = 0
    s.origin = 0
    if pass_on(s):
        perform(s)


@kernel
def perform(s: Any) -> None:
    """Perform cards, from that of the mover on, until one asks for a choice or the round is over."""
    going = True
    while going and not asks(s, np.int64(s.mover)):
        going = pass_on(s)


@kernel
def pass_on(s: Any) -> Any:
    """Go on to the next seat, to the next slot, to the next round (DELTA-2.6, DELTA-2.7); is there a known card?"""
    n = np.int64(s.seats)
    s.mover = (s.mover + 1) % n
    if s.mover != s.statuette:
        return True
    s.phase += 1
    if s.phase == SLOTS:
        s.programme[:, :] = 0
        s.phase = 0
        s.mover = 0
        s.left = 0
        s.statuette = (s.statuette + 1) % n
        s.stage = PROGRAMMING
        return False
    for seat in range(n):
        if s.programme[seat, s.phase] == 0:
            s.stage = VEILED
            return False
    return True


@kernel
def cancelled(s: Any, seat: Any) -> Any:
    """Has another seat revealed the dragon that cancels this seat's card (DELTA-3.1)?"""
    for other in range(np.int64(s.seats)):
        if s.programme[other, s.phase] == DRAGON + seat + 1:
            return True
    return False


@kernel
def asks(s: Any, seat: Any) -> Any:
    """Begin the action on a seat's revealed card; is there something to choose? If not, it is performed."""
    card = np.int64(s.programme[seat, s.phase]) - 1
    if card >= DRAGON or cancelled(s, seat):
        return False
    if card <= STONE_2:
        s.stage = STONE
        s.left = card - STONE_1 + 1
        return islands_left(s) != ZERO
    if card <= PLANK_2:
        s.stage = PLANK
        s.left = card - PLANK_1 + 1
        return reserve(s, seat) != ZERO
    if card == TAKE_AWAY:
        s.stage = REMOVE
        return bare_stones(s) != ZERO or some(takeable(s, seat))
    s.stage = STEP if card == MOVE_1 else FIRST if card == MOVE_2 else JUMP
    if some(destinations(s, seat)):
        return True
    s.pawns[seat] = HOME[s.seats, seat]  # DELTA-7.5
    return False


@kernel
def scores(s: Any, out: Any) -> None:
    for seat in range(np.int64(s.seats)):
        out[seat] = s.pawns[seat] == GOAL[s.seats, seat]


@kernel
def ranks(s: Any, out: Any) -> None:
    for seat in range(np.int64(s.seats)):
        out[seat] = s.over != 0 and s.pawns[seat] != GOAL[s.seats, seat]


@kernel
def end_reason(s: Any) -> Any:
    return np.int64(s.over)


# What is hidden


@kernel
def hide(s: Any, seat: Any) -> None:
    if s.over != 0:
        return
    known = 0 if s.stage == PROGRAMMING else np.int64(s.phase) + 1
    for other in range(np.int64(s.seats)):
        if other != seat:
            for slot in range(known, SLOTS):
                s.programme[other, slot] = 0


@kernel
def determinize(s: Any, seat: Any, rng: Any) -> None:
    if s.over != 0 or s.stage == PROGRAMMING:  # for all that the seat knows, the others have chosen nothing yet
        return
    for other in range(np.int64(s.seats)):
        if s.programme[other, SLOTS - 1] == 0:
            fill(s, other, rng)


@kernel
def fill(s: Any, seat: Any, rng: Any) -> None:
    """Complete a seat's programme: every programme that begins like this one is equally likely."""
    slot = 0
    while s.programme[seat, slot] != 0:
        slot += 1
    while slot < SLOTS:
        due, cards = SLOTS - slot, hand(s, seat)
        actions = cards & bit(DRAGON) - ONE
        dragons = cards & ~actions
        # Of a actions and d dragons, a!/(a-due)! programmes have no dragon, due * d * a!/(a-due+1)! have one.
        plain, fierce = popcount(actions) - due + 1, popcount(dragons)
        draw = below(rng, plain + due * fierce)
        s.programme[seat, slot] = 1 + pick(dragons if plain <= draw < plain + fierce else actions, rng)
        slot += 1


@kernel
def pick(cards: Any, rng: Any) -> Any:
    """A random member of a word of bits."""
    for _ in range(below(rng, popcount(cards))):
        cards &= cards - ONE
    return lowest(cards)


def why(s: Any, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal. Plain Python."""
    if s.over:
        return 801
    if s.stage == PROGRAMMING:
        return _why_not_choose(s, seat, action) if action < CARDS else 201
    if seat != s.mover:
        return 206
    for stage, begin, end, rule, judge in _STAGES:
        if s.stage == stage:
            return judge(s, seat, action - begin) if begin <= action < end else rule
    return _why_not_go(s, seat, action - GO) if action >= GO else 703


def _why_not_choose(s: Any, seat: int, card: int) -> int:
    if s.programme[seat, SLOTS - 1]:
        return 201
    if _has(chosen(s, seat), card):
        return 202
    if card >= DRAGON and (card - DRAGON == seat or card - DRAGON >= s.seats):
        return 204
    return 0 if _has(hand(s, seat), card) else 203


def _why_not_set(s: Any, seat: int, island: int) -> int:
    if _has(s.stones, island):
        return 402
    return 0 if _has(islands_left(s), island) else 403


def _why_not_take_up(s: Any, seat: int, plank: int) -> int:
    return 0 if _has(reserve(s, seat), plank) else 501


def _why_not_lay(s: Any, seat: int, gap: int) -> int:
    planks = whole(laid(s))
    if _has(planks, gap):
        return 506
    ends = [int(end) for end in ENDS[gap]]
    if any(end >= VILLAGES and not _has(s.stones, end - VILLAGES) for end in ends):
        return 502
    if any((whole(AT[end]) & planks).bit_count() >= BEARS for end in ends):
        return 505
    if whole(CROSS[gap]) & planks:
        return 504
    if _has(whole(s.tried), gap):
        return 508
    return 0 if s.eye != FRIENDLY or _has(whole(fits(int(s.held))), gap) else 503


def _why_not_remove(s: Any, seat: int, action: int) -> int:
    if action >= LIFT - TAKE:
        island = action - (LIFT - TAKE)
        return 0 if _has(bare_stones(s), island) else 605 if _has(s.stones, island) else 601
    if not _has(whole(laid(s)), action):
        return 601
    if _has(whole(under_pawns(s, -1)), action):
        return 602
    plank = [int(place) for place in s.where].index(action)
    mine = int(reserve(s, seat))
    if any(other % SIZES == plank % SIZES for other in range(PLANKS) if _has(mine, other)):
        return 604
    return 0 if _has(welcome(s, seat), plank) else 603


def _why_not_go(s: Any, seat: int, place: int) -> int:
    if _has(whole(destinations(s, seat)), place):
        return 0
    if s.stage == JUMP:
        return 707
    if not _has(whole(s.ground) & whole(NEAR[s.pawns[seat]]), place):
        return 701
    return 706 if _has(whole(free_places(s, seat)), place) else 702


_STAGES = (
    (STONE, SET, CHOOSE, 401, _why_not_set),
    (PLANK, CHOOSE, LAY, 501, _why_not_take_up),
    (GAP, LAY, TAKE, 501, _why_not_lay),
    (REMOVE, TAKE, GO, 601, _why_not_remove),
)
"""For each stage its actions, the rule that forbids all others, and what judges them."""


def _has(members: Any, i: int) -> bool:
    return bool(int(members) >> i & 1)


def rebuild(s: Any) -> None:
    """Recompute the derived field ``ground`` from the planks. Plain Python."""
    s.ground[:] = ON_VILLAGES
    for gap in s.where[s.where < GAPS]:
        s.ground[gap >> 6] |= bit(int(gap))

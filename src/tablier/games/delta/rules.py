"""The rules of Delta, to be read beside the rulebook.

:mod:`tablier.games.delta.board` numbers supports, gaps and places; :mod:`tablier.games.delta.terrain` says what lies
where and what may be done with it; :mod:`tablier.games.delta.performance` performs the cards.

In a round the seats first programme, each with five plies of its own (one card each, in order). Then cards are
performed, phase by phase, by seats from the statuette on. ``apply`` does everything that needs no choice: dragons,
cancelled cards, impossible actions, falls, the end of the round. What happens it writes as events
(:class:`tablier.games.delta.events.Kind`). Each choice is a stage of the card's seat:

=============  =============================================================================================
PROGRAMMING    every seat whose programme is not full may put a card into its next free slot
STONE          one stone on an island; ``left`` are due
PLANK          a plank is chosen; ``left`` are due
GAP            a gap is chosen for the ``held`` plank; it need not fit (DELTA-5.8) unless the game is friendly
REMOVE         a plank into the seat's reserve, or a bare stone into the supply
STEP           one step (move of one)
FIRST, SECOND  the two steps of a move of two; before the second, ``origin`` is where the pawn came from
JUMP           the landing place
VEILED         in a view only: the next cards are hidden from the viewer, so it is unknown who acts
=============  =============================================================================================

The state stores the place of each plank, so planks are conserved by construction; ``ground`` is derived from it. All
stones that are not on the board are in the supply.

:mod:`tablier.engine.protocol` documents the functions of the protocol.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.seats import CHANCE
from tablier.engine.bits import ONE, bit, lowest, popcount, write_word
from tablier.engine.bitset192 import write
from tablier.engine.events import emit
from tablier.engine.kernel import kernel
from tablier.engine.rng import below
from tablier.games.delta.actions import ACTIONS, DRAGON
from tablier.games.delta.board import PLANKS, SIZES, WORDS
from tablier.games.delta.events import Kind
from tablier.games.delta.performance import (
    choose_plank,
    go,
    perform,
    put_stone,
    reveal,
    take_plank,
    take_stone,
    try_gap,
)
from tablier.games.delta.state import ABSENT, GAP, PLANK, PROGRAMMING, REMOVE, RESERVE, SLOTS, STONE, VEILED, State
from tablier.games.delta.tables import GOAL, HOME, ON_VILLAGES, int64
from tablier.games.delta.terrain import bare_stones, destinations, hand, islands_left, offered, reserve, takeable

SET = ACTIONS["stone"]
CHOOSE = ACTIONS["plank"]
LAY = ACTIONS["gap"]
TAKE = ACTIONS["take_plank"]
LIFT = ACTIONS["take_stone"]
GO = ACTIONS["go"]


@kernel
def setup(s: State, seats: int, options: NDArray[np.int64]) -> None:
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
def seats(s: State) -> int:
    return int64(s.seats)


@kernel
def movers(s: State) -> int:
    if s.over != 0:
        return int64(0)
    if s.stage == VEILED:
        return int64(1 << CHANCE)
    if s.stage != PROGRAMMING:
        return int64(1) << int64(s.mover)
    found = int64(0)
    for seat in range(int64(s.seats)):
        if s.programme[seat, SLOTS - 1] == 0:
            found |= int64(1) << seat
    return found


@kernel
def legal(s: State, seat: int, out: NDArray[np.int16]) -> int:
    n = int64(0)
    if s.over != 0 or s.stage == VEILED:
        return n
    if s.stage == PROGRAMMING:
        if seat < s.seats and s.programme[seat, SLOTS - 1] == 0:
            n = write_word(hand(s, seat), 0, out, n)
    elif seat != s.mover:
        return n
    elif s.stage == STONE:
        n = write_word(islands_left(s), SET, out, n)
    elif s.stage == PLANK:
        n = write_word(reserve(s, seat), CHOOSE, out, n)
    elif s.stage == GAP:
        n = write(offered(s), LAY, out, n)
    elif s.stage == REMOVE:
        n = write_word(bare_stones(s), LIFT, out, write(takeable(s, seat), TAKE, out, n))
    else:
        n = write(destinations(s, seat), GO, out, n)
    return n


@kernel
def apply(s: State, seat: int, action: int, log: Any = None) -> None:
    if action < SET:
        put_card(s, seat, action, log)
    elif action < CHOOSE:
        put_stone(s, seat, action - SET, log)
    elif action < LAY:
        choose_plank(s, seat, action - CHOOSE, log)
    elif action < TAKE:
        try_gap(s, seat, action - LAY, log)
    elif action < LIFT:
        take_plank(s, seat, action - TAKE, log)
    elif action < GO:
        take_stone(s, seat, action - LIFT, log)
    else:
        go(s, seat, action - GO, log)


@kernel
def put_card(s: State, seat: int, card: int, log: Any) -> None:
    """Put a card into a seat's next slot; once all programmes are full, perform them."""
    slot = 0
    while s.programme[seat, slot] != 0:
        slot += 1
    s.programme[seat, slot] = card + 1
    emit(log, Kind.CARD, seat, slot, card, visible_to=1 << seat)
    if slot == SLOTS - 1:
        emit(log, Kind.LOCKED, seat)
    if movers(s) == 0:
        s.mover = s.statuette
        reveal(s, log)
        perform(s, log)


@kernel
def scores(s: State, out: NDArray[np.int64]) -> None:
    for seat in range(int64(s.seats)):
        out[seat] = s.pawns[seat] == GOAL[s.seats, seat]


@kernel
def ranks(s: State, out: NDArray[np.int64]) -> None:
    for seat in range(int64(s.seats)):
        out[seat] = s.over != 0 and s.pawns[seat] != GOAL[s.seats, seat]


@kernel
def end_reason(s: State) -> int:
    return int64(s.over)


# Hidden programmes


@kernel
def hide(s: State, seat: int) -> None:
    if s.over != 0:
        return
    known = 0 if s.stage == PROGRAMMING else int64(s.phase) + 1
    for other in range(int64(s.seats)):
        if other != seat:
            for slot in range(known, SLOTS):
                s.programme[other, slot] = 0


@kernel
def determinize(s: State, seat: int, rng: Any) -> None:
    if s.over != 0 or s.stage == PROGRAMMING:  # as far as the seat knows, the others have chosen nothing yet
        return
    for other in range(int64(s.seats)):
        if s.programme[other, SLOTS - 1] == 0:
            fill(s, other, rng)


@kernel
def fill(s: State, seat: int, rng: Any) -> None:
    """Complete a seat's programme; all programmes that begin like this one are equally likely."""
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
    """A random member of a word of bits, by equal chances."""
    for _ in range(below(rng, popcount(cards))):
        cards &= cards - ONE
    return lowest(cards)

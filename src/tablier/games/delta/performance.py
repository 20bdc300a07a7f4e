"""Performing the cards: kernels that change the state."""

from __future__ import annotations

from tablier.engine.bits import ZERO, bit
from tablier.engine.bitset192 import has, intersection, nonempty
from tablier.engine.kernel import kernel
from tablier.games.delta.actions import DRAGON, MOVE_1, MOVE_2, PLANK_1, PLANK_2, STONE_1, STONE_2, TAKE_AWAY
from tablier.games.delta.board import COLOURS, WORDS
from tablier.games.delta.state import (
    FIRST,
    GAP,
    JUMP,
    LOST,
    PLANK,
    PROGRAMMING,
    REMOVE,
    RESERVE,
    SECOND,
    SLOTS,
    STEP,
    STONE,
    STRICT,
    VEILED,
    State,
)
from tablier.games.delta.tables import GOAL, HOME, int64
from tablier.games.delta.terrain import (
    bare_stones,
    cancelled,
    destinations,
    fits,
    islands_left,
    open_gaps,
    reserve,
    takeable,
)

ARRIVAL = 1
"""The only reason why a game ends."""


@kernel
def put_stone(s: State, island: int) -> None:
    """A stone goes on an island; another one may be due."""
    s.stones |= bit(island)
    s.left -= 1
    if s.left == 0 or islands_left(s) == ZERO:
        finish(s)


@kernel
def choose_plank(s: State, seat: int, plank: int) -> None:
    """A seat chooses a plank; one that spans no open gap is lost (DELTA-5.7)."""
    if nonempty(intersection(open_gaps(s), fits(plank))):
        s.held = plank
        s.stage = GAP
    else:
        s.where[plank] = LOST
        end_plank(s, seat)


@kernel
def try_gap(s: State, seat: int, gap: int) -> None:
    """A seat lays the held plank, or misses."""
    plank = int64(s.held)
    if has(fits(plank), gap):
        s.where[plank] = gap
        s.ground[gap >> 6] |= bit(gap)
        end_plank(s, seat)
    elif s.eye == STRICT:
        s.where[plank] = LOST
        end_plank(s, seat)
    else:
        s.tried[gap >> 6] |= bit(gap)


@kernel
def end_plank(s: State, seat: int) -> None:
    """A plank is laid or lost; another one may be due."""
    s.held = 0
    for w in range(WORDS):
        s.tried[w] = 0
    s.left -= 1
    s.stage = PLANK
    if s.left == 0 or reserve(s, seat) == ZERO:
        finish(s)


@kernel
def take_plank(s: State, seat: int, gap: int) -> None:
    """The plank in a gap goes to a seat's reserve."""
    plank = 0
    while s.where[plank] != gap:
        plank += 1
    s.where[plank] = RESERVE + seat
    s.ground[gap >> 6] &= ~bit(gap)
    finish(s)


@kernel
def take_stone(s: State, island: int) -> None:
    """The stone on an island goes back to the supply."""
    s.stones &= ~bit(island)
    finish(s)


@kernel
def go(s: State, seat: int, place: int) -> None:
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
def finish(s: State) -> None:
    """The mover's card is performed; go on with the next ones."""
    s.left = 0
    s.origin = 0
    if pass_on(s):
        perform(s)


@kernel
def perform(s: State) -> None:
    """Perform cards, beginning with the mover's, until one needs a choice or the round is over."""
    going = True
    while going and not asks(s, int64(s.mover)):
        going = pass_on(s)


@kernel
def pass_on(s: State) -> bool:
    """Go on to the next seat, the next slot or the next round (DELTA-2.6, DELTA-2.7); is there a known card?"""
    n = int64(s.seats)
    s.mover = (s.mover + 1) % n
    if s.mover != s.statuette:
        return True
    s.phase += 1
    if s.phase == SLOTS:
        end_round(s)
        return False
    for seat in range(n):
        if s.programme[seat, s.phase] == 0:
            s.stage = VEILED
            return False
    return True


@kernel
def end_round(s: State) -> None:
    """Cards go back to the hands, the statuette to the next seat."""
    for seat in range(COLOURS):
        for slot in range(SLOTS):
            s.programme[seat, slot] = 0
    s.phase = 0
    s.mover = 0
    s.left = 0
    s.statuette = (s.statuette + 1) % int64(s.seats)
    s.stage = PROGRAMMING


@kernel
def asks(s: State, seat: int) -> bool:
    """Begin the action on a seat's revealed card; is there something to choose? If not, the card is performed."""
    card = int64(s.programme[seat, s.phase]) - 1
    if card >= DRAGON or cancelled(s, seat):
        return False
    if card <= STONE_2:
        s.stage = STONE
        s.left = card - STONE_1 + 1
        return bool(islands_left(s) != ZERO)
    if card <= PLANK_2:
        s.stage = PLANK
        s.left = card - PLANK_1 + 1
        return bool(reserve(s, seat) != ZERO)
    if card == TAKE_AWAY:
        s.stage = REMOVE
        return bool(bare_stones(s) != ZERO or nonempty(takeable(s, seat)))
    s.stage = STEP if card == MOVE_1 else FIRST if card == MOVE_2 else JUMP
    if nonempty(destinations(s, seat)):
        return True
    s.pawns[seat] = HOME[s.seats, seat]  # DELTA-7.5
    return False

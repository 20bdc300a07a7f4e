"""Performing the cards: kernels that change the state and tell what happens."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import ZERO, bit
from tablier.engine.bitset192 import has, intersection, nonempty
from tablier.engine.events import emit
from tablier.engine.kernel import kernel, part
from tablier.games.delta.actions import DRAGON, MOVE_1, MOVE_2, PLANK_1, PLANK_2, STONE_1, STONE_2, TAKE_AWAY
from tablier.games.delta.board import COLOURS, WORDS
from tablier.games.delta.events import Kind
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
def put_stone(s: State, seat: int, island: int, log: Any) -> None:
    """A stone goes on an island; another one may be due."""
    emit(log, Kind.STONE, seat, island)
    s.stones |= bit(island)
    s.left -= 1
    if s.left == 0 or islands_left(s) == ZERO:
        finish(s, log)


@kernel
def choose_plank(s: State, seat: int, plank: int, log: Any) -> None:
    """A seat chooses a plank; one that spans no open gap is lost (DELTA-5.7)."""
    if nonempty(intersection(open_gaps(s), fits(plank))):
        emit(log, Kind.PLANK, seat, plank)
        s.held = plank
        s.stage = GAP
    else:
        lose_plank(s, seat, plank, -1, log)


@kernel
def try_gap(s: State, seat: int, gap: int, log: Any) -> None:
    """A seat lays the held plank, or misses."""
    plank = int64(s.held)
    if has(fits(plank), gap):
        emit(log, Kind.LAID, seat, plank, gap)
        s.where[plank] = gap
        s.ground[gap >> 6] |= bit(gap)
        end_plank(s, seat, log)
    elif s.eye == STRICT:
        lose_plank(s, seat, plank, gap, log)
    else:
        emit(log, Kind.MISSED, seat, plank, gap)
        s.tried[gap >> 6] |= bit(gap)


@kernel
def lose_plank(s: State, seat: int, plank: int, gap: int, log: Any) -> None:
    """A plank is out of the game."""
    emit(log, Kind.LOST, seat, plank, gap)
    s.where[plank] = LOST
    end_plank(s, seat, log)


@kernel
def end_plank(s: State, seat: int, log: Any) -> None:
    """A plank is laid or lost; another one may be due."""
    s.held = 0
    for w in range(WORDS):
        s.tried[w] = 0
    s.left -= 1
    s.stage = PLANK
    if s.left == 0 or reserve(s, seat) == ZERO:
        finish(s, log)


@kernel
def take_plank(s: State, seat: int, gap: int, log: Any) -> None:
    """The plank in a gap goes to a seat's reserve."""
    plank = 0
    while s.where[plank] != gap:
        plank += 1
    emit(log, Kind.TAKEN, seat, plank, gap)
    s.where[plank] = RESERVE + seat
    s.ground[gap >> 6] &= ~bit(gap)
    finish(s, log)


@kernel
def take_stone(s: State, seat: int, island: int, log: Any) -> None:
    """The stone on an island goes back to the supply."""
    emit(log, Kind.LIFTED, seat, island)
    s.stones &= ~bit(island)
    finish(s, log)


@kernel
def go(s: State, seat: int, place: int, log: Any) -> None:
    """A seat's pawn goes to a place; at its goal the game is over at once (DELTA-8.1)."""
    came_from = s.pawns[seat]
    s.pawns[seat] = place
    if place == GOAL[s.seats, seat]:
        arrive(s, seat, place, log)
        return
    emit(log, Kind.WENT, seat, place)
    if s.stage == FIRST:
        s.stage = SECOND
        s.origin = came_from
    else:
        finish(s, log)


@kernel
def arrive(s: State, seat: int, place: int, log: Any) -> None:
    """The game is over; the cards that are still hidden are shown."""
    s.over = ARRIVAL
    s.origin = 0
    for slot in range(int64(s.phase) + 1, SLOTS):
        show_slot(s, slot, log)
    emit(log, Kind.ARRIVED, seat, place)


@kernel
def finish(s: State, log: Any) -> None:
    """The mover's card is performed; go on with the next ones."""
    s.left = 0
    s.origin = 0
    if pass_on(s, log):
        perform(s, log)


@kernel
def perform(s: State, log: Any = None) -> bool:
    """Perform cards, beginning with the mover's; is there one that needs a choice? Otherwise the round is over."""
    while not asks(s, int64(s.mover), log):
        if not pass_on(s, log):
            return False
    return True


@kernel
def pass_on(s: State, log: Any) -> bool:
    """Go on to the next seat, the next slot or the next round (DELTA-2.6, DELTA-2.7); is there a known card?"""
    n = int64(s.seats)
    s.mover = (s.mover + 1) % n
    if s.mover != s.statuette:
        return True
    s.phase += 1
    if s.phase == SLOTS:
        end_round(s, log)
        return False
    for seat in range(n):
        if s.programme[seat, s.phase] == 0:
            s.stage = VEILED
            return False
    reveal(s, log)
    return True


@kernel
def reveal(s: State, log: Any) -> None:
    """Tell the cards of a phase that begins."""
    show_slot(s, int64(s.phase), log)
    emit(log, Kind.REVEALED, s.mover, s.phase)


@part
def show_slot(s: State, slot: int, log: Any) -> None:
    """Tell the cards of a slot to everyone."""
    for seat in range(int64(s.seats)):
        emit(log, Kind.CARD, seat, slot, int64(s.programme[seat, slot]) - 1)


@kernel
def end_round(s: State, log: Any) -> None:
    """Cards go back to the hands, the statuette to the next seat."""
    for seat in range(COLOURS):
        for slot in range(SLOTS):
            s.programme[seat, slot] = 0
    s.phase = 0
    s.mover = 0
    s.statuette = (s.statuette + 1) % int64(s.seats)
    s.stage = PROGRAMMING
    emit(log, Kind.ROUND, s.statuette)


@kernel
def asks(s: State, seat: int, log: Any) -> bool:
    """Begin the action on a seat's revealed card; is there something to choose? If not, the card is performed."""
    card = int64(s.programme[seat, s.phase]) - 1
    place = int64(s.pawns[seat])
    home = int64(HOME[s.seats, seat])
    if card >= DRAGON:
        emit(log, Kind.DRAGON, seat, card)
    elif cancelled(s, seat):
        emit(log, Kind.CANCELLED, seat, card, place)
    elif has_choice(s, seat, card):
        return True
    elif card < MOVE_1:
        s.left = 0
        emit(log, Kind.NOTHING, seat, card)
    else:
        s.pawns[seat] = home  # DELTA-7.5
        emit(log, Kind.STUCK if place == home else Kind.FELL, seat, card, place)
    return False


@kernel
def has_choice(s: State, seat: int, card: int) -> bool:
    """Go to the stage of an action card; is there something to choose?"""
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
    return bool(nonempty(destinations(s, seat)))

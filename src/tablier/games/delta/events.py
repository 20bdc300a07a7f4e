"""What happens when cards are performed, one event at a time, as everybody at the table sees it.

A ply may set off much: cards that dragons cancel, falls, whole phases without a choice, the end of the round. The rules
do all of it inside one ``apply``. Here the same rules are asked step by step, with a copy of the state after each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tablier.games.delta.actions import DRAGON, MOVE_1, decode
from tablier.games.delta.board import HOME
from tablier.games.delta.queries import asks, cancelled, pass_on
from tablier.games.delta.state import GAP, LOST, PROGRAMMING, STONE, State

Kind = Literal[
    "locked", "revealed", "stone", "plank", "missed", "laid", "lost", "taken", "lifted", "went", "arrived",
    "dragon", "cancelled", "nothing", "fell", "stuck", "round",
]  # fmt: skip


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        kind: what it was.
        seat: who did it.
        state: the complete state at that moment, to be reduced to what each reader may know.
        what: an island, a plank, a place or a card, depending on the kind.
        at: a gap, or the place where a pawn was.
    """

    kind: Kind
    seat: int
    state: State
    what: int = 0
    at: int = 0


def events(before: State, seat: int, actions: Sequence[int]) -> Iterator[Event]:
    """What the plies of a submission did, from the complete state before them."""
    s = before.copy()
    for n, action in enumerate(actions, 1):
        t = s.copy()
        State.runtime.apply(s, seat, action)
        family, number = decode(action)
        if family == "card":
            if n == len(actions):
                yield from _programmed(t, seat, number)
            continue
        yield _acted(t, s, seat, family, number)
        if not s.over and (s.stage == PROGRAMMING or (s.phase, s.mover) != (t.phase, t.mover)):
            yield from _continue(t)


def _programmed(t: State, seat: int, card: int) -> Iterator[Event]:
    """The last card of a programme; after the last programme the round begins."""
    programme = t.programme[seat]
    programme[programme.tolist().index(0)] = card + 1
    yield Event("locked", seat, t.copy())
    if State.runtime.movers(t):
        return
    t.mover = t.statuette
    yield _revealed(t)
    place = t.pawns[t.mover]
    if not asks(t, t.mover):
        yield _performed(t, place)
        yield from _continue(t)


def _continue(t: State) -> Iterator[Event]:
    """From the mover's card, which is performed, to the next choice or the end of the round."""
    while True:
        phase = t.phase
        t.left = t.origin = t.held = 0
        t.tried = [0] * len(t.tried)
        if not pass_on(t):
            yield Event("round", t.statuette, t.copy())
            return
        if t.phase != phase:
            yield _revealed(t)
        place = t.pawns[t.mover]
        if asks(t, t.mover):
            return
        yield _performed(t, place)


def _revealed(t: State) -> Event:
    t.stage = STONE  # cards up to the phase are revealed while cards are performed
    return Event("revealed", t.mover, t.copy())


def _performed(t: State, place: int) -> Event:
    """A card that was performed without a choice; ``place`` is where the pawn stood before."""
    seat = t.mover
    card = t.programme[seat, t.phase] - 1
    kind: Kind = "nothing"
    if card >= DRAGON:
        kind = "dragon"
    elif cancelled(t, seat):
        kind = "cancelled"
    elif card >= MOVE_1:
        kind = "stuck" if place == HOME[t.seats][seat] else "fell"
    return Event(kind, seat, t.copy(), card, place)


def _acted(t: State, after: State, seat: int, family: str, number: int) -> Event:
    """An action and what it did; ``t`` becomes the state at that moment, before anything else happens."""
    pawn, where = t.pawns[seat], t.where.tolist()
    t.stones, t.where, t.ground = after.stones, after.where.tolist(), after.ground.tolist()
    kind: Kind
    match family:
        case "stone":
            return Event("stone", seat, t.copy(), number)
        case "plank":
            t.held, t.stage = number, GAP
            kind = "lost" if after.where[number] == LOST else "plank"
            return Event(kind, seat, t.copy(), number, -1)
        case "gap":
            plank, place = t.held, after.where[t.held]
            kind = "laid" if place == number else "lost" if place == LOST else "missed"
            t.tried = after.tried.tolist()
            return Event(kind, seat, t.copy(), plank, number)
        case "take_plank":
            return Event("taken", seat, t.copy(), where.index(number), number)
        case "take_stone":
            return Event("lifted", seat, t.copy(), number)
        case _:
            t.pawns[seat], t.over = number, after.over
            return Event("arrived" if after.over else "went", seat, t.copy(), number, pawn)

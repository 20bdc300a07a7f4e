"""What happens when cards are performed, one happening at a time, as everybody at the table sees it.

A ply may set off much: others' cards that dragons cancel, falls, whole phases without a choice, the end of the round.
The rules do all of it inside ``apply``, where the views before and after no longer show what was on the way; here the
same functions of the rules are called one by one, with a picture of the record after each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from tablier.games.delta import rules
from tablier.games.delta.board import HOME

Kind = Literal[
    "locked", "revealed", "stone", "plank", "missed", "laid", "lost", "taken", "lifted", "went", "arrived",
    "dragon", "cancelled", "nothing", "fell", "stuck", "round",
]  # fmt: skip


class Happening(NamedTuple):
    """``what`` is an island, a plank, a place or a card, by ``kind``; ``at`` a gap, or where a pawn was.

    ``state`` is the complete record at that moment, to be hidden from whoever is told.
    """

    kind: Kind
    seat: int
    state: Any
    what: int = 0
    at: int = 0


def story(before: Any, seat: int, actions: Sequence[int]) -> Iterator[Happening]:
    """What the plies of a submission did, from the complete record before them."""
    s = before.copy()
    for number, action in enumerate(actions):
        t = s.copy()
        rules.apply(s, seat, action)
        if action < rules.CARDS:
            if number == len(actions) - 1:
                yield from _programmed(t, seat, action)
            continue
        yield from _did(t, s, seat, action)
        if not s.over and (s.stage == rules.PROGRAMMING or (s.phase, s.mover) != (t.phase, t.mover)):
            yield from _went_on(t)


def _programmed(t: Any, seat: int, card: int) -> Iterator[Happening]:
    """The last card of a programme; with the last programme the round begins."""
    t.programme[seat, list(t.programme[seat]).index(0)] = card + 1
    yield Happening("locked", seat, t.copy())
    if rules.movers(t):
        return
    t.mover = t.statuette
    yield from _revealed(t)
    place = int(t.pawns[t.mover])
    if not rules.asks(t, int(t.mover)):
        yield _unasked(t, place)
        yield from _went_on(t)


def _revealed(t: Any) -> Iterator[Happening]:
    t.stage = rules.STONE  # performing: cards up to the phase are open
    yield Happening("revealed", int(t.mover), t.copy())


def _went_on(t: Any) -> Iterator[Happening]:
    """From the card of the mover, which is performed, to the next choice or the end of the round."""
    while True:
        phase = int(t.phase)
        t.left = t.origin = t.held = 0
        t.tried[:] = 0
        if not rules.pass_on(t):
            yield Happening("round", int(t.statuette), t.copy())
            return
        if t.phase != phase:
            yield from _revealed(t)
        place = int(t.pawns[t.mover])
        if rules.asks(t, int(t.mover)):
            return
        yield _unasked(t, place)


def _unasked(t: Any, place: int) -> Happening:
    """A card that was performed without a choice; ``place`` is where the pawn stood before."""
    seat = int(t.mover)
    card = int(t.programme[seat, t.phase]) - 1
    kind: Kind = "nothing"
    if card >= rules.DRAGON:
        kind = "dragon"
    elif rules.cancelled(t, seat):
        kind = "cancelled"
    elif card >= rules.MOVE_1:
        kind = "stuck" if place == HOME[t.seats, seat] else "fell"
    return Happening(kind, seat, t.copy(), card, place)


def _did(t: Any, after: Any, seat: int, action: int) -> Iterator[Happening]:
    """An action and what it did; ``t`` is left as the board is then, before anything else happens."""
    old = int(t.pawns[seat])
    lay = {int(place): plank for plank, place in enumerate(t.where)}
    t.stones, t.where[:], t.ground[:] = after.stones, after.where, after.ground
    if action < rules.CHOOSE:
        yield Happening("stone", seat, t.copy(), action - rules.SET)
    elif action < rules.LAY:
        plank = action - rules.CHOOSE
        t.held, t.stage = plank, rules.GAP
        kind: Kind = "lost" if after.where[plank] == rules.LOST else "plank"
        yield Happening(kind, seat, t.copy(), plank, -1)
    elif action < rules.TAKE:
        plank, gap = int(t.held), action - rules.LAY
        place = int(after.where[plank])
        kind = "laid" if place == gap else "lost" if place == rules.LOST else "missed"
        t.tried[:] = after.tried
        yield Happening(kind, seat, t.copy(), plank, gap)
    elif action < rules.LIFT:
        gap = action - rules.TAKE
        yield Happening("taken", seat, t.copy(), lay[gap], gap)
    elif action < rules.GO:
        yield Happening("lifted", seat, t.copy(), action - rules.LIFT)
    else:
        place = action - rules.GO
        t.pawns[seat] = place
        if after.over:
            t.over = after.over
        yield Happening("arrived" if after.over else "went", seat, t.copy(), place, old)

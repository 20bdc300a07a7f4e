"""Events: the records that the rules write while they play a ply, and their readers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from known import GAMES

import tablier
from tablier.core.events import FIELDS, ROWS, Event, EventLog
from tablier.core.seats import CHANCE, SPECTATOR
from tablier.engine.protocol import determinize
from tablier.engine.rng import generator
from tablier.errors import GameError
from tablier.games.ankh_morpork import events as ankh
from tablier.games.ankh_morpork import state as st
from tablier.games.ankh_morpork.board import (
    BOUNTIES,
    FOUNDATION_COST,
    HOUSE_COST,
    SCROLL,
    TOKEN_COST,
    VILLA_COST,
)
from tablier.games.delta import events as delta
from tablier.games.delta.state import PROGRAMMING
from tablier.position import Position

EVENTFUL = [name for name in GAMES if tablier.game(name).definition.events]
TWINS = 4
ANNOUNCEMENTS = (delta.Kind.LOCKED, ankh.Kind.CHOSEN, ankh.Kind.ANSWERED)


def walk(name: str, random: Random, plies: int) -> Iterator[Position]:
    """Positions of a random game with more than two seats."""
    position = tablier.game(name).new(3)
    while position.movers and position.ply < plies:
        yield position
        position.push(random.choice(position.moves(random.choice(position.movers))))


def chosen_in_secret(name: str, position: Position) -> bool:
    """Is the action itself unknown to others: one of several made at once, a stolen card, a drawn token?"""
    hidden_draw = name == "ankh_morpork" and position.state.stage in (st.STEAL, st.DRAW)
    return len(position.movers) > 1 or hidden_draw


def played(position: Position, seat: int, action: int) -> Position:
    after = position.copy()
    after.push(next(move for move in after.moves(seat) if move.action == action))
    return after


def comparable(name: str, before: Position, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, without those that deliberately tell more than two views.

    A table announces which seats have chosen; views do not show it. Cards of Delta's last phases may be revealed
    and taken back within one ply.
    """
    told = tuple(event for event in events if event.kind not in ANNOUNCEMENTS)
    if name != "delta" or before.state.stage == PROGRAMMING:
        return told
    return tuple(takewhile(lambda event: event.kind is not delta.Kind.CARD, told))


@pytest.mark.parametrize("name", EVENTFUL)
def test_events_for_a_seat_depend_only_on_what_it_may_know(name: str) -> None:
    """Positions that look the same to a reader, and again after a ply, have told that reader the same."""
    random, rng, compared = Random(5), generator(5), 0
    for position in walk(name, random, 400):
        reader = random.choice([None, *range(position.seats)])
        seen = position.view(reader)
        mover = random.choice(position.movers)
        known: dict[tuple[bytes, int], tuple[Event, ...]] = {}
        for n in range(TWINS):
            twin = position.copy() if n == 0 else seen.copy()
            twin.viewer = None
            if n:
                determinize(twin.state, SPECTATOR if reader is None else reader, rng)
            if mover not in twin.movers:
                continue
            moves = twin.moves(mover)
            for action in random.sample([int(a) for a in moves.actions], min(6, len(moves))):
                after = played(twin, mover, action)
                key = after.view(reader).key(), -1 if chosen_in_secret(name, position) else action
                events = comparable(name, position, after.events(reader))
                compared += key in known
                assert known.setdefault(key, events) == events
    assert compared > 200


COSTS = (FOUNDATION_COST, HOUSE_COST, VILLA_COST)
Moved = Iterable[tuple[int, int, int]]
"""A hand, a good, and how many more of it."""


def nothing(_: Event) -> Moved:
    return ()


def gained(event: Event) -> Moved:
    return [(event.seat, event.a, event.b), (event.seat, SCROLL, -event.c)]


def paid(seat: int, cost: Sequence[int], scrolls: int) -> Moved:
    """Scrolls, or else the cost in cards."""
    return [(seat, SCROLL, -scrolls)] if scrolls else [(seat, card, -n) for card, n in enumerate(cost)]


def given(seat: int, goods: int, to: int | None = None) -> Moved:
    for good, n in enumerate(ankh.unpacked(goods)):
        yield seat, good, -n
        if to is not None:
            yield to, good, n


MOVED: dict[int, Callable[[Event], Moved]] = {
    ankh.Kind.RECEIVED: gained,
    ankh.Kind.PRODUCED: gained,
    ankh.Kind.BEGGED: gained,
    ankh.Kind.TOOK: gained,
    ankh.Kind.UNIVERSITY: lambda e: [(e.seat, SCROLL, e.a)],
    ankh.Kind.FIXED: lambda e: [(e.seat, SCROLL, -e.b)],
    ankh.Kind.SOLD: lambda e: [(e.seat, e.a, -1), (e.seat, SCROLL, e.b)],
    ankh.Kind.TURNED_UP: lambda e: [(e.seat, e.a, -1)],
    ankh.Kind.BOUGHT: lambda e: [(e.seat, e.a, -e.b)],
    ankh.Kind.EXCHANGED: lambda e: [(e.seat, e.a, -e.b), (e.seat, e.c, 1)],
    ankh.Kind.HIRED: lambda e: [(e.seat, card, -1) for card in BOUNTIES[e.a]],
    ankh.Kind.BUILT: lambda e: paid(e.seat, COSTS[e.b], e.c),
    ankh.Kind.TOKEN: lambda e: paid(e.seat, TOKEN_COST, e.a),
    ankh.Kind.DISCARDED: lambda e: given(e.seat, e.a),
    ankh.Kind.STOLEN: lambda e: [(e.seat, e.b, 1), (e.a, e.b, -1)],
    ankh.Kind.DEAL: lambda e: [*given(e.seat, e.b, e.a), *given(e.a, e.c, e.seat)],
}


def owned(s: st.State) -> list[list[int]]:
    return [[*s.hands[seat], s.scrolls[seat]] for seat in range(s.players)]


def everything_told(position: Position) -> list[Event]:
    """The events of the last ply as all seats together know them."""
    return list(dict.fromkeys(event for seat in range(position.seats) for event in position.events(seat)))


def accounted(position: Position) -> set[int]:
    """Add what the last ply told to the state before it; this must give the state after it. Returns the kinds."""
    s, t = position.back(1).state, position.state
    goods, points, presidents = owned(s), s.points.tolist(), s.president.tolist()
    events = everything_told(position)
    for event in events:
        for seat, good, n in MOVED.get(event.kind, nothing)(event):
            goods[seat][good] += n
        if event.kind == ankh.Kind.ROSE:
            points[event.seat][event.a] = event.b
        elif event.kind == ankh.Kind.PRESIDES:
            presidents[event.a] = event.seat + 1
    assert (goods, points, presidents) == (owned(t), t.points.tolist(), t.president.tolist())
    return {event.kind for event in events}


OTHERS = "blue: h36 ore:1 wool:1; yellow: h24; turn: red"
PLAYED: tuple[tuple[str, list[tuple[int, str]]], ...] = (
    (f"seats: 3; red: h17 guard:1; {OTHERS}; dice: 8", [(0, "guard thief:ore4"), (CHANCE, "wool")]),
    (f"seats: 3; red: h0 wood:1 brick:1; {OTHERS}", [(0, "roll"), (CHANCE, "7"), (0, "hire:wood+brick")]),
    (f"seats: 3; red: h0 wood:9; {OTHERS}", [(0, "roll"), (CHANCE, "7"), (0, " ".join(["discard:wood"] * 4))]),
    (f"seats: 3; red: h0 scroll:6; {OTHERS}", [(0, "fix:5")]),
    (
        f"seats: 3; red: h0 wood:1 scroll:1; {OTHERS}; dice: 8",
        [(0, "offer give:wood want:wool propose"), (1, "accept"), (2, "refuse")],
    ),
)


def test_events_of_ankh_morpork_account_for_every_card_and_point() -> None:
    kinds: set[int] = set()
    for diagram, plies in PLAYED:
        position = tablier.game("ankh_morpork").setup(diagram)
        for seat, texts in plies:
            for text in texts.split():
                kinds |= accounted(position.play(text, seat))
    for seed in range(4):
        for position in walk("ankh_morpork", Random(seed), 500):
            if position.ply:
                kinds |= accounted(position)
    assert kinds >= MOVED.keys()


def test_events_of_several_plies_come_in_order() -> None:
    position = tablier.game("delta").new(2).play("stone1 stone2 plank1 remove move1", seat=0)
    assert position.events(0, 5)[:5] == tuple(position.back(4 - n).events(0)[0] for n in range(5))
    assert [event.kind for event in position.events(None, 5)] == [delta.Kind.LOCKED]


def test_asking_for_events_changes_nothing() -> None:
    position = tablier.game("delta").new(2).play("stone1 stone2", seat=0)
    before = position.key(), position.history
    position.events(1, 2)
    assert (position.key(), position.history) == before
    with pytest.raises(IndexError):
        position.events(0, 3)
    with pytest.raises(tablier.UnknownSeat):
        position.events(2)


def test_games_without_events_tell_none() -> None:
    assert tablier.game("ponte_del_diavolo").new().play("d4").events(0) == ()


def test_a_log_that_is_full_is_an_error() -> None:
    log = EventLog()
    log.cells[0] = ROWS + 1
    with pytest.raises(GameError, match="513 events"):
        list(log.read(delta.Kind, 0))


def test_a_full_log_is_not_written_beyond_its_end() -> None:
    position = tablier.game("delta").new(2)
    cells: Any = array("q", [0] * (1 + FIELDS))
    for text in ("stone1", "stone2"):
        position.game.runtime.apply(position.state, 0, position.parse(text, 0).action, cells)
    assert cells[0] == 2
    assert len(cells) == 1 + FIELDS

"""Events: what the rules write while they play a ply, and who may know of it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
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
from tablier.games.delta import events as delta
from tablier.games.delta.state import PROGRAMMING
from tablier.position import Position

EVENTFUL = [name for name in GAMES if tablier.game(name).definition.events]
TWINS = 4
ANNOUNCEMENTS = (delta.Kind.LOCKED,)


def walk(name: str, random: Random, plies: int) -> Iterator[Position]:
    """Positions of a random game with more than two seats."""
    position = tablier.game(name).new(3)
    while position.movers and position.ply < plies:
        yield position
        position.push(random.choice(position.moves(random.choice(position.movers))))


def chosen_in_secret(position: Position, seat: int) -> bool:
    """Is the action itself unknown to some others? Then they may know nothing of its events that tells it apart."""
    return len(position.movers) > 1 or seat == CHANCE


def played(position: Position, seat: int, action: int) -> Position:
    after = position.copy()
    after.push(next(move for move in after.moves(seat) if move.action == action))
    return after


def comparable(name: str, before: Position, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events without those that tell more than two views on purpose.

    A table announces who has chosen, which views leave out. Cards of Delta's last phases may be revealed and taken back
    within one ply.
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
                key = after.view(reader).key(), -1 if chosen_in_secret(position, mover) else action
                events = comparable(name, position, after.events(reader))
                compared += key in known
                assert known.setdefault(key, events) == events
    assert compared > 200


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

"""The state of a table is a pure function of its log."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known import GAMES

from tablier import catalogue
from tablier.server.domain.events import Event, Submitted
from tablier.server.domain.reader_cache import ReaderCache
from tablier.server.domain.state import BrokenLog, Reader, TableState

from .logs import LocalTable

pytestmark = pytest.mark.once

SETTINGS = settings(max_examples=8)


def contents(state: TableState) -> dict[str, Any]:
    """All that a state says, in values that can be compared; positions with what led to them."""
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    fields["position"] = (state.position.key(), state.position.history)
    fields["rewound"] = [(seq, position.key(), position.history) for seq, position in state.rewound]
    return fields


def random_log(name: str, seed: int) -> LocalTable:
    seats = catalogue.info(name).seats
    table = LocalTable(name, seats[seed % len(seats)], seed, bots=seed % 2)
    for _ in range(24):
        table.happen()
    return table


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_a_log_replayed_gives_an_equal_state_after_every_event(name: str, seed: int) -> None:
    table = random_log(name, seed)
    states = [table.first]
    for event in table.state.events:
        states.append(states[-1].apply(event))
    assert states[-1] == table.state
    assert contents(states[-1]) == contents(table.state)
    for seq, state in enumerate(states):
        prefix = reduce(TableState.apply, table.state.events[:seq], table.first)
        assert contents(prefix) == contents(state)


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_apply_changes_no_earlier_state(name: str, seed: int) -> None:
    table = random_log(name, seed)
    states, said = [table.first], [contents(table.first)]
    for event in table.state.events:
        before = msgspec.json.encode(event)
        states.append(states[-1].apply(event))
        said.append(contents(states[-1]))
        assert msgspec.json.encode(event) == before
    assert [contents(state) for state in states] == said


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_every_earlier_position_is_found_from_the_last_state(name: str, seed: int) -> None:
    table = random_log(name, seed)
    state, found = table.first, [table.first.position]
    for event in table.state.events:
        state = state.apply(event)
        found.append(state.position)
    for seq, position in enumerate(found):
        assert table.state.at(seq).history == position.history
        assert table.state.at(seq).key() == position.key()


@pytest.mark.parametrize("name", GAMES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_a_log_narrated_event_by_event_is_the_log_narrated_at_once(name: str, seed: int) -> None:
    table = random_log(name, seed)
    readers: tuple[Reader, ...] = (None, 0) if table.state.game.info.hidden else (None,)
    state, live = table.first, ReaderCache()
    for event in table.state.events:
        state = state.apply(event)
        for reader in readers:
            live.narrate(state, reader)
            assert live.update(state, event.seq, reader) == ReaderCache().update(table.state, event.seq, reader)
    for reader in readers:
        assert live.entries(state, reader) == ReaderCache().entries(table.state, reader)


def test_two_states_can_follow_one() -> None:
    table = LocalTable("ponte_del_diavolo", 2, 1)
    first = table.state
    one, other = (first.apply(Event("table", 2, "2", 0, Submitted((ply,)), 2)) for ply in ("d4", "e5"))
    assert (one.position.history[-1].text, other.position.history[-1].text) == ("d4", "e5")
    assert first.position.ply == 0


def test_a_known_position_is_not_played_again() -> None:
    first = LocalTable("ponte_del_diavolo", 2, 1).state
    event = Event("table", 2, "2", 0, Submitted(("d4", "e5")), 2)
    after = first.position.copy().play("d4 e5")
    assert first.apply(event, after) == first.apply(event)
    assert first.apply(event, after).position is after


@pytest.mark.parametrize("number", [1, 3])
def test_a_gap_or_repetition_in_the_log_is_refused(number: int) -> None:
    state = LocalTable("ponte_del_diavolo", 2, 1).state
    with pytest.raises(BrokenLog, match=f"event {number} of table table follows event 1"):
        state.apply(Event("table", number, "key", 0, Submitted(("d4",)), 2))

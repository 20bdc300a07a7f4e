"""Registration refuses definitions that would fail later, with a readable message."""

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tablier.core.state import StateRecord, i8, u8, u64
from tablier.engine import protocol
from tablier.engine.game_rules import Kernels
from tablier.engine.records import dtype_of
from tablier.errors import GameError
from tablier.games.ponte_del_diavolo import state as ponte
from tablier.template.nim import rules as nim
from tablier.template.nim.game import GAME as NIM


@pytest.mark.parametrize("name", ["round", "size", "all", "item", "flags"])
def test_field_names_that_numpy_records_use_are_refused(name: str) -> None:
    state: Any = type("State", (StateRecord,), {name: i8(), "__module__": __name__})
    with pytest.raises(GameError, match=f"field '{name}'"):
        dtype_of(state)


def test_records_are_padded_to_whole_words() -> None:
    class State(StateRecord):
        one = u8()

    assert State.SIZE == dtype_of(State).itemsize == 8
    assert ponte.State.SIZE % 8 == 0


def test_a_state_and_its_numpy_record_share_their_bytes() -> None:
    class State(StateRecord):
        small = u8()
        row = u64(3)
        table = i8(2, 3)

    state = State()
    state.small, state.row = 7, [1, 2, 1 << 63]
    state.table[1, 2] = -5
    native = np.frombuffer(state.data, dtype_of(State))[0]
    assert (native.small, native.row.tolist(), native.table.tolist()) == (
        7,
        [1, 2, 1 << 63],
        [[0, 0, 0], [0, 0, -5]],
    )
    native.row[1] = 9
    assert state.row.tolist() == [1, 9, 1 << 63]
    assert (state.table.tolist(), list(state.table[1]), state.table[1][2]) == ([[0, 0, 0], [0, 0, -5]], [0, 0, -5], -5)


def test_record_types_of_all_games_contain_the_source_hash() -> None:
    for state in (NIM.state, ponte.State):
        assert any(name.startswith("source_") for name in dtype_of(state).names or ())


def test_a_copy_of_a_game_in_another_package_has_another_record_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "a_copy", sys.modules[__name__])
    states: list[Any] = [
        type("State", (StateRecord,), {"field": i8(), "__module__": module}) for module in (__name__, "a_copy")
    ]
    assert dtype_of(states[0]) != dtype_of(states[1])


def test_a_second_game_with_the_same_record_type_is_refused() -> None:
    NIM.rules()
    with pytest.raises(GameError, match=r"'twin'.*equals that of 'nim'"):
        protocol.register("twin", NIM.state, 10, nim.KERNELS, module=__name__)


def test_unknown_and_missing_kernels_are_refused() -> None:
    with pytest.raises(TypeError, match="rollout_polcy"):
        replace(nim.KERNELS, rollout_polcy=nim.legal)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="legal"):
        Kernels(setup=nim.setup, movers=nim.movers)  # type: ignore[call-arg]


def test_an_unregistered_record_raises_a_game_error() -> None:
    class State(StateRecord):
        stranger = u8()

    with pytest.raises(GameError, match="no game is registered"):
        protocol.movers(State())

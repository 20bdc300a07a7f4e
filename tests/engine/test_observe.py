"""Observations contain exactly what a seat may know."""

from dataclasses import replace

import numpy as np
import pytest
from toy import seen
from toy.game import GAME

from tablier.bench import random_actions
from tablier.core.state import StateRecord, u64
from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.check import hidden, walk
from tablier.engine.game_rules import Rules
from tablier.engine.observe import Observer
from tablier.errors import GameError
from tablier.template.nim.game import GAME as NIM_GAME

TOY, NIM = GAME.rules(), NIM_GAME.rules()


def observed(rules: Rules, states: np.ndarray, seats: list[int]) -> np.ndarray:
    observer = Observer(rules, len(states))
    out: np.ndarray = observer.blank()
    observer.write(states, np.array(seats), out)
    return out


def test_an_observation_is_the_bits_of_the_view_and_the_seat() -> None:
    parts = Observer(TOY).parts
    for s, _ in walk(TOY, 3, [2], seed=1, games=3):
        for seat in range(3):
            (bits,) = observed(TOY, s, [seat])
            assert set(bits.tolist()) <= {0, 1}
            view = np.packbits(bits[:-8], bitorder="little").tobytes()
            assert view == hidden(s, seat).tobytes()[: len(view)]
            assert bits[-8:].tolist() == [int(k == seat) for k in range(8)]
    assert [part.name for part in parts] == [
        *(n for n in TOY.dtype.names or () if n != "spare" and "source" not in n),
        "seat",
    ]
    assert [part.first for part in parts[1:]] == [part.first + part.size for part in parts[:-1]]


def test_numbers_are_binary_digits_and_sets_are_members() -> None:
    heaps = NIM.zeros(1)
    heaps[0]["heaps"] = [5, -1, 0]
    (bits,) = observed(NIM, heaps, [1])
    part = Observer(NIM).parts[0]
    assert (part.kind, part.shape, part.size) == ("number", (3,), 24)
    assert bits[:24].reshape(3, 8).tolist() == [[1, 0, 1, 0, 0, 0, 0, 0], [1] * 8, [0] * 8]


def test_observations_do_not_depend_on_hidden_parts() -> None:
    differ = 0
    for s, rng in walk(TOY, 3, [2], seed=2, games=4):
        for seat in range(3):
            other = hidden(s, seat)
            protocol.determinize(other[0], seat, rng)
            differ += other.tobytes() != s.tobytes()
            assert np.array_equal(observed(TOY, s, [seat]), observed(TOY, other, [seat]))
    assert differ > 20


def test_a_game_can_define_its_own_features() -> None:
    observer = Observer(seen.RULES, 2)
    assert [(part.name, part.kind, part.size) for part in observer.parts] == [("heaps", "own", 3), ("first", "own", 1)]
    s = seen.RULES.zeros(2)
    for one in s:
        one.heaps[:] = [4, 2, 8]
    assert observed(seen.RULES, s, [1, 0]).tolist() == [[0.5, 0.25, 1, 0], [0.5, 0.25, 1, 1]]
    assert observer.dtype == np.float32


def test_features_without_a_shape_are_refused() -> None:
    class State(StateRecord):
        other = u64()

    with pytest.raises(GameError, match="'other': give both features and features_shape, or neither"):
        protocol.register("other", State, 4, replace(seen.KERNELS, features_shape={}), module=__name__)


def test_writing_a_slice_changes_no_other_rows() -> None:
    s = TOY.zeros(3)
    for one in s:
        protocol.setup(one, 3, np.array([2]))
    observer = Observer(TOY, 3)
    out = observer.blank()
    out[:] = 9
    observer.write(s, np.zeros(3, np.int64), out, 1, 2)
    assert (out[[0, 2]] == 9).all()
    assert (out[1] < 2).all()


@pytest.mark.parametrize(("rules", "seats", "options"), [(TOY, 3, [2]), (NIM, 2, [0]), (seen.RULES, 2, [0])])
def test_a_batch_keeps_its_observations_up_to_date(rules: Rules, seats: int, options: list[int]) -> None:
    batch = Batch(rules, 33, seats=seats, options=np.array(options, np.int64), seed=1, observe=True)
    choose = np.random.default_rng(1)
    for _ in range(40):
        assert np.array_equal(batch.observation, observed(rules, batch.states, batch.seat.tolist()))
        batch.step(random_actions(batch.mask, choose))


def test_the_observations_of_a_batch_are_one_piece_of_memory() -> None:
    page = Observer(TOY, 5).page()
    assert page.flags.c_contiguous
    assert not page.any()
    assert (page.shape, page.dtype) == (Observer(TOY, 5).blank().shape, np.uint8)

"""A batch plays the same games as single records, in any number of threads."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest
from known import GAMES

from tablier.api import game
from tablier.bench import default_options, random_actions
from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.playout import rewards
from tablier.errors import CopyError, IllegalMove, InvalidOption

RULES = game("ponte_del_diavolo").rules
OPTIONS = np.array([0], np.int64)


def play(threads: int, steps: int = 150) -> tuple[Batch, list[np.ndarray], int]:
    batch = Batch(RULES, 16, seats=2, options=OPTIONS, seed=1, threads=threads)
    choose = np.random.default_rng(3)
    done, paid = 0, []
    for _ in range(steps):
        actions = np.array([choose.choice(np.flatnonzero(row)) for row in batch.mask])
        batch.step(actions)
        done += int(batch.done.sum())
        paid.append(batch.reward.copy())
    return batch, paid, done


def test_threads_do_not_change_the_games() -> None:
    one, paid_one, done = play(1)
    two, paid_two, _ = play(2)
    assert done >= 16
    assert np.array_equal(one.states, two.states)
    assert all(np.array_equal(a, b) for a, b in zip(paid_one, paid_two, strict=True))


def digest(name: str, threads: int, seed: int = 3) -> str:
    """A hash of all outputs of all steps of random games."""
    played = game(name)
    seats, options = played.info.seats[0], default_options(played)
    batch = Batch(played.rules, 40, seats=seats, options=options, seed=seed, threads=threads, observe=True, limit=60)
    choose = np.random.default_rng(seed)
    total = blake2b()
    for _ in range(130):
        batch.step(random_actions(batch.mask, choose))
        outputs = batch.states, batch.seat, batch.mask, batch.reward, batch.done, batch.cut, batch.final
        for output in (*outputs, batch.observation):
            total.update(output.tobytes())
    assert batch.final.tobytes().strip(b"\0")
    return total.hexdigest()


@pytest.mark.skipif(protocol.INTERPRETED, reason="interpreted kernels run in one thread")
@pytest.mark.parametrize("name", GAMES)
def test_any_number_of_threads_plays_the_same_games(name: str) -> None:
    assert digest(name, 1) == digest(name, 2) == digest(name, 3)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", GAMES)
def test_observations_of_a_batch_are_those_of_its_records(name: str, threads: int) -> None:
    played = game(name)
    seats, options = played.info.seats[-1], default_options(played)
    batch = Batch(played.rules, 40, seats=seats, options=options, seed=2, threads=threads, observe=True, limit=30)
    assert batch.observer
    out, choose = batch.observer.blank(), np.random.default_rng(2)
    for step in range(70):
        batch.observer.write(batch.states, batch.seat, out)
        assert np.array_equal(batch.observation, out)
        batch.step(random_actions(batch.mask, choose))
        if step == 50:
            batch.reset(5)


@pytest.mark.skipif(protocol.INTERPRETED, reason="interpreted kernels run in one thread")
def test_batches_in_several_threads_do_not_disturb_each_other() -> None:
    seeds = range(6)
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda seed: digest("ponte_del_diavolo", 2, seed), seeds))
    assert together == [digest("ponte_del_diavolo", 1, seed) for seed in seeds]


def test_rewards_are_zero_until_the_end_and_then_sum_to_one() -> None:
    _, paid, done = play(1)
    ends = [row for step in paid for row in step if row.any()]
    assert len(ends) == done
    assert all(row.sum() == 1.0 for row in ends)


def test_a_batch_plays_like_single_records() -> None:
    batch = Batch(RULES, 3, seats=2, options=OPTIONS, seed=9)
    single = RULES.zeros()
    protocol.setup(single[0], 2, OPTIONS)
    choose = np.random.default_rng(4)
    while True:
        listed = RULES.action_buffer()
        n = protocol.legal(single[0], int(batch.seat[1]), listed)
        assert np.array_equal(np.flatnonzero(batch.mask[1]), listed[:n])
        actions = np.array([choose.choice(np.flatnonzero(row)) for row in batch.mask])
        protocol.apply(single[0], int(batch.seat[1]), int(actions[1]))
        batch.step(actions)
        if batch.done[1]:
            break
        assert batch.states[1].tobytes() == single[0].tobytes()
    out = np.zeros(2)
    rewards(single[0], np.zeros(6, np.int64), out)
    assert np.array_equal(batch.reward[1], out)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_raises_and_changes_nothing(threads: int) -> None:
    batch = Batch(RULES, 64, seats=2, options=OPTIONS, seed=1, threads=threads)
    legal = batch.mask.argmax(1)
    before = batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes()
    for wrong, message in (
        (399, "game 63: action 399 is not legal for seat 0"),
        (-1, "expected 64 actions, each an id from 0 to 1025"),
        (1026, "expected 64 actions, each an id from 0 to 1025"),
    ):
        with pytest.raises(IllegalMove, match=message):
            batch.step(np.append(legal[:63], wrong))
    with pytest.raises(IllegalMove, match="expected 64 actions"):
        batch.step(legal[:63])
    assert before == (batch.states.tobytes(), batch.mask.tobytes(), batch.seat.tobytes())
    batch.step(legal)
    assert batch.states.tobytes() != before[0]


def test_actions_of_any_integer_type_are_taken() -> None:
    one, other = (Batch(RULES, 2, seats=2, options=OPTIONS, seed=1) for _ in range(2))
    one.step(np.array([5, 9], np.int64))
    other.step(np.array([5, 9], np.uint16))
    assert np.array_equal(one.states, other.states)
    one.step([6, 10])
    other.step((6, 10))
    assert np.array_equal(one.states, other.states)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([5.0, 9.0], "actions must be integers, got float64"),
        (np.array([5.0, 9.0]), "actions must be integers, got float64"),
        (np.array([True, False]), "actions must be integers, got bool"),
        ([5], r"expected 2 actions, got an array of shape \(1,\)"),
        (np.array([[5], [9]]), r"expected 2 actions, got an array of shape \(2, 1\)"),
        ([[5], [9, 1]], "expected 2 actions, got no array: .* inhomogeneous"),
        (5, "expected 2 actions, got 5"),
        (None, "expected 2 actions, got None"),
    ],
)
def test_what_is_no_array_of_integers_is_refused(actions: Any, message: str) -> None:
    batch = Batch(RULES, 2, seats=2, options=OPTIONS, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match=message):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("name", ["mask", "observation", "reward", "done", "cut", "seat"])
def test_outputs_are_taken_over_by_dlpack_without_a_copy(name: str) -> None:
    batch = Batch(RULES, 4, seats=2, options=OPTIONS, seed=1, observe=True)
    output = getattr(batch, name)
    taken = np.from_dlpack(output)
    assert np.shares_memory(taken, output)
    assert (taken.dtype, taken.shape) == (output.dtype, output.shape)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"options": np.array([], np.int64)},
            r"an index for each option \(board\), got \[\]; make them with game\.info",
        ),
        ({"options": [0, 0]}, r"an index for each option \(board\), got \[0, 0\]"),
        ({"options": [99]}, "the index of option 'board' must be one of 0 for 4, .* 4 for 12, got 99"),
        ({"options": [-1]}, "the index of option 'board' must be one of .*, got -1"),
        ({"options": [0.0]}, r"options must be an array of integers, got \[0.0\]"),
        ({"options": None}, "options must be an array of integers, got None"),
        ({"seats": 9}, "ponte_del_diavolo: seats must be one of 2, got 9"),
        ({"seats": 0}, "seats must be one of 2, got 0"),
        ({"seats": "2"}, "seats must be one of 2, got '2'"),
        ({"limit": 0}, "limit must be an integer, at least 1, got 0"),
        ({"threads": 0}, "threads must be an integer, at least 1, got 0"),
        ({"threads": 257}, "threads must be at most 256, got 257"),
        ({"seed": 1.5}, "seed must be an integer or a text, got 1.5"),
        ({"seed": None}, "seed must be an integer or a text, got None"),
        ({"size": 0}, "size must be an integer, at least 1, got 0"),
        ({"size": -1}, "size must be an integer, at least 1, got -1"),
        ({"size": "4"}, "size must be an integer, at least 1, got '4'"),
    ],
)
def test_invalid_arguments_are_refused(wrong: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"size": 4, "seats": 2, "options": OPTIONS, "seed": 1, **wrong}
    with pytest.raises(InvalidOption, match=message):
        Batch(RULES, **arguments)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_cannot_be_copied(again: Callable[[Any], Any]) -> None:
    with pytest.raises(CopyError, match="can be neither copied nor pickled; make a new one"):
        again(Batch(RULES, 2, seats=2, options=OPTIONS, seed=1))

"""A batch plays the same games as single records, in any number of threads."""

import numpy as np
import pytest

from tablier.api import game
from tablier.engine import protocol
from tablier.engine.batch import Batch
from tablier.engine.playout import rewards
from tablier.errors import IllegalMove

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
        listed = np.zeros(RULES.actions, np.int16)
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


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    batch = Batch(RULES, 2, seats=2, options=OPTIONS, seed=1)
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="game 1: action 399 is not legal for seat 0"):
        batch.step(np.array([0, 399]))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("name", ["mask", "observation", "reward", "done", "cut", "seat"])
def test_outputs_are_taken_over_by_dlpack_without_a_copy(name: str) -> None:
    batch = Batch(RULES, 4, seats=2, options=OPTIONS, seed=1, observe=True)
    output = getattr(batch, name)
    taken = np.from_dlpack(output)
    assert np.shares_memory(taken, output)
    assert (taken.dtype, taken.shape) == (output.dtype, output.shape)

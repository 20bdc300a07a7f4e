"""Training of a game in which seats choose whole submissions at once: Delta, whose highest level mixes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace

import tablier
from tablier.bots import MixedSpec
from tablier.engine.net_file import read_net
from tablier.games.delta.net import PERFORMED
from tablier.training import Plan, Training, gate
from tablier.training.selfplay import Block, play_block

PLAN = Plan(
    game="delta",
    seats=(2, 3),
    rounds=1,
    games=4,
    block=2,
    full=32,
    light=16,
    width=8,
    second=8,
    epochs=2,
    gate=2,
    gate_iterations=16,
)


def test_self_play_records_the_values_of_submissions_and_of_few_other_plies() -> None:
    samples = play_block(Block(PLAN, 1, 0, None)).samples
    programming = samples.numbers[:, 0, PERFORMED] == 0
    assert programming.any()
    assert not programming.all()
    assert (~programming).sum() < 4 * programming.sum(), "a programme is followed by more than four plies on average"
    assert samples.value.sum(1) == pytest.approx(1, abs=1e-5)
    assert set(samples.seats) == {2, 3}


def test_equal_blocks_of_programmes_give_equal_samples() -> None:
    one, other, third = (play_block(Block(replace(PLAN, seed=seed), 1, 1, None)).samples for seed in (1, 1, 2))
    assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in one._fields)
    assert not np.array_equal(one.value, third.value)


def test_a_run_fits_a_net_and_lets_mixed_bots_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "slowdown", lambda *_: 2.0)
    training = Training(tmp_path / "run", PLAN)
    with ThreadPoolExecutor(1) as executor:
        training.run(executor)
    assert training.rounds[0].gate.iterations == (8, 16)
    read_net(tmp_path / "run/nets/0001.npz", tablier.game("delta").rules)
    assert len((tmp_path / "run/gates/0001.jsonl").read_text().splitlines()) >= 2


def test_budgets_divide_the_simulations_of_a_mixed_bot() -> None:
    half, whole = (PLAN.bot(iterations, None) for iterations in (160, 320))
    assert isinstance(half, MixedSpec)
    assert isinstance(whole, MixedSpec)
    assert (whole.proposals, whole.candidates, whole.iterations) == (80, 20, 40)
    assert (half.proposals, half.candidates, half.iterations) == (40, 10, 20)
    assert PLAN.search(160).iterations == 20

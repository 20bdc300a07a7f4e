"""The compiled sampler draws legal actions with the given probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablier.envs.sampler import Sampler
from tablier.errors import IllegalMove, InvalidOption

ROW = np.array([0, 1, 0, 1, 1, 0], np.int8)
MANY = 30_000


def shares(logits: Any = None) -> Any:
    """The frequency of each action."""
    mask = np.tile(ROW, (MANY, 1))
    tiled = None if logits is None else np.tile(np.array(logits, np.float32), (MANY, 1))
    return np.bincount(Sampler(1).draw(mask, tiled), minlength=len(ROW)) / MANY


def test_legal_actions_are_equally_likely_without_logits() -> None:
    assert shares() == pytest.approx(ROW / 3, abs=0.02)


@pytest.mark.parametrize("shift", [-1000, 0, 1000])
def test_logits_give_the_probabilities_of_legal_actions(shift: float) -> None:
    expected = ROW * np.exp([0, 0, 0, 1, 2, 0])
    logits = np.array([9, 0, np.nan, 1, 2, np.inf]) + shift
    assert shares(logits) == pytest.approx(expected / expected.sum(), abs=0.02)


def test_actions_of_minus_infinity_are_avoided() -> None:
    assert shares([0, -np.inf, 0, 0, 0, 0]) == pytest.approx([0, 0, 0, 0.5, 0.5, 0], abs=0.02)


def test_the_last_legal_action_is_drawn_if_it_is_the_only_one() -> None:
    mask = np.eye(7, dtype=bool)
    assert Sampler().draw(mask).tolist() == list(range(7))
    assert Sampler().draw(mask, np.zeros((7, 7))).tolist() == list(range(7))


def test_a_seed_determines_all_draws() -> None:
    mask = np.ones((50, 9), bool)
    one, other = Sampler(3), Sampler(3)
    assert [one.draw(mask).tolist() for _ in range(3)] == [other.draw(mask).tolist() for _ in range(3)]
    assert Sampler(3).draw(mask).tolist() != Sampler(4).draw(mask).tolist()


def test_rows_without_a_legal_action_and_wrong_arrays_are_refused() -> None:
    mask = np.ones((3, 4), np.int8)
    mask[1] = 0
    for logits in (None, np.zeros((3, 4))):
        with pytest.raises(IllegalMove, match="row 1 has no legal action"):
            Sampler().draw(mask, logits)
    for wrong in (np.nan, np.inf, [-np.inf] * 4, [np.nan, 1, 2, 3]):
        logits = np.zeros((3, 4))
        logits[2] = wrong
        with pytest.raises(InvalidOption, match="row 2: the logits of legal actions must be numbers"):
            Sampler().draw(np.ones((3, 4), bool), logits)
    with pytest.raises(InvalidOption, match=r"logits must be real numbers \[n, actions\], got \[\['a', 'b'\]\]"):
        Sampler().draw(np.ones((1, 2), bool), [["a", "b"]])
    with pytest.raises(InvalidOption, match=r"logits have the shape \(3, 5\)"):
        Sampler().draw(mask, np.zeros((3, 5)))
    for mistake in (np.ones(4, bool), np.ones((2, 4))):
        with pytest.raises(InvalidOption, match="mask must be bool or int8"):
            Sampler().draw(mistake)


def test_no_rows_give_no_actions() -> None:
    assert Sampler().draw(np.ones((0, 4), bool)).shape == (0,)


@pytest.mark.parametrize("width", [1, 7, 63, 64, 65, 127, 128, 200])
def test_each_legal_action_and_no_other_is_drawn_whatever_the_width(width: int) -> None:
    assert Sampler().draw(np.eye(width, dtype=np.int8)).tolist() == list(range(width))
    row = np.random.default_rng(width).random(width) < 0.3
    row[width // 2] = True
    drawn = Sampler(1).draw(np.tile(row, (2000, 1)))
    assert np.unique(drawn).tolist() == np.flatnonzero(row).tolist()

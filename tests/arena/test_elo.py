"""Elo ratings: known cases, and any number of seats."""

from __future__ import annotations

import numpy as np
import pytest

from tablier.arena.elo import intervals, pairs, ratings


def test_pairs_are_counted_by_ranks_and_ties_are_halved() -> None:
    assert pairs([0, 1, 1], [0, 1, 2], 3).tolist() == [[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]]
    assert pairs([0, 1, 2], [0, 1, 1], 2).tolist() == [[0, 2], [0, 0]]  # entrant 1 has two seats


def test_ratings_of_two_are_the_logarithm_of_the_odds() -> None:
    share = (300 + 0.5) / 401  # with the drawn game
    difference = float(np.ptp(ratings(np.array([[0, 300], [100, 0]]))))
    assert difference == pytest.approx(400 * np.log10(share / (1 - share)), abs=0.01)
    assert np.isfinite(ratings(np.array([[0, 50], [0, 0]]))).all()


def test_the_strengths_from_which_games_were_drawn_are_found() -> None:
    true = np.array([200.0, 50.0, -50.0, -200.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    found = ratings(2000 * chance * (1 - np.eye(4)))
    assert np.allclose(found, true, atol=1.0)


def test_lopsided_matches_have_the_ratings_of_the_greatest_likelihood() -> None:
    wins = np.diag([400.0, 400.0, 400.0], 1)  # each beats the next always; other pairs have the drawn game alone
    found = ratings(wins)
    assert found.sum() == pytest.approx(0, abs=1e-9)
    drawn = wins + 0.5 * (1 - np.eye(4))
    expected = (drawn + drawn.T) / (1 + 10 ** ((found[None, :] - found[:, None]) / 400))
    assert expected.sum(1) == pytest.approx(drawn.sum(1), abs=1e-6)  # as many wins as there were


def test_intervals_narrow_with_more_games_and_contain_the_truth() -> None:
    rng = np.random.default_rng(1)

    def groups(count: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
        won = rng.random(count) < 0.64
        return np.array([[[0, w], [1 - w, 0]] for w in won.astype(float)])

    (low, high), (lower, higher) = intervals(groups(400)), intervals(groups(40))
    assert low[0] < 50 < high[0]  # 64% are 100 points between the two
    assert high[0] - low[0] < higher[0] - lower[0]
    assert np.isinf(intervals(groups(1))).all()

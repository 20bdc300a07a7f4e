"""The modules that ``tablier.wasm`` builds compute what the kernels of this machine compute."""

from collections.abc import Callable

import numpy as np
import pytest

import tablier
from benchmarks.modules import Module
from tablier.engine import protocol

from .random_games import CASES, NUMBER, check_random_games
from .trees import check_trees, middle

pytestmark = pytest.mark.parametrize(("name", "seats"), CASES)
Built = Callable[[str], Module]


def test_random_games_end_in_the_same_bytes(built: Built, name: str, seats: int) -> None:
    check_random_games(built(name), name, seats, NUMBER or 200)


def test_kernels_agree_in_the_middle_of_a_game(built: Built, name: str, seats: int) -> None:
    rules = tablier.game(name).rules
    ours = middle(rules, seats, seed=1)
    theirs, who = ours.copy(), int(protocol.movers(ours[0]))
    seat = (who & -who).bit_length() - 1
    actions, their_actions = rules.action_buffer(2)
    points, their_points = np.zeros((2, seats), np.int64)
    places, their_places = np.zeros((2, seats), np.int64)
    shares, their_shares = np.zeros((2, seats))
    n = protocol.legal(ours[0], seat, actions)
    protocol.evaluate(ours[0], shares)
    protocol.apply(ours[0], seat, int(actions[n - 1]))
    protocol.scores(ours[0], points)
    protocol.ranks(ours[0], places)
    protocol.hide(ours[0], 0)
    assert built(name).calls(
        [
            ("seats", theirs[0]),
            ("movers", theirs[0]),
            ("end_reason", theirs[0]),
            ("legal", theirs[0], seat, their_actions),
            ("evaluate", theirs[0], their_shares),
            ("apply", theirs[0], seat, int(actions[n - 1])),
            ("scores", theirs[0], their_points),
            ("ranks", theirs[0], their_places),
            ("hide", theirs[0], 0),
        ]
    )[:4] == [seats, who, 0, n]
    assert ours.tobytes() == theirs.tobytes()
    for ours, theirs in ((actions, their_actions), (points, their_points), (places, their_places)):
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_allclose(shares, their_shares, rtol=1e-12)


def test_search_trees_have_the_same_visits_and_moves(built: Built, name: str, seats: int) -> None:
    check_trees(built(name), name, seats)

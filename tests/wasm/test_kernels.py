"""The modules that ``tablier.wasm`` builds compute what the kernels of this machine compute."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import tablier
from benchmarks.modules import Module
from benchmarks.wasm import settings
from tablier.engine import protocol
from tablier.engine.playout import play_uniform
from tablier.engine.protocol import CHANCE, Rules
from tablier.engine.rng import generator
from tablier.search.kernel import new_scratch, simulate
from tablier.search.tree import ARMS, NODES, new_tree

from .random_games import CASES, NUMBER, check_random_games, random_options, scratch

pytestmark = pytest.mark.parametrize(("name", "seats"), CASES)
Built = Callable[[str], Module]


def middle(rules: Rules, seats: int, seed: int) -> Any:
    """A record in the middle of a random game, with a seat to move."""
    actions, odds = scratch(rules)
    for plies in range(20, 0, -1):
        states = rules.zeros()
        protocol.setup(states[0], seats, random_options(rules.name, Random(seed)))
        play_uniform(states[0], generator(seed), actions, odds, plies)
        if 0 < protocol.movers(states[0]) < 1 << CHANCE:
            return states
    raise AssertionError("no such record")


def test_random_games_end_in_the_same_bytes(built: Built, name: str, seats: int) -> None:
    check_random_games(built(name), name, seats, NUMBER or 200)


def test_kernels_agree_in_the_middle_of_a_game(built: Built, name: str, seats: int) -> None:
    rules = tablier.game(name).rules
    ours = middle(rules, seats, seed=1)
    theirs, who = ours.copy(), int(protocol.movers(ours[0]))
    seat = (who & -who).bit_length() - 1
    actions, their_actions = np.zeros((2, rules.actions), np.int16)
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
    rules = tablier.game(name).rules
    chosen = settings(rules, cutoff=8, policy=True, informed=True)
    root, results = middle(rules, seats, seed=2), list[Any]()
    who = int(protocol.movers(root[0]))
    seat = (who & -who).bit_length() - 1
    for search in (simulate, lambda *args: built(name).call("simulate", *args)):
        tree, rng = new_tree(1 << 12, seats, rules.actions), generator(3)
        done = search(root, seat, tree, rng, chosen, new_scratch(rules, seats), 2000)
        nodes, arms = tree.used[NODES], tree.used[ARMS]
        kept: list[Any] = [tree.visits[:nodes], tree.action[:arms], tree.arm_visits[:arms], tree.arm_proved[:arms], rng]
        results.append([done, [array.tobytes() for array in kept], tree.value[:nodes]])
    ours, theirs = results
    assert ours[:2] == theirs[:2]
    np.testing.assert_allclose(ours[2], theirs[2], rtol=1e-9)

"""Searches by a module and natively, which must build the same trees."""

from random import Random
from typing import Any

import numpy as np

import tablier
from benchmarks.modules import Module
from benchmarks.wasm import settings
from tablier.bots.players import net_of
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.playout import play_uniform
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.search.kernel import evaluation_by, new_scratch, simulate
from tablier.search.tree import ARMS, NODES, new_tree

from .random_games import random_options, scratch

LATE = {"on_top": 50}
"""The length of a random game after which draws have few outcomes, and thus nodes."""


def middle(rules: Rules, seats: int, seed: int) -> Any:
    """A record in the middle of a random game, with a seat to move."""
    actions, odds = scratch(rules)
    for plies in range(LATE.get(rules.name, 20), 0, -1):
        states = rules.zeros()
        protocol.setup(states[0], seats, random_options(rules.name, Random(seed)))
        play_uniform(states[0], generator(seed), actions, odds, plies)
        if 0 < protocol.movers(states[0]) < 1 << CHANCE:
            return states
    raise AssertionError("no such record")


def check_trees(module: Module, name: str, seats: int, *, by_net: bool = False) -> None:
    """Compare the trees of one search; one by a net judges all leaves, another plays on a little."""
    rules = tablier.game(name).rules
    chosen = settings(rules, cutoff=0 if by_net else 8, policy=True, informed=True)
    root, results = middle(rules, seats, seed=2), list[Any]()
    who = int(protocol.movers(root[0]))
    seat = (who & -who).bit_length() - 1
    kernel, net = "simulate_by_net" if by_net else "simulate", evaluation_by(net_of(name, by_net), rules, seats)
    for search in (simulate, lambda *args: module.call(kernel, *args)):
        tree, rng = new_tree(1 << 12, seats, rules.actions), generator(3)
        given = (root, seat, tree, rng, chosen, new_scratch(rules, seats), 2000)
        done = search(*given, net) if net is not None else search(*given)
        nodes, arms = tree.used[NODES], tree.used[ARMS]
        kept: list[Any] = [tree.visits[:nodes], tree.action[:arms], tree.arm_visits[:arms], tree.arm_proved[:arms], rng]
        results.append([done, [array.tobytes() for array in kept], tree.value[:nodes]])
    ours, theirs = results
    assert ours[:2] == theirs[:2]
    np.testing.assert_allclose(ours[2], theirs[2], rtol=1e-9)

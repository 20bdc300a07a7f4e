"""Random games by a module and natively, which must end in the same bytes."""

import os
from random import Random
from typing import Any

import numpy as np
from known import GAMES

import tablier
from benchmarks.modules import Module
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.net_file import shipped_net
from tablier.engine.playout import LIMIT, play_uniform
from tablier.engine.rng import generator

NUMBER = int(os.environ.get("TABLIER_WASM", "0"))
"""Games with each number of seats in ``make wasm-oracle``, which builds all games; 0 without it."""
BATCH = 1000
"""Games of one request to a module."""
CASES = [(name, seats) for name in (GAMES if NUMBER else ["shangri_la"]) for seats in tablier.game(name).info.seats]
NETS = [name for name in GAMES if shipped_net(name).is_file()]
NET_CASES = [(name, seats) for name in NETS for seats in tablier.game(name).info.seats]
"""The games that ship a net; they are always built."""


def check_random_games(module: Module, name: str, seats: int, games: int) -> None:
    random = Random(f"{name} {seats}")
    for begun in range(0, games, BATCH):
        _check_batch(module, name, seats, min(BATCH, games - begun), random)


def _check_batch(module: Module, name: str, seats: int, games: int, random: Random) -> None:
    rules = tablier.game(name).rules
    actions, odds = scratch(rules)
    options = [random_options(name, random) for _ in range(games)]
    seeds = [generator(random.getrandbits(64)) for _ in range(games)]
    theirs, their_seeds = rules.zeros(games), [seed.copy() for seed in seeds]
    calls: list[tuple[Any, ...]] = []
    for i in range(games):
        calls += [
            ("setup", theirs[i], seats, options[i]),
            ("play_uniform", theirs[i], their_seeds[i], actions, odds, LIMIT),
        ]
    plies = module.calls(calls)[1::2]
    ours = rules.zeros(games)
    for i in range(games):
        protocol.setup(ours[i], seats, options[i])
        assert play_uniform(ours[i], seeds[i], actions, odds, LIMIT) == plies[i]
        assert ours[i].tobytes() == theirs[i].tobytes()
        assert seeds[i] == their_seeds[i]


def random_options(name: str, random: Random) -> Any:
    options = tablier.game(name).info.options.values()
    return np.array([random.randrange(len(option.values)) for option in options], np.int64)


def scratch(rules: Rules) -> tuple[Any, Any]:
    return rules.action_buffer(), rules.weight_buffer()

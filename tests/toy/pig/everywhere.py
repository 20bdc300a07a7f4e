"""Pig in search, playouts, batches, environments and a match; run by ``test_more_outcomes_than_actions``."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

import tablier
from tablier import arena, catalogue
from tablier.bench import random_actions
from tablier.engine.batch import Batch
from tablier.engine.compile_steps import engine_steps
from tablier.engine.perft import perft
from tablier.engine.playout import LIMIT, play_policy
from tablier.engine.rng import generator
from tablier.envs.pettingzoo import GameAECEnv
from tablier.search import Search

NAME = catalogue.add("toy.pig")
PIG = tablier.game(NAME)


def match() -> Any:
    played = arena.run(arena.Match.of(NAME, ("search:iterations=60", "greedy", "random"), {}, 1), 3)
    return [(game.seats, game.scores, game.plies) for game in played]


def searches() -> Any:
    """Searches after the first roll, with exact results and without."""
    position = PIG.new().play("roll 4")
    runs = (Search(position, 0, seed=1, prove=prove).run(iterations=300) for prove in (True, False))
    return [search.best() for search in runs]


def playout() -> Any:
    record = PIG.rules.zeros()
    PIG.rules.kernels.setup(record[0], 3, np.zeros(0, np.int64))
    plies = play_policy(record[0], generator(1), PIG.rules.action_buffer(), PIG.rules.weight_buffer(), LIMIT)
    return int(plies), record.tobytes().hex()


def sequences() -> Any:
    stack = PIG.rules.zeros(7)
    PIG.rules.kernels.setup(stack[0], 2, np.zeros(0, np.int64))
    return int(perft(stack, PIG.rules.action_buffer(7), 6, 0))


def batch() -> Any:
    games = Batch(PIG.rules, 5, seats=2, options=np.zeros(0, np.int64), seed=1, observe=True)
    choose = np.random.default_rng(1)
    for _ in range(60):
        games.step(random_actions(games.mask, choose))
    return games.states.tobytes().hex()


def environment() -> Any:
    """The number of plies of a game in which all hold as soon as they can."""
    env = GameAECEnv(NAME)
    env.reset(seed=1)
    plies = 0
    for _ in env.agent_iter(20):
        observation, _, terminated, truncated, _ = env.last()
        plies += 1
        env.step(None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[-1]))
    return plies


def warmed() -> Any:
    for _, step in engine_steps(PIG.rules, 2, []):
        step()
    return "warmed"


def listed() -> Any:
    """The outcomes of the die, and their odds."""
    position = PIG.new().play("roll")
    return [move.text for move in position.moves()], position.odds()


if __name__ == "__main__":
    runs = (match, searches, playout, sequences, batch, environment, warmed, listed)
    sys.stdout.write(json.dumps({run.__name__: run() for run in runs}))

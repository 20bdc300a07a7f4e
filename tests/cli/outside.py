"""Run by ``test_new_game``: a game outside the package under search, bots, arena and all environments."""

from __future__ import annotations

import sys

import gymnasium
import numpy as np
import pyspiel
import pytest

import tablier
import tablier.envs.gymnasium
import tablier.envs.openspiel
from tablier import arena, bots
from tablier.envs import env_id
from tablier.envs.pettingzoo import GameAECEnv
from tablier.errors import GameError, InvalidOption
from tablier.search import Search


def search(name: str) -> None:
    assert Search(tablier.game(name).new(largest=5), 0, seed=1).run(iterations=20_000).proved


def levels(name: str) -> None:
    for level in bots.levels(name)[:2]:
        position = tablier.game(name).new(3)
        assert len(bots.bot(level.bot, seed=1).plays(position, 0)) == 1


def match(name: str) -> None:
    against = arena.Match.of(name, ("search:iterations=500", "random"), {}, 1)
    assert arena.standings(against, arena.run(against, 10))[0].share > 0.5


def one_seat(name: str) -> None:
    env = gymnasium.make(env_id(tablier.game(name).info), opponents="random", seats=3, render_mode="ansi")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert reward in (0, 1)
    assert str(env.render()) == "a:0 b:0 c:0"


def many_games(name: str) -> None:
    for self_play in (False, True):
        games = gymnasium.make_vec(env_id(tablier.game(name).info, self_play=self_play), num_envs=24, seats=3)
        _, infos = games.reset(seed=1)
        paid = 0.0
        for _ in range(20):
            actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
            _, rewards, _, _, infos = games.step(actions)
            paid += rewards.sum()
        assert paid >= 8


def all_seats(name: str) -> None:
    env = GameAECEnv(name, seats=3)
    env.reset(seed=1)
    total = 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total += reward
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    assert total == 1


def openspiel(name: str) -> None:
    state = pyspiel.load_game(f"tablier_{name}(largest=5)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [1, 0]


def diagrams(name: str) -> None:
    assert tablier.game(name).setup("largest: 5; new; moves: a5").ply == 1
    with pytest.raises(InvalidOption, match="begin with new, as in 'new; moves: a3'"):
        tablier.game(name).setup("heaps: 1")


def picture(name: str) -> None:
    assert tablier.game(name).new()._repr_svg_() is None
    env = GameAECEnv(name, render_mode="svg")
    env.reset(seed=1)
    with pytest.raises(GameError, match="has no scene"):
        env.render()


for run in (search, levels, match, one_seat, many_games, all_seats, openspiel, diagrams, picture):
    run(sys.argv[1])
    sys.stdout.write(f"{run.__name__}\n")

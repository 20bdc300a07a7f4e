"""PettingZoo: its own checks, and agents one at a time and together."""

from __future__ import annotations

import copy
import pickle
import random
import time
import warnings
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import pettingzoo
from envs.table import NAMES, TABLES, TOY
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from tablier.envs.pettingzoo import GameAECEnv, GameModule, GameParallelEnv, LegalActions
from tablier.errors import IllegalMove, InvalidOption, NotStartedError, UnknownGame, UnknownSeat

# Warnings that the checks give for every environment with masks, including PettingZoo's own.
EXPECTED = ("not a NumPy array", "probably should be gymnasium.spaces.box")


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_pettingzoos_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # resources of other tests may be collected now
        api_test(GameAECEnv(name, **options), num_cycles=20)
        parallel_api_test(GameParallelEnv(name, **options), num_cycles=60)
        seed_test(lambda: GameAECEnv(name, **options), num_cycles=40)
    said = [str(w.message) for w in found]
    assert [text for text in said if not any(word in text for word in EXPECTED)] == []


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_the_wrapper_for_legal_actions_passes_checks_that_ignore_masks(name: str, options: dict[str, Any]) -> None:
    parallel_seed_test(lambda: LegalActions(GameParallelEnv(name, **options)), num_cycles=40)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
def test_pettingzoo_makes_environments_by_their_ids() -> None:
    env = pettingzoo.make("aec", "tablier/ShangriLa-v0", seats=4)
    api_test(env, num_cycles=20)
    assert isinstance(env.unwrapped, GameAECEnv)
    assert len(env.possible_agents) == 4
    assert type(pettingzoo.make("parallel", "tablier/ShangriLa-v0")) is GameParallelEnv
    assert pettingzoo.spec("parallel", "tablier/ShangriLaSmall-v0").kwargs["judged"]


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
def test_a_game_module_makes_the_environments_of_tutorials() -> None:
    module = GameModule(TOY)
    env = module.env(seats=2, render_mode="ansi")
    api_test(env, num_cycles=20)
    assert isinstance(env.unwrapped, GameAECEnv)
    assert type(module.raw_env(seats=2)) is GameAECEnv
    assert type(module.parallel_env(seats=2)) is GameParallelEnv
    with pytest.raises(AttributeError, match="reset"):  # PettingZoo's own
        _ = module.env().agent_selection


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_pettingzoos_benchmark_runs(name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=0.1)  # it stops after five seconds
    monkeypatch.setattr(time, "time", lambda: next(clock))
    performance_benchmark(GameAECEnv(name, **options))


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_rewards_sum_to_one_unless_the_game_is_truncated(name: str, options: dict[str, Any]) -> None:
    choose = random.Random(1)
    env = GameAECEnv(name, **options)
    env.reset(seed=1)
    paid = dict.fromkeys(env.agents, 0.0)
    cut = False
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        paid[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert bool(len(legal)) != (over or cut)
        env.step(None if over or cut else int(choose.choice(legal)))
    assert sum(paid.values()) == pytest.approx(0 if cut else 1)
    assert env.agents == []


def test_a_game_is_truncated_at_its_limit() -> None:
    for limit, truncated in ((3, True), (4, False)):
        alone, together = GameAECEnv(TOY, limit=limit, rounds=1), GameParallelEnv(TOY, limit=limit, rounds=1)
        alone.reset(seed=4)
        together.reset(seed=4)
        for _ in range(3):
            alone.step(3)
        together.step(dict.fromkeys(together.agents, 3))
        assert set(alone.truncations.values()) == {truncated}
        assert (together.agents == []) == truncated
        if not truncated:  # the thief takes nothing, and the game is over by its rules
            thief = alone.agent_selection
            alone.step(3)
            _, rewards, terminations, truncations, _ = together.step({thief: 3})
            assert set(alone.terminations.values()) == set(terminations.values()) == {True}
            assert set(alone.truncations.values()) == set(truncations.values()) == {False}
            assert sum(rewards.values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_both_environments_play_the_same_games(name: str, options: dict[str, Any]) -> None:
    """With the same choices and draws both environments reach the same position."""
    together, in_turn = GameParallelEnv(name, **options), GameAECEnv(name, **{**options, "limit": 1000})
    observations, _ = together.reset(seed=5)
    choose = random.Random(2)
    made: dict[str, list[int]] = {agent: [] for agent in together.agents}
    acted_together = 0
    while together.agents:
        actions = {agent: int(choose.choice(np.flatnonzero(o["action_mask"]))) for agent, o in observations.items()}
        acting = [agent for agent, action in actions.items() if action != together.wait]
        acted_together += len(acting) > 1
        for agent in acting:
            made[agent].append(actions[agent])
        observations, _, _, _, _ = together.step(actions)
    in_turn.reset(seed=5)
    while any(made.values()):
        in_turn.step(made[in_turn.agent_selection].pop(0))
    assert state(in_turn) == state(together)
    assert name != TOY or acted_together > 0


def test_simultaneous_choices_are_hidden() -> None:
    env = GameAECEnv(TOY)
    env.reset(seed=4)
    assert env.agent_selection == "seat_0"
    before = {agent: env.observe(agent)["observation"].copy() for agent in env.agents}
    env.step(int(np.flatnonzero(env.observe("seat_0")["action_mask"])[0]))
    assert env.agent_selection == "seat_1"
    assert not np.array_equal(env.observe("seat_0")["observation"], before["seat_0"])
    for agent in ("seat_1", "seat_2"):
        assert np.array_equal(env.observe(agent)["observation"], before[agent])


def state(env: Any) -> bytes:
    return bytes(env._session.position.key())


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = GameAECEnv("ponte_del_diavolo")
    env.reset(seed=1)
    env.step(33)
    before = state(env)
    with pytest.raises(IllegalMove, match=r"PONTE-3\.2"):
        env.step(33)
    for wrong in (-1, 10_000, None, "a1", 1.0):
        with pytest.raises(IllegalMove, match="ponte_del_diavolo has no action"):
            env.step(wrong)  # type: ignore[arg-type]
    assert state(env) == before
    assert env.agent_selection == "seat_0"


def test_the_parallel_environment_checks_all_actions_before_it_plays_any() -> None:
    env = GameParallelEnv(TOY)
    env.reset(seed=4)
    before = state(env)
    refused: list[tuple[Any, str]] = [
        (None, r"actions must be a dictionary, such as {'seat_0': 0}, got None"),
        ([1, 2, 3], r"actions must be a dictionary, .* got \[1, 2, 3\]"),
        ({"seat_0": 3, "seat_1": 3}, "seat_2 must act"),
        ({"seat_0": 3, "seat_1": 3, "seat_2": env.wait}, "seat_2 must act"),
        ({"seat_0": 3, "seat_1": 3, "seat_2": 5}, r"TOY-1\.1"),
    ]
    for actions, said in refused:
        with pytest.raises(IllegalMove, match=said):
            env.step(actions)
        assert state(env) == before
    env.step({"seat_0": 3, "seat_1": 3, "seat_2": 3})
    (thief,) = [agent for agent in env.agents if not env.observe(agent)["action_mask"][env.wait]]
    idle = next(agent for agent in env.agents if agent != thief)
    with pytest.raises(IllegalMove, match=f"{idle} may only wait"):
        env.step({thief: 3, idle: 3})
    env.step({thief: 3})  # agents that may only wait can be omitted


def test_seeds_determine_chance() -> None:
    def hands(env: GameAECEnv) -> str:
        return str(env._session.position)

    env, other = (GameAECEnv(TOY) for _ in range(2))
    seen = set()
    for seed in range(8):
        env.reset(seed=seed)
        other.reset(seed=seed)
        assert hands(env) == hands(other)
        seen.add(hands(env))
        env.reset()
        other.reset()
        assert hands(env) == hands(other)
        seen.add(hands(env))
    assert len(seen) > 8


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copied_environment_observes_its_own_game(again: Callable[[Any], Any]) -> None:
    env = GameAECEnv(TOY)
    env.reset(seed=1)
    twin = again(env)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    before = twin.last()[0]["observation"]
    twin.step(action)
    assert np.array_equal(env.last()[0]["observation"], before)
    assert not np.array_equal(twin.last()[0]["observation"], before)
    env.step(action)
    assert np.array_equal(twin.last()[0]["observation"], env.last()[0]["observation"])


def test_a_copied_parallel_environment_plays_its_own_game() -> None:
    env = GameParallelEnv("ponte_del_diavolo")
    env.reset(seed=1)
    before = state(env)
    copy.copy(env).step({"seat_0": 0})
    assert state(env) == before


@pytest.mark.parametrize("kind", [GameAECEnv, GameParallelEnv])
def test_calls_before_reset_are_refused(kind: type[Any]) -> None:
    env = kind("ponte_del_diavolo", render_mode="ansi")
    for ask in (lambda: env.step({"seat_0": 0}), lambda: env.observe("seat_0"), env.render):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()
    if kind is GameAECEnv:
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            env.last()
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            _ = env.agent_selection
    env.reset(seed=1)
    assert env.observe("seat_0")["action_mask"].any()
    for of in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(UnknownSeat, match="no agent 'seat_2'; agents are seat_0, seat_1"):
            of("seat_2")


def test_a_step_after_all_agents_have_left_is_refused() -> None:
    env = GameAECEnv("ponte_del_diavolo", limit=1)
    env.reset(seed=1)
    env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    for ask in (env.last, lambda: env.step(None)):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()


def test_a_step_of_no_agents_returns_nothing() -> None:
    env = GameParallelEnv("ponte_del_diavolo", limit=1)
    env.reset(seed=1)
    env.step({"seat_0": 0})
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_invalid_arguments_are_refused() -> None:
    for kind in (GameAECEnv, GameParallelEnv):
        with pytest.raises(InvalidOption, match=r"render_mode must be one of .*, got 'film'"):
            kind("ponte_del_diavolo", render_mode="film")
    with pytest.raises(UnknownGame):
        GameAECEnv("chess")
    with pytest.raises(InvalidOption):
        GameParallelEnv("ponte_del_diavolo", seats=5)
    with pytest.raises(InvalidOption):
        GameAECEnv("ponte_del_diavolo", board=9)

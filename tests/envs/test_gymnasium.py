"""Gymnasium: its own checks, one seat against bots, and batches of games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium: Any = pytest.importorskip("gymnasium")

from envs.table import NAMES, TABLES, TOY
from gymnasium.utils.env_checker import check_env

import tablier
from tablier import bots, catalogue
from tablier.envs import env_id
from tablier.envs.gymnasium import GameSeatEnv, GameVectorEnv, register
from tablier.errors import IllegalMove, InvalidOption, NotStartedError, UnknownBot

register()


class AnyAction(gymnasium.ActionWrapper, gymnasium.utils.RecordConstructorArgs):  # type: ignore
    """Replaces an illegal action by the next legal one, since ``check_env`` ignores masks."""

    def __init__(self, env: Any) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)

    def action(self, action: Any) -> int:
        legal = np.flatnonzero(self.env.unwrapped.action_masks())
        return int(legal[np.searchsorted(legal, action) % len(legal)])


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_gymnasiums_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(env_id(catalogue.info(name)), seat=None, **options).unwrapped
    check_env(AnyAction(env), skip_render_check=not catalogue.has_scene(name))


def play(env: GameSeatEnv, seed: int, choose: np.random.Generator) -> tuple[float, int]:
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        assert np.array_equal(info["action_mask"], env.action_masks())
        _, reward, over, cut, info = env.step(int(choose.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
        if over or cut:
            assert not (over and cut)
            assert over or reward == 0
            assert not info["action_mask"].any()
            return reward, steps
        assert reward == 0


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_random_games_against_random_bots_end_with_a_reward(name: str, options: dict[str, Any]) -> None:
    env = GameSeatEnv(name, seat=None, **options)
    choose = np.random.default_rng(1)
    rewards = [play(env, seed, choose)[0] for seed in range(4)]
    assert all(0 <= reward <= 1 for reward in rewards)


def test_a_seed_determines_the_whole_game() -> None:
    games = [play(GameSeatEnv(TOY, seat=None), 7, np.random.default_rng(3)) for _ in range(2)]
    assert games[0] == games[1]


def test_opponents_are_names_or_bots() -> None:
    class Watched:
        def __init__(self) -> None:
            self.bot, self.seats = bots.bot(bots.RandomSpec()), set[int]()

        def plays(self, position: tablier.Position, seat: int) -> list[tablier.Move]:
            self.seats.add(seat)
            assert position.view(seat) == position.view(seat).view(seat)
            return self.bot.plays(position, seat)

    watched = Watched()
    env = GameSeatEnv(TOY, seat=1, opponents=["search:iterations=5", watched])
    play(env, 1, np.random.default_rng(1))
    assert watched.seats == {2}


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(InvalidOption, match="3 seats need 2 opponents, got 1"):
        GameSeatEnv(TOY, opponents=["random"])
    with pytest.raises(InvalidOption, match="no seat 3"):
        GameSeatEnv(TOY, seat=3)
    with pytest.raises(UnknownBot):
        GameSeatEnv(TOY, opponents="champion")
    for nobody in (3, None, ["random", 3]):
        with pytest.raises(UnknownBot, match=r"the name of a bot must be a string .*, got (3|None)"):
            GameSeatEnv(TOY, opponents=nobody)  # type: ignore[arg-type]
    for mode in ("human", "rgb_array", ["ansi"]):
        with pytest.raises(InvalidOption, match=r"render_mode must be one of ansi, svg, or None, got"):
            GameSeatEnv(TOY, render_mode=mode)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="no seat '0'"):
        GameSeatEnv(TOY, seat="0")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="one seed"):
        GameVectorEnv(TOY, 2).reset(seed=[1, 2])
    for wrong in ({"num_envs": 0}, {"num_envs": 2.5}, {"threads": 0}, {"limit": 0}):
        with pytest.raises(InvalidOption, match=f"{next(iter(wrong))} must be an integer"):
            GameVectorEnv(TOY, **wrong)
    with pytest.raises(InvalidOption, match="limit must be an integer"):
        GameSeatEnv(TOY, limit=0)


def test_calls_before_reset_are_refused() -> None:
    env = GameSeatEnv("ponte_del_diavolo", render_mode="ansi")
    for ask in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()
    games = GameVectorEnv(TOY, 2)
    with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
        games.step([3, 3])


def test_a_limit_before_the_first_move_of_the_seat_is_refused() -> None:
    with pytest.raises(InvalidOption, match="truncated before seat 1 is to move"):
        GameSeatEnv("ponte_del_diavolo", seat=1, limit=2).reset(seed=1)
    assert GameSeatEnv("ponte_del_diavolo", seat=1, limit=3).reset(seed=1)[1]["seat"] == 1


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = GameSeatEnv("ponte_del_diavolo", board=8)
    env.reset(seed=1)
    env.step(0)
    before = env._session.position.key()
    with pytest.raises(IllegalMove, match=r"PONTE-3\.2"):
        env.step(0)
    for wrong in (1.0, "1", None, [1], 10_000, -1):
        with pytest.raises(IllegalMove, match="ponte_del_diavolo has no action"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env._session.position.key() == before
    policy: Any = np.array(1)  # policies return zero-dimensional arrays
    env.step(policy)
    assert env._session.position.key() != before


# ------------------------------------------------------------------------------------- batches of games


def chosen(infos: dict[str, Any], choose: np.random.Generator) -> Any:
    return np.array([choose.choice(np.flatnonzero(row)) for row in infos["action_mask"]])


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_batches_of_random_games_pay_one_win_each(name: str, options: dict[str, Any]) -> None:
    games = gymnasium.make_vec(env_id(catalogue.info(name)), num_envs=6, threads=2, **options)
    choose = np.random.default_rng(2)
    observation, infos = games.reset(seed=2)
    finished = 0
    for _ in range(120):
        assert observation in games.observation_space
        actions = chosen(infos, choose)
        assert actions in games.action_space
        acted = infos["seat"]
        observation, reward, over, cut, infos = games.step(actions)
        assert not (over & cut).any()
        assert infos["rewards"].sum(1) == pytest.approx(1.0 * over)
        assert np.array_equal(reward, infos["rewards"][np.arange(6), acted])
        if (ended := over | cut).any():
            assert infos["final_obs"].shape == observation.shape
            assert np.array_equal(infos["_final_obs"], ended)
        finished += over.sum()
    assert name != TOY or finished > 30


def test_each_game_of_a_batch_agrees_with_a_single_game() -> None:
    """Observations are those that a single game gives to the seat to move, including the last one."""
    from tablier.envs.pettingzoo import GameAECEnv

    games = GameVectorEnv("ponte_del_diavolo", 3, board=8)
    one = GameAECEnv("ponte_del_diavolo", board=8)
    one.reset()
    observation, infos = games.reset(seed=1)
    choose = np.random.default_rng(5)
    while True:
        agent = f"seat_{infos['seat'][1]}"
        assert one.agent_selection == agent
        seen = one.observe(agent)
        assert np.array_equal(observation[1], seen["observation"])
        assert np.array_equal(infos["action_mask"][1], seen["action_mask"])
        actions = chosen(infos, choose)
        one.step(int(actions[1]))
        observation, _, over, _, infos = games.step(actions)
        if over[1]:
            break
    assert np.array_equal(infos["final_obs"][1], one.observe(agent)["observation"])
    assert infos["rewards"][1].tolist() == list(one.rewards.values())


def test_steps_return_new_arrays_unless_copy_is_false() -> None:
    kept, shared = GameVectorEnv(TOY, 4), GameVectorEnv(TOY, 4, copy=False)
    first, infos = kept.reset(seed=1)
    again, others = shared.reset(seed=1)
    before = first.copy()
    assert np.array_equal(first, again)
    actions = chosen(infos, np.random.default_rng(1))
    kept.step(actions)
    shared.step(actions)
    assert np.array_equal(first, before)
    assert not np.array_equal(again, before)
    assert others["seat"] is shared.step(chosen(others, np.random.default_rng(2)))[4]["seat"]


def test_games_do_not_depend_on_observe() -> None:
    seen, blind = GameVectorEnv(TOY, 4), GameVectorEnv(TOY, 4, observe=False)
    _, infos = seen.reset(seed=1)
    empty, others = blind.reset(seed=1)
    assert empty.shape == (4, 0)
    assert empty in blind.observation_space
    for seed in range(40):
        actions = chosen(infos, np.random.default_rng(seed))
        assert np.array_equal(infos["action_mask"], others["action_mask"])
        infos, others = seen.step(actions)[4], blind.step(actions)[4]
    assert np.array_equal(seen.states, blind.states)


def test_batches_are_truncated_at_the_limit() -> None:
    games = GameVectorEnv("ponte_del_diavolo", 3, limit=5)
    _, infos = games.reset(seed=1)
    for step in range(1, 12):
        _, _, over, cut, infos = games.step(chosen(infos, np.random.default_rng(step)))
        assert not over.any()
        assert cut.all() == cut.any() == (step % 5 == 0)
        assert not infos["rewards"].any()
        assert ("final_obs" in infos) == cut.any()


def test_seeds_determine_all_games() -> None:
    def start(games: GameVectorEnv, seed: int | None) -> bytes:
        return bytes(games.reset(seed=seed)[0].tobytes())

    one, other = GameVectorEnv(TOY, 4), GameVectorEnv(TOY, 4)
    assert start(one, 1) == start(other, 1) != start(one, 2)
    start(one, 1)
    assert start(one, None) == start(other, None) != start(one, None)


def test_an_illegal_action_in_one_game_changes_no_game() -> None:
    games = GameVectorEnv(TOY, 4)
    games.reset(seed=1)
    before = games._batch.states.tobytes()
    for wrong, said in (
        ([3, 3, 5, 3], "game 2: action 5"),
        ([3, 3, 3], "expected 4 actions"),
        ([3, 3, 3, 99], "0 to"),
        ([3.5, 3, 3, 3], "must be integers, got float64"),
        ([True] * 4, "must be integers, got bool"),
    ):
        with pytest.raises(IllegalMove, match=said):
            games.step(np.array(wrong))
    assert games._batch.states.tobytes() == before

"""Vector environments: one seat against compiled bots, and all seats as rows."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

gymnasium: Any = pytest.importorskip("gymnasium")

from envs.table import NAMES, TABLES, TOY
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import tablier
from tablier import bots, catalogue
from tablier.api import game
from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.rng import generator, unit
from tablier.envs import env_id
from tablier.envs.gymnasium import register
from tablier.envs.seat_batch import compiled
from tablier.envs.seat_kernels import Scratch, choose
from tablier.envs.vector import SeatVectorEnv, SelfPlayVectorEnv
from tablier.errors import BotError, CopyError, IllegalMove, InvalidOption, NotStartedError, UnknownBot
from tablier.search import greedy

register()


@pytest.mark.parametrize("self_play", [False, True])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_games_of_vector_environments_cannot_be_copied(self_play: bool, again: Callable[[Any], Any]) -> None:
    envs = gymnasium.make_vec(env_id(catalogue.info("ponte_del_diavolo"), self_play=self_play), num_envs=4)
    envs.reset(seed=1)
    for wanted in (envs, envs.games):
        with pytest.raises(CopyError, match="can be neither copied nor pickled; make a new one"):
            again(wanted)


def chosen(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """A random legal action of each row."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])


def learner(envs: Any, steps: int, gamma: float = 1.0) -> tuple[Any, Any]:
    """The bookkeeping of a stock PPO: rewards and advantages, each ``[steps, num_envs]``, for values of zero."""
    rng = np.random.default_rng(2)
    rewards, dones = np.zeros((steps, envs.num_envs)), np.zeros((steps, envs.num_envs))
    _, infos = envs.reset(seed=2)
    for step in range(steps):
        _, rewards[step], terminations, truncations, infos = envs.step(chosen(infos, rng))
        dones[step] = terminations | truncations
    advantages, last = np.zeros_like(rewards), np.zeros(envs.num_envs)
    for step in reversed(range(steps)):
        advantages[step] = last = rewards[step] + gamma * (1 - dones[step]) * last
    return rewards, advantages


@pytest.mark.parametrize(("name", "seats"), [(TOY, 3), ("ponte_del_diavolo", 2), ("on_top", 4)])
def test_a_stock_learner_credits_every_win_to_the_seat_that_won(name: str, seats: int) -> None:
    games, steps = 8, 140
    envs = gymnasium.make_vec(env_id(catalogue.info(name), self_play=True), num_envs=seats * games, seats=seats)
    wins = np.zeros((seats, games))
    step_batch = envs.games.step

    def count_wins(actions: Any) -> None:
        step_batch(actions)
        for i in np.flatnonzero(envs.games.done):
            ranks = np.zeros(seats, np.int64)
            protocol.ranks(envs.games.final[i], ranks)
            wins[:, i] += (ranks == 0) / (ranks == 0).sum()

    envs.games.step = count_wins
    rewards, advantages = learner(envs, steps)
    assert wins.sum() >= games
    assert rewards.sum(0) == pytest.approx(wins.ravel())
    first_wins = advantages[0].reshape(seats, games).sum(0)  # each first ply is credited with its own game's win
    assert first_wins == pytest.approx(np.ones(games))


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_all_seats_of_random_games_share_one_win(name: str, options: dict[str, Any]) -> None:
    seats = catalogue.info(name).seats[0]
    envs = SelfPlayVectorEnv(name, 4 * seats, threads=2, **options)
    rng = np.random.default_rng(2)
    observation, infos = envs.reset(seed=2)
    finished = 0
    for _ in range(120):
        assert observation in envs.observation_space
        assert (~infos["waiting"]).reshape(seats, 4).sum(0).tolist() == [1] * 4
        actions = chosen(infos, rng)
        assert actions in envs.action_space
        observation, reward, over, cut, infos = envs.step(actions)
        assert not (over & cut).any()
        assert reward.reshape(seats, 4).sum(0) == pytest.approx(1.0 * over[:4])
        if (ended := over | cut).any():
            assert infos["final_obs"].shape == observation.shape
            assert np.array_equal(infos["_final_obs"], ended)
        finished += over[:4].sum()
    assert name != TOY or finished > 20


def test_rows_agree_with_the_agents_of_a_single_game() -> None:
    from tablier.envs.pettingzoo import GameParallelEnv

    pytest.importorskip("pettingzoo")
    envs, one = SelfPlayVectorEnv("ponte_del_diavolo", 2 * 3, board=8), GameParallelEnv("ponte_del_diavolo", board=8)
    agents = one.reset()[0]
    observation, infos = envs.reset(seed=1)
    rng = np.random.default_rng(5)
    rows = {"seat_0": 1, "seat_1": 4}  # of the second game
    while True:
        for agent, row in rows.items():
            assert np.array_equal(observation[row], agents[agent]["observation"])
            assert np.array_equal(infos["action_mask"][row], agents[agent]["action_mask"])
        actions = chosen(infos, rng)
        agents, rewards, terminations, _, _ = one.step({agent: int(actions[row]) for agent, row in rows.items()})
        observation, reward, over, _, infos = envs.step(actions)
        assert [reward[row] for row in rows.values()] == list(rewards.values())
        if terminations["seat_0"]:
            break
    for agent, row in rows.items():
        assert over[row]
        assert np.array_equal(infos["final_obs"][row], agents[agent]["observation"])


@pytest.mark.parametrize("limit", [7, 8, 9])
@pytest.mark.parametrize("seat", [0, 1])
def test_batched_and_single_environments_are_the_same_task(seat: int, limit: int) -> None:
    """Seats alternate in the first plies of Shangri-La whatever they play, so that games are truncated in step."""
    name = env_id(catalogue.info("shangri_la"))
    arguments: dict[str, Any] = {"seat": seat, "opponents": "random", "limit": limit, "render_mode": "ansi"}
    batched = gymnasium.make_vec(name, num_envs=3, **arguments)
    single = gymnasium.make_vec(name, 3, "sync", vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP}, **arguments)
    assert batched.observation_space == single.observation_space
    assert batched.action_space == single.action_space
    infos = [envs.reset(seed=1)[1] for envs in (batched, single)]
    rng = np.random.default_rng(1)
    for _ in range(8):
        results = [envs.step(chosen(info, rng)) for envs, info in zip((batched, single), infos, strict=True)]
        infos = [result[4] for result in results]
        for i in range(1, 4):
            assert np.array_equal(results[0][i], results[1][i])
        for key in ("seat", "_final_obs"):
            assert np.array_equal(infos[0].get(key), infos[1].get(key))
    assert [len(envs.render()) for envs in (batched, single)] == [3, 3]


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, "SameStep", "NEXT_STEP"])
def test_infos_have_one_form_against_all_opponents(mode: AutoresetMode | str) -> None:
    """Opponents alternate with the agent in Shangri-La whatever they play, so that games are truncated in step."""
    arguments: dict[str, Any] = {"num_envs": 3, "seat": 0, "limit": 7, "autoreset_mode": mode}
    some = [
        gymnasium.make_vec("tablier/ShangriLa-v0", opponents=opponents, **arguments)
        for opponents in ("random", "search:iterations=2")
    ]
    infos = [envs.reset(seed=1)[1] for envs in some]
    ends = 0
    for _ in range(9):
        assert {name: array.dtype for name, array in infos[0].items() if name != "final_info"} == {
            name: array.dtype for name, array in infos[1].items() if name != "final_info"
        }
        steps = [envs.step(chosen(info, np.random.default_rng(1))) for envs, info in zip(some, infos, strict=True)]
        infos = [step[4] for step in steps]
        assert {"final_obs" in info for info in infos} == {"final_info" in infos[0]} == {"_final_info" in infos[1]}
        if "final_obs" not in infos[0]:
            continue
        ends += 1
        for (observation, *_), info in zip(steps, infos, strict=True):
            final = info["final_obs"]
            assert (final.dtype, final.shape) == (observation.dtype, observation.shape)
            last = info["final_info"]
            assert {name: (array.dtype, array.tolist()) for name, array in last.items()} == {
                "seat": (np.int64, [0] * 3),
                "action_mask": (np.int8, np.zeros_like(info["action_mask"]).tolist()),
                **dict.fromkeys(("_seat", "_action_mask"), (np.bool_, [True] * 3)),
            }
            assert info["_final_info"].tolist() == info["_final_obs"].tolist() == [True] * 3
    assert (ends > 0) == (mode in (AutoresetMode.SAME_STEP, "SameStep"))


@pytest.mark.parametrize("opponents", ["random", "search:iterations=2"])
def test_the_reward_of_an_ended_game_is_that_of_the_seat_in_its_final_info(opponents: str) -> None:
    envs = gymnasium.make_vec("tablier/PonteDelDiavoloSmall-v0", num_envs=6, seat=None, opponents=opponents, limit=8)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    changed = ended = 0
    while ended < 30:
        seat = infos["seat"].copy()
        _, _, over, cut, infos = envs.step(chosen(infos, rng))
        for row in np.flatnonzero(over | cut):
            assert infos["final_info"]["seat"][row] == seat[row]
            changed += infos["seat"][row] != seat[row]
            ended += 1
    assert changed


@pytest.mark.parametrize("opponents", ["random", "search:iterations=2"])
def test_wrong_modes_and_threads_are_refused_alike(opponents: str) -> None:
    for mode in ("foo", None, 3):
        with pytest.raises(InvalidOption, match=f"autoreset_mode must be .*NEXT_STEP.*, got {mode!r}"):
            gymnasium.make_vec("tablier/Delta-v0", num_envs=2, opponents=opponents, autoreset_mode=mode)
    for threads in (0, "2", 1000):
        with pytest.raises(InvalidOption, match="threads must be"):
            gymnasium.make_vec("tablier/Delta-v0", num_envs=2, opponents=opponents, threads=threads)
    for settings in ({"threads": 1}, {"copy": True}, {"copy": False}):
        envs = gymnasium.make_vec("tablier/Delta-v0", num_envs=2, opponents=opponents, **settings)
        first = envs.reset(seed=1)[0]
        again = envs.step(envs.reset(seed=1)[1]["action_mask"].argmax(1))[0]
        assert np.shares_memory(first, again) == (settings == {"copy": False})


def test_games_against_bots_that_are_not_compiled_take_one_thread() -> None:
    with pytest.raises(InvalidOption, match="bots that are not compiled take one thread, got threads=2"):
        gymnasium.make_vec("tablier/Delta-v0", num_envs=2, opponents="search:iterations=2", threads=2)


def test_opponents_without_a_kernel_play_in_single_environments() -> None:
    name = env_id(catalogue.info(TOY))
    for opponents in ("search:iterations=5", ["random", bots.bot(bots.RandomSpec())]):
        envs = gymnasium.make_vec(name, num_envs=2, opponents=opponents)
        assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        _, infos = envs.reset(seed=1)
        assert envs.step(chosen(infos, np.random.default_rng(1)))[1].shape == (2,)
    with pytest.raises(InvalidOption, match="random, policy and greedy"):
        SeatVectorEnv(TOY, opponents="search:iterations=5")
    with pytest.raises(UnknownBot):
        gymnasium.make_vec(name, num_envs=2, opponents="champion")


class Fails:
    """A bot that plays at random, but returns nothing in its turn number ``turn``."""

    def __init__(self, turn: int) -> None:
        self.turn, self.bot = turn, bots.bot(bots.RandomSpec())

    def plays(self, position: tablier.Position, seat: int) -> Any:
        self.turn -= 1
        return self.bot.plays(position, seat) if self.turn else None


def against(bot: Fails, **arguments: Any) -> Any:
    return gymnasium.make_vec("tablier/PonteDelDiavolo-v0", num_envs=4, opponents=bot, board=4, **arguments)


def first_legal(envs: Any) -> Any:
    """The first legal action of each environment; 0 where the game is over."""
    return np.array([int(env.action_masks().argmax()) for env in envs.envs])


def complete(envs: Any) -> list[Any]:
    """All that changes in environments stepped one after the other."""
    games = [(env._session, env) for env in envs.envs]
    return [
        (session._begun.tobytes(), session.plies, int(session._rng[0]), env.seat, env.np_random.bit_generator.state)
        for session, env in games
    ]


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("turn", range(26, 42))
def test_a_step_that_fails_in_one_environment_changes_none(mode: AutoresetMode, turn: int) -> None:
    """Games before the failing one may have restarted in the same step."""
    bot = Fails(turn)
    envs = against(bot, seat=None, limit=8, autoreset_mode=mode)
    envs.reset(seed=1)
    seen: list[Any] = []

    def play_on() -> None:
        while True:
            seen.append(complete(envs))
            envs.step(first_legal(envs))

    with pytest.raises(BotError, match=r"bot Fails, seat [01], ply [1-8]: it returned None"):
        play_on()
    before = complete(envs)
    assert before == seen[-1]
    if mode == AutoresetMode.SAME_STEP:
        with pytest.raises(IllegalMove):
            envs.step(np.array([*first_legal(envs)[:-1], -1]))
        assert complete(envs) == before
    envs.step(first_legal(envs))
    assert complete(envs) != before


def test_a_copy_of_environments_with_other_bots_has_games_of_its_own() -> None:
    envs = against(Fails(0))
    envs.reset(seed=1)
    before = complete(envs)
    copy.copy(envs).step(first_legal(envs))
    assert complete(envs) == before


def test_after_a_reset_that_failed_no_game_of_the_environments_is_in_progress() -> None:
    bot = Fails(3)
    envs = against(bot, seat=1)
    with pytest.raises(BotError):
        envs.reset(seed=1)
    with pytest.raises(NotStartedError):
        envs.step(np.zeros(4, np.int64))
    envs.reset(seed=1)


def win_share(name: str, opponents: str, steps: int, **options: Any) -> float:
    envs = SeatVectorEnv(name, 32, seat=None, opponents=opponents, **options)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    paid = ended = 0.0
    for _ in range(steps):
        _, reward, over, _, infos = envs.step(chosen(infos, rng))
        paid += reward.sum()
        ended += over.sum()
    return paid / ended


def test_random_play_wins_its_share_against_random_bots_and_little_against_greedy_ones() -> None:
    assert win_share(TOY, "random", 80) == pytest.approx(1 / 3, abs=0.08)
    assert win_share("ponte_del_diavolo", "greedy", 40, board=8) < 0.25


def memory(rules: Any, seats: int) -> Scratch:
    """The working memory of a compiled bot."""
    n = rules.actions
    odds, places = np.empty(64, np.int64), np.empty(seats, np.int64)
    return Scratch(rules.zeros(3), np.empty(n, np.int16), odds, places, np.empty(seats), np.empty(n))


def test_compiled_greedy_bots_choose_as_greedy_bots_do() -> None:
    bots_ = compiled([bots.spec(TOY, "greedy:samples=3")])
    random, compared = np.random.default_rng(4), 0
    for seed in range(12):
        position = game(TOY).new(2)
        while position.movers:
            seat = position.movers[0]
            if seat != tablier.CHANCE:
                ours, theirs = generator(seed), generator(seed)
                unit(theirs)  # a compiled bot first draws whether to play at random
                action = choose(native(position.state), seat, 0, bots_, ours, memory(game(TOY).rules, 2))
                assert (action, ours[0]) == (greedy(position.state, seat, theirs, 3), theirs[0])
                compared += 1
            moves = position.moves(seat)
            position.push(moves[int(random.integers(len(moves)))])
    assert compared > 30


@pytest.mark.parametrize("bot", ["policy", "greedy:samples=4"])
def test_compiled_bots_choose_from_what_their_seat_may_know(bot: str) -> None:
    rules = game("delta").rules
    bots_ = compiled([bots.spec("delta", bot)])
    start = game("delta").new(2)
    start.play("stone1 stone2 plank1", seat=0)
    states = rules.zeros(2)
    states[0] = np.frombuffer(start.key(), rules.dtype)[0]
    start.pop()
    states[1] = np.frombuffer(start.play("dragonK", seat=0).key(), rules.dtype)[0]
    assert states[0] != states[1]

    def choice(state: Any, seed: int) -> int:
        return int(choose(state, 1, 0, bots_, generator(seed), memory(rules, 2)))

    for seed in range(8):
        assert choice(states[0], seed) == choice(states[1], seed)


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
def test_games_against_compiled_bots_end_or_are_truncated(name: str, options: dict[str, Any]) -> None:
    others = catalogue.info(name).seats[0] - 1
    kinds = ["greedy:samples=1", "policy:noise=0.1", "random"]
    options = {**options, "limit": 40, "judged": True}
    envs = SeatVectorEnv(name, 4, seat=None, opponents=kinds[:others], **options)
    rng = np.random.default_rng(3)
    observation, infos = envs.reset(seed=3)
    ended = 0
    for _ in range(60):
        assert observation in envs.observation_space
        observation, reward, over, cut, infos = envs.step(chosen(infos, rng))
        assert not (over & cut).any()
        assert not reward[~(over | cut)].any()
        assert (reward[cut] > 0).all()  # of the evaluation
        ended += (over | cut).sum()
    assert ended > 4


@pytest.mark.parametrize("make", [SelfPlayVectorEnv, SeatVectorEnv])
def test_arrays_of_a_step_belong_to_the_caller(make: Any) -> None:
    kept, shared = (make(TOY, 12, limit=7, threads=2, copy=copy) for copy in (True, False))
    (_, infos), (_, same) = kept.reset(seed=1), shared.reset(seed=1)
    finals = 0
    for _ in range(40):
        actions = same["action_mask"].argmax(axis=1)
        *results, infos = kept.step(actions)
        *expected, same = shared.step(actions)
        for array, other in zip([*results, infos["action_mask"]], [*expected, same["action_mask"]], strict=True):
            assert np.array_equal(array, other)
        if "final_obs" in infos:
            ended = infos["_final_obs"]
            finals += ended.sum()
            assert np.array_equal(infos["final_obs"][ended], same["final_obs"][ended])
            infos["final_obs"][:] = 7
        for array in (*results, infos["action_mask"]):
            array[:] = 1  # what a caller writes must not reach later steps
    assert finals


def test_an_array_that_is_kept_never_changes() -> None:
    envs = SelfPlayVectorEnv(TOY, 12, limit=7)
    infos = envs.reset(seed=1)[1]
    kept = []
    for _ in range(40):
        *results, infos = envs.step(infos["action_mask"].argmax(axis=1))
        arrays = [*results, infos["action_mask"], *([infos["final_obs"][3:]] if "final_obs" in infos else [])]
        kept += [(array, array.copy()) for array in arrays]
    assert all(np.array_equal(array, before) for array, before in kept)


def test_steps_return_new_arrays_unless_copy_is_false() -> None:
    kept, shared = (SelfPlayVectorEnv(TOY, 12, copy=copy) for copy in (True, False))
    first, infos = kept.reset(seed=1)
    again, _ = shared.reset(seed=1)
    before = first.copy()
    assert np.array_equal(first, again)
    actions = chosen(infos, np.random.default_rng(1))
    kept.step(actions)
    shared.step(actions)
    assert np.array_equal(first, before)
    assert not np.array_equal(again, before)


def test_games_are_truncated_at_the_limit() -> None:
    envs = SelfPlayVectorEnv("ponte_del_diavolo", 2 * 3, limit=5)
    _, infos = envs.reset(seed=1)
    for step in range(1, 12):
        _, reward, over, cut, infos = envs.step(chosen(infos, np.random.default_rng(step)))
        assert not over.any()
        assert cut.all() == cut.any() == (step % 5 == 0)
        assert not reward.any()
        assert ("final_obs" in infos) == cut.any()


def test_judged_games_share_one_win_at_the_limit() -> None:
    envs = SelfPlayVectorEnv("delta", 3 * 2, seats=3, limit=30, judged=True)
    rewards, _ = learner(envs, 30)
    assert rewards.reshape(30, 3, 2).sum(1) == pytest.approx(np.outer(np.arange(30) == 29, [1, 1]))


@pytest.mark.parametrize("name", NAMES)
def test_small_variants_end_at_their_limit_at_the_latest_and_pay_one_win(name: str) -> None:
    small = catalogue.info(name).small
    assert small is not None
    envs = gymnasium.make_vec(env_id(catalogue.info(name), self_play=True, small=True), num_envs=small.seats * 2)
    rewards, advantages = learner(envs, small.limit)
    assert rewards.sum() >= 2
    assert advantages[0].reshape(small.seats, 2).sum(0) == pytest.approx([1, 1])


def test_games_are_truncated_at_the_limit_of_their_metadata() -> None:
    envs, rng = SelfPlayVectorEnv("delta", 2), np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    for ply in range(1, catalogue.info("delta").limit + 1):
        _, _, over, cut, infos = envs.step(chosen(infos, rng))
        assert not over.any()
        assert cut.all() == (ply == catalogue.info("delta").limit)


@pytest.mark.parametrize("kind", [SeatVectorEnv, SelfPlayVectorEnv])
def test_seeds_determine_all_games(kind: type[SeatVectorEnv | SelfPlayVectorEnv]) -> None:
    def start(envs: Any, seed: int | None) -> bytes:
        return bytes(envs.reset(seed=seed)[0].tobytes())

    one, other = kind(TOY, 3), kind(TOY, 3)
    assert start(one, 1) == start(other, 1) != start(one, 2)
    start(one, 1)
    assert start(one, None) == start(other, None) != start(one, None)
    assert learner(one, 20)[0].tolist() == learner(other, 20)[0].tolist()


def test_each_seed_of_a_list_determines_its_game() -> None:
    envs = SeatVectorEnv(TOY, 3, seat=None)
    first, again = envs.reset(seed=[5, 6, 7])[0], envs.reset(seed=[5, 9, 7])[0]
    assert np.array_equal(first[[0, 2]], again[[0, 2]])
    assert not np.array_equal(envs.reset(seed=[5, None, None])[0], envs.reset(seed=[5, None, None])[0])


def test_later_games_follow_from_a_list_of_seeds() -> None:
    envs = [SeatVectorEnv(TOY, 3, seat=None) for _ in range(2)]
    for one in envs:
        one.reset(seed=[5, 6, 7])
    first, again = (one.reset()[0] for one in envs)
    assert np.array_equal(first, again)


def test_threads_do_not_change_the_games() -> None:
    rewards = [learner(SeatVectorEnv(TOY, 7, opponents="greedy", threads=threads), 30)[0] for threads in (1, 3)]
    assert np.array_equal(*rewards)
    assert rewards[0].any()


def test_finished_games_may_restart_in_the_next_step() -> None:
    same = SeatVectorEnv(TOY, 4, seat=None)
    later = SeatVectorEnv(TOY, 4, seat=None, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, infos = same.reset(seed=1)
    _, infos_later = later.reset(seed=1)
    rng, waiting = np.random.default_rng(1), np.zeros(4, bool)
    moves: list[list[int]] = [[], [], [], []]  # that the other environment has still to play
    results: list[list[Any]] = [[], [], [], []]
    for _ in range(30):
        actions = chosen(infos, rng)
        observation, reward, over, _, infos = same.step(actions)
        for i in range(4):
            moves[i].append(int(actions[i]))
            results[i].append((infos["final_obs"][i] if over[i] else observation[i], reward[i], over[i]))
    for _ in range(30):
        actions = np.array([7 if waiting[i] else moves[i].pop(0) for i in range(4)])  # ignored while it waits
        before = later.games.seat.copy()
        observation, reward, over, _, infos_later = later.step(actions)
        assert "final_obs" not in infos_later
        for i in range(4):
            if waiting[i]:
                assert (reward[i], over[i]) == (0, False)
                assert infos_later["seat"][i] == later.games.seat[i] == before[i]
            else:
                expected = results[i].pop(0)
                assert np.array_equal(observation[i], expected[0])
                assert (reward[i], over[i]) == expected[1:]
        waiting = over
    assert sum(map(len, moves)) > 4  # games have waited


@pytest.mark.parametrize("opponents", ["random", "search:iterations=2"])
def test_a_row_whose_game_has_ended_may_play_anything(opponents: str) -> None:
    arguments: dict[str, Any] = {"opponents": opponents, "limit": 4, "autoreset_mode": AutoresetMode.NEXT_STEP}
    envs = gymnasium.make_vec("tablier/PonteDelDiavolo-v0", num_envs=2, **arguments)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, _, over, cut, infos = envs.step(chosen(infos, rng))
        ended = over | cut
    assert infos["action_mask"][ended].all()
    _, _, over, cut, infos = envs.step(chosen(infos, rng))
    assert not (over | cut)[ended].any()
    assert not infos["action_mask"].all(1).any()


@pytest.mark.parametrize(
    "wrap",
    [
        wrappers.NormalizeObservation,
        lambda envs: wrappers.DtypeObservation(envs, np.float32),
        wrappers.RecordEpisodeStatistics,
    ],
)
def test_wrappers_of_gymnasium_accept_the_environment(wrap: Any) -> None:
    wrapped = wrap(SeatVectorEnv(TOY, 4, autoreset_mode=AutoresetMode.NEXT_STEP))
    _, infos = wrapped.reset(seed=1)
    for _ in range(20):
        observation, _, _, _, infos = wrapped.step(chosen(infos, np.random.default_rng(1)))
        assert observation in wrapped.observation_space


def test_an_illegal_action_in_one_game_changes_no_game() -> None:
    for envs in (SeatVectorEnv(TOY, 4), SelfPlayVectorEnv(TOY, 3 * 4)):
        _, infos = envs.reset(seed=1)
        legal = chosen(infos, np.random.default_rng(1))
        before = envs.games.states.tobytes()
        wrongs: list[Any] = [legal[:-1], legal.astype(float), legal == 3]
        for row in range(len(legal)):
            wrongs += [np.where(np.arange(len(legal)) == row, number, legal) for number in (-2, -1, 99)]
        for wrong in wrongs:
            with pytest.raises(IllegalMove):
                envs.step(wrong)
        assert envs.games.states.tobytes() == before
        envs.step(legal)


def test_a_row_that_is_not_to_move_may_only_wait() -> None:
    envs = SelfPlayVectorEnv(TOY, 3)
    _, infos = envs.reset(seed=1)
    assert infos["waiting"].tolist() == [False, True, True]
    actions = chosen(infos, np.random.default_rng(1))
    with pytest.raises(IllegalMove, match="row 2 is not to move"):
        envs.step(np.array([*actions[:2], 3]))


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(InvalidOption, match="one seed"):
        SelfPlayVectorEnv(TOY, 3).reset(seed=[1, 2, 3])
    with pytest.raises(InvalidOption, match="expected 2 seeds, got 3"):
        SeatVectorEnv(TOY, 2).reset(seed=[1, 2, 3])
    with pytest.raises(InvalidOption, match="autoreset_mode"):
        SeatVectorEnv(TOY, autoreset_mode=AutoresetMode.DISABLED)
    wrongs: list[dict[str, Any]] = [{"num_envs": 0}, {"num_envs": 2.5}, {"threads": 0}, {"limit": 0}]
    for wrong in wrongs:
        with pytest.raises(InvalidOption, match=f"{next(iter(wrong))} must be an integer"):
            SelfPlayVectorEnv(TOY, **{"num_envs": 3, **wrong})
    with pytest.raises(InvalidOption, match="multiple of 3"):
        SelfPlayVectorEnv(TOY, 4)
    with pytest.raises(InvalidOption, match="no seat 3"):
        SeatVectorEnv(TOY, seat=3)
    with pytest.raises(InvalidOption, match="3 seats need 2 opponents"):
        SeatVectorEnv(TOY, opponents=["random"])
    with pytest.raises(InvalidOption, match="render_mode"):
        SeatVectorEnv(TOY, render_mode="human")
    with pytest.raises(InvalidOption, match="truncated before the agent is to move"):
        SeatVectorEnv("ponte_del_diavolo", seat=1, limit=2).reset(seed=1)


@pytest.mark.parametrize(
    "envs", [SeatVectorEnv(TOY, 3, render_mode="ansi"), SelfPlayVectorEnv(TOY, 3, render_mode="ansi")]
)
def test_calls_before_reset_are_refused(envs: Any) -> None:
    for ask in (lambda: envs.step([3, 3, 3]), envs.render):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()

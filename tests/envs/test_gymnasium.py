"""Gymnasium: its own checks, one seat against bots, and batches of games."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

gymnasium: Any = pytest.importorskip("gymnasium")

from envs.table import NAMES, TABLES, TOY
from gymnasium.utils.env_checker import check_env

import tablier
from tablier import bots, catalogue
from tablier.envs import env_id
from tablier.envs.gymnasium import GameSeatEnv, LegalActions, register
from tablier.errors import BotError, IllegalMove, InvalidOption, NotStartedError, UnknownBot

register()


@pytest.mark.parametrize(("name", "options"), TABLES, ids=NAMES)
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_gymnasiums_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(env_id(catalogue.info(name)), seat=None, **options).unwrapped
    check_env(LegalActions(env), skip_render_check=not catalogue.has_scene(name))


def play(env: GameSeatEnv, seed: int, choose: np.random.Generator) -> tuple[float, int]:
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        assert np.array_equal(info["action_mask"], env.action_masks())
        _, reward, over, cut, info = env.step(int(choose.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
        if over or cut:
            assert not (over and cut)
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


class Returns:
    """A bot that returns the same whatever the position."""

    def __init__(self, moves: Any) -> None:
        self.moves = moves

    def plays(self, position: tablier.Position, seat: int) -> Any:
        return self.moves


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([], "seat 0, ply 1: it returned no move"),
        (iter([]), "seat 0, ply 1: it returned no move"),
        (None, "seat 0, ply 1: it returned None, which is not a list of moves"),
        (["a1", "a1"], r"seat 0, ply 2: a1: A tile goes on .* \(PONTE-3\.2\)"),
        (["z99"], "seat 0, ply 1: .* is no cell of this board"),
        ([1.5], "seat 0, ply 1: a move has a seat and the id of an action"),
        ([tablier.Move(1, 0, "a1")], "seat 0, ply 1: a1 is a move of seat 1"),
        ([tablier.Move(0, 0, "b1")], "seat 0, ply 1: action 0 is a1 here, not 'b1'"),
    ],
)
def test_faults_of_opponents_are_named_as_in_a_match(moves: Any, message: str) -> None:
    env = GameSeatEnv("ponte_del_diavolo", seat=1, opponents=Returns(moves))
    with pytest.raises(BotError, match=f"bot Returns, {message}"):
        env.reset(seed=1)


@pytest.mark.parametrize("moves", [["a1", "b1"], [0, 1], [tablier.Move(0, 0, ""), tablier.Move(0, 1, "b1")]])
def test_opponents_may_return_moves_or_their_texts_or_ids(moves: Any) -> None:
    env = GameSeatEnv("ponte_del_diavolo", seat=1, opponents=Returns(moves), render_mode="ansi")
    _, info = env.reset(seed=1)
    assert not info["action_mask"][:2].any()


def test_an_opponent_cannot_play_the_seat_of_the_agent() -> None:
    class Usurper:
        def plays(self, position: tablier.Position, seat: int) -> list[tablier.Move]:
            return [position.moves(0)[0]]

    env = GameSeatEnv("delta", seat=0, opponents=Usurper())
    with pytest.raises(BotError, match=r"bot Usurper, seat 1, ply 1: \S+ is a move of seat 0"):
        env.reset(seed=1)


class FailsLater:
    """A bot that plays at random until it fails: it returns or raises something else."""

    def __init__(self, turns: int, fault: Any) -> None:
        self.turns, self.fault = turns, fault
        self.bot = bots.bot(bots.RandomSpec())

    def plays(self, position: tablier.Position, seat: int) -> Any:
        if self.turns == 0:
            if isinstance(self.fault, Exception):
                raise self.fault
            return self.fault
        self.turns -= 1
        return self.bot.plays(position, seat)


def iterator_that_fails() -> Iterator[str]:
    yield from ()
    raise KeyError("lost")


FAULTS: list[tuple[Any, str]] = [
    (None, "it returned None, which is not a list of moves"),
    (ValueError("no idea"), "ValueError: no idea"),
    (IllegalMove("of its own search"), "of its own search"),
    (iterator_that_fails(), "KeyError: 'lost'"),
]


@pytest.mark.parametrize(("fault", "message"), FAULTS)
def test_a_fault_of_a_bot_is_no_illegal_move_and_the_step_changes_nothing(fault: Any, message: str) -> None:
    bot = FailsLater(2, fault)
    env = GameSeatEnv("delta", opponents=bot)
    env.reset(seed=1)
    seen: list[Any] = []

    def step() -> None:
        seen.append((env._session.position.key(), env._session.plies, int(env._session._rng[0])))
        env.step(int(np.flatnonzero(env.action_masks())[0]))

    def play_on() -> None:
        while True:
            step()

    with pytest.raises(BotError, match=f"^bot FailsLater, seat 1, ply [0-9]+: {message}") as failure:
        play_on()
    assert not isinstance(failure.value, IllegalMove)
    bot.turns = 2
    step()
    assert seen[-1] == seen[-2]


def test_after_a_reset_that_failed_no_game_is_in_progress() -> None:
    bot = FailsLater(0, None)
    env = GameSeatEnv("ponte_del_diavolo", seat=1, opponents=bot)
    bot.turns = 1
    env.reset(seed=1)
    with pytest.raises(BotError):
        env.reset(seed=1)
    for ask in (lambda: env.step(0), env.action_masks):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()


def essence(env: GameSeatEnv, info: dict[str, Any], steps: int = 8) -> list[bytes]:
    """The observations of some steps with the last legal action."""
    seen = []
    for _ in range(steps):
        observation, _, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        seen.append(observation.tobytes())
        if over or cut:
            break
    return seen


@pytest.mark.parametrize("name", ["ponte_del_diavolo", "delta"])
@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copied_environment_plays_on_as_the_original(name: str, again: Callable[[Any], Any]) -> None:
    env = GameSeatEnv(name, opponents="policy")
    _, info = env.reset(seed=1)
    twins = [again(env) for _ in range(2)]
    original = essence(env, info)
    assert all(essence(twin, info) == original for twin in twins)
    assert len(set(original)) > 1


def test_a_copied_environment_plays_on_against_bots_that_keep_their_trees() -> None:
    env = GameSeatEnv("ponte_del_diavolo", opponents="search:iterations=30,cutoff=0,keep=true", board=8)
    _, info = env.reset(seed=1)
    essence(env, info, 3)
    twin = copy.deepcopy(env)
    for _ in range(8):
        _, _, over, _, info = twin.step(int(np.flatnonzero(twin.action_masks())[0]))
        if over:
            break


@pytest.mark.parametrize("action", [0, 5, 6, 10_000])
def test_a_truncated_game_refuses_every_action_and_pays_nothing_again(action: int) -> None:
    env = gymnasium.make("tablier/PonteDelDiavoloSmall-v0", limit=8).unwrapped
    _, info = env.reset(seed=1)
    truncated = False
    while not truncated:
        _, reward, _, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward > 0  # of the evaluation
    before = env._session.position.key()
    with pytest.raises(IllegalMove, match=r"^the game was truncated after 8 plies: call reset\(\)$"):
        env.step(action)
    assert (env._session.position.key(), env._session.plies) == (before, 8)
    env.reset(seed=2)
    env.step(5)


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(InvalidOption, match="3 seats need 2 opponents, got 1"):
        GameSeatEnv(TOY, opponents=["random"])
    with pytest.raises(InvalidOption, match="no seat 3"):
        GameSeatEnv(TOY, seat=3)
    with pytest.raises(UnknownBot):
        GameSeatEnv(TOY, opponents="champion")
    for nobody in (3, None, ["random", 3]):
        with pytest.raises(UnknownBot, match=r"the name of a bot must be a printable string .*, got (3|None)"):
            GameSeatEnv(TOY, opponents=nobody)  # type: ignore[arg-type]
    for opponents in (Returns, [Returns, "random"]):
        with pytest.raises(InvalidOption, match=r"the opponent Returns is a class; .* Returns\(\.\.\.\)"):
            GameSeatEnv(TOY, opponents=opponents)  # type: ignore[arg-type]
    for mode in ("rgb", "depth_array", ["ansi"]):
        with pytest.raises(
            InvalidOption, match=r"render_mode must be one of human, ansi, rgb_array, svg, or None, got"
        ):
            GameSeatEnv(TOY, render_mode=mode)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="no seat '0'"):
        GameSeatEnv(TOY, seat="0")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="limit must be an integer"):
        GameSeatEnv(TOY, limit=0)


def test_calls_before_reset_are_refused() -> None:
    env = GameSeatEnv("ponte_del_diavolo", render_mode="ansi")
    for ask in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(NotStartedError, match=r"call reset\(\) first"):
            ask()


def test_a_limit_before_the_first_move_of_the_seat_is_refused() -> None:
    with pytest.raises(InvalidOption, match="truncated before seat 1 is to move"):
        GameSeatEnv("ponte_del_diavolo", seat=1, limit=2).reset(seed=1)
    assert GameSeatEnv("ponte_del_diavolo", seat=1, limit=3).reset(seed=1)[1]["seat"] == 1


def test_the_turn_of_a_bot_ends_at_the_limit() -> None:
    env = GameSeatEnv("ponte_del_diavolo", seat=0, limit=3)
    _, info = env.reset(seed=1)
    for _ in range(2):
        _, _, _, truncated, info = env.step(int(info["action_mask"].argmax()))
    assert truncated
    assert env._session.plies == 3


def test_a_game_can_be_restored_more_than_once() -> None:
    env = GameSeatEnv("delta", opponents="random")
    _, info = env.reset(seed=1)
    saved, action = env.saved(), int(info["action_mask"].argmax())
    observations = []
    for _ in range(2):
        env.restore(saved)
        observations.append(env.step(action)[0])
        assert env.saved().session.plies > saved.session.plies
    assert np.array_equal(*observations)


def test_a_judged_game_pays_the_evaluation_at_its_limit() -> None:
    def paid(judged: bool) -> float:
        env = GameSeatEnv("delta", limit=40, judged=judged, opponents="random")
        return play(env, 1, np.random.default_rng(1))[0]

    assert paid(False) == 0
    assert 0 < paid(True) < 1


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

"""Seeds, options, threads and actions of the wrong kind are refused by name, and nothing changes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.vector import AutoresetMode

from tablier.envs.gymnasium import GameSeatEnv
from tablier.envs.pettingzoo import GameAECEnv, GameParallelEnv
from tablier.envs.sampler import Sampler
from tablier.envs.vector import SeatVectorEnv, SelfPlayVectorEnv, make_seat_vector
from tablier.errors import IllegalMove, InvalidOption

PONTE = "ponte_del_diavolo"
SEARCH = "search:iterations=4"


def one_after_the_other(**settings: Any) -> Any:
    return make_seat_vector(PONTE, 2, opponents=SEARCH, board=4, **settings)


SINGLE: dict[str, Callable[[], Any]] = {
    "gymnasium": lambda: GameSeatEnv(PONTE, board=4),
    "aec": lambda: GameAECEnv(PONTE, board=4),
    "parallel": lambda: GameParallelEnv(PONTE, board=4),
}
VECTOR: dict[str, Callable[[], Any]] = {
    "seat": lambda: SeatVectorEnv(PONTE, 2, board=4),
    "self-play": lambda: SelfPlayVectorEnv(PONTE, 2, board=4),
    "bots": one_after_the_other,
}
GYMNASIUM = {"gymnasium": SINGLE["gymnasium"], **VECTOR}
SEEDED = {**SINGLE, **VECTOR}


def chance(env: Any) -> list[Any]:
    """The states of the generators that a seed sets."""
    return [
        (one._random if hasattr(one, "_random") else one.np_random).bit_generator.state
        for one in getattr(env, "envs", [env])
    ]


@pytest.mark.parametrize("made", [GameSeatEnv, SeatVectorEnv])
@pytest.mark.parametrize("seat", [1.0, True, "0", 2, -1])
def test_a_seat_that_is_no_number_of_one_is_refused(made: Any, seat: Any) -> None:
    with pytest.raises(InvalidOption, match=f"there is no seat {seat!r}; the seats are 0 to 1"):
        made(PONTE, seat=seat, board=4)
    made(PONTE, seat=np.int64(1), board=4).reset(seed=1)


@pytest.mark.parametrize("made", SEEDED.values(), ids=SEEDED)
@pytest.mark.parametrize("seed", [1.5, "x", True, -1])
def test_a_seed_that_is_no_natural_number_is_refused(made: Callable[[], Any], seed: Any) -> None:
    with pytest.raises(InvalidOption, match=f"seed must be an integer, at least 0, or None, got {seed!r}"):
        made().reset(seed=seed)


@pytest.mark.parametrize("made", SEEDED.values(), ids=SEEDED)
def test_a_seed_of_numpy_starts_the_same_games_as_an_integer(made: Callable[[], Any]) -> None:
    env, other = made(), made()
    env.reset(seed=3)
    other.reset(seed=np.int64(3))
    assert chance(env) == chance(other)


@pytest.mark.parametrize("name", ["seat", "bots"])
@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ([1], "expected 2 seeds, got 1"),
        ([1.5, 2], "seed must be an integer, at least 0, or None, got 1.5"),
        (["a", "b"], "seed must be an integer, at least 0, or None, got 'a'"),
    ],
)
def test_each_seed_of_a_list_is_checked(name: str, seeds: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        VECTOR[name]().reset(seed=seeds)
    VECTOR[name]().reset(seed=[1, None])


def test_the_seed_of_a_sampler_is_checked() -> None:
    with pytest.raises(InvalidOption, match=r"seed must be an integer or a text, got \[\]"):
        Sampler(seed=[])  # type: ignore[arg-type]


@pytest.mark.parametrize("made", GYMNASIUM.values(), ids=GYMNASIUM)
def test_options_of_a_reset_are_refused_as_far_as_gymnasium_allows_it(made: Callable[[], Any]) -> None:
    env = made()
    env.reset(seed=1, options={})  # as check_env does
    with pytest.raises(InvalidOption, match="reset takes no option 'board'; a game's options are given to its env"):
        env.reset(seed=1, options={"board": 8})
    with pytest.raises(InvalidOption, match="options must be a dictionary or None, got 3"):
        env.reset(seed=1, options=3)


@pytest.mark.parametrize("name", ["aec", "parallel"])
def test_options_of_a_reset_in_pettingzoo_are_ignored(name: str) -> None:
    env = SINGLE[name]()
    env.reset(seed=1, options={"board": 8})
    before = env.observe("seat_0")["observation"]
    env.reset(seed=1)
    assert np.array_equal(env.observe("seat_0")["observation"], before)


def test_single_games_against_other_bots_are_reset_by_a_mask() -> None:
    envs = one_after_the_other(autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    envs.step([0, 3])
    plies = envs.envs[0]._session.plies
    envs.reset(options={"reset_mask": np.array([False, True])})
    assert [env._session.plies for env in envs.envs] == [plies, 0]


@pytest.mark.parametrize("kind", [SeatVectorEnv, SelfPlayVectorEnv])
def test_too_many_threads_are_refused(kind: Callable[..., Any]) -> None:
    with pytest.raises(InvalidOption, match="threads must be at most 256, got 100000"):
        kind(PONTE, 2, threads=100_000, board=4)


@pytest.mark.parametrize("made", VECTOR.values(), ids=VECTOR)
@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0.0, 1.0], "actions must be integers, got float64"),
        ([True, False], "actions must be integers, got bool"),
        ([0], r"expected 2 actions, got an array of shape \(1,\)"),
        ([[0], [1]], r"expected 2 actions, got an array of shape \(2, 1\)"),
        ([[0], [1, 2]], "expected 2 actions, got no array"),
        (None, "expected 2 actions, got None"),
    ],
)
def test_actions_that_are_no_integers_or_too_many_are_refused(
    made: Callable[[], Any], actions: Any, message: str
) -> None:
    envs = made()
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match=message):
        envs.step(actions)


@pytest.mark.parametrize("name", ["seat", "bots"])
def test_a_list_of_actions_is_played_like_an_array(name: str) -> None:
    one, other = VECTOR[name](), VECTOR[name]()
    one.reset(seed=1)
    other.reset(seed=1)
    assert np.array_equal(one.step([0, 5])[0], other.step(np.array([0, 5]))[0])


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_environments_with_other_bots_are_copied_and_pickled_with_their_games(again: Callable[[Any], Any]) -> None:
    envs = one_after_the_other()
    envs.reset(seed=1)
    twin = again(envs)
    before = [env._session._cell.tobytes() for env in envs.envs]
    observed = twin.step([0, 5])[0]
    assert [env._session._cell.tobytes() for env in envs.envs] == before
    assert np.array_equal(envs.step([0, 5])[0], observed)

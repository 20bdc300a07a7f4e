"""The symmetries of boards: legal actions, plies, observations and rewards correspond."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from known import GAMES

import tablier
from tablier.engine.observe import Observer
from tablier.envs.session import GameSession
from tablier.errors import IllegalMove, InvalidOption

PONTE = tablier.game("ponte_del_diavolo")
BOARDS = PONTE.info.options["board"].values


def session(board: int) -> GameSession:
    begun = GameSession(PONTE.name, None, None, False, None, {"board": board})
    begun.begin(1)
    return begun


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("board", BOARDS)
def test_games_on_the_renamed_board_are_the_same(board: int, number: int) -> None:
    symmetry = PONTE.symmetries(board=board)[number]
    one, other, rng = session(board), session(board), Random(number)
    while one.movers:
        assert one.movers == other.movers
        for seat in (0, 1):
            assert np.array_equal(symmetry.mask(one.mask(seat)), other.mask(seat))
            assert np.array_equal(symmetry.observation(one.observe(seat)), other.observe(seat))
        (mover,) = one.movers
        action = rng.choice(np.flatnonzero(one.mask(mover)).tolist())
        assert symmetry.mask(one.mask(mover))[symmetry.action(action)]
        one.apply(mover, action)
        other.apply(mover, symmetry.action(action))
    assert not other.movers
    assert one.rewards() == other.rewards()
    assert one.position.scores() == other.position.scores()


@pytest.mark.parametrize("board", BOARDS)
def test_the_symmetries_of_a_square_board_are_a_group_of_eight(board: int) -> None:
    found = PONTE.symmetries(board=board)
    images = [tuple(map(symmetry.action, range(PONTE.actions(board=board)))) for symmetry in found]
    assert len(set(images)) == len({symmetry.name for symmetry in found}) == 8
    assert {tuple(one[action] for action in other) for one in images for other in images} == set(images)


@pytest.mark.parametrize("name", GAMES)
def test_the_identity_comes_first_and_changes_nothing(name: str) -> None:
    game = tablier.game(name)
    first = game.symmetries()[0]
    assert first.name == "identity"
    actions = np.arange(game.actions())
    assert np.array_equal(first.mask(actions), actions)
    entries = np.arange(Observer(game.rules).width)
    assert np.array_equal(first.observation(entries), entries)


def test_a_batch_is_carried_row_by_row() -> None:
    symmetry = PONTE.symmetries(board=8)[3]
    rows = np.random.default_rng(1).integers(2, size=(2, 3, Observer(PONTE.rules).width))
    carried = symmetry.observation(rows)
    assert all(np.array_equal(carried[i, j], symmetry.observation(rows[i, j])) for i in range(2) for j in range(3))


def test_observations_of_another_board_are_refused_by_option() -> None:
    own, other = (np.frombuffer(PONTE.new(board=board).observation(1), np.uint8) for board in (10, 8))
    for symmetry in PONTE.symmetries():
        for wrong in (other, np.stack([own, other]), other.astype(np.float32), other.astype(bool)):
            with pytest.raises(InvalidOption, match=r"an observation has board=8: take symmetries\(board=8\)"):
                symmetry.observation(wrong)
        assert not symmetry.observation(np.stack([own, 0 * own]))[1].any()  # blank rows, such as those of final_obs


def test_unknown_options_are_refused() -> None:
    with pytest.raises(InvalidOption):
        PONTE.symmetries(board=9)


@pytest.mark.parametrize("action", [-1, 402, 500])
def test_an_action_that_the_board_does_not_have_has_no_image(action: int) -> None:
    for symmetry in PONTE.symmetries(board=8):
        with pytest.raises(IllegalMove, match=f"there is no action {action}; actions are numbered 0 to 401"):
            symmetry.action(action)


@pytest.mark.parametrize("method", ["mask", "observation"])
@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (np.zeros(3), r"must have \d+ entries in its last axis, got the shape \(3,\)"),
        (np.float64(1), r"must have \d+ entries in its last axis, got the shape \(\)"),
        ([0, 1], r"must be a NumPy array, got \[0, 1\]; convert it with numpy.asarray"),
        (None, "must be a NumPy array, got None"),
    ],
)
def test_arrays_of_another_shape_have_no_image(method: str, entries: Any, message: str) -> None:
    symmetry = PONTE.symmetries(board=8)[1]
    carry = {"mask": symmetry.mask, "observation": symmetry.observation}[method]
    with pytest.raises(InvalidOption, match=f"{method} {message}"):
        carry(entries)

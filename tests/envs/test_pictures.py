"""What the render modes of the environments return and show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

gymnasium: Any = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pytest.importorskip("resvg_py")
pytest.importorskip("PIL")

from envs.table import TOY
from pettingzoo.test import render_test

import tablier
from tablier.envs import pictures
from tablier.envs.gymnasium import GameSeatEnv
from tablier.envs.pettingzoo import GameAECEnv, GameModule, GameParallelEnv
from tablier.envs.vector import SeatVectorEnv, SelfPlayVectorEnv
from tablier.errors import GameError, InvalidOption, MissingPackage
from tablier.scene import png


def drawn(shapes: str, width: int = 40, height: int = 30) -> bytes:
    return png.render(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{shapes}</svg>', width)


def test_pixels_have_the_colours_that_are_drawn() -> None:
    image = pictures.pixels(drawn('<rect x="10" y="10" width="20" height="10" fill="#102030"/>'))
    assert image.shape == (30, 40, 3)
    assert image.dtype == np.uint8
    assert (image[10:20, 10:30] == (0x10, 0x20, 0x30)).all()
    assert (image[:10] == 255).all()
    assert (image[:, :10] == 255).all()


def test_pixels_have_even_sides() -> None:
    assert pictures.pixels(drawn("<rect/>", 41, 31)).shape == (30, 40, 3)


def test_transparent_pixels_are_blended_with_white() -> None:
    half = pictures.pixels(drawn('<rect width="40" height="30" fill="black" opacity="0.5"/>'))
    assert abs(half.astype(int) - 127).max() <= 1


@pytest.mark.parametrize("game", ["ponte_del_diavolo", "ankh_morpork"])
def test_pettingzoos_check_of_rendering_passes(game: str) -> None:
    def env(render_mode: str) -> GameAECEnv:
        return GameModule(game).raw_env(render_mode=render_mode)

    render_test(env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_pictures_show_nothing_that_a_reader_may_not_know() -> None:
    before = tablier.game("ankh_morpork").setup(
        "seats: 3; red: h17 guard:1; blue: h36 ore:1 wool:1; yellow: h24; turn: red; dice: 8"
    )
    stolen = [before.copy().play("guard thief:ore4", 0).play(card, tablier.CHANCE) for card in ("ore", "wool")]

    def shown(reader: int | None) -> list[list[str]]:
        return [[pictures.render(position, reader, mode) for mode in ("ansi", "svg")] for position in stolen]

    for reader in (2, None):
        one, other = shown(reader)
        assert one == other
    one, other = shown(0)
    assert one != other


def test_environments_draw_for_the_seat_of_the_agent_or_for_a_spectator() -> None:
    env = GameSeatEnv(TOY, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env._session.position.view(1))
    for kind in (GameAECEnv, GameParallelEnv):
        env = kind(TOY, render_mode="ansi")
        env.reset(seed=1)
        assert env.render() == str(env._session.position.view(None))
    rows = SeatVectorEnv(TOY, 6, seat=None, render_mode="ansi")
    rows.reset(seed=1)
    alone = SelfPlayVectorEnv(TOY, 6, render_mode="ansi")
    alone.reset(seed=1)
    assert rows.render() != alone.render()


def test_the_mode_for_humans_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = GameSeatEnv("ponte_del_diavolo", render_mode="human")
    env.reset(seed=1)
    before = capsys.readouterr().out
    env.step(0)
    after = capsys.readouterr().out
    assert before.endswith("to move\n")
    assert after.endswith("to move\n")
    assert before != after
    for kind in (GameAECEnv, GameParallelEnv):
        kind("ponte_del_diavolo", render_mode="human").reset(seed=1)
        assert capsys.readouterr().out == before


def test_batches_are_drawn_game_by_game() -> None:
    games = gymnasium.make_vec("tablier.envs.gymnasium:tablier/PonteDelDiavolo-v0", num_envs=2, render_mode="rgb_array")
    games.reset(seed=1)
    games.step(np.array([0, 1]))
    first, second = games.render()
    assert first.shape == second.shape
    assert (first != second).any()
    with pytest.raises(InvalidOption, match="must be one of ansi, rgb_array, svg, or None, got 'human'"):
        SeatVectorEnv("ponte_del_diavolo", 2, render_mode="human")


@pytest.mark.parametrize("kind", [GameSeatEnv, GameAECEnv, SeatVectorEnv])
def test_pixels_without_the_extra_are_refused_at_once(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=r"rgb_array needs resvg-py and Pillow: pip install 'tablier\[png\]'"):
        kind("ponte_del_diavolo", render_mode="rgb_array")


@pytest.mark.parametrize("mode", ["svg", "rgb_array"])
def test_pictures_of_a_game_without_a_scene_are_refused(mode: str) -> None:
    env = GameSeatEnv(TOY, render_mode=mode)
    env.reset(seed=1)
    with pytest.raises(GameError, match="has no scene"):
        env.render()

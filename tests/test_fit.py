"""The tool that fits evaluations to self-play."""

from __future__ import annotations

import json
import runpy
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from known import GAMES

import tablier
from tablier.engine.net import NetShape
from tablier.training import Plan
from tablier.training.samples import Samples, write_samples

TOOL = Path(__file__).parents[1] / "tools" / "fit"
FITTED = [name for name in GAMES if (TOOL.parents[1] / "src/tablier/games" / name / "evaluation.json").is_file()]


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ModuleType:
    """A module of the tool; the tool runs as a folder, so its modules have bare names."""
    monkeypatch.syspath_prepend(str(TOOL))
    return import_module(request.param)


@pytest.mark.parametrize("part", ["regression"], indirect=True)
def test_regression_recovers_known_weights(part: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "CHUNK", 700)  # several samples, the last one short
    rng = np.random.default_rng(1)
    knots, weights = np.array([0.0, 1.0]), np.array([[1.0, -0.5], [-1.0, 2.0]])
    size = rng.integers(2, 6, 1500)
    ahead = rng.random(len(size))
    seen = rng.normal(size=(int(size.sum()), 2))
    u = np.repeat(ahead, size)[:, None]
    odds = np.exp((seen * ((1 - u) * weights[0] + u * weights[1])).sum(1))
    begin = np.concatenate([[0], np.cumsum(size)[:-1]])
    share = odds / np.repeat(np.add.reduceat(odds, begin), size)
    found, loss = part.regress(knots, seen, share, size, ahead)
    assert found == pytest.approx(weights, abs=0.02)
    cut = begin[len(size) * 9 // 10]
    best = -np.sum(share[cut:] * np.log(share[cut:])) / (len(size) - len(size) * 9 // 10)
    assert loss == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize("part", ["weights"], indirect=True)
@pytest.mark.parametrize("name", FITTED)
def test_saving_does_not_change_weights(part: ModuleType, name: str) -> None:
    file = part.folder(name) / part.NAME
    assert part.text(json.loads(file.read_text("utf-8"))) == file.read_text("utf-8")
    assert name in part.fitted_games()


@pytest.mark.parametrize("part", ["weights"], indirect=True)
@pytest.mark.parametrize("name", FITTED)
def test_evaluations_measure_every_column(part: ModuleType, name: str) -> None:
    weights = part.Weights(name)
    position = tablier.game(name).new()
    while tablier.CHANCE in position.movers:
        position.push(position.moves()[0])
    seen = np.full((position.seats, weights.width("value")), np.nan)
    weights.fit.measure(position.state, seen)
    assert not np.isnan(seen).any()
    assert weights.fit.ahead(position.state) > 0
    assert weights.priors or weights.fit.see is None


@pytest.mark.parametrize("part", ["weights"], indirect=True)
@pytest.mark.parametrize("players", [("--iterations", "0"), ("--iterations", "4"), ("--bots", "2")])
def test_fit_writes_weights_from_recorded_games(
    part: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: tuple[str, str]
) -> None:
    recorded = players == ("--iterations", "4")
    name = next(name for name in FITTED if bool(part.Weights(name).priors) == recorded)
    before = part.folder(name) / part.NAME
    (tmp_path / part.NAME).write_text(before.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(sys, "argv", ["fit"])
    main = runpy.run_path(str(TOOL), run_name="tool")["main"]
    games = str(tmp_path / "games.npz")
    played = CliRunner().invoke(main, ["play", name, "3", games, *players])
    assert played.exit_code == 0, played.output
    monkeypatch.setattr(part, "folder", lambda _: tmp_path)
    fitted = CliRunner().invoke(main, ["fit", name, games])
    assert fitted.exit_code == 0, fitted.output
    old, new = json.loads(before.read_text("utf-8")), json.loads((tmp_path / part.NAME).read_text("utf-8"))
    tables = {"value", *part.Weights(name).priors}
    assert {key for key in old if old[key] != new[key]} == tables
    assert all(np.shape(new[key]) == np.shape(old[key]) for key in tables)


@pytest.mark.parametrize("part", ["weights"], indirect=True)
def test_priors_that_nothing_measures_are_not_recorded(
    part: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_see(weights: Any, game: str) -> None:
        made(weights, game)
        weights.fit = weights.fit._replace(see=None)

    name = next(name for name in FITTED if part.Weights(name).priors)
    made = part.Weights.__init__
    monkeypatch.setattr(part.Weights, "__init__", without_see)
    monkeypatch.setattr(sys, "argv", ["fit"])
    main = runpy.run_path(str(TOOL), run_name="tool")["main"]
    played = CliRunner().invoke(main, ["play", name, "1", str(tmp_path / "games.npz"), "--iterations", "4"])
    assert played.exit_code == 1
    assert f"{name}: evaluation.json has weights of priors" in played.output
    assert "--iterations 0 or --bots" in played.output


@pytest.mark.parametrize("part", ["weights"], indirect=True)
def test_the_value_is_fitted_to_the_samples_of_a_training_run(
    part: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, rng = "shangri_la", np.random.default_rng(1)
    before = part.folder(name) / part.NAME
    shape = tablier.game(name).rules.kernels.net_shape or NetShape(0, 0, 0)
    numbers = rng.normal(size=(300, 4, shape.numbers)).astype(np.float32)
    seats, result = np.full(300, 3, np.uint8), np.tile(np.array([1, 0, 0, 0], np.float32), (300, 1))
    codes = np.full((300, 4, shape.codes), -1, np.int16)
    run, games = tmp_path / "run", str(tmp_path / "games.npz")
    (run / "blocks").mkdir(parents=True)
    (run / "plan.json").write_bytes(msgspec.json.encode(Plan(game=name, seats=(3, 4))))
    write_samples(run / "blocks/0001-0000.npz", Samples(result, numbers, codes, seats, result, result))
    monkeypatch.setattr(sys, "argv", ["fit"])
    main = runpy.run_path(str(TOOL), run_name="tool")["main"]
    taken = CliRunner().invoke(main, ["samples", name, str(run), games, "--every", "2"])
    assert taken.exit_code == 0, taken.output
    assert len(np.load(games)["value_size"]) == 150
    (tmp_path / part.NAME).write_text(before.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(part, "folder", lambda _: tmp_path)
    fitted = CliRunner().invoke(main, ["fit", name, games])
    assert fitted.exit_code == 0, fitted.output
    old, new = json.loads(before.read_text("utf-8")), json.loads((tmp_path / part.NAME).read_text("utf-8"))
    assert {key for key in old if old[key] != new[key]} == {"value"}


@pytest.mark.parametrize("part", ["weights"], indirect=True)
def test_a_training_run_of_another_game_is_refused(
    part: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plan.json").write_bytes(msgspec.json.encode(Plan(game="on_top", seats=(2,))))
    monkeypatch.setattr(sys, "argv", ["fit"])
    main = runpy.run_path(str(TOOL), run_name="tool")["main"]
    refused = CliRunner().invoke(main, ["samples", "shangri_la", str(tmp_path), str(tmp_path / "games.npz")])
    assert refused.exit_code == 1
    assert "holds no samples for the evaluation of shangri_la" in refused.output

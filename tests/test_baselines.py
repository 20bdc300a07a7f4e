"""The reference learners run, and write curves that can be drawn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("gymnasium")

from click.testing import CliRunner

from baselines import picture
from baselines.curve import OPPONENTS, Curve, Point, read
from baselines.task import Task
from tablier.envs.sampler import Sampler

ROOT = Path(__file__).parent.parent
TASK = Task("ponte_del_diavolo", 2, {"board": 4})


def learned(module: str, folder: Path, *arguments: str) -> list[Point]:
    """The curve of a run in a process of its own, as its numbers of threads are set when it starts."""
    done = subprocess.run(
        [sys.executable, "-m", f"baselines.{module}", "--matches", "4", "--out", str(folder), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2
    return read(folder / "curve.jsonl")


def test_ppo_learns_by_self_play_and_writes_a_curve(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    points = learned("ppo", tmp_path, "--rounds", "1", "--games", "4", "--steps", "8")
    assert [(point.plies, point.opponent) for point in points] == [(n, bot) for n in (0, 32) for bot in OPPONENTS]
    assert (tmp_path / "policy.zip").exists()


def test_rows_that_wait_are_not_learnt_from() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    from baselines.sb3 import MovesBuffer, SelfPlayVecEnv

    rows = SelfPlayVecEnv(TASK, games=3, seed=1)
    learner = MaskablePPO("MlpPolicy", rows, n_steps=5, rollout_buffer_class=MovesBuffer, device="cpu")
    learner.learn(rows.num_envs * 5)
    (batch,) = learner.rollout_buffer.get()
    assert len(batch.actions) == 3 * 5
    assert not batch.action_masks[:, -1].any()


def test_alphazero_learns_by_self_play_and_writes_a_curve(tmp_path: Path) -> None:
    for package in ("torch", "pyspiel"):
        pytest.importorskip(package)
    points = learned(
        "alphazero", tmp_path, "--option", "board=4", "--rounds", "1", "--games", "1", "--simulations", "4"
    )
    assert [point.opponent for point in points] == [*OPPONENTS, *OPPONENTS]
    assert points[-1].plies > 0
    assert (tmp_path / "net.pt").exists()


def test_alphazero_refuses_games_whose_secrets_its_search_would_see(tmp_path: Path) -> None:
    for package in ("torch", "pyspiel"):
        pytest.importorskip(package)
    from baselines import alphazero

    done = CliRunner().invoke(alphazero.main, ["--game", "ankh_morpork", "--out", str(tmp_path / "run")])
    assert done.exit_code == 2
    assert "hidden information" in done.output


def test_a_curve_has_every_opponent_and_is_drawn(tmp_path: Path) -> None:
    sampler = Sampler(seed=1)
    files = []
    for seed in (1, 2):
        curve = Curve(tmp_path / str(seed), "chance", TASK, seed, games=40)
        for plies in (0, 100):
            curve.measure(lambda _, mask: sampler.draw(mask), plies, seconds=0.0)
        files.append(str(tmp_path / str(seed) / "curve.jsonl"))
    points = read(Path(files[0]))
    assert [point.opponent for point in points] == [*OPPONENTS, *OPPONENTS]
    assert all(0 <= point.low < point.share < point.high <= 1 for point in points if point.opponent == "random")
    done = CliRunner().invoke(picture.main, [str(tmp_path / "picture.svg"), *files])
    assert done.exit_code == 0, done.output
    drawn = ET.parse(tmp_path / "picture.svg").getroot()
    assert len(drawn.findall(".//{*}polyline")) == len(OPPONENTS) * len(files)


def test_a_curve_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "curve.jsonl").write_text("")
    with pytest.raises(Exception, match="--out"):
        Curve(tmp_path, "chance", TASK, 1, games=2)


@pytest.mark.parametrize("name", ["ppo", "alphazero"])
def test_each_learner_has_a_command_that_the_documentation_shows(name: str) -> None:
    command = re.search(rf"^baseline-{name}:.*\n(\t.*\n)+", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert command
    assert f"-m baselines.{name} $(ARGS)" in command[0]
    assert f"make baseline-{name}" in (ROOT / "docs" / "baselines.md").read_text(encoding="utf-8")
    assert "baselines" in tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]


def test_the_number_of_threads_is_set_before_numerical_libraries_are_loaded() -> None:
    asked = "import sys, os, baselines; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "1"]

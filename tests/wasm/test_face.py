"""The face, notation and scenes in Pyodide, with kernels as side modules, tell what they tell natively."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from face_walk import digests
from known import AT_TABLE

from benchmarks.modules import NODE, Module

from .conftest import PYODIDE

ROOT = Path(__file__).parents[2]
WHEELS = ("msgspec==0.22.0", "markdown-it-py", "mdurl")
PLATFORM = ("--python-version=3.14", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32")
SEEDS = (1, 2)
NAMES = AT_TABLE if os.environ.get("TABLIER_WASM") else ["shangri_la"]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages that the face needs, for Pyodide."""
    if not os.environ.get("CI") and not PYODIDE.exists():
        pytest.skip("needs Pyodide: npm ci in web")
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*command, "--target", folder, *PLATFORM, *WHEELS], check=True)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_same_in_pyodide(built: Callable[[str], Module], packages: Path, name: str) -> None:
    folders = [ROOT / "src", ROOT / "tests", packages, built(name).path.parent]
    command: list[str | Path] = [NODE, Path(__file__).with_name("walk.mjs"), *folders, name, *map(str, SEEDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    assert list(map(json.loads, done.stdout.splitlines())) == [list(digests(name, seed)) for seed in SEEDS]

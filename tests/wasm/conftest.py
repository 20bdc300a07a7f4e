"""Builds the modules that the tests call, once for each run."""

import os
import subprocess
import sys
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from importlib.util import find_spec

import pytest

from benchmarks.modules import NODE, Module


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Callable[[str], Module]:
    """Builds the module of a game on first use, once for all workers."""
    if not os.environ.get("CI") and not (find_spec("ziglang") and _node_runs_typescript()):
        pytest.skip("needs the extra wasm and a recent Node")
    out = tmp_path_factory.getbasetemp().parent / f"wasm-{testrun_uid}"
    out.mkdir(exist_ok=True)

    def build(game: str) -> Module:
        with (out / "lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not (out / f"{game}.json").exists():
                subprocess.run([sys.executable, "-m", "tablier.wasm", game, "--out", out], check=True)
        return Module(out / f"{game}.wasm")

    return build


def _node_runs_typescript() -> bool:
    done = subprocess.run([NODE, "-p", "process.features.typescript"], capture_output=True, text=True, check=False)
    return done.stdout.strip() not in ("", "undefined", "false")

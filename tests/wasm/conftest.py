"""Builds the modules that the tests call, once for each state of the sources, and a site."""

import os
import subprocess
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.modules import NODE, Module
from tablier.browser_kernels import kernels
from tablier.server.api.pages import STATIC
from tablier.site.build import build

PYODIDE = Path(__file__).parents[2] / "web/node_modules/pyodide"
SITE_GAME = "shangri_la"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Callable[[str], Module]:
    """Builds the module of a game on first use, once for all workers and runs."""
    if not os.environ.get("CI") and not (find_spec("ziglang") and _node_runs_typescript()):
        pytest.skip("needs the extra wasm and a recent Node")
    lock = tmp_path_factory.getbasetemp().parent / f"wasm-{testrun_uid}"

    def build(game: str) -> Module:
        with lock.open("w") as file:
            flock(file, LOCK_EX)
            return Module(kernels(game) / f"{game}.wasm")

    return build


@pytest.fixture(scope="session")
def site(built: Callable[[str], Module], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one game; tests do not change it."""
    if not os.environ.get("CI") and not (PYODIDE.exists() and (Path(str(STATIC)) / "index.html").is_file()):
        pytest.skip("needs Pyodide and the client: npm ci && npx vite build in web")
    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder, [SITE_GAME], prebuilt=built(SITE_GAME).path.parent, pyodide=PYODIDE)
    return folder


def _node_runs_typescript() -> bool:
    done = subprocess.run([NODE, "-p", "process.features.typescript"], capture_output=True, text=True, check=False)
    return done.stdout.strip() not in ("", "undefined", "false")

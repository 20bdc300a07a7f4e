"""Tests of a game under changed rules, for the packages ``misreadings`` and ``mutants``.

Rules are interpreted, and each change has a process of its own, forked from one that has not imported the game.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import hypothesis  # noqa: F401  # so that forked processes need not import it, nor the following
import pytest
import structlog  # noqa: F401
import xdist.plugin  # noqa: F401
from numba.core import config

import tablier.record
import tablier.scene  # noqa: F401
from tablier.engine import check, observe, perft, protocol  # noqa: F401

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/tablier/games"


def require_interpreted() -> None:
    """Check that kernels are interpreted here.

    Raises:
        RuntimeError: they are compiled.
    """
    if not config.DISABLE_JIT:
        raise RuntimeError("set NUMBA_DISABLE_JIT=1: a compiled game does not see the changes of its source")


def run_tests(tests: Iterable[str | Path], *plugins: object, options: Iterable[str] = ()) -> tuple[int, str]:
    """Run tests in this process up to the first that fails: pytest's exit code, and its output.

    Names of tests begin with their file, relative to the root of the repository.
    """
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    output = io.StringIO()
    settings = ["-qx", "--disable-warnings", "-p", "no:cacheprovider", "-p", "xdist.plugin", "--rootdir", str(ROOT)]
    with contextlib.redirect_stdout(output):
        code = int(pytest.main([*settings, *options, *(str(ROOT / test) for test in tests)], plugins=list(plugins)))
    return code, output.getvalue()


@cache
def digest(game: str, *folders: str) -> str:
    """A digest of the sources that tests of a game's rules depend on, and of those in further folders of the tests."""
    found = hashlib.sha256()
    package = ("", "core", "engine", "catalogue", "scene", f"games/{game}")
    tests = ("", "games", "oracles", *folders)
    paths = [*(ROOT / "src/tablier" / name for name in package), *(ROOT / "tests" / name for name in tests)]
    for file in sorted(file for path in paths for file in path.glob("*.*")):
        if file.suffix in (".py", ".json", ".md", ".ftl") or file.name == "game.toml":
            found.update(file.read_bytes())
    return found.hexdigest()

"""A kernel that Numba cannot compile is named, with its game and Numba's reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from tablier import catalogue
from tablier.cli import main
from tablier.engine.compile_errors import naming_kernels
from tablier.engine.protocol import INTERPRETED
from tablier.errors import GameError

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted kernels are not compiled")

RECORD = np.zeros(1, [("turn", np.int8)])


@numba.njit  # type: ignore[untyped-decorator]
def misspelt(s: Any) -> Any:
    return s.tern


@numba.njit  # type: ignore[untyped-decorator]
def mistyped(s: Any) -> Any:
    return s.turn + "a"


@numba.njit  # type: ignore[untyped-decorator]
def calling(s: Any) -> Any:
    return mistyped(s)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (misspelt, r"misspelt \(.*test_compile_errors\.py, from line \d+\): KeyError: 'tern'"),
        (mistyped, r"mistyped \(.*test_compile_errors\.py, line \d+\): No implementation .*: >>> add\(int8, .*\)"),
        (calling, r"mistyped \(.*test_compile_errors\.py, line \d+\): No implementation .*: >>> add\(int8, .*\)"),
    ],
)
def test_the_innermost_function_is_named(kernel: Any, message: str) -> None:
    with pytest.raises(GameError, match=f"nim: Numba cannot compile {message}\npython -m tablier.warm nim"):
        naming_kernels("nim")(kernel)(RECORD[0])


def test_other_errors_are_passed_on() -> None:
    with pytest.raises(KeyError), naming_kernels("nim"):
        raise KeyError


def test_the_command_line_names_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "_others", lambda games={}: games)
    CliRunner().invoke(main, ["new-game", "skew"])
    rules = tmp_path / "skew" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("n = 0", "n = s.turm"), "utf-8")
    catalogue.add("skew")
    selfplay = ["selfplay", "skew", "--bots", "1,1", "--games", "1"]
    for command in (["warm", "skew"], ["arena", "skew", "1", "1", "--games", "2"], selfplay):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 1
        assert "Error: skew: Numba cannot compile legal (" in done.output

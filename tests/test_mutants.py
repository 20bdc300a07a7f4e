"""Mutants of rule kernels run in place of the kernels, and tests kill them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from known import GAMES
from mutants import equivalents, mutations
from mutants.mutations import all_mutants
from mutants.results import Results

KERNEL = '''
@kernel
def first(s: State, out: Any) -> Any:
    """The first of some."""
    for k in range(3):
        if s.bag[k] > ZERO and not s.over:
            return i64(k)
    return -1
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a kernel."""
    file = tmp_path / "rules.py"
    file.write_text(KERNEL, encoding="utf-8")
    return file


def python(*args: str) -> str:
    """What Python prints, with rules interpreted."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)]),
    }
    done = subprocess.run(
        [sys.executable, *args], env=environment, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_operators_comparisons_constants_branches_and_bounds_are_mutated(file: Path) -> None:
    found = {(one.before, one.after) for one in mutations.mutants(file, "first")}
    loop, test, early, late = (
        "for k in range(3):",
        "if s.bag[k] > ZERO and (not s.over):",
        "return i64(k)",
        "return -1",
    )
    assert found == {
        (loop, "for k in range(3 + 1):"),
        (loop, "for k in range(3 - 1):"),
        (test, "if True:"),
        (test, "if False:"),
        (test, "if s.bag[k] > ZERO or not s.over:"),
        (test, "if True and (not s.over):"),
        (test, "if s.bag[k] >= ZERO and (not s.over):"),
        (test, "if s.bag[k] <= ZERO and (not s.over):"),
        (test, "if s.bag[k] > ONE and (not s.over):"),
        (test, "if s.bag[k] > ZERO and True:"),
        (test, "if s.bag[k] > ZERO and s.over:"),
        (early, "pass"),
        (late, "return 1"),
        (late, "return -2"),
        (late, "return -0"),
    }


def test_a_mutant_differs_from_its_source_in_the_statement_that_it_names(file: Path) -> None:
    original = ast.unparse(ast.parse(KERNEL)).splitlines()
    for mutant in mutations.mutants(file, "first"):
        changed = mutant.source().splitlines()
        ((before, after),) = ((a, b) for a, b in zip(original, changed, strict=True) if a != b)
        assert (before.strip(), after.strip()) == (mutant.before, mutant.after)
        assert KERNEL.splitlines()[mutant.lines.start - 1].strip()[:6] == mutant.before[:6]


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_of_a_game_has_its_own_name(game: str) -> None:
    assert [name for name, n in Counter(one.name for one in all_mutants(game)).items() if n > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_there_are_more_mutants_than_statements(game: str) -> None:
    kernels = [source for file in mutations.kernel_files(game) for source in mutations.kernels(file).values()]
    statements = sum(isinstance(node, ast.stmt) for source in kernels for node in ast.walk(ast.parse(source)))
    assert len(all_mutants(game)) > 1.5 * statements


@pytest.mark.parametrize("game", equivalents.load())
def test_equivalent_mutants_exist(game: str) -> None:
    assert set(equivalents.reasons(game)) <= {one.name for one in all_mutants(game)}


def test_results_are_kept_while_the_kernel_and_the_tests_are_the_same(file: Path, tmp_path: Path) -> None:
    kept, tests = tmp_path / "game.jsonl", tmp_path / "test_game.py"
    tests.write_text("before", encoding="utf-8")
    one, two, three = (f"{tests}::{name}" for name in ("one", "two", "three"))
    killed, alive, *_ = mutations.mutants(file, "first")
    Results(kept).add(killed, one, [one, two])
    Results(kept).add(alive, "", [one, two])
    assert Results(kept).killer(killed, [three, one]) == one
    assert Results(kept).killer(killed, [two]) is None
    assert Results(kept).killer(alive, [two, one]) == ""
    assert Results(kept).killer(alive, [one, two, three]) is None
    tests.write_text("after", encoding="utf-8")
    assert Results(kept).killer(alive, [two, one]) is None
    other = tmp_path / "changed.py"
    other.write_text(KERNEL.replace("range(3)", "range(4)"), encoding="utf-8")
    for mutant in mutations.mutants(other, "first"):
        assert Results(kept).killer(mutant, [one, two]) is None
        assert Results(kept).outdated(mutant)


@pytest.mark.long
def test_a_change_of_any_kernel_file_is_what_runs_and_endless_loops_end() -> None:
    """All kernels of a file raise an error, or loop, and tests of rules meet it."""
    python("-m", "mutants.proof")


@pytest.mark.long
def test_a_sample_of_mutants_is_killed() -> None:
    python("-m", "mutants", "--sample")

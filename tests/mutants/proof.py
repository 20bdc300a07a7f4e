"""Prove that a mutant is what runs: with all kernels of a file broken, tests meet one of them.

The same with endless kernels: tests run out of time.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from interpreted import GAMES, require_interpreted
from mutants import reach
from mutants.fork_server import serve
from mutants.mutations import kernel_files, kernels
from mutants.trial import Result, Trial, run

MESSAGE = "the broken kernel runs"
RAISE = f"raise RuntimeError({MESSAGE!r})"
LOOP = "while True: pass"


class Broken(NamedTuple):
    """A file whose kernels all do the same."""

    file: Path
    statement: str

    def source(self) -> str:
        """The source with the statement at the beginning of all kernels."""
        text, broken = self.file.read_text(encoding="utf-8"), kernels(self.file)
        lines = text.splitlines(keepends=True)
        for node in reversed(ast.parse(text).body):
            if isinstance(node, ast.FunctionDef) and node.name in broken:
                lines.insert(node.body[0].lineno - 1, f"    {self.statement}\n")
        return "".join(lines)


def _trials() -> list[Trial]:
    games = sorted(file.parent.name for file in GAMES.glob("*/rules.py"))
    changes = [(game, Broken(file, RAISE)) for game in games for file in kernel_files(game)]
    changes.append((games[0], Broken(kernel_files(games[0])[0], LOOP)))
    return [Trial(game, change, reach.own_files(game)) for game, change in changes]


def _is_met(trial: Trial, result: Result) -> bool:
    endless = isinstance(trial.change, Broken) and trial.change.statement == LOOP
    return result.code == -signal.SIGPROF if endless else MESSAGE in result.output


def _served(trials: list[Trial], jobs: int) -> Iterator[tuple[Trial, Result]]:
    found: list[tuple[Trial, Result]] = []
    for game, some in groupby(trials, key=lambda trial: trial.game):
        serve(game, reach.own_files(game), some, jobs, lambda trial, result: found.append((trial, result)))
    yield from found


def main() -> int:
    """Print the files whose broken kernels tests do not meet, be the game imported before or after the change."""
    require_interpreted()
    trials, jobs = _trials(), os.cpu_count() or 1
    results = chain(run(trials, jobs), _served(trials, jobs))
    missed = [(trial, result) for trial, result in results if not _is_met(trial, result)]
    for trial, result in missed:
        print(trial.change, result.code, result.output, sep="\n")
    print(f"{len(trials)} files with broken kernels, {len(missed)} of them not met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

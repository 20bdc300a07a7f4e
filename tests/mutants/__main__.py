"""Run the tests of rules under every mutant of their kernels: ``make mutants``.

Results are kept in ``.mutants``, so a second run, or one after an interruption, repeats only what has changed.
A survivor takes minutes, for it must pass all tests. ``--budget 0.5`` tries a mutant on a few instances of each test,
then ``--budget 2`` its survivors on more, and so on: what is killed once is not tried again.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import sys
from collections import Counter
from collections.abc import Iterator

from interpreted import GAMES, ROOT, require_interpreted
from mutants import equivalents, reach
from mutants.fork_server import serve
from mutants.mutations import Mutant, all_mutants
from mutants.reach import Files, Reach
from mutants.results import Results
from mutants.trial import Result, Trial, run

FOLDER = ROOT / ".mutants"
SAMPLE = 3
"""The number of mutants of a game in the sample."""


class Run:
    """Mutants of a game, each tried on the tests that may kill it."""

    def __init__(self, game: str, chosen: list[Mutant], tests: Reach | Files, results: Results) -> None:
        self.chosen = chosen
        self.survivors: list[Mutant] = []
        self.errors: list[str] = []
        self._game, self._tests, self._results = game, tests, results
        self._kills = Counter[str]()
        self._tried = 0

    def finish(self, jobs: int) -> None:
        """Try what is not known."""
        if isinstance(self._tests, Reach):
            files = dict.fromkeys(test.partition("::")[0] for test in self._tests.seconds)
            serve(self._game, files, self._trials(), jobs, self._note)
        else:
            for trial, result in run(self._trials(), jobs):
                self._note(trial, result)

    def _trials(self) -> Iterator[Trial]:
        for mutant in self.chosen:
            tests = self._tests.tests(mutant, self._kills)
            known = self._results.killer(mutant, tests)
            if known == "" or not tests:
                self.survivors.append(mutant)
            elif known:
                self._kills[known] += 1
            else:
                yield Trial(self._game, mutant, tests, self._tests.seconds, self._tests.options)

    def _note(self, trial: Trial, result: Result) -> None:
        mutant, tests = trial.change, trial.tests
        assert isinstance(mutant, Mutant)
        self._tried += 1
        if result.killed:
            self._kills[result.test] += 1
            self._results.add(mutant, result.test or tests[0], tests)
        elif result.survived:
            self.survivors.append(mutant)
            self._results.add(mutant, "", tests)
        else:
            self.errors.append(f"{mutant.title}\npytest ended with {result.code}\n{result.output}")
        print(f"{self._game}: {self._tried} tried, {len(self.survivors)} survive", end="\r", file=sys.__stderr__)


def in_order(game: str, kernel: str | None) -> list[Mutant]:
    """The mutants of a game, or of one kernel; those listed as equivalent run all tests, so they come last."""
    listed = equivalents.reasons(game)
    found = (one for one in all_mutants(game) if kernel in (None, one.function))
    return sorted(found, key=lambda one: one.name in listed)


def sample(game: str, results: Results) -> list[Mutant]:
    """Always the same mutants of a game, without equivalent ones, and those of kernels that changed since a run."""
    listed = equivalents.reasons(game)
    found = [one for one in all_mutants(game) if one.name not in listed]
    found.sort(key=lambda one: hashlib.sha256(str(one.name).encode()).digest())
    return found[:SAMPLE] + [one for one in found[SAMPLE:] if results.outdated(one)]


def report(game: str, done: Run) -> list[str]:
    """What is wrong: unexplained survivors, entries of the list of equivalents that are stale, and errors."""
    listed = equivalents.reasons(game)
    existing = {mutant.name for mutant in all_mutants(game)}
    alive = {mutant.name for mutant in done.survivors}
    killed = {mutant.name for mutant in done.chosen} - alive
    return [
        *done.errors,
        *(f"{one.title}\nsurvives" for one in done.survivors if one.name not in listed),
        *(f"{equivalents.FILE.name}: {name}: no such mutant; remove it" for name in listed if name not in existing),
        *(f"{equivalents.FILE.name}: {name}: a test fails under it; remove it" for name in listed if name in killed),
    ]


def main() -> int:
    """Try mutants, and report those that survive without a reason."""
    games = sorted(file.name for file in GAMES.iterdir() if (file / "rules.py").exists())
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("--game", action="append", choices=games, help="a game, also several times; all by default")
    parser.add_argument("--kernel", help="only this kernel")
    parser.add_argument("--budget", type=float, default=math.inf, help="seconds for the instances of a test; see above")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--sample", action="store_true", help="a few mutants of each game that has no survivors")
    args = parser.parse_args()
    require_interpreted()
    wrong = 0
    for game in args.game or (equivalents.load() if args.sample else games):
        known = Results(FOLDER / f"{game}.jsonl")
        if args.sample:
            done = Run(game, sample(game, known), Files(game), Results(None))
        else:
            done = Run(game, in_order(game, args.kernel), reach.load(game, FOLDER).within(args.budget), known)
        done.finish(args.jobs)
        found = report(game, done)
        wrong += len(found)
        for one in found:
            print(one, end="\n\n")
        listed = sum(one.name in equivalents.reasons(game) for one in done.survivors)
        print(f"{game}: {len(done.chosen)} mutants, {len(done.survivors)} survive, of which {listed} are equivalent")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

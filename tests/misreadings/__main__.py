"""Run the tests of rules under their misreadings: ``make misreadings``.

Rules are interpreted. Each misreading has a process of its own, forked after all imports that games share, with a
patched copy of the game's folder. Results are kept by the content of all files that matter, so a second run, or one
after an interruption, repeats only what has changed.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import multiprocessing
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from interpreted import GAMES, ROOT, digest, require_interpreted, run_tests
from misreadings import entries
from misreadings.entries import Misreading

import tablier.games

DONE = ROOT / ".misreadings"
SECONDS = 120
"""The time limit of a test under a misreading, which can make games endless; then it has failed."""
SHARE = 8
"""The number of misreadings in one day's share."""
PASSED, FAILED, BROKEN = 0, 1, -1
"""Exit codes of pytest, and what takes their place if a patch is no working Python."""
MISTAKE = re.compile(
    r"^E +(SyntaxError|IndentationError|NameError|UnboundLocalError|ImportError|AttributeError)", re.MULTILINE
)


class Job(NamedTuple):
    """A misreading to run, or without one the tests named by all misreadings of a game."""

    game: str
    tests: tuple[str, ...]
    misreading: Misreading | None

    @property
    def title(self) -> str:
        """How reports name the job."""
        found = self.misreading
        return f"{found.rule}: {found.reads} ({self.tests[0]})" if found else f"{self.game} as it is"

    @property
    def expected(self) -> int:
        """The exit code of pytest that the job should have."""
        return FAILED if self.misreading else PASSED

    @property
    def key(self) -> str:
        """A digest of all that the result depends on."""
        return hashlib.sha256(f"{self}{digest(self.game, 'misreadings')}".encode()).hexdigest()


def jobs(games: Iterable[str]) -> list[Job]:
    """All misreadings of games, in order."""
    return [Job(game, (one.test,), one) for game in games for one in entries.load(game).misreading]


def share(found: list[Job], day: int) -> list[Job]:
    """The misreadings of one day. Each has its turn again when all others have had theirs."""
    return found[day % -(-len(found) // SHARE) :: -(-len(found) // SHARE)]


def unpatched(found: list[Job]) -> list[Job]:
    """For each game, all tests that jobs name, without a misreading: they pass."""
    tests: dict[str, dict[str, None]] = {}
    for job in found:
        tests.setdefault(job.game, {}).update(dict.fromkeys(job.tests))
    return [Job(game, tuple(names), None) for game, names in tests.items()]


def run(job: Job) -> tuple[Job, int, float, str]:
    """Run a job in this process, which is of no use afterwards: the exit code, the seconds, and what pytest wrote."""
    begin = time.monotonic()
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(SECONDS)
    nodes = [f"{entries.rule_tests()[test][0]}::{test.partition('::')[2]}" for test in job.tests]
    with tempfile.TemporaryDirectory() as folder:
        if job.misreading:
            _patch(job.game, job.misreading, Path(folder))
        code, output = run_tests(nodes)
    signal.alarm(0)
    if MISTAKE.search(output):
        code = BROKEN
    return job, code, time.monotonic() - begin, output


def _patch(game: str, misreading: Misreading, folder: Path) -> None:
    copy = folder / game
    shutil.copytree(GAMES / game, copy, ignore=shutil.ignore_patterns("art"))
    file = copy / misreading.file
    file.write_text(misreading.patched(file.read_text(encoding="utf-8")), encoding="utf-8")
    tablier.games.__path__.insert(0, str(folder))


def _late(*_: Any) -> None:
    raise TimeoutError(f"not done after {SECONDS} seconds")


def main() -> int:
    """Run misreadings, and report those under which the test of the rule passes."""
    parser = argparse.ArgumentParser(prog="python -m misreadings", description=__doc__)
    parser.add_argument("games", nargs="*", default=entries.names(), help="the games; all by default")
    parser.add_argument("--share", action="store_true", help="only those of today")
    args = parser.parse_args()
    require_interpreted()
    chosen = jobs(args.games)
    if args.share:
        chosen = share(chosen, datetime.date.today().toordinal())
    known = set(DONE.read_text().split()) if DONE.exists() else set()
    todo = [job for job in [*unpatched(chosen), *chosen] if job.key not in known]
    wrong, spent = 0, 0.0
    with multiprocessing.get_context("fork").Pool(maxtasksperchild=1) as pool, DONE.open("a") as done:
        for number, (job, code, seconds, output) in enumerate(pool.imap_unordered(run, todo), 1):
            spent += seconds
            if code == job.expected:
                print(job.key, file=done, flush=True)
            else:
                wrong += 1
                print(f"{job.title}: pytest ended with {code}, not {job.expected}", output, sep="\n")
            print(f"{number} of {len(todo)}", end="\r", file=sys.stderr)
    print(f"{len(chosen)} misreadings, {len(todo)} runs, {spent:.0f} s of processes: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

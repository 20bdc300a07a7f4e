"""Which tests of a game reach which lines of its kernels, and how long each test takes.

A mutant is tried only on the tests that reach its statement, the quick ones first.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path

import coverage
import msgspec
import pytest
from interpreted import ROOT, digest, run_tests
from mutants.mutations import Mutant, kernel_files

TESTS = ROOT / "tests/games"
SHARED = ("test_properties", "test_interpreted", "test_events", "test_symmetries", "test_perft")
"""Tests of all games, of which those count whose id names the game."""
SLOW = 3
"""Tests that take more seconds are left out: deep counts of positions, which find nothing that others do not."""
FIRST = ("_rules", "_golden", "_properties")
"""The files that kill soonest if nothing is measured."""
PROVES_NOTHING = "test_check_game"
"""These tests compare kernels with themselves in another process, where they are not mutated."""


class Reach(msgspec.Struct, frozen=True):
    """The tests of a game in the order of running, with their seconds; ``lines`` gives by file and line their numbers.

    ``digest`` is that of all sources.
    """

    digest: str
    seconds: dict[str, float]
    lines: dict[str, dict[int, list[int]]]

    @property
    def options(self) -> tuple[str, ...]:
        """Tests are named one by one."""
        return ()

    def tests(self, mutant: Mutant, kills: Counter[str]) -> list[str]:
        """The tests that reach a mutant's statement: those that have killed most first, then the quick ones."""
        by_line = self.lines.get(mutant.file.name, {})
        names = list(self.seconds)
        found = {names[i] for line in mutant.lines for i in by_line.get(line, ())}
        return sorted(found, key=lambda test: (-kills[test], self.seconds[test]))

    def within(self, budget: float) -> Reach:
        """The same with the quickest instances of each parametrized test, ``budget`` seconds together at most."""
        spent: defaultdict[str, float] = defaultdict(float)
        kept: dict[str, float] = {}
        for test, needed in sorted(self.seconds.items(), key=lambda item: item[1]):
            function = test.partition("[")[0]
            spent[function] += needed
            if spent[function] <= budget:
                kept[test] = needed
        names = list(self.seconds)
        number = {test: i for i, test in enumerate(kept)}
        lines = {
            file: {line: [number[names[i]] for i in tests if names[i] in number] for line, tests in by_line.items()}
            for file, by_line in self.lines.items()
        }
        return Reach(self.digest, kept, lines)


class Files:
    """The tests of a game file by file, without a measurement."""

    seconds: Mapping[str, float] = {}

    def __init__(self, game: str) -> None:
        own = sorted(own_files(game), key=lambda file: [kind in file for kind in FIRST], reverse=True)
        self._files = [*own, *shared_files()]
        self.options = ("-k", f"not {PROVES_NOTHING} and ({game} or not ({' or '.join(SHARED)}))")

    def tests(self, mutant: Mutant, kills: Counter[str]) -> list[str]:
        """All tests, those of rules first."""
        return self._files


class _Contexts:
    """A plugin of pytest: tells coverage which test runs, and keeps the time of each."""

    def __init__(self, game: str, measured: coverage.Coverage) -> None:
        self._game, self._coverage = game, measured
        self.seconds: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests of the game."""
        items[:] = [item for item in items if PROVES_NOTHING not in item.name and self._belongs(item)]

    def _belongs(self, item: pytest.Item) -> bool:
        return item.path.stem not in SHARED or self._game in item.name

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        """Attribute the lines that run to the test."""
        self._coverage.switch_context(item.nodeid)
        begin = time.process_time()
        done = yield
        self.seconds[item.nodeid] = round(time.process_time() - begin, 4)
        self._coverage.switch_context("")
        return done


def own_files(game: str) -> list[str]:
    """The files with tests of a game's rules, which are named after it."""
    found = sorted(TESTS.glob(f"test_{game.partition('_')[0]}_*.py"))
    return [str(file.relative_to(ROOT)) for file in found if not file.stem.endswith("_evaluation")]


def shared_files() -> list[str]:
    """The files with tests of all games."""
    return [str((TESTS / f"{name}.py").relative_to(ROOT)) for name in SHARED]


def load(game: str, folder: Path) -> Reach:
    """What ``folder`` keeps, or measured anew if a source has changed.

    Raises:
        RuntimeError: a test fails without a mutation.
    """
    file = folder / f"{game}.reach.json"
    if file.exists():
        known = msgspec.json.decode(file.read_bytes(), type=Reach)
        if known.digest == digest(game, "mutants"):
            return known
    found = _measured(game)
    folder.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.encode(found))
    return found


def _measured(game: str) -> Reach:
    here, there = Pipe(duplex=False)
    process = get_context("fork").Process(target=_measure, args=(game, there))
    process.start()
    there.close()
    found = here.recv()
    process.join()
    if not isinstance(found, Reach):
        raise RuntimeError(f"{game}: tests fail without a mutation:\n{found}")  # noqa: TRY004
    return found


def _measure(game: str, answer: Connection) -> None:
    files = kernel_files(game)
    measured = coverage.Coverage(data_file=None, config_file=False, include=[str(file) for file in files])
    contexts = _Contexts(game, measured)
    measured.start()
    code, output = run_tests([*own_files(game), *shared_files()], contexts)
    measured.stop()
    if code:
        answer.send(output)
        return
    seconds = {test: needed for test, needed in contexts.seconds.items() if needed <= SLOW}
    number = {test: i for i, test in enumerate(seconds)}
    lines = {
        file.name: {
            line: sorted(number[test] for test in tests if test in number)
            for line, tests in measured.get_data().contexts_by_lineno(str(file)).items()
        }
        for file in files
    }
    answer.send(Reach(digest(game, "mutants"), seconds, lines))

"""Tests of a game under a mutant, in a process of their own.

The process is forked from one that has not imported the game, and a finder serves the mutated source to the first
import. So there is no other copy of a kernel: a name bound in another module, a table of kernels and a constant
computed at import are all the mutant's.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, Protocol

import pytest
from interpreted import GAMES, ROOT, run_tests

from tablier.engine.cache import source_hash

START = 60
"""The seconds until the first test begins. All are of the processor, so that other load kills no mutant."""
PATIENCE, FACTOR = 5, 5
"""A test that takes longer than so many seconds and so many times its usual time is in an endless loop."""


class Result(NamedTuple):
    """How tests ended: ``code`` is pytest's, or below 0 the signal that ended the process; ``output`` is pytest's.

    ``test`` is the first one that failed or did not end.
    """

    code: int
    test: str
    output: str

    @property
    def killed(self) -> bool:
        """Did a test fail, or the time run out?"""
        return self.code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED, -signal.SIGPROF)

    @property
    def survived(self) -> bool:
        """Did all tests pass?"""
        return self.code == pytest.ExitCode.OK


class Change(Protocol):
    """A changed source of a file."""

    @property
    def file(self) -> Path:
        """The file."""

    def source(self) -> str:
        """The source that takes its place."""


class Trial(NamedTuple):
    """Tests, in their order, to be run under a changed source.

    ``seconds`` are the usual ones by test, ``options`` further ones for pytest.
    """

    game: str
    change: Change
    tests: list[str]
    seconds: Mapping[str, float] = {}
    options: tuple[str, ...] = ()


class _Loader(SourceFileLoader):
    def __init__(self, change: Change) -> None:
        super().__init__(module_name(change.file), str(change.file))
        self._source = change.source()

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the changed module."""

    def __init__(self, change: Change) -> None:
        self.loader = _Loader(change)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """The changed module, and no other."""
        if fullname != self.loader.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


class Watch:
    """A plugin of pytest: starts the clock of each test, and tells which one runs."""

    def __init__(self, seconds: Mapping[str, float], answer: Connection) -> None:
        self._seconds, self._answer = seconds, answer

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        self._answer.send(nodeid)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + FACTOR * self._seconds.get(nodeid, 0))


def module_name(file: Path) -> str:
    """The name of a module of the package."""
    return ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)


def patch(change: Change) -> None:
    """Serve the changed source to the first import of its module.

    Raises:
        RuntimeError: the game is imported already; start a process that has not imported it.
    """
    package = module_name(change.file.parent)
    if package in sys.modules:
        raise RuntimeError(f"{package} is imported already; start a process that has not imported it")
    sys.meta_path.insert(0, _Finder(change))


def _process(trial: Trial, answer: Connection) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, whatever a test catches
    signal.setitimer(signal.ITIMER_PROF, START)
    patch(trial.change)
    options = ["--assert=plain", "--tb=native", *trial.options]  # so that pytest parses no sources
    answer.send(run_tests(trial.tests, Watch(trial.seconds, answer), options=options))


def run(
    trials: Iterable[Trial], jobs: int, start: Callable[[Trial], Running] | None = None
) -> Iterator[tuple[Trial, Result]]:
    """Run trials side by side, in this order; they are taken from the iterable when their turn comes.

    ``start`` starts the process of a trial, by default one that imports the game.
    """
    waiting = iter(trials)
    running: dict[Connection, Running] = {}
    while True:
        while len(running) < jobs and (trial := next(waiting, None)):
            started = (start or _start)(trial)
            running[started.answer] = started
        if not running:
            return
        for answer in wait(list(running)):
            assert isinstance(answer, Connection)
            try:
                running[answer].listen()
            except EOFError:
                ended = running.pop(answer)
                yield ended.trial, ended.result()


class Running:
    """A process that runs a trial, and what it has told."""

    def __init__(self, trial: Trial, process: Any, answer: Connection) -> None:
        self.trial, self.answer = trial, answer
        self._process = process
        self._test, self._ended = "", (-1, "")

    def listen(self) -> None:
        """Receive what the process tells next: the test that begins, or the end.

        Raises:
            EOFError: the process has ended.
        """
        told = self.answer.recv()
        if isinstance(told, str):
            self._test = told
        else:
            self._ended = told

    def result(self) -> Result:
        """How the process has ended."""
        self._process.join()
        self.answer.close()
        code, output = self._ended
        return Result(self._process.exitcode or code, self._test, output)


def _start(trial: Trial) -> Running:
    source_hash(str(GAMES / trial.game / "state.py"))  # it is cached, so that forked processes need not compute it
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_process, args=(trial, there))
    process.start()
    there.close()  # so that the end of the process is the end of what it tells
    return Running(trial, process, here)

"""Tests of a game under one mutant after the other, each forked from a process in which pytest has collected them.

It takes a fraction of the time of :mod:`mutants.trial`, which imports and collects anew. The kernels' code is replaced
in place, so every name that is bound to a kernel runs the mutant. Nothing is computed by a kernel at import.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from multiprocessing.connection import Connection
from types import CodeType

import pytest
from _pytest.runner import runtestprotocol
from interpreted import run_tests
from mutants.mutations import kernels
from mutants.trial import Change, Result, Running, Trial, Watch, module_name, run

import tablier


def serve(
    game: str, tests: Iterable[str], trials: Iterable[Trial], jobs: int, note: Callable[[Trial, Result], None]
) -> None:
    """Run trials of a game, whose tests are in the files ``tests``, and ``note`` their results as they come.

    Raises:
        RuntimeError: pytest does not collect the tests.
    """
    assert tablier.game(game).rules  # imports all kernels
    code, output = run_tests(tests, _Server(trials, jobs, note), options=["--assert=plain", "--tb=native", "-s"])
    if code:
        raise RuntimeError(f"{game}: pytest ended with {code}:\n{output}")


class _Server:
    """A plugin of pytest: runs trials in place of the tests."""

    def __init__(self, trials: Iterable[Trial], jobs: int, note: Callable[[Trial, Result], None]) -> None:
        self._trials, self._jobs, self._note = trials, jobs, note

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the trials."""
        items = {item.nodeid: item for item in session.items}
        gc.freeze()  # so that collections in forked processes leave what they share alone
        for trial, result in run(self._trials, self._jobs, lambda trial: _start(trial, items)):
            self._note(trial, result)
        return True


def _start(trial: Trial, items: Mapping[str, pytest.Item]) -> Running:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_process, args=(trial, items, there))
    process.start()
    there.close()
    return Running(trial, process, here)


def _process(trial: Trial, items: Mapping[str, pytest.Item], answer: Connection) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    replace(trial.change)
    watch = Watch(trial.seconds, answer)
    found = list(_found(trial.tests, items))
    for item, following in zip(found, [*found[1:], None], strict=True):
        watch.pytest_runtest_logstart(item.nodeid)
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                answer.send((int(pytest.ExitCode.TESTS_FAILED), report.longreprtext))
                return
    answer.send((int(pytest.ExitCode.OK), ""))


def _found(tests: Iterable[str], items: Mapping[str, pytest.Item]) -> Iterator[pytest.Item]:
    """The tests of these names, which are those of tests or of files."""
    for test in tests:
        if test in items:
            yield items[test]
        else:
            yield from (item for name, item in items.items() if name.startswith(f"{test}::"))


def replace(change: Change) -> None:
    """Give all kernels of a file the code that they have in its changed source."""
    module = importlib.import_module(module_name(change.file))
    changed = compile(change.source(), str(change.file), "exec", dont_inherit=True)
    codes = {code.co_name: code for code in changed.co_consts if isinstance(code, CodeType)}
    for name in kernels(change.file):
        inspect.unwrap(getattr(module, name)).__code__ = codes[name]

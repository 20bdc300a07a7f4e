"""Results of earlier runs. One line each is written as it comes, so an interrupted run goes on where it stopped.

That a mutant is killed holds while its kernel and the name of the killing test are the same; that it survives, while
its kernel, the names of all tests that reach it and the files of these tests are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec
from interpreted import ROOT
from mutants.mutations import VERSION, Mutant, kernels


class _Line(msgspec.Struct, frozen=True):
    """A result: ``test`` killed the mutant, or it survived all ``tests``, of which this is a digest."""

    kernel: str
    mutant: str
    test: str = ""
    tests: str = ""


class Results:
    """The results of a game, in a file of lines of JSON, or only in memory."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_bytes().splitlines() if file and file.exists() else []
        self._known = {line.mutant: line for line in (msgspec.json.decode(line, type=_Line) for line in lines)}
        self._kernels = {line.kernel for line in self._known.values()}

    def killer(self, mutant: Mutant, tests: Collection[str]) -> str | None:
        """The test that kills a mutant, "" if it survives these tests, ``None`` if that is not known."""
        line = self._known.get(_key(mutant))
        if line is None or (line.test not in tests if line.test else line.tests != _tests(tests)):
            return None
        return line.test

    def outdated(self, mutant: Mutant) -> bool:
        """Are there results for the kernel of a mutant, but not as it is now?"""
        return mutant.function in self._kernels and _key(mutant) not in self._known

    def add(self, mutant: Mutant, killer: str, tests: Collection[str]) -> None:
        """Keep a result: the killing test, or "" if the mutant survived these tests."""
        line = _Line(mutant.function, _key(mutant), killer, "" if killer else _tests(tests))
        self._known[line.mutant] = line
        if self._file:
            with self._file.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")


def _key(mutant: Mutant) -> str:
    return _digest([str(VERSION), kernels(mutant.file)[mutant.function], *map(str, mutant.name)])


def _tests(tests: Collection[str]) -> str:
    files = {ROOT / test.partition("::")[0] for test in tests}
    return _digest([*sorted(tests), *(file.read_text(encoding="utf-8") for file in sorted(files))])


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]

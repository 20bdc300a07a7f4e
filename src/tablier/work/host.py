"""Kernels are compiled once on each machine, however many processes begin at the same time."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from numba.core import config

from tablier import definition
from tablier.engine import cache


def once_per_host(game: str, name: str, compile_kernels: Callable[[], object]) -> None:
    """Compile kernels, or load them from the cache.

    The first process of a machine compiles; others wait for it and load. A mark in the cache of the game then says that
    nobody need wait.

    Args:
        game: the game to which the kernels belong.
        name: what is compiled, in characters that a file name may have.
        compile_kernels: called in every process.

    Raises:
        UnknownGame: there is no such game.
    """
    source = inspect.getfile(definition.load(game).state)
    mark = cache.folder(source) / f"{name}-{cache.program_hash(source)}"
    with nullcontext() if config.DISABLE_JIT or mark.exists() else _locked(mark.with_name(f"{mark.name}.lock")):
        compile_kernels()
        with suppress(OSError):  # a read-only home: each process compiles for itself
            mark.touch()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock between the processes of a machine; the system releases it when the process ends."""
    try:
        file = path.open("a")
    except OSError:  # a read-only home
        yield
        return
    with file:
        _lock(file)
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        with suppress(OSError):  # held for ten seconds: compile beside the other process
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)

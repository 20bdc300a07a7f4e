"""Processes of this machine that compute blocks, and end with the run."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

R = TypeVar("R")


class Processes(ProcessPoolExecutor):
    """A pool that ends in the middle of its blocks, when they are cancelled, or when this process is killed.

    An interrupt from the keyboard, which reaches all processes of a terminal, is left to this one.
    """

    def __init__(self, jobs: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        run, self._run = spawn.Pipe(duplex=False)
        super().__init__(jobs, spawn, _end_with_run, (run,))

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Schedule a call; the first ones start the processes."""
        with _uninterrupted():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; with ``cancel_futures`` also end those that run, so that there is nothing to wait for."""
        super().shutdown(wait and not cancel_futures, cancel_futures=cancel_futures)
        if cancel_futures:
            self._run.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started here never see an interrupt; this one sees it afterwards."""
    if sys.platform == "win32":  # it has no masks of signals
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_run(run: Connection) -> None:
    """End this worker when the other end of ``run`` is closed: without that it would wait for work for ever."""

    def end() -> None:
        wait([run])
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end, name="end with the run", daemon=True).start()

"""Results of many blocks, as they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from queue import SimpleQueue
from threading import Condition
from typing import Any, TypeVar

from tablier.errors import WorkerError

T = TypeVar("T")
R = TypeVar("R")

POLL = 1.0
"""Seconds after which a full queue asks for its limit again."""


def results(executor: Executor, function: Callable[[T], R], blocks: Iterable[T]) -> Iterator[tuple[T, R]]:
    """Each block with its result, in the order in which they are done; each block counts once.

    Blocks that have not begun are cancelled when the iteration ends early.

    Raises:
        WorkerError: a process ended before its block was done; ``blocks`` are those that it may have computed.
    """
    done: SimpleQueue[Future[R]] = SimpleQueue()
    waiting: dict[Future[R], T] = {}
    try:
        for block in blocks:
            future = executor.submit(function, block)
            waiting[future] = block
            future.add_done_callback(done.put)
            while not done.empty():
                yield _take(done, waiting)
        while waiting:
            yield _take(done, waiting)
    except BrokenExecutor as error:
        lost = tuple(waiting.values())
        raise WorkerError(
            "a process that computes ended early: it crashed, was killed, or lacked memory; run the same again",
            blocks=lost,
        ) from error
    finally:
        for future in list(waiting):
            future.cancel()


def _take(done: SimpleQueue[Future[R]], waiting: dict[Future[R], T]) -> tuple[T, R]:
    future = done.get()
    result = future.result()
    return waiting.pop(future), result


class Bounded(Executor):
    """Passes tasks on to an executor; ``submit`` waits while ``limit()`` tasks are in flight."""

    def __init__(self, executor: Executor, limit: Callable[[], int]) -> None:
        self._executor, self._limit = executor, limit
        self._running, self._changed = 0, Condition()

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Schedule a call, as soon as fewer than ``limit()`` are in flight."""
        with self._changed:
            while self._running >= self._limit():
                self._changed.wait(POLL)
            self._running += 1
        try:
            future = self._executor.submit(fn, *args, **kwargs)
        except BaseException:
            self._release()
            raise
        future.add_done_callback(self._release)
        return future

    def _release(self, _future: object = None) -> None:
        with self._changed:
            self._running -= 1
            self._changed.notify()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the executor down."""
        self._executor.shutdown(wait, cancel_futures=cancel_futures)


class ThisProcess(Executor):
    """Computes each block when it is submitted."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Call the function now."""
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

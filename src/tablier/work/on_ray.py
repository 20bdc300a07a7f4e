"""Blocks on a Ray cluster (extra ``ray``)."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import tablier
from tablier.errors import ClusterError, MissingPackage

R = TypeVar("R")

ATTEMPTS = 10
"""How often a block is begun whose worker or node is lost."""
REACHED = 10.0
"""Seconds within which the machine of a cluster must accept a connection."""
COUNTED = 5.0
"""Seconds after which the processors of the cluster are counted again."""
_HOST_AND_PORT = re.compile(r"(?:ray://)?\[?([^\]/]+)\]?:(\d+)")


class _Task(NamedTuple):
    """A call and the future that gets its result; ``attempt`` counts from 1."""

    future: Future[Any]
    call: Callable[[], Any]
    attempt: int


class RayExecutor(Executor):
    """Calls functions on a Ray cluster, one for each of its processors at a time.

    A call whose worker or node is lost is made again. The functions and this version of Tablier must be importable on
    every node; the current folder is searched for modules where it exists.
    """

    def __init__(self, address: str = "") -> None:
        """Connect to a cluster.

        Args:
            address: ``ray://host:port`` of a cluster. By default that of ``RAY_ADDRESS``, else the one that runs on
                this machine, else a new one on this machine, which ends with this executor.

        Raises:
            MissingPackage: Ray is not installed.
            ClusterError: the cluster does not answer within half a minute, or refuses the connection.
        """
        self._ray = _import_ray()
        self._joined = not self._ray.is_initialized()
        if self._joined:
            _connect(self._ray, address)
        # SPREAD has blocks wait at every node; by default all wait at one, and the others idle for 0.1 s after each
        self._remote = self._ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(_compute)
        self._ended: SimpleQueue[tuple[_Task, Future[Any]] | None] = SimpleQueue()
        self._counted, self._workers = 0.0, 1
        threading.Thread(target=self._collect, name="results of Ray", daemon=True).start()

    @property
    def workers(self) -> int:
        """The number of processors that the cluster has now."""
        if time.monotonic() > self._counted + COUNTED:
            self._workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._counted = time.monotonic()
        return self._workers

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Schedule a call.

        The future raises what the call raises, or ClusterError if the call lost its worker ``ATTEMPTS`` times.
        """
        future: Future[R] = Future()
        folder = str(Path.cwd())

        def call() -> Any:
            return self._remote.remote(_program(), folder, fn, args, kwargs)

        self._begin(_Task(future, call, 1))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; calls that are not finished are given up."""
        self._ended.put(None)
        if self._joined:
            self._ray.shutdown()

    def _begin(self, task: _Task) -> None:
        task.call().future().add_done_callback(lambda ended: self._ended.put((task, ended)))

    def _collect(self) -> None:
        """Pass results on. A thread of its own, since Ray's thread of callbacks must not submit."""
        while (pair := self._ended.get()) is not None:
            try:
                self._settle(*pair)
            except Exception as error:  # the cluster is gone
                _fail(pair[0].future, ClusterError(f"the Ray cluster does not answer: {error}"))

    def _settle(self, task: _Task, ended: Future[Any]) -> None:
        error, errors = ended.exception(), self._ray.exceptions
        if task.future.cancelled():
            return
        if error is None:
            if task.future.set_running_or_notify_cancel():
                task.future.set_result(ended.result())
        elif isinstance(error, errors.RayTaskError):
            _fail(task.future, error.cause)
        elif not isinstance(error, errors.RayError):
            _fail(task.future, ClusterError(f"the Ray cluster does not answer: {error}"))
        elif task.attempt < ATTEMPTS:
            self._begin(task._replace(attempt=task.attempt + 1))
        else:
            lost = f"a block lost its worker {ATTEMPTS} times ({type(error).__name__}: {error})"
            _fail(task.future, ClusterError(f"{lost}; see the logs of the cluster's nodes"))


def _fail(future: Future[Any], error: BaseException) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


def _import_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise MissingPackage("work on Ray needs Ray: pip install 'tablier[ray]'") from error
    return ray


def _connect(ray: Any, address: str) -> None:
    """Connect this process to a cluster.

    Raises:
        ClusterError: it cannot be reached.
    """
    address = address or os.environ.get("RAY_ADDRESS", "")
    failed = f"cannot use the Ray cluster {address or 'of this machine'}"
    try:
        if found := _HOST_AND_PORT.fullmatch(address):  # a name such as "auto" has no port
            socket.create_connection((found[1], int(found[2])), REACHED).close()
        with warnings.catch_warnings(action="ignore"):
            ray.init(address or None, logging_level="ERROR", log_to_driver=False)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise ClusterError(f"{failed}: {error}; is it running, and does a firewall allow the connection?") from error


def _compute(program: str, folder: str, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
    """Make a call in a process of the cluster.

    Raises:
        ClusterError: this machine has another version of Tablier.
    """
    if program != _program():
        raise ClusterError(
            f"the node {socket.gethostname()} has another version of Tablier in {Path(tablier.__file__).parent}; "
            "install the same on every node"
        )
    if folder not in sys.path and Path(folder).is_dir():
        sys.path.insert(0, folder)
    return fn(*args, **kwargs)


@cache
def _program() -> str:
    """Hash of the files of this package that decide how a block is computed (hexadecimal)."""
    package = Path(tablier.__file__).parent
    total = hashlib.blake2b(digest_size=8)
    for file in sorted(package.rglob("*")):
        name = file.relative_to(package)
        if file.suffix in {".py", ".json", ".toml", ".npz"} and name.parts[0] not in {"server", "cli"}:
            total.update(f"{name.as_posix()}\0".encode() + file.read_bytes())
    return total.hexdigest()

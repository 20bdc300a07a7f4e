"""Where blocks are computed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from tablier.errors import InvalidOption
from tablier.work.processes import Processes
from tablier.work.stream import Bounded, ThisProcess

LOCAL = "local"
AHEAD = 3
"""Blocks in flight for each worker: one is computed, others wait, so that no worker is idle."""
_ADDRESS = re.compile(r"ray://(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(\d{1,5})")


@contextmanager
def workers(jobs: int = 1, on: str = LOCAL) -> Iterator[Executor]:
    """An executor that holds a few blocks for each worker.

    Args:
        jobs: the number of local processes; with one, blocks are computed in this process.
        on: ``local``; ``ray``, the cluster of ``RAY_ADDRESS``, else the one that runs on this machine, else a new one
            on this machine; or the ``ray://host:port`` of a cluster.

    Raises:
        InvalidOption: ``on`` is none of these.
        MissingPackage: Ray is not installed.
        ClusterError: the cluster cannot be reached.
    """
    executor = _executor(jobs, require_place(on))
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def require_place(on: str) -> str:
    """The place, if it has the right form.

    Raises:
        InvalidOption: it has not.
    """
    address = _ADDRESS.fullmatch(on)
    if on in (LOCAL, "ray") or (address and 0 < int(address[2]) < 1 << 16):
        return on
    raise InvalidOption(f"{on} is no place to compute; write local, ray, or ray://host:port (10001 is Ray's own port)")


def _executor(jobs: int, on: str) -> Executor:
    if on != LOCAL:
        from tablier.work.on_ray import RayExecutor  # the extra ``ray``

        cluster = RayExecutor("" if on == "ray" else on)
        return Bounded(cluster, lambda: AHEAD * cluster.workers)
    if jobs == 1:
        return ThisProcess()
    return Bounded(Processes(jobs), lambda: AHEAD * jobs)

"""Kernels of a WebAssembly module, called with NumPy arrays in Node or elsewhere."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

RUNNER = Path(__file__).with_name("node.ts")
NODE = shutil.which("node") or "node"


Run = Callable[[Path, str, bytes], tuple[list[tuple[Any, float]], bytes]]
"""Carries out a request for a module: the request as JSON, and the bytes of its buffers, which come back changed."""


class Module:
    """The module of one game; every batch of calls runs in a new instance."""

    def __init__(self, path: Path, run: Run | None = None) -> None:
        """A module in Node, or where ``run`` carries out requests."""
        self.path = path
        self._run = run or run_in_node
        self.seconds: list[float] = []
        """The processor time of each call of the last batch."""

    def call(self, name: str, *args: Any) -> Any:
        """Call one kernel; arrays are changed in place. A record counts as the state, a tuple as its members."""
        return self.calls([(name, *args)])[0]

    def calls(self, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call kernels one after the other; returns their results."""
        buffers: dict[tuple[int, int], tuple[int, Any]] = {}
        sent = [[name, *(_sent(arg, buffers) for arg in args)] for name, *args in calls]
        arrays = [array for _, array in buffers.values()]
        head = {"buffers": [array.nbytes for array in arrays], "calls": sent}
        data = b"".join(array.tobytes() for array in arrays)
        answers, changed = self._run(self.path, json.dumps(head), data)
        start = 0
        for array in arrays:
            array.reshape(-1).view(np.uint8)[:] = np.frombuffer(changed, np.uint8, array.nbytes, start)
            start += array.nbytes
        results, self.seconds = ([answer[k] for answer in answers] for k in (0, 1))
        return results


def run_in_node(path: Path, request: str, data: bytes) -> tuple[list[tuple[Any, float]], bytes]:
    """Carry out a request in Node; seconds are of processor time."""
    command = [NODE, str(RUNNER), str(path)]
    done = subprocess.run(command, input=request.encode() + b"\n" + data, capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    line, _, changed = done.stdout.partition(b"\n")
    return json.loads(line), changed


def _sent(arg: Any, buffers: dict[tuple[int, int], tuple[int, Any]]) -> Any:
    if isinstance(arg, tuple):
        return [_sent(member, buffers) for member in arg]
    if isinstance(arg, np.void):
        return {"buffer": _number(arg.base, buffers), "offset": _address(arg) - _address(arg.base)}
    if isinstance(arg, np.ndarray):
        return {"buffer": _number(arg, buffers), "itemsize": arg.itemsize, "shape": arg.shape}
    return arg if isinstance(arg, float | bool) else {"integer": str(int(arg))}


def _number(array: Any, buffers: dict[tuple[int, int], tuple[int, Any]]) -> int:
    """The number of the buffer that holds an array; views of the same bytes share it."""
    return buffers.setdefault((_address(array), array.nbytes), (len(buffers), array))[0]


def _address(array: Any) -> int:
    address: int = array.__array_interface__["data"][0]
    return address

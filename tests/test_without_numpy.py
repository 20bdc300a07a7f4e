"""The face, notation and scenes of every game run without NumPy and Numba, given compiled kernels from elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest
from face_walk import digests, receive, send
from known import AT_TABLE

import tablier
from tablier.core.events import EventLog

SEEDS = (1, 2)


def answer(game: str, kernel: str, args: list[Any]) -> Any:
    """What the child asks, answered by Numba."""
    runtime = tablier.game(game).runtime
    if kernel == "actions":
        return runtime.actions
    state = tablier.game(game).definition.state(args[0])
    if kernel == "query":
        name, given = args[1:]
        filled = [arg if isinstance(arg, int) else array("q", arg) for arg in given]
        result = runtime.query(name, state, *filled)
        arrays = [arg if isinstance(arg, int) else arg.tolist() for arg in filled]
        return (result, arrays), bytes(state.data)
    if kernel == "log":
        log = EventLog()
        seat, action = args[1:]
        runtime.apply(state, seat, action, log.cells)
        return log.cells.tolist(), bytes(state.data)
    found = getattr(runtime, kernel)(state, *args[1:])
    return found if found is None or isinstance(found, int) else list(map(int, found)), bytes(state.data)


@pytest.mark.parametrize("name", AT_TABLE)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_the_same_without_numpy_and_numba(name: str, seed: int) -> None:
    here = Path(__file__).parent
    child = subprocess.Popen(
        [sys.executable, "-m", "face_walk", name, str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{here.parent / 'src'}{os.pathsep}{here}"},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with child:
        while True:
            game, kernel, args = receive(child.stdout)
            if kernel == "done":
                break
            send(child.stdin, answer(game, kernel, args))
        child.stdin.close()
    assert child.wait() == 0
    assert args == list(digests(name, seed))

"""Perft: the number of ply sequences of a given length, the standard check of a move generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.protocol import apply, legal, movers


@kernel
def perft(stack: Any, actions: Any, depth: Any, level: Any) -> Any:
    """Count the sequences of ``depth`` plies from ``stack[level]``.

    ``stack`` holds ``level + depth + 1`` records, ``actions`` is ``int16`` of as many rows. Where several seats may
    act, the lowest does; a finished game counts 1 at any depth.
    """
    who = movers(stack[level])
    if depth == 0 or who == 0:
        return np.int64(1)
    seat = lowest(np.uint64(who))
    n = legal(stack[level], seat, actions[level])
    if depth == 1:
        return np.int64(n)
    total = np.int64(0)
    for i in range(n):
        stack[level + 1] = stack[level]
        apply(stack[level + 1], seat, np.int64(actions[level, i]))
        total += perft(stack, actions, depth - 1, level + 1)
    return total

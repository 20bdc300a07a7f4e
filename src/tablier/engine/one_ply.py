"""One-ply lookahead by a game's evaluation, for bots that need no search tree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine.kernel import kernel
from tablier.engine.playout import rewards
from tablier.engine.protocol import apply, determinize, evaluate, legal, movers
from tablier.engine.rng import unit

TIE = 1e-4
"""Values are raised at random by up to this much, so that ties are broken at random."""


class OnePlyScratch(NamedTuple):
    """Working memory: two records, a list of actions, and what the kernels write about seats."""

    seen: Any
    work: Any
    actions: NDArray[np.int16]
    places: NDArray[np.int64]
    result: NDArray[np.float64]


@kernel
def one_ply_values(root: Any, me: Any, rng: Any, samples: Any, scratch: Any, values: Any) -> Any:
    """Write each legal action's mean value for ``me`` over ``samples`` determinizations; returns their number.

    ``root[0]`` is reduced to what ``me`` may know. ``scratch`` has the fields of :class:`OnePlyScratch`; the legal
    actions are written to ``scratch.actions``.
    """
    n = legal(root[0], me, scratch.actions)
    values[:n] = 0.0
    for _ in range(samples):
        scratch.seen[0] = root[0]
        determinize(scratch.seen[0], me, rng)
        for i in range(n):
            scratch.work[0] = scratch.seen[0]
            apply(scratch.work[0], me, np.int64(scratch.actions[i]))
            if movers(scratch.work[0]) == 0:
                rewards(scratch.work[0], scratch.places, scratch.result)
            else:
                evaluate(scratch.work[0], scratch.result)
            values[i] += scratch.result[me]
    for i in range(n):
        values[i] = values[i] / samples + TIE * unit(rng)
    return n

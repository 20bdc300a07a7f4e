"""Shared by evaluations that are fitted to self-play: weights between knots, and shares of a win from weighted sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tablier.engine.kernel import kernel


class Fit(NamedTuple):
    """What an evaluation measures, for ``tools/fit``: ``FIT`` of a game's ``evaluation.py``.

    Attributes:
        measure: ``measure(s, out)`` writes ``out[seats, columns of value]``, ``float64``.
        ahead: ``ahead(s)`` returns how much of the game lies ahead, on the scale of the knots.
        see: ``see(s, actions, n, out)`` writes what the priors see of the first ``n`` actions, ``out[n, columns of all
            tables of priors]``; ``None`` if the priors have no weights.
    """

    measure: Callable[[Any, Any], None]
    ahead: Callable[[Any], Any]
    see: Callable[[Any, Any, Any, Any], None] | None = None


@kernel
def knot(knots: Any, u: Any) -> Any:
    """The row of weights below ``u`` among ascending ``knots``, and how far ``u`` is to the next (0 to 1)."""
    k = 0
    while k < len(knots) - 2 and u > knots[k + 1]:
        k += 1
    return k, min(1.0, max(0.0, (u - knots[k]) / (knots[k + 1] - knots[k])))


@kernel
def weight(table: Any, k: Any, t: Any, column: Any) -> Any:
    """A weight of ``table``, whose rows belong to knots, between row ``k`` and the next."""
    return (1.0 - t) * table[k, column] + t * table[k + 1, column]


@kernel
def sums(table: Any, k: Any, t: Any, seen: Any, n: Any, out: Any) -> None:
    """Write the weighted sum of each of the first ``n`` rows of ``seen``, whose columns are those of ``table``."""
    for i in range(n):
        out[i] = 0.0
        for column in range(table.shape[1]):
            out[i] += weight(table, k, t, column) * seen[i, column]


@kernel
def odds(out: Any, n: Any) -> None:
    """Turn the first ``n`` logarithms into what they are logarithms of, in place."""
    for i in range(n):
        out[i] = np.exp(out[i])


@kernel
def softmax(out: Any, n: Any) -> None:
    """Turn the first ``n`` numbers into shares of one, in place."""
    highest = out[0]
    for i in range(1, n):
        highest = max(highest, out[i])
    for i in range(n):
        out[i] -= highest
    odds(out, n)
    total = 0.0
    for i in range(n):
        total += out[i]
    for i in range(n):
        out[i] /= total

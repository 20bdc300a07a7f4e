"""Linear models for evaluations that are fitted to self-play: weights interpolated between knots, sums, softmax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tablier.engine.kernel import kernel


class Fit(NamedTuple):
    """The features of an evaluation, for ``tools/fit``: ``FIT`` of a game's ``evaluation.py``.

    Attributes:
        measure: ``measure(s, out)`` writes ``out[seats, columns of value]``, ``float64``.
        ahead: ``ahead(s)`` returns how much of the game remains, on the scale of the knots.
        see: ``see(s, actions, n, out)`` writes the features of the actions, ``out[n, columns of all tables of
            priors]``; ``None`` if the priors have no weights.
    """

    measure: Callable[[Any, Any], None]
    ahead: Callable[[Any], Any]
    see: Callable[[Any, Any, Any, Any], None] | None = None


@kernel
def knot(knots: Any, u: Any) -> Any:
    """The row of weights below ``u`` among ascending ``knots``, and the fraction of the way to the next (0 to 1)."""
    k = 0
    while k < len(knots) - 2 and u > knots[k + 1]:
        k += 1
    return k, min(1.0, max(0.0, (u - knots[k]) / (knots[k + 1] - knots[k])))


@kernel
def weight(table: Any, k: Any, t: Any, column: Any) -> Any:
    """A weight of ``table`` (one row for each knot), interpolated between row ``k`` and the next."""
    return (1.0 - t) * table[k, column] + t * table[k + 1, column]


@kernel
def sums(table: Any, k: Any, t: Any, seen: Any, n: Any, out: Any) -> None:
    """Write the weighted sum of each of the first ``n`` rows of ``seen``, whose columns are those of ``table``."""
    for i in range(n):
        out[i] = 0.0
        for column in range(table.shape[1]):
            out[i] += weight(table, k, t, column) * seen[i, column]


@kernel
def exp_inplace(out: Any, n: Any) -> None:
    """Exponentiate the first ``n`` entries in place."""
    for i in range(n):
        out[i] = np.exp(out[i])


@kernel
def softmax(out: Any, n: Any) -> None:
    """Replace the first ``n`` entries by their softmax, in place."""
    highest = out[0]
    for i in range(1, n):
        highest = max(highest, out[i])
    for i in range(n):
        out[i] -= highest
    exp_inplace(out, n)
    total = 0.0
    for i in range(n):
        total += out[i]
    for i in range(n):
        out[i] /= total

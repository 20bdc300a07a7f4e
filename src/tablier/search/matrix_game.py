"""Matrix games of two seats: one chooses a row, the other a column, at once."""

from __future__ import annotations

from itertools import count

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]

CHECKED = 32
"""Exploitability is computed after so many turns."""


def equilibrium(payoffs: Reals, within: float, *, most: int | None = None) -> tuple[Reals, Reals]:
    """Mixed strategies whose exploitability is at most ``within``, by regret matching (Hart and Mas-Colell 2000).

    Regrets are clipped at 0 (regret matching+), the seats update in turn, and later strategies weigh more (Tammelin
    2014).

    Args:
        payoffs: what the seat of the rows gets, ``[rows, columns]``; the other one loses as much.
        within: the exploitability at which to stop: the mean over both seats of what the best response gains.
        most: stop after so many turns in any case, rounded up to a multiple of 32.

    Returns:
        The shares of the rows, ``[rows]``, and of the columns, ``[columns]``.
    """
    regrets = [np.zeros(n) for n in payoffs.shape]
    sums = [np.zeros(n) for n in payoffs.shape]
    for turn in count(1):
        gains = payoffs @ _shares(regrets[1])
        regrets[0] = np.maximum(0.0, regrets[0] + gains - _shares(regrets[0]) @ gains)
        gains = -(_shares(regrets[0]) @ payoffs)
        regrets[1] = np.maximum(0.0, regrets[1] + gains - _shares(regrets[1]) @ gains)
        for total, regret in zip(sums, regrets, strict=True):
            total += turn * _shares(regret)
        if turn % CHECKED == 0:
            rows, columns = (total / total.sum() for total in sums)
            gain = (payoffs @ columns).max() - (rows @ payoffs).min()
            if gain <= 2 * within or (most is not None and turn >= most):
                return rows, columns
    raise AssertionError("regret matching converges")


def _shares(regrets: Reals) -> Reals:
    total = regrets.sum()
    return regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets))

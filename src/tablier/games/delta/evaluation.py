"""The evaluation of Delta: how far each pawn still has to go, and with what."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from tablier.catalogue.data import load, require_tables
from tablier.engine.bits import popcount
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import Fit, knot, softmax, sums
from tablier.games.delta.board import SUPPORTS
from tablier.games.delta.state import State
from tablier.games.delta.survey import FAR, LONGEST, Numbers, Reals, follow, needs, remaining, supports, survey
from tablier.games.delta.tables import GOAL, HOME, int64
from tablier.games.delta.terrain import reserve


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows are interpolated by the least cost that any pawn still has before it.

    ``knots`` are the costs of the rows.
    """

    knots: list[float]
    value_columns: list[str]
    value: list[list[float]]

    def __post_init__(self) -> None:
        """Check the shapes of the tables.

        Raises:
            ValueError: a shape is wrong; the message names the field.
        """
        require_tables(self, value=COLUMNS)


COST, NEAR, STEPS, PLANKS, STONES, OPEN, RESERVE, START, ORDER = range(9)
COLUMNS = 9
FITTED = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(FITTED.knots)
VALUE = np.array(FITTED.value)

NEARNESS = 0.45
"""How quickly the column ``near`` falls with the remaining cost."""


@kernel
def measure(s: State, out: Any) -> None:
    """Write the features of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    n = int64(s.seats)
    dist, via = np.empty(SUPPORTS), np.empty(SUPPORTS, np.int64)
    path, over = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    stones, planks = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    for seat in range(n):
        survey(s, seat, dist, via, supports(int64(s.pawns[seat])))
        out[seat, COST] = remaining(s, int64(s.pawns[seat]), GOAL[n, seat], dist)
        out[seat, NEAR] = math.exp(-NEARNESS * out[seat, COST])
        length = follow(s, seat, dist, via, path, over)
        needs(s, path, over, length, stones, planks)
        measure_path(stones, planks, length, out[seat])
        out[seat, RESERVE] = popcount(reserve(s, seat))
        out[seat, START] = 1.0 if int64(s.pawns[seat]) == HOME[n, seat] else 0.0
        out[seat, ORDER] = (seat - int64(s.statuette) + n) % n / n


@kernel
def measure_path(stones: Numbers, planks: Numbers, length: int, out: Reals) -> None:
    """Write what a path has: its length, the stones and planks that are missing, and how far it can be walked now."""
    out[STEPS] = length
    out[STONES] = stones[length - 1] if length else 0
    out[PLANKS] = planks[length - 1] if length else 0
    out[OPEN] = 0.0
    for k in range(length):
        out[OPEN] += 1.0 if planks[k] == 0 else 0.0


@kernel
def least_cost(seen: Reals) -> float:
    """The least cost that any pawn still has before it, from the features."""
    least = FAR
    for seat in range(len(seen)):
        least = min(least, seen[seat, COST])
    return least


@kernel
def ahead(s: State) -> float:
    """The least cost that any pawn still has before it."""
    seen = np.zeros((int64(s.seats), COLUMNS))
    measure(s, seen)
    return least_cost(seen)


@kernel
def evaluate(s: State, out: Reals) -> None:
    """Write the expected reward of each seat; see :mod:`tablier.engine.protocol`."""
    n = int64(s.seats)
    seen = np.zeros((n, COLUMNS))
    measure(s, seen)
    k, t = knot(KNOTS, least_cost(seen))
    sums(VALUE, k, t, seen, n, out)
    softmax(out, n)


FIT = Fit(measure, ahead)

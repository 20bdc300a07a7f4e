"""The tables of :mod:`tablier.games.delta.board` as arrays, for kernels. A set of places is ``WORDS`` words of bits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from tablier.core.bitsets import members, to_words
from tablier.engine.bits import i64
from tablier.games.delta import board
from tablier.games.delta.board import COLOURS, WORDS

int64 = i64
"""Widens a field in a kernel."""


def _sets(table: Iterable[int]) -> NDArray[np.uint64]:
    return np.array([to_words(members(bits), WORDS) for bits in table], np.uint64)


def _by_seats(table: Mapping[int, tuple[int, ...]]) -> NDArray[np.int64]:
    out = np.zeros((COLOURS + 1, COLOURS), np.int64)
    for seats, row in table.items():
        out[seats, :seats] = row
    return out


ENDS = np.array(board.GAPS_ENDS, np.int64)
AT = _sets(board.AT)
FITS = _sets(board.FITS)
CROSS = _sets(board.CROSS)
NEAR = _sets(board.NEAR)
ON_GAPS, ON_VILLAGES = _sets([board.ON_GAPS, board.ON_VILLAGES])
HOME = _by_seats(board.HOME)
"""``HOME[seats, seat]``: the place where a seat begins."""
GOAL = _by_seats(board.GOAL)
"""``GOAL[seats, seat]``: the goal of a seat."""

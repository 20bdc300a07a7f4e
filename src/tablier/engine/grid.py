"""Square grids as tables, computed once at import.

Cells are numbered row by row from the bottom left: ``cell = row * size + column``. A set of cells is ``words``
``uint64`` words.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""Steps (columns, rows) to the four cells that share a side."""
DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Steps to the four cells that share only a corner."""
KING = ORTHOGONAL + DIAGONAL
"""Steps to the eight cells that touch."""

Words = NDArray[np.uint64]


def mask(members: Iterable[int], words: int) -> Words:
    """The set of the given numbers as ``words`` words."""
    out = np.zeros(words, np.uint64)
    for i in members:
        out[i >> 6] |= np.uint64(1 << (i & 63))
    return out


def masks(table: NDArray[np.bool_], words: int) -> Words:
    """A boolean table ``[..., n]`` as sets ``[..., words]``."""
    spare = words * 64 - table.shape[-1]
    padded = np.concatenate([table, np.zeros((*table.shape[:-1], spare), np.bool_)], axis=-1)
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)


def neighbours(size: int, steps: Iterable[tuple[int, int]], words: int) -> Words:
    """For each cell of a square board the set of cells one of ``steps`` away: shape ``[size * size, words]``."""
    out = np.zeros((size * size, words), np.uint64)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        near = [(row + dy) * size + column + dx for dx, dy in steps if 0 <= column + dx < size and 0 <= row + dy < size]
        out[cell] = mask(near, words)
    return out

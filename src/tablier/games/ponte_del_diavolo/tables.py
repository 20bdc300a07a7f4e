"""The geometry of the lagoon as tables for kernels, by variant. Sets of cells and of slots are words of bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablier.engine import grid
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.geometry import (
    CELL_WORDS,
    DATA,
    SIZES,
    SLOT_WORDS,
    slots,
    slots_and_cells_under,
)


def crossing(board: int) -> NDArray[np.bool_]:
    """Which slots cross or touch (PONTE-5.6): ``[slots, slots]``, true where the segments between tile centres meet.

    Exact: integer orientation tests. A slot meets itself and all that share an end with it.
    """
    ends = np.array(slots(board), np.int64)
    p, q = (np.stack([ends[:, i] % board, ends[:, i] // board], -1) for i in (0, 1))
    d = q - p

    def side(point: NDArray[np.int64]) -> NDArray[np.int64]:
        """Sign of each ``point[j]`` relative to the line through each slot ``i``."""
        to = point[None, :, :] - p[:, None, :]
        sign: NDArray[np.int64] = np.sign(d[:, None, 0] * to[..., 1] - d[:, None, 1] * to[..., 0])
        return sign

    astride = side(p) * side(q) <= 0
    low, high = np.minimum(p, q), np.maximum(p, q)
    boxes = np.all((low[:, None] <= high[None]) & (low[None] <= high[:, None]), -1)
    meet: NDArray[np.bool_] = astride & astride.T & boxes
    return meet


MAX_CELLS = max(SIZES) ** 2
MAX_SLOTS = len(slots(max(SIZES)))
_V = len(SIZES)

TILES = np.array([board.tiles for board in DATA.boards], np.int64)
BRIDGES = np.array([board.bridges for board in DATA.boards], np.int64)
CELLS = np.array([size * size for size in SIZES], np.int64)
SLOTS = np.array([len(slots(size)) for size in SIZES], np.int64)
FIRST_BRIDGE = np.array([ACTIONS[size]["bridge"] for size in SIZES], np.int64)
"""The action id of the first bridge; tiles come before it."""
PASS = np.array([ACTIONS[size]["pass"] for size in SIZES], np.int64)
SWAP = np.array([ACTIONS[size]["swap"] for size in SIZES], np.int64)
USED_SLOT_WORDS = -(-SLOTS // 64)

EVERYWHERE = np.zeros((_V, CELL_WORDS), np.uint64)
SIDES = np.zeros((_V, MAX_CELLS, CELL_WORDS), np.uint64)
"""Cells that share a side."""
AROUND = np.zeros((_V, MAX_CELLS, CELL_WORDS), np.uint64)
"""Cells that touch, diagonals included."""
ENDS = np.full((_V, MAX_SLOTS, 2), -1, np.int16)
"""The two cells that a slot joins."""
UNDER = np.zeros((_V, MAX_SLOTS, CELL_WORDS), np.uint64)
"""The one or two cells below a slot."""
OVER = np.zeros((_V, MAX_CELLS, SLOT_WORDS), np.uint64)
"""The slots above a cell."""
SHUT = np.zeros((_V, MAX_SLOTS, SLOT_WORDS), np.uint64)
"""The slots that a bridge rules out: crossing, sharing an end, and itself."""
REACH = np.zeros((_V, MAX_CELLS, CELL_WORDS), np.uint64)
"""The cells that a bridge from a cell can reach."""
SLOT = np.full((_V, MAX_CELLS, MAX_CELLS), -1, np.int16)
"""The slot between two cells, -1 where there is none."""

for _v, _size in enumerate(SIZES):
    _n = _size * _size
    EVERYWHERE[_v] = grid.mask(range(_n), CELL_WORDS)
    SIDES[_v, :_n] = grid.neighbours(_size, grid.ORTHOGONAL, CELL_WORDS)
    AROUND[_v, :_n] = grid.neighbours(_size, grid.KING, CELL_WORDS)
    SHUT[_v, : SLOTS[_v]] = grid.masks(crossing(_size), SLOT_WORDS)
    for _slot, (_a, _b, _between) in enumerate(slots_and_cells_under(_size)):
        ENDS[_v, _slot] = _a, _b
        UNDER[_v, _slot] = grid.mask(_between, CELL_WORDS)
        for _cell in _between:
            OVER[_v, _cell] |= grid.mask([_slot], SLOT_WORDS)
        for _one, _other in ((_a, _b), (_b, _a)):
            REACH[_v, _one] |= grid.mask([_other], CELL_WORDS)
            SLOT[_v, _one, _other] = _slot

"""The geometry of small boards for kernels. Sets of cells are one word, sets of slots ``SLOT_WORDS``."""

from __future__ import annotations

import numpy as np

from tablier.engine import grid
from tablier.games.ponte_del_diavolo.geometry import ISLAND, SIZES, slots, slots_and_cells_under
from tablier.games.ponte_del_diavolo.symmetries import symmetries
from tablier.games.ponte_del_diavolo.tables import crossing
from tablier.games.ponte_del_diavolo.turn_state import CELLS, SLOT_WORDS, SLOTS, SMALL, SYMMETRIES

_V = len(SMALL)
SIDE = np.array(SMALL, np.uint64)
"""Cells along a side."""
ALL = np.zeros(_V, np.uint64)
INNER = np.zeros((_V, 2), np.uint64)
"""The cells that have a neighbour on the right, and those that have one on the left."""
EVERY_SLOT = np.zeros((_V, SLOT_WORDS), np.uint64)
ENDS = np.zeros((_V, SLOTS, 2), np.int64)
UNDER = np.zeros((_V, SLOTS), np.uint64)
"""The cells below a slot."""
OVER = np.zeros((_V, CELLS, SLOT_WORDS), np.uint64)
"""The slots above a cell."""
SHUT = np.zeros((_V, SLOTS, SLOT_WORDS), np.uint64)
"""The slots that a bridge excludes: crossing, sharing an end, and itself."""
ROWS = np.zeros((_V, max(SMALL), 1 << max(SMALL), SLOT_WORDS), np.uint64)
"""The slots that end on a set of cells of one row, given as bits."""
AT = np.zeros((_V, CELLS, SLOT_WORDS), np.uint64)
"""The slots that end on a cell."""
TILE_KEYS = np.zeros((_V, 2, CELLS, SYMMETRIES), np.uint64)
BRIDGE_KEYS = np.zeros((_V, SLOTS, SYMMETRIES), np.uint64)
TURN_KEYS = np.zeros((2, 2), np.uint64)
"""By mover and whether the turn is the last."""
PIECES = np.zeros(_V, np.int64)
"""The number of places for an island."""
PIECE = np.zeros((_V, 256), np.uint64)
"""The cells of each place."""
SHORE = np.zeros((_V, 256), np.uint64)
"""The cells that touch it."""


def islands(size: int) -> list[frozenset[int]]:
    """All places for an island on a board."""
    sides = grid.neighbours(size, grid.ORTHOGONAL, 1)[:, 0]
    near = [{b for b in range(size * size) if int(sides[a]) >> b & 1} for a in range(size * size)]
    found = {frozenset([cell]) for cell in range(size * size)}
    for _ in range(ISLAND - 1):
        found = {cells | {new} for cells in found for cell in cells for new in near[cell] - cells}
    return sorted(found, key=sorted)


_random = np.random.default_rng(1)
TURN_KEYS[:] = _random.integers(0, 1 << 64, (2, 2), np.uint64)
for _v, _size in enumerate(SMALL):
    _n, _board = _size * _size, slots(_size)
    _around = grid.neighbours(_size, grid.KING, 1)[:, 0]
    ALL[_v] = grid.mask(range(_n), 1)[0]
    INNER[_v, 0] = grid.mask((cell for cell in range(_n) if cell % _size < _size - 1), 1)[0]
    INNER[_v, 1] = grid.mask((cell for cell in range(_n) if cell % _size > 0), 1)[0]
    EVERY_SLOT[_v] = grid.mask(range(len(_board)), SLOT_WORDS)
    SHUT[_v, : len(_board)] = grid.masks(crossing(_size), SLOT_WORDS)
    for _slot, (_a, _b, _between) in enumerate(slots_and_cells_under(_size)):
        ENDS[_v, _slot] = _a, _b
        UNDER[_v, _slot] = grid.mask(_between, 1)[0]
        for _cell in _between:
            OVER[_v, _cell] |= grid.mask([_slot], SLOT_WORDS)
        for _cell in (_a, _b):
            AT[_v, _cell] |= grid.mask([_slot], SLOT_WORDS)
    for _cell in range(_n):
        for _pattern in range(1 << _size):
            if _pattern >> _cell % _size & 1:
                ROWS[_v, _cell // _size, _pattern] |= AT[_v, _cell]
    _tile_keys = _random.integers(0, 1 << 64, (2, _n), np.uint64)
    _bridge_keys = _random.integers(0, 1 << 64, len(_board), np.uint64)
    for _k, _symmetry in enumerate(symmetries([SIZES.index(_size)])):
        _images = [_symmetry.action(cell) for cell in range(_n)]
        TILE_KEYS[_v, :, :_n, _k] = _tile_keys[:, _images]
        BRIDGE_KEYS[_v, : len(_board), _k] = _bridge_keys[
            [_symmetry.action(_n + slot) - _n for slot in range(len(_board))]
        ]
    for _i, _cells in enumerate(islands(_size)):
        PIECES[_v] = _i + 1
        PIECE[_v, _i] = grid.mask(_cells, 1)[0]
        SHORE[_v, _i] = np.bitwise_or.reduce(_around[list(_cells)]) & ~PIECE[_v, _i]

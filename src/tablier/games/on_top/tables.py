"""The boards and the tiles as tables for kernels, by board first. Sets of cells and positions are words of bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablier.engine.grid import mask
from tablier.games.on_top import geometry
from tablier.games.on_top.geometry import BOARDS, CELLS, POINTS, POSITIONS, WORDS, Board, golden_points

KIND = np.array(geometry.KIND, np.int64)
"""For each kind the colours of its corners."""
COPIES = np.array(geometry.COPIES, np.int64)


def _blank(*shape: int) -> NDArray[np.uint64]:
    return np.zeros((len(BOARDS), *shape), np.uint64)


ALL_CELLS = _blank(WORDS)
ALL_POSITIONS = _blank(WORDS)
PAIR = np.zeros((len(BOARDS), POSITIONS, 2), np.int64)
"""The two cells of a position."""
CORNERS = np.zeros((len(BOARDS), POSITIONS, 4), np.int64)
"""The four points of a position."""
SIDES = np.full((len(BOARDS), POSITIONS, 4), -1, np.int64)
"""The cells that a position touches by a side, up to four, then -1."""
COVERING = _blank(CELLS, WORDS)
"""The positions of which a cell is a part."""
BESIDE = _blank(CELLS, WORDS)
"""The positions that touch a cell by a side."""
AROUND = _blank(POINTS, WORDS)
"""The cells around a point."""
TIPS = _blank(CELLS)
"""The three points of a cell."""
GOLDEN = _blank(2)
"""The points of the golden border: the whole rim, or a part of it."""
STARTS = _blank(len(BOARDS[0].starts), WORDS)
"""The cells of the start triangles, in the order of ``starts``."""


def _fill(b: int, board: Board) -> None:
    pairs = board.positions
    near = [{x + y - c for x, y in pairs if c in (x, y)} for c in range(len(board.cells))]
    ALL_CELLS[b] = mask(range(len(board.cells)), WORDS)
    ALL_POSITIONS[b] = mask(range(len(pairs)), WORDS)
    PAIR[b, : len(pairs)] = pairs
    CORNERS[b, : len(pairs)] = board.corners
    for p, (x, y) in enumerate(pairs):
        outside = sorted((near[x] | near[y]) - {x, y})
        SIDES[b, p, : len(outside)] = outside
    for c, corners in enumerate(board.cells):
        COVERING[b, c] = mask((p for p, pair in enumerate(pairs) if c in pair), WORDS)
        BESIDE[b, c] = mask((p for p, pair in enumerate(pairs) if c not in pair and near[c] & set(pair)), WORDS)
        TIPS[b, c] = mask(corners, 1)[0]
    for p, cells in enumerate(board.around):
        AROUND[b, p] = mask(cells, WORDS)
    GOLDEN[b] = [mask(golden_points(b, golden), 1)[0] for golden in range(2)]
    for i, names in enumerate(board.starts.values()):
        STARTS[b, i] = mask(map(board.cell_names.index, names), WORDS)


for _b, _board in enumerate(BOARDS):
    _fill(_b, _board)

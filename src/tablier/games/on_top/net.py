"""What a net sees of a position: the inputs of the evaluation, and every open intersection as a code.

The code of an intersection is the sixths of each colour around it, the seat's own first and then in the order of the
seats, its free cells, and whether it is golden.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest
from tablier.engine.kernel import kernel
from tablier.engine.net import NetShape, write_fitted
from tablier.games.on_top.evaluation import (
    BASE,
    CIRCLE,
    KNOTS,
    VALUE,
    ahead,
    free_cells,
    measure,
    unfinished,
)
from tablier.games.on_top.geometry import COLOURS, POINTS
from tablier.games.on_top.state import State
from tablier.games.on_top.tables import GOLDEN

PAWNS = VALUE.shape[1] + 1


def _numbered() -> tuple[NDArray[np.int32], int]:
    """``[sixths of the colours as a number, free cells]``: the number of each possible case, and how many there are."""
    out = np.full((BASE**COLOURS, BASE), -1, np.int32)
    n = 0
    for counts in np.ndindex(*[BASE] * COLOURS):
        for free in range(BASE - sum(counts)):
            out[sum(c * BASE**i for i, c in enumerate(counts)), free] = n
            n += 1
    return out, n


CODE, CASES = _numbered()
SHAPE = NetShape(numbers=PAWNS + 1, codes=POINTS, table=2 * CASES)


@kernel
def net_inputs(s: State, inputs: Any) -> Any:
    """See :func:`tablier.engine.protocol.net_inputs`; partners, who win together, are not covered."""
    if s.teams != 0:
        return 0
    n = i64(s.seats)
    measure(s, inputs.numbers)
    write_fitted(VALUE, KNOTS, ahead(s), n, inputs)
    for seat in range(n):
        inputs.numbers[seat, PAWNS] = s.pawns[seat]
    write_codes(s, n, inputs.codes)
    return 1


@kernel
def write_codes(s: State, n: int, codes: Any) -> None:
    """Write the code of every open intersection, for each seat."""
    golden = GOLDEN[s.board, s.golden]
    points = unfinished(s)
    length = 0
    while points != ZERO:
        point = lowest(points)
        points &= points - ONE
        free = free_cells(s, point)
        if free == CIRCLE:
            continue
        prized = i64(golden & bit(point) != ZERO)
        for seat in range(n):
            codes[seat, length] = 2 * CODE[case_for(s, n, seat, point), free] + prized
        length += 1
    if length < codes.shape[1]:
        codes[:n, length] = -1


@kernel
def case_for(s: State, n: int, seat: int, point: int) -> Any:
    """The colours at a point as a number, as a seat sees them."""
    number = i64(0)
    for i in range(COLOURS - 1, -1, -1):
        number = number * BASE + i64(s.parts[point, (seat + i) % n if i < n else i])
    return number

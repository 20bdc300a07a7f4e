"""What a net sees of a position: the inputs of the evaluation, how much of the game remains, and the cards due."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.kernel import kernel
from tablier.engine.net import NetShape, write_fitted
from tablier.games.delta.board import COLOURS
from tablier.games.delta.evaluation import KNOTS, VALUE, least_cost, measure
from tablier.games.delta.state import PROGRAMMING, SLOTS, State
from tablier.games.delta.tables import int64
from tablier.games.delta.terrain import cancelled

PERFORMED = VALUE.shape[1] + 1
"""The column that tells whether cards are being performed."""
DUE = PERFORMED + 1
"""The first of the columns that count what the cards still to be performed do."""
KIND = np.array([0, 0, 1, 1, 2, 3, 3, 4, *(5 for _ in range(COLOURS))])
"""What a card does, as a column after ``DUE``: stones, planks, removals, steps, jumps, dragons."""
AMOUNT = np.array([1, 2, 1, 2, 1, 1, 2, 1, *(1 for _ in range(COLOURS))])
"""How much of it."""
KINDS = 6
SHAPE = NetShape(numbers=DUE + KINDS, codes=0, table=0)


@kernel
def net_inputs(s: State, inputs: Any) -> Any:
    """See :func:`tablier.engine.protocol.net_inputs`."""
    n, numbers = int64(s.seats), inputs.numbers
    measure(s, numbers)
    write_fitted(VALUE, KNOTS, least_cost(numbers), n, inputs)
    numbers[:, PERFORMED:] = 0.0
    if s.stage != PROGRAMMING:
        for seat in range(n):
            write_due(s, seat, numbers[seat])
    return 1


@kernel
def write_due(s: State, seat: int, out: Any) -> None:
    """Write what the cards of a seat that are still to be performed do; a card is due until it is completed."""
    out[PERFORMED] = 1.0
    n, phase, first = int64(s.seats), int64(s.phase), int64(s.statuette)
    over = (seat - first + n) % n < (int64(s.mover) - first + n) % n or cancelled(s, seat)
    for slot in range(phase + 1 if over else phase, SLOTS):
        card = int64(s.programme[seat, slot]) - 1
        if card >= 0:
            out[DUE + KIND[card]] += AMOUNT[card]

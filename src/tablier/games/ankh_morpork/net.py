"""What a net sees of a position: the inputs of the evaluation and how much of the game remains."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import i64
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import knot, sums
from tablier.engine.net import NetShape
from tablier.games.ankh_morpork.evaluation import COLUMNS, KNOTS, VALUE, ahead, measure
from tablier.games.ankh_morpork.state import State

AHEAD = COLUMNS
SHAPE = NetShape(numbers=AHEAD + 1, codes=0, table=0)


@kernel
def net_inputs(s: State, inputs: Any) -> Any:
    """See :func:`tablier.engine.protocol.net_inputs`."""
    n = i64(s.players)
    measure(s, inputs.numbers)
    u = ahead(s)
    k, t = knot(KNOTS, u)
    sums(VALUE, k, t, inputs.numbers, n, inputs.logits)
    for seat in range(n):
        inputs.numbers[seat, AHEAD] = u
    return 1

"""What a net sees of a position: the inputs of the evaluation and how much of the game remains."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import i64
from tablier.engine.kernel import kernel
from tablier.engine.net import NetShape, write_fitted
from tablier.games.ankh_morpork.evaluation import KNOTS, VALUE, ahead, measure
from tablier.games.ankh_morpork.state import State

SHAPE = NetShape(numbers=VALUE.shape[1] + 1, codes=0, table=0)


@kernel
def net_inputs(s: State, inputs: Any) -> Any:
    """See :func:`tablier.engine.protocol.net_inputs`."""
    measure(s, inputs.numbers)
    write_fitted(VALUE, KNOTS, ahead(s), i64(s.players), inputs)
    return 1

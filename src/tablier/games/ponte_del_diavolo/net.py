"""What a net sees of a position: the inputs of the evaluation and how much of the game remains."""

from __future__ import annotations

from typing import Any

from tablier.engine.kernel import kernel
from tablier.engine.net import NetShape, write_fitted
from tablier.games.ponte_del_diavolo.evaluation import measure
from tablier.games.ponte_del_diavolo.state import State
from tablier.games.ponte_del_diavolo.survey import ahead
from tablier.games.ponte_del_diavolo.weights import KNOTS, VALUE

SHAPE = NetShape(numbers=VALUE.shape[1] + 1, codes=0, table=0)


@kernel
def net_inputs(s: State, inputs: Any) -> Any:
    """See :func:`tablier.engine.protocol.net_inputs`."""
    measure(s, inputs.numbers)
    write_fitted(VALUE, KNOTS, ahead(s), 2, inputs)
    return 1

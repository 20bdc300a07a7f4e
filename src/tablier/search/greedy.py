"""One-ply lookahead by the game's evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.kernel import kernel
from tablier.engine.playout import rewards
from tablier.engine.protocol import apply, determinize, evaluate, legal, movers
from tablier.engine.records import native
from tablier.engine.rng import unit
from tablier.errors import require_int_at_least
from tablier.search.kernel import JITTER, new_scratch
from tablier.search.movers import seat_to_move


@kernel
def one_ply_values(root: Any, me: Any, rng: Any, samples: Any, scratch: Any, values: Any) -> Any:
    """Write each legal action's mean value for ``me`` over ``samples`` determinizations; returns their number."""
    n = legal(root[0], me, scratch.actions)
    values[:n] = 0.0
    for _ in range(samples):
        scratch.seen[0] = root[0]
        determinize(scratch.seen[0], me, rng)
        for i in range(n):
            scratch.work[0] = scratch.seen[0]
            apply(scratch.work[0], me, np.int64(scratch.actions[i]))
            if movers(scratch.work[0]) == 0:
                rewards(scratch.work[0], scratch.places, scratch.result)
            else:
                evaluate(scratch.work[0], scratch.result)
            values[i] += scratch.result[me]
    for i in range(n):
        values[i] = values[i] / samples + JITTER * JITTER * unit(rng)
    return n


def greedy(record: Any, seat: int, rng: Any, samples: int = 8) -> int:
    """The action after which the game's evaluation is best for ``seat``; ties are broken at random.

    Args:
        record: the state; only what ``seat`` may know is used.
        seat: a seat to move.
        rng: a generator.
        samples: the number of determinizations, if the game hides anything.

    Raises:
        InvalidOption: ``samples`` is less than one.
        UnknownSeat: there is no such seat.
        IllegalMove: ``seat`` is not to move.
    """
    require_int_at_least(1, samples=samples)
    seat = seat_to_move(record, seat)
    record = native(record)
    rules = protocol.rules_of(record.dtype)
    root = rules.zeros()
    root[0] = record
    protocol.hide(root[0], seat)
    scratch = new_scratch(rules, int(protocol.seats(record)))
    values = np.empty(rules.actions)
    n = int(one_ply_values(root, seat, rng, samples if rules.has("hide") else 1, scratch, values))
    return int(scratch.actions[int(np.argmax(values[:n]))])

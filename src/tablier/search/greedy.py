"""One-ply lookahead by the game's evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.one_ply import one_ply_values
from tablier.engine.records import native
from tablier.errors import require_int_at_least
from tablier.search.kernel import new_scratch
from tablier.search.movers import seat_to_move


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

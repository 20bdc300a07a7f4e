"""Nim with an observation of its own: each heap as a share of the largest, and whether seat 0 looks."""

from __future__ import annotations

from typing import Any

import numpy as np
from toy import nim
from toy.nim import HEAPS, MOST

from tablier.engine import protocol
from tablier.engine.kernel import kernel
from tablier.engine.records import record_type

STATE = record_type(
    [("heaps", np.int8, (HEAPS,)), ("players", np.int8), ("turn", np.int8), ("seen", np.int8)], __file__
)
FEATURES = {"heaps": (HEAPS,), "first": ()}


@kernel
def features(s: Any, seat: Any, out: Any) -> None:
    for h in range(HEAPS):
        out[h] = s.heaps[h] / MOST
    out[HEAPS] = seat == 0


RULES = protocol.register("seen", STATE, HEAPS * MOST, {**vars(nim), **vars()})

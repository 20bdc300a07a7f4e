"""Matching pennies: two seats choose a side at once; seat 0 wins if the sides are equal. Worth one half to each."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.kernel import kernel
from tablier.engine.records import record_type

STATE = record_type([("picks", np.int8, (2,)), ("shown", np.int8)], __file__)


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    pass


@kernel
def seats(s: Any) -> Any:
    return np.int64(2)


@kernel
def movers(s: Any) -> Any:
    return np.int64(s.picks[0] == 0) + 2 * np.int64(s.picks[1] == 0)


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    out[0] = 0
    out[1] = 1
    return 2 if s.picks[seat] == 0 else 0


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    s.picks[seat] = 1 + action
    s.shown = movers(s) == 0


@kernel
def scores(s: Any, out: Any) -> None:
    same = s.picks[0] == s.picks[1]
    out[0] = np.int64(same)
    out[1] = 1 - np.int64(same)


@kernel
def ranks(s: Any, out: Any) -> None:
    same = s.picks[0] == s.picks[1]
    out[0] = 1 - np.int64(same)
    out[1] = np.int64(same)


@kernel
def reason(s: Any) -> Any:
    return np.int64(s.shown)


@kernel
def hide(s: Any, seat: Any) -> None:
    if s.shown == 0:
        for p in range(2):
            if p != seat:
                s.picks[p] = 0


RULES = protocol.register("pennies", STATE, 2, vars())

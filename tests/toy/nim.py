"""Nim for two or three seats: take from one heap; who takes the last one wins. Solved for two seats by Bouton."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine import protocol
from tablier.engine.kernel import kernel
from tablier.engine.records import record_type

HEAPS, MOST = 3, 8

STATE = record_type([("heaps", np.int8, (HEAPS,)), ("players", np.int8), ("turn", np.int8)], __file__)


@kernel
def setup(s: Any, seats: Any, options: Any) -> None:
    s.players = seats
    for h in range(HEAPS):
        s.heaps[h] = options[h]


@kernel
def seats(s: Any) -> Any:
    return np.int64(s.players)


@kernel
def movers(s: Any) -> Any:
    return np.int64(1) << np.int64(s.turn) if s.heaps[0] + s.heaps[1] + s.heaps[2] else np.int64(0)


@kernel
def legal(s: Any, seat: Any, out: Any) -> Any:
    n = 0
    for h in range(HEAPS if seat == s.turn else 0):
        for k in range(s.heaps[h]):
            out[n] = h * MOST + k
            n += 1
    return n


@kernel
def apply(s: Any, seat: Any, action: Any) -> None:
    s.heaps[action // MOST] -= 1 + action % MOST
    s.turn = (s.turn + 1) % s.players


@kernel
def scores(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = p == (s.turn - 1) % s.players


@kernel
def ranks(s: Any, out: Any) -> None:
    for p in range(s.players):
        out[p] = p != (s.turn - 1) % s.players


@kernel
def reason(s: Any) -> Any:
    return np.int64(movers(s) == 0)


RULES = protocol.register("nim", STATE, HEAPS * MOST, vars())

"""Nim with an observation of its own: each heap as a share of the largest, and whether seat 0 looks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablier.core.state import StateRecord, i8
from tablier.engine.kernel import kernel
from tablier.engine.protocol import register
from tablier.template.nim.rules import KERNELS as NIM
from tablier.template.nim.state import HEAPS, MOST


class State(StateRecord):
    """A position."""

    heaps = i8(HEAPS)
    players = i8()
    turn = i8()
    seen = i8()


@kernel
def features(s: Any, seat: Any, out: Any) -> None:
    for h in range(HEAPS):
        out[h] = s.heaps[h] / MOST
    out[HEAPS] = seat == 0


KERNELS = replace(NIM, features=features, features_shape={"heaps": (HEAPS,), "first": ()})
RULES = register("seen", State, HEAPS * MOST, KERNELS, module=__name__)

"""The rules as compiled kernels; ``tablier.engine.protocol`` documents each."""

from typing import Any

from tablier.engine.bits import i64
from tablier.engine.game_rules import Kernels
from tablier.engine.kernel import kernel

from .state import HEAPS, MOST, State


@kernel
def setup(s: State, seats: int, options: Any) -> None:
    s.players = seats
    for h in range(HEAPS):
        s.heaps[h] = 5 + options[0] - 2 * h


@kernel
def seats(s: State) -> int:
    return i64(s.players)


@kernel
def movers(s: State) -> int:
    left = i64(s.heaps[0]) + i64(s.heaps[1]) + i64(s.heaps[2])
    return i64(1) << i64(s.turn) if left > 0 else i64(0)


@kernel
def legal(s: State, seat: int, out: Any) -> int:
    n = 0
    for h in range(HEAPS if seat == s.turn else 0):
        for k in range(s.heaps[h]):
            out[n] = MOST * h + k
            n += 1
    return n


@kernel
def apply(s: State, seat: int, action: int) -> None:
    s.heaps[action // MOST] -= 1 + action % MOST
    s.turn = (i64(s.turn) + 1) % i64(s.players)


@kernel
def scores(s: State, out: Any) -> None:
    for p in range(s.players):
        out[p] = end_reason(s) * ((p + 1) % i64(s.players) == s.turn)


@kernel
def ranks(s: State, out: Any) -> None:
    for p in range(s.players):
        out[p] = (p + 1) % i64(s.players) != s.turn


@kernel
def end_reason(s: State) -> int:
    return i64(movers(s) == 0)


KERNELS = Kernels(
    setup=setup, seats=seats, movers=movers, legal=legal, apply=apply, scores=scores, ranks=ranks, end_reason=end_reason
)

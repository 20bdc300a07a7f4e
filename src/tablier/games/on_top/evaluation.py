"""How good a position looks: an evaluation and priors. Their weights are data: ``evaluation.json``.

What an open intersection promises a colour depends on the sixths that each colour has there and on the cells that are
still free; ``circles`` says how many pawns high the colour's own towers and how often its pawns were in such cases, on
average. A seat's prospects are its points and what the intersections promise, less the pawns that will be left. All was
learnt from self-play: ``circles`` by ``tools/fit/on_top_circles.py``, the weights by ``tools/fit``.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.catalogue.data import load, require, require_tables
from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, popcount, u64
from tablier.engine.kernel import kernel
from tablier.engine.linear_model import Fit, exp_inplace, knot, softmax, sums
from tablier.engine.records import dtype_of
from tablier.games.on_top.geometry import COLOURS, POINTS, WORDS
from tablier.games.on_top.rules import lay
from tablier.games.on_top.state import State
from tablier.games.on_top.tables import ALL_CELLS, AROUND, GOLDEN, PAIR, SIDES, TIPS

RECORD = dtype_of(State)
CIRCLE = 6
"""Parts of a circle."""
BASE = CIRCLE + 1


def circle_name(own: int, others: tuple[int, ...], free: int) -> str:
    """The key of a case in ``circles``."""
    return " ".join(map(str, (own, *sorted(others, reverse=True), free)))


def _circle_names() -> set[str]:
    """The keys of all cases: something lies around the point, and something is free."""
    counts = [c for c in np.ndindex(*[BASE] * COLOURS) if 0 < sum(c) < CIRCLE]
    return {circle_name(c[0], c[1:], free) for c in counts for free in range(1, BASE - sum(c))}


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """``evaluation.json``. Rows of weights are interpolated by the share of the board that is free.

    ``circles``: by a colour's own sixths, those of the others in descending order, and the free cells (``"1 2 0 0 3"``)
    the expected points and pawns of that colour, without gold. ``knots`` are the free shares of the rows of ``value``
    and ``prior``.
    """

    knots: list[float]
    circles: dict[str, tuple[float, float]]
    value_columns: list[str]
    value: list[list[float]]
    prior_columns: list[str]
    prior: list[list[float]]

    def __post_init__(self) -> None:
        """Check that the tables fit together.

        Raises:
            ValueError: they do not; the message names the field.
        """
        require_tables(self, value=6, prior=6)
        for name in _circle_names() ^ set(self.circles):
            require(False, f"circles.{name}", "no such case" if name in self.circles else "the case is missing")


DATA = load(__package__, "evaluation.json", Weights)
KNOTS = np.array(DATA.knots)
VALUE = np.array(DATA.value)
PRIOR = np.array(DATA.prior)

# columns of VALUE
SCORED, PROMISED, LEFT, RACE, TURN, NEXT = range(6)
# columns of PRIOR
OWN, OTHERS, RIVAL, PAWNS_OWN, PAWNS_OTHERS, HOLES = range(6)


def _number(counts: tuple[int, ...]) -> int:
    """Counts of the colours as a number."""
    return sum(n * BASE**c for c, n in enumerate(counts))


def majority(counts: tuple[int, ...]) -> tuple[int, list[int]]:
    """Of a complete circle the colour with the majority, -1 if there is none, and those that are second."""
    levels = sorted({n for n in counts if n}, reverse=True)
    if not levels or counts.count(levels[0]) > 1:
        return -1, []
    return counts.index(levels[0]), [c for c, n in enumerate(counts) if len(levels) > 1 and n == levels[1]]


def _expectations() -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """Numbers of the cases by :func:`_number`, and ``[case, free cells, colour, (points, pawns)]``."""
    cases = [c for c in np.ndindex(*[BASE] * COLOURS) if sum(c) <= CIRCLE]
    case = np.zeros(BASE**COLOURS, np.int16)
    out = np.zeros((len(cases), BASE, COLOURS, 2), np.float32)
    for i, counts in enumerate(cases):
        case[_number(counts)] = i
        leader, seconds = majority(counts)
        for c in range(COLOURS):
            out[i, 0, c] = (1 + len(seconds)) * (c == leader), c == leader or c in seconds
            for free in range(1, BASE - sum(counts)):
                others = counts[:c] + counts[c + 1 :]
                out[i, free, c] = DATA.circles.get(circle_name(counts[c], others, free), (0.0, 0.0))
    return case, out


CASE, EXPECTED = _expectations()


@kernel
def free_cells(s: State, point: int) -> Any:
    """The number of free cells around a point."""
    n = i64(0)
    for w in range(WORDS):
        n += popcount(s.free[w] & AROUND[s.board, point, w])
    return n


@kernel
def case_of(s: State, point: int) -> Any:
    """The number of the case that the colours at a point are."""
    n = i64(0)
    for c in range(COLOURS - 1, -1, -1):
        n = n * BASE + s.parts[point, c]
    return i64(CASE[n])


@kernel
def expect(s: State, points: Any, sign: Any, out: Any) -> None:
    """Add to ``out[colour]``, times ``sign``, the points and pawns that a set of intersections promises."""
    golden = GOLDEN[s.board, s.golden]
    while points != ZERO:
        point = lowest(points)
        points &= points - ONE
        case, free = case_of(s, point), free_cells(s, point)
        factor = 2.0 * sign if golden & bit(point) != ZERO else sign
        for c in range(COLOURS):
            out[c, 0] += factor * EXPECTED[case, free, c, 0]
            out[c, 1] += sign * EXPECTED[case, free, c, 1]


@kernel
def unfinished(s: State) -> Any:
    """The intersections that are not yet scored."""
    every = ZERO
    for point in range(POINTS):
        if AROUND[s.board, point, 0] | AROUND[s.board, point, 1] != ZERO:
            every |= bit(point)
    return every & ~u64(s.done)


@kernel
def measure(s: State, out: Any) -> None:
    """Write what the evaluation sees of each seat: ``out[seat]`` has the columns of ``VALUE``."""
    promised = np.zeros((COLOURS, 2))
    expect(s, unfinished(s), 1.0, promised)
    n = i64(s.seats)
    for seat in range(n):
        left = s.pawns[seat] - promised[seat, 1]
        out[seat, SCORED] = s.points[seat]
        out[seat, PROMISED] = promised[seat, 0]
        out[seat, LEFT] = left
        out[seat, RACE] = np.exp(-0.5 * max(left, -4.0))
        wait = (seat - i64(s.mover)) % n
        out[seat, TURN] = wait == 0
        out[seat, NEXT] = wait == 1


@kernel
def ahead(s: State) -> Any:
    """The share of the board that is free."""
    free = i64(0)
    cells = i64(0)
    for w in range(WORDS):
        free += popcount(s.free[w])
        cells += popcount(ALL_CELLS[s.board, w])
    return free / cells


@kernel
def evaluate(s: State, out: Any) -> None:
    """See :func:`tablier.engine.protocol.evaluate`."""
    n = i64(s.seats)
    seen = np.empty((COLOURS, VALUE.shape[1]))
    measure(s, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(VALUE, k, t, seen, n, out)
    if s.teams != 0:
        for seat in range(2):  # partners face each other
            out[seat] += out[seat + 2]
            out[seat + 2] = out[seat]
    softmax(out, n)


@kernel
def touched_by(s: State, position: int) -> Any:
    """The intersections at which a tile on a position, and the holes around it, change something."""
    board = i64(s.board)
    points = TIPS[board, PAIR[board, position, 0]] | TIPS[board, PAIR[board, position, 1]]
    for i in range(4):
        cell = SIDES[board, position, i]
        if cell >= 0:
            points |= TIPS[board, cell]
    return points & ~u64(s.done)


@kernel
def see(s: State, actions: Any, n: int, out: Any) -> None:
    """What the priors see of actions: ``out[i]`` has the columns of ``PRIOR``."""
    out[:n, :] = 0.0
    if s.drawn == 0:
        return
    work = np.zeros(1, RECORD)
    change = np.empty((COLOURS, 2))
    for i in range(n):
        position = i64(actions[i]) >> 1
        touched = touched_by(s, position)
        change[:, :] = 0.0
        expect(s, touched, -1.0, change)
        work[0] = s
        lay(work[0], position, i64(s.drawn) - 1, i64(actions[i]) & 1)
        expect(work[0], touched, 1.0, change)
        see_change(s, change, out[i])
        out[i, HOLES] = popcount_all(s.free) - 2 - popcount_all(work[0].free)


@kernel
def popcount_all(words: Any) -> Any:
    """The size of a set of cells."""
    n = i64(0)
    for w in range(WORDS):
        n += popcount(words[w])
    return n


@kernel
def see_change(s: State, change: Any, out: Any) -> None:
    """Write what the mover and the others gain: ``RIVAL`` is the one ahead of the others."""
    me = i64(s.mover)
    rival = -1e9
    for seat in range(i64(s.seats)):
        ours = seat == me or (s.teams != 0 and (seat ^ me) & 1 == 0)
        out[OWN if ours else OTHERS] += change[seat, 0]
        out[PAWNS_OWN if ours else PAWNS_OTHERS] += change[seat, 1]
        if not ours and s.points[seat] > rival:
            rival = s.points[seat]
            out[RIVAL] = change[seat, 0]


@kernel
def priors(s: State, seat: int, actions: Any, n: int, out: Any) -> None:
    """See :func:`tablier.engine.protocol.priors`."""
    seen = np.empty((n, PRIOR.shape[1]))
    see(s, actions, n, seen)
    k, t = knot(KNOTS, ahead(s))
    sums(PRIOR, k, t, seen, n, out)
    exp_inplace(out, n)


FIT = Fit(measure, ahead, see)

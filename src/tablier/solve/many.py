"""Solve several positions at once: threads share a solver's table."""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve.solver import Solver

SLICE = 1_000_000
"""Positions that a thread visits between two looks at whether it should stop."""

Value = tuple[float, float] | None


def values(
    solver: Solver, positions: Mapping[str, Position], *, threads: int, limit: int | None, every: float
) -> Generator[tuple[str, Value] | None]:
    """Yield each name with its position's value, ``None`` if ``limit`` ended the search; and ``None`` in between.

    Args:
        solver: serves all positions; one that solves ply by ply allows no second thread.
        positions: those to solve, by name.
        threads: positions solved at once.
        limit: the largest number of positions to visit for each.
        every: seconds after which ``None`` comes if nothing was solved.

    Raises:
        InvalidOption: the solver does not allow several threads.
    """
    if threads > 1 and not solver.by_turns:
        raise InvalidOption("positions of this game or board are solved by one thread: ply by ply")
    stop = threading.Event()
    with ThreadPoolExecutor(threads) as pool:
        names = {pool.submit(_value, solver, one, limit, stop): name for name, one in positions.items()}
        left: set[Future[Value]] = set(names)
        try:
            while left:
                done, left = wait(left, every, FIRST_COMPLETED)
                for future in done:
                    yield names[future], future.result()
                if not done:
                    yield None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _value(solver: Solver, position: Position, limit: int | None, stop: threading.Event) -> Value:
    visited = 0
    while not stop.is_set() and (limit is None or visited < limit):
        part = SLICE if limit is None else min(SLICE, limit - visited)
        value = solver.value(position, limit=part)
        if value is not None:
            return value
        visited += part
    return None

"""Solve several positions at once: in threads that share a solver's table, or in processes with tables of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import lru_cache, partial
from typing import Any, NamedTuple

import tablier
from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve.solver import Solver

SLICE = 1_000_000
"""Positions that a thread visits between two looks at whether it should stop."""

SLICE_APART = 5_000_000
"""Positions that a process visits for one position before it gives its proofs; twice as many each time."""

Value = tuple[float, float] | None
Named = tuple[str, Position]


class Answer(NamedTuple):
    """The value of a position, the positions visited for it, and all proofs of the process that solved it."""

    value: Value
    visited: int
    proofs: bytes | None


Compute = Callable[[Callable[[Named], Answer], Iterable[Named]], Iterable[tuple[Named, Answer]]]


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
        raise InvalidOption("positions of this game or board are solved by one thread: ply by ply; give --jobs instead")
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


def values_apart(
    solver: Solver, positions: Mapping[str, Position], compute: Compute, *, entries: int, limit: int | None
) -> Iterator[tuple[str, Value] | None]:
    """Yield each name with its position's value, ``None`` if ``limit`` ended the search; and ``None`` in between.

    Args:
        solver: the other processes begin with its proofs, and it learns theirs as they go on.
        positions: those to solve, by name.
        compute: computes blocks in other processes, as :func:`tablier.work.results` does.
        entries: capacity of the table of each process.
        limit: the largest number of positions to visit for each.
    """
    if positions:
        solver.value(next(iter(positions.values())), limit=0)  # compile once: the processes of this machine load
    left, size, spent = dict(positions), SLICE_APART, 0
    while left and (limit is None or spent < limit):
        part = size if limit is None else min(size, limit - spent)
        proofs = solver.proofs() if solver.by_turns else None
        for (name, _), answer in compute(partial(_value_apart, entries, part, proofs), list(left.items())):
            solver.count(answer.visited)
            if answer.proofs is not None:
                solver.learn(answer.proofs)
            if answer.value is not None:
                del left[name]
            yield (name, answer.value) if answer.value is not None else None
        spent, size = spent + part, 2 * size
    yield from ((name, None) for name in left)


def _value_apart(entries: int, limit: int | None, proofs: bytes | None, named: Named) -> Answer:
    _, position = named
    solver = _own(position.game.name, tuple(position.options.items()), entries)
    if proofs is not None:
        solver.learn(proofs)
    before = solver.visited
    value = solver.value(position, limit=limit)
    return Answer(value, solver.visited - before, solver.proofs() if solver.by_turns else None)


@lru_cache(maxsize=1)
def _own(game: str, options: tuple[tuple[str, Any], ...], entries: int) -> Solver:
    """The solver of this process."""
    return Solver(tablier.game(game).new(**dict(options)), entries=entries)

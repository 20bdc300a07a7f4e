"""The search as an object: a position, limits, and results."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.bits import lowest
from tablier.engine.fingerprint import fingerprint
from tablier.engine.net import Net
from tablier.engine.playout import LIMIT
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.engine.uncopyable import Uncopyable
from tablier.errors import InvalidOption, NotStartedError, require_int_at_least, require_seconds, require_threads
from tablier.search import clock
from tablier.search.kernel import NetEvaluation, Scratch, Settings, evaluation_by, new_scratch, simulate
from tablier.search.movers import record_of, require_net, seat_to_move
from tablier.search.proof import WON
from tablier.search.tree import NODES, Tree, find, new_tree, prune, room

CHUNK_SECONDS = 0.015
"""The interval at which the clock is read and other threads may run."""
LEAST = 64
"""Simulations that a search runs, however short its time: a process may get no processor for a second."""
_FIRST_CHUNK = 8


@dataclass(frozen=True, slots=True)
class Arm:
    """The results for one action at the root.

    ``values`` are the expected rewards of all seats; they are exact if ``proved``.
    """

    action: int
    visits: int
    values: tuple[float, ...]
    proved: bool


@dataclass(frozen=True, slots=True)
class _Worker:
    tree: Tree
    scratch: Scratch
    by_net: NetEvaluation | None
    rng: NDArray[np.uint64]


class Search(Uncopyable):
    """A search for the best action of one seat; results can be read at any time, and the search continued.

    Equal iterations, seed and threads give equal results; with a time limit they depend on the machine.
    """

    copy_error = "a search can be neither copied nor pickled; make a new one of the same position"

    def __init__(
        self,
        position: Any,
        seat: int | None = None,
        *,
        seed: int = 0,
        exploration: float = 1.0,
        fpu_reduction: float = 0.0,
        cutoff: int | None = None,
        policy: str = "uniform",
        priors: bool = False,
        selection: str = "puct",
        net: Net | None = None,
        nodes: int = 1 << 17,
        threads: int = 1,
        points: bool = False,
        prove: bool = True,
    ) -> None:
        """Prepare a search; nothing is simulated yet.

        Args:
            position: a position, or the record of a registered game.
            seat: the seat to move for which to search, by default the only one. Only what it may know is used.
            seed: of all random numbers of this search.
            exploration: the constant of PUCT; rewards are within [0, 1].
            fpu_reduction: first-play urgency: an untried arm has the value of its parent minus this.
            cutoff: the number of playout plies before the position is evaluated; ``None`` plays to the end, but
                evaluates after ``playout.LIMIT`` plies; 0 plays no playouts.
            policy: of playouts, ``"uniform"`` or ``"game"``.
            priors: use the game's priors in the tree.
            selection: of arms, ``"puct"`` or ``"ucb1"``.
            net: evaluates instead of the game's evaluation; :func:`tablier.engine.net_file.read_net` reads one.
            nodes: capacity of each thread's tree; of a full tree the least visited half is dropped.
            threads: the number of independent trees, searched in parallel; the visits of their arms are added.
            points: search for the lead in points, too, which counts as much as the share of the win.
            prove: prove exact results, and end with the proof. Nothing is proved in games with secrets, or by ``ucb1``
                in games with chance.

        Raises:
            InvalidOption: ``position`` is not a position, ``net`` is not a net, or a setting is out of range.
            GameError: the net does not fit the game's inputs.
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move, or several seats are to move and none was given.
        """
        if policy not in ("uniform", "game"):
            raise InvalidOption(f"policy must be 'uniform' or 'game', got {policy!r}")
        if selection not in ("puct", "ucb1"):
            raise InvalidOption(f"selection must be 'puct' or 'ucb1', got {selection!r}")
        for name, number in (("exploration", exploration), ("fpu_reduction", fpu_reduction)):
            if not isinstance(number, Real) or not math.isfinite(number):
                raise InvalidOption(f"{name} must be a finite number, got {number!r}")
        if exploration < 0:
            raise InvalidOption(f"exploration must be at least 0, got {exploration!r}")
        require_int_at_least(2, nodes=nodes)
        require_threads(threads)
        require_int_at_least(0, cutoff=0 if cutoff is None else cutoff)
        record = record_of(position)
        self._rules = protocol.rules_of(record.dtype)
        if net is not None:
            require_net(net, self._rules)
        # UCB1 stays as it is, a fixed reference in matches.
        unproved_ucb1 = selection == "ucb1" and self._rules.has("chance_weights")
        limit = LIMIT if cutoff is None else cutoff
        self._settings = Settings(
            exploration=float(exploration),
            fpu_reduction=float(fpu_reduction),
            cutoff=limit,
            policy=policy == "game",
            informed=bool(priors),
            exact=prove and not self._rules.has("hide") and not unproved_ucb1,
            ucb1=selection == "ucb1",
            points=bool(points),
        )
        self._seed = seed
        self._root = self._rules.zeros()
        n = int(protocol.seats(record))
        self._workers = [
            _Worker(
                new_tree(nodes, n, self._rules.actions),
                new_scratch(self._rules, n),
                evaluation_by(net, self._rules, n),
                generator(seed, thread),
            )
            for thread in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.iterations = 0
        """Simulations run since the position was set."""
        self.seat = 0
        self._set_root(record, seat)

    def _set_root(self, record: Any, seat: int | None) -> None:
        self.seat = seat_to_move(record, seat)
        self._root[0] = record
        protocol.hide(self._root[0], self.seat)
        self.iterations = 0

    def advance(self, position: Any, seat: int | None = None) -> Search:
        """Continue from a later position of the same game, with the same tree.

        Raises:
            InvalidOption: ``position`` is not a position, is of another game, or has another number of seats.
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move, or several seats are to move and none was given.
        """
        record = record_of(position)
        if record.dtype != self._root.dtype or protocol.seats(record) != self._seats:
            raise InvalidOption("the position is of another game or number of seats: make a new Search")
        self._set_root(record, seat)
        return self

    def warm(self) -> Search:
        """Compile the kernels of this search without a simulation; returns this search."""
        self._step([0] * len(self._workers))
        return self

    def run(
        self,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        nodes: int | None = None,
        enough: Callable[[], bool] | None = None,
    ) -> Search:
        """Search until the first of the given limits, or until nothing is left to prove; returns this search.

        Args:
            seconds: time of :mod:`tablier.search.clock` (the wall clock, except in matches by processor time), exact
                to about 15 ms, but ``LEAST`` simulations are run; compilation is not counted.
            iterations: simulations of all threads together; each thread runs at least two.
            nodes: nodes in the trees of all threads together.
            enough: asked about every 15 ms whether to stop.

        Raises:
            InvalidOption: no limit is given, or one is not a number or negative.
        """
        if seconds is None and iterations is None and nodes is None and enough is None:
            raise InvalidOption("give a limit: seconds, iterations, nodes or enough")
        if seconds is not None:
            require_seconds(seconds)
        require_int_at_least(0, iterations=iterations or 0, nodes=nodes or 0)
        self.warm()
        begun = clock.now()
        left = max(iterations, 2 * len(self._workers)) if iterations is not None else None
        chunk = _FIRST_CHUNK
        while not self._settled and (left is None or left > 0):
            now = clock.now()
            total = chunk * len(self._workers) if left is None else min(left, chunk * len(self._workers))
            self.iterations += self._step(_shares(total, len(self._workers)))
            left = None if left is None else left - total
            took = clock.now() - now
            chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / max(took, 1e-9))))
            if seconds is not None and now + took - begun >= seconds and self.iterations >= LEAST:
                break
            if nodes is not None and self.nodes >= nodes:
                break
            if enough is not None and enough():
                break
        return self

    def _step(self, shares: list[int]) -> int:
        if self._pool is None:
            return self._simulate(self._workers[0], shares[0])
        return sum(self._pool.map(self._simulate, self._workers, shares))

    def _simulate(self, worker: _Worker, count: int) -> int:
        """Run simulations in one tree, and prune it whenever it is full; returns how many were run."""
        tree, scratch, done = worker.tree, worker.scratch, 0
        while True:
            part = min(count - done, room(tree, len(scratch.actions)))
            run = int(simulate(self._root, self.seat, tree, worker.rng, self._settings, scratch, part, worker.by_net))
            done += run
            if room(tree, len(scratch.actions)) < 1:
                prune(tree, self._node(worker, self._root, self.seat))
            if run < part or done == count:  # the result is proved, or all are run
                return done

    @property
    def lead(self) -> int:
        """The visits by which the best action leads the next, over all actions that are not proved.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        visits = [arm.visits for arm in self.arms() if not arm.proved]
        return visits[0] - visits[1] if len(visits) > 1 else 0

    @property
    def nodes(self) -> int:
        """The number of nodes in the trees of all threads."""
        return int(sum(worker.tree.used[NODES] for worker in self._workers))

    @property
    def proved(self) -> bool:
        """Is the result exact?"""
        return any(worker.tree.proved[node] for worker, node in self._roots())

    @property
    def _settled(self) -> bool:
        """Is the result exact, or that of every action? Equal actions may leave open who of the others wins."""
        for worker, node in self._roots():
            tree = worker.tree
            first = int(tree.first[node])
            proved = tree.arm_proved[first : first + int(tree.arms[node])]
            if tree.proved[node] or (len(proved) and proved.all()):
                return True
        return False

    def arms(self) -> list[Arm]:
        """The results for each action at the root, best first: proved wins, then by visits, proved losses last.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        found: dict[int, list[Any]] = {}
        for worker, node in self._roots():
            tree = worker.tree
            first = int(tree.first[node])
            for arm in range(first, first + int(tree.arms[node])):
                entry = found.setdefault(int(tree.action[arm]), [0, np.zeros(self._seats), None, 0.0])
                entry[0] += int(tree.arm_visits[arm])
                entry[1] += tree.arm_value[arm]
                entry[3] += float(tree.prior[arm])
                if tree.arm_proved[arm]:
                    entry[2] = tree.arm_value[arm] / tree.arm_visits[arm]
        if not found:
            raise NotStartedError("there are no results yet: call run() first")
        arms = [
            (
                Arm(action, visits, _floats(exact if exact is not None else total / max(visits, 1)), exact is not None),
                prior,
            )
            for action, (visits, total, exact, prior) in found.items()
        ]
        settled = self._settled
        return [arm for arm, _ in sorted(arms, key=lambda pair: self._order(pair[0], pair[1], settled), reverse=True)]

    def _order(self, arm: Arm, prior: float, settled: bool) -> tuple[float, ...]:
        value = arm.values[self.seat]
        certain = (value >= WON) - (value <= 1 - WON) if arm.proved else 0
        if settled and arm.proved:  # the exact values decide
            return certain, value, arm.visits, prior
        return certain, arm.visits, value, prior

    def best(self) -> int:
        """The action to play.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        return self.arms()[0].action

    def visits(self) -> dict[int, int]:
        """Simulations by action, ascending by action.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        return {arm.action: arm.visits for arm in sorted(self.arms(), key=lambda arm: arm.action)}

    def values(self) -> tuple[float, ...]:
        """Expected reward of each seat at the root.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        total, visits = np.zeros(self._seats), 0
        for worker, node in self._roots():
            if worker.tree.proved[node]:
                return _floats(worker.tree.value[node] / worker.tree.visits[node])
            total += worker.tree.value[node]
            visits += int(worker.tree.visits[node])
        if not visits:
            raise NotStartedError("there are no results yet: call run() first")
        return _floats(total / visits)

    def line(self, plies: int = 12) -> list[tuple[int, int]]:
        """The principal variation as pairs of seat and action, up to the next chance.

        Where something is hidden, the line is that of one determinization.
        """
        worker = self._workers[0]
        state = self._root.copy()
        protocol.determinize(state[0], self.seat, generator(self._seed, len(self._workers)))
        line: list[tuple[int, int]] = []
        while len(line) < plies:
            mask = int(protocol.movers(state[0]))
            if mask == 0 or mask >> CHANCE:
                break
            seat = self.seat if mask >> self.seat & 1 else int(lowest(np.uint64(mask)))
            node = self._node(worker, state, seat)
            if node < 0 or not worker.tree.arms[node]:
                break
            first, n = int(worker.tree.first[node]), int(worker.tree.arms[node])
            arm = first + int(np.argmax(worker.tree.arm_visits[first : first + n]))
            action = int(worker.tree.action[arm]) if line else self.best()
            protocol.apply(state[0], seat, action)
            line.append((seat, action))
        return line

    @property
    def _seats(self) -> int:
        return len(self._workers[0].scratch.result)

    def _roots(self) -> list[tuple[_Worker, int]]:
        nodes = [(worker, self._node(worker, self._root, self.seat)) for worker in self._workers]
        return [(worker, node) for worker, node in nodes if node >= 0]

    def _node(self, worker: _Worker, state: Any, seat: int) -> int:
        worker.scratch.seen[0] = state[0]
        protocol.hide(worker.scratch.seen[0], seat)
        return int(find(worker.tree, np.uint64(fingerprint(worker.scratch.words, seat))))


def _shares(total: int, parts: int) -> list[int]:
    return [total // parts + (i < total % parts) for i in range(parts)]


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values)

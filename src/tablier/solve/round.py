"""Two seats that choose whole submissions at once: their equilibrium, over all submissions.

The round is a matrix game: a row for each submission of seat 0, a column for each of seat 1, in Delta 15,120 of either.
Its cells are found by playing on with the game's policy until the seats choose at once again, and evaluating. The
double oracle method (McMahan, Gordon and Blum 2003) needs few of them: it solves the game between some submissions by
regret matching (Hart and Mas-Colell 2000), looks for the best response among all submissions of either seat, adds both,
and ends when neither gains anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.records import native
from tablier.engine.rng import generator, next64
from tablier.errors import IllegalMove, InvalidOption, require_int_at_least, require_threads
from tablier.position import Position
from tablier.search.matrix_game import Reals, equilibrium
from tablier.search.mixture import Tools, evaluate_profiles

Submission = tuple[int, ...]
Strategy = Mapping[Submission, float]
"""The share of each submission, as action ids; shares sum to 1."""


@dataclass(frozen=True)
class Equilibrium:
    """Strategies of both seats against which neither gains much.

    Attributes:
        value: the expected reward of seat 0, from 0 to 1; that of seat 1 is the rest.
        exploitability: the mean over both seats of what the best of all responses gains against the other's strategy.
        strategies: by seat.
    """

    value: float
    exploitability: float
    strategies: tuple[Strategy, Strategy]


class Round:
    """The choice that both seats of a position make at once.

    Attributes:
        submissions: all legal submissions of each seat.
    """

    def __init__(self, position: Position, *, samples: int = 4, seed: int = 0, threads: int = 2) -> None:
        """List the submissions.

        Args:
            position: a position for two seats in which both are to move.
            samples: each cell of :meth:`solve` is the mean of so many continuations, with the same random numbers for
                all cells.
            seed: of all random numbers.
            threads: how many compute cells.

        Raises:
            IllegalMove: not both of two seats are to move.
            InvalidOption: a number is less than one, or there are too many threads.
        """
        require_int_at_least(1, samples=samples)
        require_threads(threads)
        if position.seats != 2 or position.movers != (0, 1):
            raise IllegalMove("a round needs two seats that choose at once")
        record = native(position.state)
        self._rules = protocol.rules_of(record.dtype)
        self._root = self._rules.zeros()
        self._root[0] = record
        self.submissions = self._submissions(0), self._submissions(1)
        longest = max(len(one) for found in self.submissions for one in found)
        self._picks = np.full((2, max(map(len, self.submissions)), longest), -1, np.int16)
        for seat, found in enumerate(self.submissions):
            for row, one in enumerate(found):
                self._picks[seat, row, : len(one)] = one
        rng = generator(seed)
        self._seeds = np.array([int(next64(rng)) for _ in range(samples)], np.uint64)
        self._random = np.random.default_rng(int(next64(rng)))
        self._threads = threads

    def solve(self, within: float = 0.001, *, tell: Callable[[Equilibrium], object] | None = None) -> Equilibrium:
        """An equilibrium of the round.

        Args:
            within: the exploitability at which to stop.
            tell: called with the strategies after each step.

        Raises:
            InvalidOption: ``within`` is not above 0.
        """
        if within <= 0:
            raise InvalidOption(f"within must be above 0, got {within}")
        # By seat: what each submission tried so far gives seat 0 against every submission of the other.
        known: tuple[dict[int, Reals], dict[int, Reals]] = ({}, {})
        best = [0, 0]
        while True:
            for seat in (0, 1):
                if best[seat] not in known[seat]:
                    known[seat][best[seat]] = self._against_all(seat, best[seat])
            tried = tuple(np.array(list(rows)) for rows in known)
            payoffs = np.array([row[tried[1]] for row in known[0].values()])
            shares = equilibrium(payoffs, within / 2)
            given = [shares[seat] @ np.array(list(known[seat].values())) for seat in (0, 1)]
            best = [int(given[1].argmax()), int(given[0].argmin())]
            least, most = float(given[0].min()), float(given[1].max())
            found = Equilibrium(
                value=float(shares[0] @ payoffs @ shares[1]),
                exploitability=(most - least) / 2,
                strategies=(self._strategy(0, tried[0], shares[0]), self._strategy(1, tried[1], shares[1])),
            )
            if tell:
                tell(found)
            if found.exploitability <= within:
                return found

    def best_response(self, seat: int, strategy: Strategy, *, trials: int = 4) -> Submission:
        """The submission of ``seat`` that gets most against a strategy of the other seat, by new random numbers.

        Sequential halving (Karnin, Koren and Somekh 2013): half of the submissions are left after each stage.

        Args:
            seat: the seat that responds.
            strategy: submissions of the other seat.
            trials: continuations of each submission in the first stage; each stage doubles them.

        Raises:
            InvalidOption: the strategy has an illegal submission, its shares do not sum to 1, or ``trials`` is below 1.
        """
        require_int_at_least(1, trials=trials)
        left = np.arange(len(self.submissions[seat]))
        won = np.zeros(len(left))
        tried = 0
        while len(left) > 1:
            won[left] += self._rewards(seat, np.repeat(left, trials), strategy).reshape(len(left), trials).sum(axis=1)
            tried += trials
            left = left[np.argsort(-won[left] / tried, kind="stable")][: (len(left) + 1) // 2]
            trials *= 2
        return self.submissions[seat][int(left[0])]

    def reward(self, seat: int, submission: Submission, strategy: Strategy, *, trials: int = 1000) -> float:
        """The mean reward of a submission of ``seat`` against a strategy of the other seat, by new random numbers.

        Raises:
            InvalidOption: a submission is illegal, the shares do not sum to 1, or ``trials`` is below 1.
        """
        require_int_at_least(1, trials=trials)
        [row] = self._numbers(seat, {submission: 1.0})
        return float(self._rewards(seat, np.full(trials, row), strategy).mean())

    def _rewards(self, seat: int, rows: NDArray[np.int64], strategy: Strategy) -> Reals:
        """The reward of ``seat`` for each row, each against a submission drawn from a strategy of the other."""
        shares = self._numbers(1 - seat, strategy)
        profiles = np.empty((len(rows), 2), np.int64)
        profiles[:, seat] = rows
        profiles[:, 1 - seat] = self._random.choice(list(shares), size=len(rows), p=list(shares.values()))
        seeds = self._random.integers(1 << 63, size=len(rows), dtype=np.uint64)
        return np.asarray(self._evaluate(profiles, seeds)[:, seat])

    def _submissions(self, seat: int) -> list[Submission]:
        actions = self._rules.action_buffer()
        found: list[Submission] = []

        def extend(state: Any, picks: Submission) -> None:
            if not int(protocol.movers(state[0])) >> seat & 1:
                found.append(picks)
                return
            n = int(protocol.legal(state[0], seat, actions))
            for action in actions[:n].tolist():
                after = state.copy()
                protocol.apply(after[0], seat, action)
                extend(after, (*picks, action))

        # Nothing is revealed while the other seat has not chosen.
        extend(self._root.copy(), ())
        return found

    def _numbers(self, seat: int, strategy: Strategy) -> dict[int, float]:
        """The shares by the number of the submission."""
        place = {one: number for number, one in enumerate(self.submissions[seat])}
        for one in strategy:
            if one not in place:
                raise InvalidOption(f"{one} is not a submission of seat {seat}")
        if abs(sum(strategy.values()) - 1) > 1e-6:
            raise InvalidOption(f"the shares sum to {sum(strategy.values())}, not to 1")
        return {place[one]: share for one, share in strategy.items()}

    def _strategy(self, seat: int, tried: NDArray[np.int64], shares: Reals) -> Strategy:
        order = np.argsort(-shares, kind="stable")
        return {self.submissions[seat][tried[k]]: float(shares[k]) for k in order if shares[k] > 0}

    def _against_all(self, seat: int, row: int) -> Reals:
        """The cells of a submission of ``seat``: the mean reward of seat 0 against every submission of the other."""
        n = len(self.submissions[1 - seat])
        profiles = np.empty((len(self._seeds), n, 2), np.int64)
        profiles[..., seat] = row
        profiles[..., 1 - seat] = np.arange(n)
        results = self._evaluate(profiles.reshape(-1, 2), np.repeat(self._seeds, n))
        return np.asarray(results[:, 0].reshape(-1, n).mean(axis=0))

    def _evaluate(self, profiles: NDArray[np.int64], seeds: NDArray[np.uint64]) -> Reals:
        """Rewards by profile and seat."""
        results = np.zeros(profiles.shape)
        parts = [
            slice(k * len(profiles) // self._threads, (k + 1) * len(profiles) // self._threads)
            for k in range(self._threads)
        ]

        def work(part: slice) -> None:
            lists = self._rules.action_buffer(), self._rules.weight_buffer()
            tools = Tools(self._rules.zeros(), *lists, np.zeros(2, np.int64))
            evaluate_profiles(self._root, 0, seeds[part], tools, self._picks, profiles[part], results[part])

        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(work, parts))
        return results

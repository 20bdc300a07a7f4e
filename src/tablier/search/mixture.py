"""Mixed strategies over whole submissions, where several seats choose at once, using only the protocol.

The game's rollout policy proposes submissions for every seat. Sequential halving (Karnin, Koren and Somekh 2013)
screens them, for all seats at once, so that the opponents' submissions improve, too. In a game of two seats the double
oracle method (McMahan, Gordon and Blum 2003) goes on: it solves the matrix game between the submissions that are left
and adds the best responses to its equilibrium that it finds among new proposals. A profile is one submission for each
seat; its value is found by playing on with the policy until the seats choose at once again, and evaluating.
"""

from __future__ import annotations

from itertools import count, repeat
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel, part
from tablier.engine.net import Net
from tablier.engine.playout import LIMIT, draw_outcome, rewards
from tablier.engine.protocol import CHANCE, apply, determinize, hide, legal, movers, rollout_policy
from tablier.engine.rng import below, generator, next64, unit
from tablier.errors import NotStartedError, require_int_at_least
from tablier.search import clock
from tablier.search.kernel import evaluation_by, expect
from tablier.search.matrix_game import Reals, equilibrium
from tablier.search.movers import record_of, require_net, seat_to_move

PRUNED = 0.05
"""Submissions with less than this part of the share of the most frequent one are dropped."""
FRESH, RESPONSES = 64, 2
"""New proposals of a seat in each round, and how many of them are added."""
OWN_NOISE, OTHER_NOISE = 0.3, 0.1
"""The probability that an action of a new proposal is any legal one, for the seat that chooses and for the other seat.

The policy seldom plays a best response; but opponents play more like it than like one who foresees the mixture.
"""
PLAYOUTS_PER_PAIR = 4
"""Playouts of a new pair of submissions; every round adds one for each pair."""
SCREENED, IMPROVED = 0.25, 0.75
"""The parts of the time after which screening and new responses end; then the known pairs are played out again."""
WITHIN, MOST_TURNS = 0.002, 512
"""When regret matching ends: at this exploitability, or after so many turns."""


class Tools(NamedTuple):
    """Working memory."""

    work: Any
    actions: NDArray[np.int16]
    odds: NDArray[np.int64]
    places: NDArray[np.int64]


@kernel
def propose(root: Any, me: Any, seat: Any, noise: Any, rng: Any, tools: Any, picks: Any) -> None:
    """Write a submission of ``seat`` into each row of ``picks``: action ids by the game's policy, then -1.

    With probability ``noise`` an action is any legal one instead. A submission ends where the seat cannot foresee the
    state, or at the end of the row.
    """
    work = tools.work
    picks[:, :] = -1
    for i in range(len(picks)):
        work[0] = root[0]
        determinize(work[0], me, rng)
        hide(work[0], seat)
        n = 0
        while n < picks.shape[1] and np.int64(movers(work[0])) >> seat & 1 != 0:
            if noise > 0 and unit(rng) < noise:
                action = np.int64(tools.actions[below(rng, np.int64(legal(work[0], seat, tools.actions)))])
            else:
                action = np.int64(rollout_policy(work[0], seat, rng, tools.actions))
            picks[i, n] = action
            apply(work[0], seat, action)
            n += 1


@kernel
def evaluate_profiles(
    root: Any, me: Any, seeds: Any, tools: Any, picks: Any, profiles: Any, results: Any, by_net: Any = None
) -> None:
    """Write the rewards of each of the ``profiles`` into a row of ``results``; each has its own random seed.

    A profile holds a row of ``picks[seat]`` for each seat; -1 where the seat does not choose. ``by_net`` is that of
    :func:`tablier.search.kernel.simulate`.
    """
    work, rng = tools.work, np.empty(1, np.uint64)
    for i in range(len(profiles)):
        rng[0] = seeds[i]
        work[0] = root[0]
        determinize(work[0], me, rng)
        submit(work[0], picks, profiles[i])
        play_on(work[0], rng, tools)
        if np.int64(movers(work[0])) == 0:
            rewards(work[0], tools.places, results[i])
        else:
            expect(work[0], by_net, results[i])


@part
def submit(s: Any, picks: Any, profile: Any) -> None:
    """Play the submissions of a profile."""
    for seat in range(len(profile)):
        if profile[seat] < 0:
            continue
        for k in range(picks.shape[2]):
            action = np.int64(picks[seat, profile[seat], k])
            if action < 0 or np.int64(movers(s)) >> seat & 1 == 0:
                break
            apply(s, seat, action)


@part
def play_on(s: Any, rng: Any, tools: Any) -> None:
    """Play by the policy until several seats choose at once, or to the end."""
    for _ in range(LIMIT):
        who = np.int64(movers(s))
        if who & (who - 1) != 0 or who == 0:
            break
        seat = lowest(np.uint64(who))
        if seat == CHANCE:
            action = draw_outcome(s, rng, tools.actions, tools.odds)
        else:
            action = np.int64(rollout_policy(s, seat, rng, tools.actions))
        apply(s, seat, action)


class Mixture:
    """A mixed strategy of one seat: submissions, and the share with which each is played."""

    def __init__(
        self,
        record: Any,
        seat: int,
        *,
        seed: int = 0,
        proposals: int = 96,
        candidates: int = 24,
        longest: int = 32,
        net: Net | None = None,
    ) -> None:
        """Prepare a mixture; :meth:`run` computes it.

        Args:
            record: the state, in which ``seat`` is to move; only what ``seat`` may know is used.
            seat: the seat that chooses.
            seed: of all random numbers.
            proposals: the number of submissions of each seat that are screened.
            candidates: the number of submissions that remain after halving.
            longest: the largest number of plies in a submission.
            net: evaluates instead of the game's evaluation; :func:`tablier.engine.net_file.read_net` reads one.

        Raises:
            InvalidOption: ``record`` is not a state, ``net`` is not a net, or a number is less than one.
            GameError: the net does not fit the game's inputs.
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move.
        """
        require_int_at_least(1, proposals=proposals, candidates=candidates, longest=longest)
        record = record_of(record)
        rules = protocol.rules_of(record.dtype)
        if net is not None:
            require_net(net, rules)
        n = int(protocol.seats(record))
        self.seat = seat = seat_to_move(record, seat)
        self._root = rules.zeros()
        self._root[0] = record
        protocol.hide(self._root[0], seat)
        who = int(protocol.movers(self._root[0]))
        self._choosing = [other for other in range(n) if who >> other & 1]
        self._rng = generator(seed)
        self._numpy_rng = np.random.default_rng(int(next64(self._rng)))
        self._picks = np.full((n, proposals, longest), -1, np.int16)
        self._used = np.zeros(n, np.int64)
        self._candidates = candidates
        self._by_net = evaluation_by(net, rules, n)
        self._rewards, self._playouts = np.zeros((2, proposals, proposals))
        self._shares: Reals | None = None
        self._tools = Tools(rules.zeros(), rules.action_buffer(), rules.weight_buffer(), np.zeros(n, np.int64))
        self.rounds = 0
        """Rounds of the double oracle method so far."""

    def run(self, *, screening: int | None, rounds: int | None, seconds: float) -> Mixture:
        """Propose and screen submissions, then improve the mixture; returns this mixture.

        Args:
            screening: profiles in which each proposal is tried before every halving, and once more at the end;
                ``None`` divides the time of the screening among the halvings.
            rounds: the number of rounds of the double oracle method in games of two seats; ``None`` fills the time that
                screening leaves. With more seats no mixture is safe against all, and nothing is mixed.
            seconds: the time limit for everything; only proposing may exceed it.

        Raises:
            InvalidOption: a number is negative.
        """
        require_int_at_least(0, screening=screening or 0, rounds=rounds or 0)
        begun = clock.now()
        for seat in self._choosing:
            propose(self._root, self.seat, seat, 0.0, self._rng, self._tools, self._picks[seat])
        mixed = len(self._used) == len(self._choosing) == 2 and rounds != 0
        self._screen(screening, begun, seconds * SCREENED if mixed and rounds is None else seconds)
        if mixed:
            self._mix(rounds, begun, seconds)
        return self

    def warm(self) -> Mixture:
        """Compile the kernels that this needs; returns this mixture."""
        propose(self._root, self.seat, self.seat, 0.0, self._rng, self._tools, self._picks[self.seat, :0])
        self._evaluate(np.zeros((0, len(self._used)), np.int64))
        return self

    def _evaluate(self, profiles: NDArray[np.int64], *, same_seed: bool = False) -> Reals:
        """Rewards by profile and seat."""
        results = np.zeros(profiles.shape)
        seeds = self._numpy_rng.integers(1 << 63, size=1 if same_seed else len(profiles), dtype=np.uint64)
        seeds = np.broadcast_to(seeds, len(profiles)).copy()
        evaluate_profiles(self._root, self.seat, seeds, self._tools, self._picks, profiles, results, self._by_net)
        return results

    def _screen(self, trials: int | None, begun: float, seconds: float) -> None:
        """Halve the distinct submissions of each seat by their mean rewards in random profiles.

        A profile tests a submission of every seat. After the time the means known by then decide.
        """
        left = {seat: np.sort(np.unique(self._picks[seat], axis=0, return_index=True)[1]) for seat in self._choosing}
        won, tried = np.zeros(self._picks.shape[:2]), np.zeros(self._picks.shape[:2])
        halvings = (-(-max(map(len, left.values())) // self._candidates) - 1).bit_length()
        if len(left[self.seat]) == 1:
            trials = 0  # nothing to choose
        for stage in count(1):
            end = begun + (seconds * stage / (1 + halvings) if trials is None else seconds)
            for _ in repeat(None) if trials is None else repeat(None, trials):
                if clock.now() >= end:
                    break
                self._try_once(left, won, tried)
            mean = won / np.maximum(tried, 1)
            left = {seat: rows[np.argsort(-mean[seat, rows], kind="stable")] for seat, rows in left.items()}
            if all(len(rows) <= self._candidates for rows in left.values()):
                break
            left = {seat: rows[: max(self._candidates, len(rows) // 2)] for seat, rows in left.items()}
        for seat, rows in left.items():
            self._used[seat] = len(rows)
            self._picks[seat, : len(rows)] = self._picks[seat, rows]

    def _try_once(
        self, left: dict[int, NDArray[np.int64]], won: NDArray[np.float64], tried: NDArray[np.float64]
    ) -> None:
        """Try each remaining submission in one random profile; those of seats with fewer submissions in several."""
        profiles = np.full((max(map(len, left.values())), len(self._used)), -1, np.int64)
        for seat, rows in left.items():
            profiles[:, seat] = np.resize(self._numpy_rng.permutation(rows), len(profiles))
        results = self._evaluate(profiles)
        for seat in left:
            np.add.at(won[seat], profiles[:, seat], results[:, seat])
            np.add.at(tried[seat], profiles[:, seat], 1)

    def _mix(self, rounds: int | None, begun: float, seconds: float) -> None:
        """Mix the submissions that are left; each round adds responses to the mixtures."""
        self._play_pairs(np.arange(self._used[0]), np.arange(self._used[1]), PLAYOUTS_PER_PAIR)
        end = begun + (seconds * IMPROVED if rounds is None else seconds)
        while (rounds is None or self.rounds < rounds) and clock.now() < end:
            shares = self._equilibrium()
            known = self._used.copy()
            for seat in (0, 1):
                self._respond(seat, shares[1 - seat], end)
            first, second = (np.arange(n) for n in self._used)
            self._play_pairs(first[known[0] :], second, PLAYOUTS_PER_PAIR)
            self._play_pairs(first[: known[0]], second[known[1] :], PLAYOUTS_PER_PAIR)
            self._play_pairs(first, second, 1)
            self.rounds += 1
        while rounds is None and clock.now() < begun + seconds:
            self._play_pairs(np.arange(self._used[0]), np.arange(self._used[1]), 1)
        self._shares = self._equilibrium()[self.seat]

    def _equilibrium(self) -> tuple[Reals, Reals]:
        """Mixtures of both seats by the rewards known so far."""
        first, second = self._used
        payoffs = self._rewards[:first, :second] / self._playouts[:first, :second]
        return equilibrium(payoffs, WITHIN, most=MOST_TURNS)

    def _play_pairs(self, first: NDArray[np.int64], second: NDArray[np.int64], times: int) -> None:
        """Play out pairs of a submission of seat 0 and one of seat 1, all with the same random numbers."""
        profiles = np.stack(np.meshgrid(first, second, indexing="ij"), axis=-1).reshape(-1, 2)
        rows, columns = profiles.T
        for _ in range(times):
            self._rewards[rows, columns] += self._evaluate(profiles, same_seed=True)[:, 0]
        self._playouts[rows, columns] += times

    def _respond(self, seat: int, shares: Reals, end: float) -> None:
        """Add the proposals of ``seat`` that do best against a mixture of the other seat, after halving them."""
        picks, known = self._picks[seat], int(self._used[seat])
        noise = OWN_NOISE if seat == self.seat else OTHER_NOISE
        propose(self._root, self.seat, seat, noise, self._rng, self._tools, picks[known : known + FRESH])
        distinct = np.unique(picks[: known + FRESH], axis=0, return_index=True)[1]
        left = np.sort(distinct[distinct >= known])
        won, tried, times = np.zeros(len(picks)), 0, PLAYOUTS_PER_PAIR
        while len(left) > RESPONSES and clock.now() < end:
            profiles = np.empty((len(left) * times, 2), np.int64)
            profiles[:, seat] = np.repeat(left, times)
            profiles[:, 1 - seat] = self._numpy_rng.choice(len(shares), size=len(profiles), p=shares)
            won[left] += self._evaluate(profiles)[:, seat].reshape(-1, times).sum(axis=1)
            tried += times
            left = left[np.argsort(-won[left] / tried, kind="stable")][: max(RESPONSES, len(left) // 2)]
            times *= 2
        left = left[:RESPONSES]
        picks[known : known + len(left)] = picks[left]
        self._used[seat] += len(left)

    def values(self, profiles: int = 64) -> tuple[float, ...]:
        """Expected reward of each seat: the mean over random profiles of the submissions that are left.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        self._require_run()
        drawn = np.full((profiles, len(self._used)), -1, np.int64)
        for seat in self._choosing:
            drawn[:, seat] = self._numpy_rng.integers(self._used[seat], size=profiles)
        return tuple(float(value) for value in self._evaluate(drawn).mean(axis=0))

    def strategy(self) -> list[tuple[tuple[int, ...], float]]:
        """The submissions as tuples of action ids, each with its share, the most frequent first; shares sum to 1.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        self._require_run()
        shares = np.zeros(self._used[self.seat]) if self._shares is None else self._shares.copy()
        if self._shares is None:
            shares[0] = 1.0  # nothing was mixed: the best of the screening
        shares[shares < PRUNED * shares.max()] = 0.0
        shares /= shares.sum()
        order = [int(k) for k in np.argsort(-shares, kind="stable") if shares[k] > 0]
        return [(tuple(int(a) for a in self._picks[self.seat, k] if a >= 0), float(shares[k])) for k in order]

    def sample(self) -> tuple[int, ...]:
        """A random submission, drawn by its share.

        Raises:
            NotStartedError: :meth:`run` has not been called.
        """
        strategy = self.strategy()
        return strategy[self._numpy_rng.choice(len(strategy), p=[share for _, share in strategy])][0]

    def _require_run(self) -> None:
        if not self._used[self.seat]:
            raise NotStartedError("the mixture is not computed yet: call run() first")

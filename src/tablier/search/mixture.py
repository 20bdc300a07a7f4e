"""What to submit where several seats choose at once: a mixture of whole submissions, over the protocol alone.

Submissions of every seat are proposed by the game's playout policy and screened by halving them (Karnin, Koren and
Somekh 2013), all seats at once, so that those of the others get better, too; then regret matching (Hart and Mas-Colell
2000; sampled as by Lanctot et al. 2009) looks for mixtures that none of the seats would leave. What a profile, a
submission for each seat, comes to is found by playing on by the policy until the seats choose at once again, and
evaluating.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel, part
from tablier.engine.playout import LIMIT, MAX_CHANCE, draw, rewards
from tablier.engine.protocol import CHANCE, apply, determinize, evaluate, hide, movers, rollout_policy
from tablier.engine.records import native
from tablier.engine.rng import generator, next64
from tablier.errors import TooEarly, at_least
from tablier.search.asked import seat_to_move

PRUNED = 0.25
"""Submissions that are played less often than by this part of the most frequent one are not played at all."""


class Tools(NamedTuple):
    """Working memory."""

    work: Any
    actions: NDArray[np.int16]
    odds: NDArray[np.int64]
    places: NDArray[np.int64]


@kernel
def propose(root: Any, me: Any, seat: Any, rng: Any, tools: Any, picks: Any) -> None:
    """Write a submission of ``seat`` into each row of ``picks``: action ids by the game's policy, then -1.

    It is as long as it can be foreseen by the seat, and no longer than the row.
    """
    work = tools.work
    picks[:, :] = -1
    for i in range(len(picks)):
        work[0] = root[0]
        determinize(work[0], me, rng)
        hide(work[0], seat)
        n = 0
        while n < picks.shape[1] and np.int64(movers(work[0])) >> seat & 1 != 0:
            action = np.int64(rollout_policy(work[0], seat, rng, tools.actions))
            picks[i, n] = action
            apply(work[0], seat, action)
            n += 1


@kernel
def compare(root: Any, me: Any, seeds: Any, tools: Any, picks: Any, profiles: Any, results: Any) -> None:
    """Write what each of the ``profiles`` comes to into a row of ``results``, with luck from its own seed.

    A profile names a submission for each seat, a row of ``picks[seat]``; -1 where the seat does not choose.
    """
    work, luck = tools.work, np.empty(1, np.uint64)
    for i in range(len(profiles)):
        luck[0] = seeds[i]
        work[0] = root[0]
        determinize(work[0], me, luck)
        submit(work[0], picks, profiles[i])
        play_on(work[0], luck, tools)
        if np.int64(movers(work[0])) == 0:
            rewards(work[0], tools.places, results[i])
        else:
            evaluate(work[0], results[i])


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
        if who & (who - 1) == 0 and who != 0:
            seat = lowest(np.uint64(who))
            if seat == CHANCE:
                action = draw(s, rng, tools.actions, tools.odds)
            else:
                action = np.int64(rollout_policy(s, seat, rng, tools.actions))
            apply(s, seat, action)


class Mixture:
    """The submissions of a seat that are worth considering, and how often each should be played."""

    def __init__(
        self, record: Any, seat: int, *, seed: int = 0, proposals: int = 96, candidates: int = 24, longest: int = 32
    ) -> None:
        """Prepare; nothing is proposed yet.

        Args:
            record: the position, in which ``seat`` is to move; what ``seat`` may not know is hidden from the choice.
            seat: who chooses.
            seed: of all random numbers.
            proposals: submissions of each seat that are screened.
            candidates: down to how many of them they are halved.
            longest: the number of plies of a submission that are planned.

        Raises:
            InvalidOption: a number is less than one.
            UnknownSeat: there is no such seat.
            IllegalMove: ``seat`` is not to move.
        """
        at_least(1, proposals=proposals, candidates=candidates, longest=longest)
        record = native(record)
        rules = protocol.rules_of(record.dtype)
        n = int(protocol.seats(record))
        self.seat = seat = seat_to_move(record, seat)
        self._root = rules.zeros()
        self._root[0] = record
        protocol.hide(self._root[0], seat)
        who = int(protocol.movers(self._root[0]))
        self._choosing = [one for one in range(n) if who >> one & 1]
        self._rng = generator(seed)
        self._dice = np.random.default_rng(int(next64(self._rng)))
        self._picks = np.full((n, proposals, longest), -1, np.int16)
        self._used = np.zeros(n, np.int64)
        self._candidates = candidates
        self._regret, self._played = np.zeros((n, candidates)), np.zeros((n, candidates))
        actions = np.zeros(max(rules.actions, MAX_CHANCE), np.int16)
        self._tools = Tools(rules.zeros(), actions, np.zeros(MAX_CHANCE, np.int64), np.zeros(n, np.int64))
        self.rounds = 0
        """Rounds of regret matching so far."""

    def run(self, *, screening: int, rounds: int, seconds: float) -> Mixture:
        """Propose and screen, then match regrets, for no more than ``seconds``; returns this mixture.

        Args:
            screening: how often each proposal meets the others before every halving, and once more at the end.
            rounds: of regret matching.
            seconds: a limit for all, which only proposing may exceed.

        Raises:
            InvalidOption: a number is negative.
        """
        at_least(0, screening=screening, rounds=rounds)
        end = time.perf_counter() + seconds
        for seat in self._choosing:
            propose(self._root, self.seat, seat, self._rng, self._tools, self._picks[seat])
        self._screen(screening, end)
        while self.rounds < rounds and time.perf_counter() < end:
            self._match()
            self.rounds += 1
        return self

    def warm(self) -> Mixture:
        """Compile what this needs; returns this mixture."""
        propose(self._root, self.seat, self.seat, self._rng, self._tools, self._picks[self.seat, :0])
        self._compare(np.zeros((0, len(self._used)), np.int64))
        return self

    def _compare(self, profiles: NDArray[np.int64], *, same_luck: bool = False) -> NDArray[np.float64]:
        """Rewards by profile and seat."""
        results = np.zeros(profiles.shape)
        seeds = self._dice.integers(1 << 63, size=1 if same_luck else len(profiles), dtype=np.uint64)
        seeds = np.broadcast_to(seeds, len(profiles)).copy()
        compare(self._root, self.seat, seeds, self._tools, self._picks, profiles, results)
        return results

    def _screen(self, meetings: int, end: float) -> None:
        """Halve the different submissions of each seat until few enough are left, by what they win in random profiles.

        Each of these tells something about a submission of every seat. What is known at the ``end`` decides the rest.
        """
        left = {seat: np.sort(np.unique(self._picks[seat], axis=0, return_index=True)[1]) for seat in self._choosing}
        won, met = np.zeros(self._picks.shape[:2]), np.zeros(self._picks.shape[:2])
        while True:
            for _ in range(meetings):
                if time.perf_counter() >= end:
                    break
                self._meet(left, won, met)
            mean = won / np.maximum(met, 1)
            left = {seat: rows[np.argsort(-mean[seat, rows], kind="stable")] for seat, rows in left.items()}
            if all(len(rows) <= self._candidates for rows in left.values()):
                break
            left = {seat: rows[: max(self._candidates, len(rows) // 2)] for seat, rows in left.items()}
        for seat, rows in left.items():
            self._used[seat] = len(rows)
            self._picks[seat, : len(rows)] = self._picks[seat, rows]
            above = mean[seat, rows] - mean[seat, rows].mean()
            self._regret[seat, : len(rows)] = np.maximum(0.0, met[seat, rows] * above)

    def _meet(self, left: dict[int, NDArray[np.int64]], won: NDArray[np.float64], met: NDArray[np.float64]) -> None:
        """Each submission that is left meets others once, those of a seat with fewer now and then twice."""
        profiles = np.full((max(map(len, left.values())), len(self._used)), -1, np.int64)
        for seat, rows in left.items():
            profiles[:, seat] = np.resize(self._dice.permutation(rows), len(profiles))
        results = self._compare(profiles)
        for seat in left:
            np.add.at(won[seat], profiles[:, seat], results[:, seat])
            np.add.at(met[seat], profiles[:, seat], 1)

    def _match(self) -> None:
        """A round: one seat compares all it could do with what the others play now. Every second round it is ours."""
        seat = self.seat if self.rounds % 2 == 0 else self._choosing[self.rounds // 2 % len(self._choosing)]
        profile = np.full(len(self._used), -1, np.int64)
        for other in self._choosing:
            profile[other] = self._dice.choice(int(self._used[other]), p=self._mixed(other))
        profiles = np.tile(profile, (int(self._used[seat]), 1))
        profiles[:, seat] = np.arange(len(profiles))
        payoff = self._compare(profiles, same_luck=True)[:, seat]
        mixed, regret = self._mixed(seat), self._regret[seat, : len(payoff)]
        regret[:] = np.maximum(0.0, regret + payoff - mixed @ payoff)
        self._played[seat, : len(payoff)] += mixed * (self.rounds + 1)

    def _mixed(self, seat: int) -> NDArray[np.float64]:
        """How often a seat plays each of its submissions now: by regret, or evenly."""
        regret = self._regret[seat, : self._used[seat]]
        total = regret.sum()
        shares: NDArray[np.float64] = regret / total if total > 0 else np.full(len(regret), 1.0 / len(regret))
        return shares

    def strategy(self) -> list[tuple[tuple[int, ...], float]]:
        """The submissions as tuples of action ids with the share of each, the most frequent first; shares sum to 1.

        Raises:
            TooEarly: nothing has been proposed yet.
        """
        if not self._used[self.seat]:
            raise TooEarly("nothing has been proposed yet: call run() first")
        shares = self._played[self.seat, : self._used[self.seat]].copy()
        if not shares.any():
            shares[0] = 1.0  # nothing was matched: what did best when it was screened
        shares[shares < PRUNED * shares.max()] = 0.0
        shares /= shares.sum()
        order = [int(k) for k in np.argsort(-shares, kind="stable") if shares[k] > 0]
        return [(tuple(int(a) for a in self._picks[self.seat, k] if a >= 0), float(shares[k])) for k in order]

    def draw(self) -> tuple[int, ...]:
        """A submission, at random by its share.

        Raises:
            TooEarly: nothing has been proposed yet.
        """
        strategy = self.strategy()
        return strategy[self._dice.choice(len(strategy), p=[share for _, share in strategy])][0]

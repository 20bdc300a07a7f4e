"""Batches of games in which compiled bots play all seats but one.

A step plays the agent's ply and then, without a return to Python, those of the bots, until only the agent may act. The
bots are those of :mod:`tablier.bots` that need no search tree: random, the rollout policy, and the one-ply lookahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.bots.specs import GreedySpec, PolicySpec, RandomSpec, Spec
from tablier.engine.batch import write_mask
from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.observe import Observer
from tablier.engine.playout import MAX_CHANCE, draw_outcome, rewards
from tablier.engine.protocol import (
    CHANCE,
    Rules,
    apply,
    determinize,
    evaluate,
    hide,
    legal,
    movers,
    rollout_policy,
    seats,
    setup,
)
from tablier.engine.rng import below, generator, unit
from tablier.errors import IllegalMove, InvalidOption

RANDOM, POLICY, GREEDY = range(3)
NO_ACTION = -1
TIE = 1e-4
"""Values are raised at random by up to this much, so that ties are broken at random."""


class Compiled(NamedTuple):
    """The bots of the other seats, in order: kind, share of random plies, number of determinizations."""

    kind: NDArray[np.int64]
    noise: NDArray[np.float64]
    samples: NDArray[np.int64]


class Games(NamedTuple):
    """The arrays of a batch, one row for each game; ``root`` is the start in a single row."""

    root: Any
    states: Any
    final: Any
    rngs: NDArray[np.uint64]
    seat: NDArray[np.int64]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    plies: NDArray[np.int64]


class Scratch(NamedTuple):
    """Working memory: three records, lists of actions, and what the kernels write about seats and outcomes."""

    work: Any
    actions: NDArray[np.int16]
    odds: NDArray[np.int64]
    places: NDArray[np.int64]
    shares: NDArray[np.float64]
    values: NDArray[np.float64]


def compiled(bots: Sequence[object]) -> Compiled | None:
    """The specifications of bots as arrays; ``None`` if one of the bots is not compiled."""
    rows = [_row(bot) for bot in bots]
    known = [row for row in rows if row is not None]
    if len(known) < len(rows):
        return None
    kinds, noise, samples = zip(*known, strict=True)
    return Compiled(np.array(kinds, np.int64), np.array(noise, np.float64), np.array(samples, np.int64))


def _row(bot: object) -> tuple[int, float, int] | None:
    match bot:
        case RandomSpec():
            return RANDOM, 0.0, 1
        case PolicySpec():
            return POLICY, bot.noise, 1
        case GreedySpec():
            return GREEDY, 0.0, bot.samples
    return None


@kernel
def choose(s: Any, seat: Any, bot: Any, bots: Any, rng: Any, scratch: Any) -> Any:
    """The action of a bot, from what its seat may know."""
    if bots.kind[bot] == RANDOM or unit(rng) < bots.noise[bot]:
        return np.int64(scratch.actions[below(rng, legal(s, seat, scratch.actions))])
    view = scratch.work[0:1]
    view[0] = s
    hide(view[0], seat)
    if bots.kind[bot] == POLICY:
        return np.int64(rollout_policy(view[0], seat, rng, scratch.actions))
    n = legal(view[0], seat, scratch.actions)
    add_values(view, seat, n, bots.samples[bot], rng, scratch)
    best = 0
    for k in range(n):
        scratch.values[k] += TIE * unit(rng)
        if scratch.values[k] > scratch.values[best]:
            best = k
    return np.int64(scratch.actions[best])


@kernel
def add_values(view: Any, seat: Any, n: Any, samples: Any, rng: Any, scratch: Any) -> None:
    """Write the mean value of each listed action for ``seat`` over ``samples`` determinizations."""
    guess, after = scratch.work[1:2], scratch.work[2:3]
    scratch.values[:n] = 0.0
    for _ in range(samples):
        guess[0] = view[0]
        determinize(guess[0], seat, rng)
        for k in range(n):
            after[0] = guess[0]
            apply(after[0], seat, np.int64(scratch.actions[k]))
            if movers(after[0]) == 0:
                rewards(after[0], scratch.places, scratch.shares)
            else:
                evaluate(after[0], scratch.shares)
            scratch.values[k] += scratch.shares[seat] / samples


@kernel
def play_on(s: Any, me: Any, action: Any, bots: Any, plies: Any, limit: Any, rng: Any, scratch: Any) -> Any:
    """Play ``action`` of seat ``me``, unless it is ``NO_ACTION``, and all plies until only ``me`` may act.

    Ends early when the game is over, or truncated at ``limit`` plies; returns the plies played, chance not counted.
    """
    while True:
        who = movers(s)
        if who == 0 or (plies >= limit and who != 1 << CHANCE):
            return plies
        others = who & ~(np.int64(1) << me)
        if others == 0:
            if action == NO_ACTION:
                return plies
            seat, chosen, action = np.int64(me), np.int64(action), NO_ACTION
        else:
            seat = np.int64(lowest(np.uint64(others)))
            if seat == CHANCE:
                chosen = draw_outcome(s, rng, scratch.actions, scratch.odds)
            else:
                chosen = choose(s, seat, seat - (seat > me), bots, rng, scratch)
        apply(s, seat, chosen)
        plies += seat != CHANCE


@kernel
def step_games(games: Any, actions: Any, bots: Any, fixed: Any, limit: Any, judged: Any, scratch: Any) -> Any:
    """Play ``actions`` in all games, all of which start anew if it is empty; finished games restart.

    Returns whether each game let the agent move before it was truncated.
    """
    fresh = len(actions) == 0
    started = True
    for i in range(len(games.states)):
        s, rng = games.states[i], games.rngs[i]
        games.reward[i], games.done[i], games.cut[i] = 0.0, False, False
        over = fresh
        if not fresh:
            plies = play_on(s, games.seat[i], actions[i], bots, games.plies[i], limit, rng, scratch)
            games.plies[i] = plies
            games.done[i] = movers(s) == 0
            games.cut[i] = not games.done[i] and plies >= limit
            over = games.done[i] or games.cut[i]
            if games.done[i]:
                rewards(s, scratch.places, scratch.shares)
                games.reward[i] = scratch.shares[games.seat[i]]
            elif games.cut[i] and judged:
                evaluate(s, scratch.shares)
                games.reward[i] = scratch.shares[games.seat[i]]
            if over:
                games.final[i] = s
        while over:  # a game may end before the agent has ever moved
            games.states[i] = games.root[0]
            games.seat[i] = below(rng, seats(s)) if fixed < 0 else fixed
            games.plies[i] = play_on(s, games.seat[i], np.int64(NO_ACTION), bots, 0, limit, rng, scratch)
            over = movers(s) == 0
            started = started and (over or games.plies[i] < limit)
        write_mask(s, games.seat[i], scratch.actions, games.mask[i])
    return started


class SeatBatch:
    """``size`` games of one kind; the agent plays one seat of each, compiled bots the others.

    Attributes:
        states: the records, ``[size]``.
        seat: the agent's seat in each game, which is to act, ``int64 [size]``.
        mask: its legal actions, ``bool [size, actions]``.
        reward: its reward in the last step, ``float64 [size]``; zero except in games that ended.
        done: the games that ended in the last step and have restarted, ``bool [size]``.
        cut: the games that were truncated in the last step and have restarted, ``bool [size]``.
        final: the last record of each game that has ended or been truncated, ``[size]``; blank before that.
        played: the agent's seat in the game of ``final``, ``int64 [size]``.
        observer: writes the observations.
        observation: what ``seat`` may know, ``[size, width]``.
    """

    def __init__(
        self,
        rules: Rules,
        size: int,
        *,
        seats: int,
        options: NDArray[np.int64],
        bots: Sequence[Spec],
        seat: int | None,
        limit: int,
        judged: bool,
    ) -> None:
        """Set up ``size`` games; :meth:`reset` starts them.

        Args:
            rules: the game.
            size: the number of games.
            seats: the number of seats.
            options: indices of the options' values.
            bots: the bots of the other seats, in order.
            seat: the agent's seat; ``None`` draws one for each game.
            limit: the number of plies, chance not counted, after which a game is truncated.
            judged: the evaluation gives the reward of a truncated game; otherwise it is 0.

        Raises:
            InvalidOption: a bot is not compiled.
        """
        made = compiled(bots)
        if made is None:
            raise InvalidOption("a batch plays against random, policy and greedy bots; use GameSeatEnv for others")
        self._bots = made if rules.has("hide") else made._replace(samples=np.ones_like(made.samples))
        self._settings = (-1 if seat is None else seat, limit, judged)
        root = rules.zeros()
        setup(root[0], seats, options)
        self.states, self.final = rules.zeros(size), rules.zeros(size)
        self.seat, self.played = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self.mask = np.zeros((size, rules.actions), np.bool_)
        self.reward = np.zeros(size)
        self.done, self.cut = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self.observer = Observer(rules, size)
        self.observation: Any = self.observer.blank()
        self._rows = np.arange(size)
        self._games = Games(
            root=root,
            states=self.states,
            final=self.final,
            rngs=np.zeros((size, 1), np.uint64),
            seat=self.seat,
            mask=self.mask,
            reward=self.reward,
            done=self.done,
            cut=self.cut,
            plies=np.zeros(size, np.int64),
        )
        self._scratch = Scratch(
            work=rules.zeros(3),
            actions=np.empty(max(rules.actions, MAX_CHANCE), np.int16),
            odds=np.empty(MAX_CHANCE, np.int64),
            places=np.empty(seats, np.int64),
            shares=np.empty(seats),
            values=np.empty(rules.actions),
        )

    def reset(self, seed: int | str) -> None:
        """Start all games; ``seed`` determines all chance and all bots from here on.

        Raises:
            InvalidOption: a game is truncated before the agent is to move.
        """
        self._games.rngs[:] = [generator(seed, i) for i in range(len(self.states))]
        self._advance(np.empty(0, np.int64))

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in every game, and the plies of the bots.

        Raises:
            IllegalMove: an action is not legal; nothing has been played.
            InvalidOption: a new game is truncated before the agent is to move.
        """
        if actions.shape != self.seat.shape or actions.min() < 0 or actions.max() >= self.mask.shape[1]:
            raise IllegalMove(f"expected {len(self.seat)} actions, each an id from 0 to {self.mask.shape[1] - 1}")
        allowed = self.mask[self._rows, actions]
        if not allowed.all():
            wrong = int(np.flatnonzero(~allowed)[0])
            raise IllegalMove(f"game {wrong}: action {actions[wrong]} is not legal for seat {self.seat[wrong]}")
        self.played[:] = self.seat
        self._advance(actions)

    def _advance(self, actions: NDArray[np.int64]) -> None:
        if not step_games(self._games, actions, self._bots, *self._settings, self._scratch):
            raise InvalidOption("a game is truncated before the agent is to move; give a higher limit")
        self.observer.write(self.states, self.seat, self.observation)

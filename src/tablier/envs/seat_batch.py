"""Batches of games in which compiled bots play all seats but one.

A step plays the agent's ply and then, without a return to Python, those of the bots, until only the agent may act. The
bots are those of :mod:`tablier.bots` that need no search tree: random, the rollout policy, and the one-ply lookahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tablier.bots.specs import GreedySpec, PolicySpec, RandomSpec, Spec
from tablier.engine.batch import UNCHECKED, make_games
from tablier.engine.game_rules import Rules
from tablier.engine.rng import generator
from tablier.engine.team import Team, share_bounds
from tablier.engine.uncopyable import Uncopyable
from tablier.envs.observations import Observations
from tablier.envs.seat_kernels import GREEDY, POLICY, RANDOM, RESTART, Compiled, Scratch, step_games
from tablier.errors import IllegalMove, InvalidOption


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


class SeatBatch(Uncopyable):
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
        observation: what ``seat`` may know, ``[size, width]``; new after each step if ``copy``, otherwise not to be
            written to, since a step writes only what has changed.
        final_observation: what ``played`` may know of ``final``, ``[size, width]``, likewise; if it is new, only the
            rows of games that ended or were truncated in the last step mean anything.
    """

    copy_error = Team.copy_error

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
        threads: int = 1,
        copy: bool = False,
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
            threads: the number of threads that work on a step.
            copy: whether each step writes its observations into new arrays.

        Raises:
            InvalidOption: a bot is not compiled.
        """
        made = compiled(bots)
        if made is None:
            raise InvalidOption(
                "a batch plays against random, policy and greedy bots; gymnasium.make_vec also takes others"
            )
        players = made if rules.has("hide") else made._replace(samples=np.ones_like(made.samples))
        games = make_games(rules, size, seats, options)
        self.states, self.final, self.seat, self.mask = games.states, games.final, games.seat, games.mask
        self.reward, self.done, self.cut = games.reward, games.done, games.cut
        self.played = np.zeros(size, np.int64)
        self._observations = seen = Observations(rules, self.states, threads=threads, copy=copy)
        self.observer = seen.observer
        self.observation, self.final_observation = seen.next_arrays()
        self._games, self._paused = games, np.zeros(size, np.bool_)
        self._wrong, self._late = np.zeros(1, np.int64), np.zeros(1, np.bool_)
        bounds = share_bounds(size, threads)
        step = partial(
            step_games,
            games,
            self._paused,
            self.played,
            players,
            -1 if seat is None else seat,
            limit,
            judged,
            seen.pages,
            seen.output,
            seen.addresses,
            _new_scratch(rules, seats, threads),
            self._wrong,
            self._late,
            bounds,
        )
        self._team = Team(threads, len(bounds) - 1, step)

    def reset(self, seeds: Sequence[int]) -> None:
        """Start all games; the seed of each game determines its chance and its bots from here on.

        Raises:
            InvalidOption: a game is truncated before the agent is to move.
        """
        self._games.rngs[:] = [generator(seed) for seed in seeds]
        self._games.chosen[:], self._paused[:], self._wrong[0] = RESTART, False, UNCHECKED
        self._advance()

    def step(self, actions: NDArray[np.int64], paused: NDArray[np.bool_] | None = None) -> None:
        """Play one action in every game that is not ``paused``, and the plies of the bots.

        Raises:
            IllegalMove: an action is not legal; nothing has been played.
            InvalidOption: a new game is truncated before the agent is to move.
        """
        self._games.chosen[:] = actions
        self._paused[:] = False if paused is None else paused
        self._wrong[0] = -1
        self._advance()
        if (wrong := int(self._wrong[0])) >= 0:
            raise IllegalMove(f"game {wrong}: action {actions[wrong]} is not legal for seat {self.seat[wrong]}")

    def _advance(self) -> None:
        self._late[0] = False
        observation, final = self._observations.next_arrays()
        self._team.run()
        if self._wrong[0] < 0:
            self.observation, self.final_observation = observation, final
        if self._late[0]:
            raise InvalidOption("a game is truncated before the agent is to move; give a higher limit")


def _new_scratch(rules: Rules, seats: int, threads: int) -> Scratch:
    return Scratch(
        work=np.stack([rules.zeros(3)] * threads),
        actions=rules.action_buffer(threads),
        odds=rules.weight_buffer(threads),
        places=np.empty((threads, seats), np.int64),
        shares=np.empty((threads, seats)),
        values=np.empty((threads, rules.actions)),
    )

"""Batches of games in which each seat is a row of its own, for learners that know nothing of games."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.batch import RESTART, UNCHECKED, make_games, scratch_dtype
from tablier.engine.game_rules import Rules
from tablier.engine.rng import generator
from tablier.engine.team import Team, share_bounds
from tablier.engine.uncopyable import Uncopyable
from tablier.envs.observations import Observations
from tablier.envs.self_play_kernels import Rows, step_rows
from tablier.errors import IllegalMove


class SelfPlayBatch(Uncopyable):
    """``games`` games of one kind with a row for each seat: row ``i`` is seat ``i // games`` of game ``i % games``.

    The last action id, ``actions``, means to wait: the only legal action of a row that is not to move.

    Attributes:
        states: the records, ``[games]``.
        seat: the seat that is to act in each game, ``int64 [games]``.
        reward: the reward of each seat in the last step, ``float64 [games, seats]``; zero except in games that ended.
        done: the games that ended in the last step and have restarted, ``bool [games]``.
        cut: the games that were truncated in the last step and have restarted, ``bool [games]``.
        final: the last record of each game that has ended or been truncated, ``[games]``; blank before that.
        rows: what the rows get, ``[rows]``; their legal actions are new after each step if ``copy``.
        observer: writes the observations.
        observation: what each row may know, ``[rows, width]``; new after each step if ``copy``, otherwise not to be
            written to, since a step writes only what has changed.
        final_observation: what each row may know of ``final``, ``[rows, width]``, likewise; if it is new, only the rows
            of games that ended or were truncated in the last step mean anything.
    """

    copy_error = Team.copy_error

    def __init__(
        self,
        rules: Rules,
        games: int,
        *,
        seats: int,
        options: NDArray[np.int64],
        actions: int,
        limit: int,
        judged: bool,
        threads: int = 1,
        copy: bool = False,
    ) -> None:
        """Set up ``games`` games; :meth:`reset` starts them.

        Args:
            rules: the game.
            games: the number of games.
            seats: the number of seats.
            options: indices of the options' values.
            actions: the number of actions with these options.
            limit: the number of plies, chance not counted, after which a game is truncated.
            judged: the evaluation gives the rewards of a truncated game; otherwise they are 0.
            threads: the number of threads that work on a step.
            copy: whether each step writes its observations into new arrays.
        """
        self._games = all_games = make_games(rules, games, seats, options, seats)
        self.states, self.final, self.seat = all_games.states, all_games.final, all_games.seat
        self.reward, self.done, self.cut = all_games.reward, all_games.done, all_games.cut
        self._by_seat, self._judged, self._wait = _make_rows(seats, games, actions), judged, actions
        self.rows = Rows(*(array.reshape(seats * games, *array.shape[2:]) for array in self._by_seat))
        self._observations = seen = Observations(rules, self.states, seats, threads=threads, copy=copy)
        self.observer = seen.observer
        self.observation, self.final_observation = seen.next_arrays()
        self._wrong, self._legal_at, self._copy = np.zeros(1, np.int64), np.zeros(1, np.int64), copy
        bounds = share_bounds(games, threads)
        step = partial(
            step_rows,
            self._games,
            self._by_seat,
            limit,
            seen.pages,
            seen.output,
            seen.addresses,
            self._legal_at,
            np.zeros(threads, scratch_dtype(rules)),
            self._wrong,
            bounds,
        )
        self._team = Team(threads, len(bounds) - 1, step)

    def reset(self, seed: int | str) -> None:
        """Start all games anew; ``seed`` determines all chance from here on."""
        self._games.rngs[:] = [generator(seed, i) for i in range(len(self.states))]
        self.rows.chosen[:], self._wrong[0] = RESTART, UNCHECKED
        self._run()

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play the action of each row.

        Raises:
            IllegalMove: an action is not legal; nothing has been played.
        """
        self.rows.chosen[:] = actions
        self._wrong[0] = -1
        self._run()
        if (wrong := int(self._wrong[0])) >= 0:
            if self.rows.waiting[wrong]:
                raise IllegalMove(f"row {wrong} is not to move; its only action is {self._wait}, to wait")
            raise IllegalMove(f"row {wrong}: action {actions[wrong]} is not legal for seat {self.rows.viewer[wrong]}")
        if self._judged:
            for i in np.flatnonzero(self.cut):
                protocol.evaluate(self.final[i], self.reward[i])
                self._by_seat.reward[:, i] = self.reward[i]

    def _run(self) -> None:
        observation, final = self._observations.next_arrays()
        rows = self.rows
        if self._copy:
            rows = rows._replace(legal=np.empty_like(rows.legal))
            self._legal_at[0] = rows.legal.ctypes.data
        self._team.run()
        if self._wrong[0] < 0:
            self.rows, self.observation, self.final_observation = rows, observation, final


def _make_rows(seats: int, games: int, actions: int) -> Rows:
    """Rows of games that have not begun, by seat: all wait."""
    legal = np.zeros((seats, games, actions + 1), np.int8)
    legal[..., actions] = 1
    return Rows(
        viewer=np.arange(seats).repeat(games).reshape(seats, games),
        chosen=np.zeros((seats, games), np.int64),
        legal=legal,
        waiting=np.ones((seats, games), np.bool_),
        reward=np.zeros((seats, games)),
        done=np.zeros((seats, games), np.bool_),
        cut=np.zeros((seats, games), np.bool_),
    )

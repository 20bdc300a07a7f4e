"""Many games at once as vector environments of Gymnasium (``pip install 'tablier[gym]'``).

Each row is one agent: its observations, masks and rewards are those of one seat, so a learner that knows nothing of
games credits every win to the plies that led to it. In :class:`SeatVectorEnv` bots play the other seats; in
:class:`SelfPlayVectorEnv` the other seats are rows, too.

Finished games restart in the same step, unless another ``autoreset_mode`` is asked for. ``infos["final_obs"]`` has the
dtype and the shape of the observations: the last observation of each row whose game has ended.
``infos["_final_obs"]`` says which rows these are; the others of ``final_obs`` mean nothing. Against bots
``infos["final_info"]`` has the last ``seat`` and ``action_mask`` of the same rows, each with a mask of rows, such as
``_seat``. With ``seat=None`` the reward is that of ``final_info["seat"]``, while ``infos["seat"]`` is that of the new
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tablier.api import game
from tablier.bots.players import Bot
from tablier.bots.specs import Spec
from tablier.catalogue.info import Value
from tablier.engine.batch import require_actions
from tablier.engine.observe import Observer
from tablier.engine.team import Team
from tablier.engine.uncopyable import Uncopyable
from tablier.envs.pictures import BATCH_MODES, render, require_render_mode
from tablier.envs.seat_batch import SeatBatch, compiled
from tablier.envs.self_play_batch import SelfPlayBatch
from tablier.envs.session import opponents_of, require_no_options, require_seat, reset_seed, reset_seeds
from tablier.errors import InvalidOption, MissingPackage, NotStartedError, require_int_at_least, require_threads

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackage("Gymnasium environments need Gymnasium: pip install 'tablier[gym]'") from error

from tablier.envs.bot_vector import BotVectorEnv, require_autoreset_mode
from tablier.envs.gymnasium import GameSeatEnv
from tablier.envs.spaces import observations


class _GamesVectorEnv(Uncopyable, VectorEnv):
    """The base of both environments: spaces, seeds, copies, pictures."""

    copy_error = Team.copy_error
    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": BATCH_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int,
        seats: int | None,
        limit: int | None,
        render_mode: str | None,
        copy: bool,
        options: dict[str, Value],
        waits: int,
    ) -> None:
        self._game = game(name)
        self._start = self._game.new(seats, **options)
        limit = self._game.info.limit if limit is None else limit
        require_int_at_least(1, num_envs=num_envs, limit=limit)
        require_render_mode(render_mode, BATCH_MODES)
        self._options = np.array(self._game.info.indices(self._start.options), np.int64)
        self._limit, self._copy = limit, copy
        self._begun = False
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(self._game.actions(**options) + waits)
        self.single_observation_space = observations(Observer(self._game.rules))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games; without a seed chance continues.

        There are no ``options``: those of the game are given when the environments are made.

        Raises:
            InvalidOption: a seed is neither an integer of at least 0 nor ``None``, a list of seeds is not one for each
                game (in self-play, is given at all), there are ``options``, or a game is truncated before the agent is
                to move.
        """
        require_no_options(options)
        seeds = self._read_seed(seed)
        if isinstance(seeds, list):  # where some games continue, so does the chance of later ones
            super().reset(seed=None if None in seeds else seeds[0])
        else:
            super().reset(seed=seeds)
        self._reset_games(seeds if isinstance(seeds, list) else None)
        self._begun = True
        return self.games.observation, self._infos()

    @property
    def games(self) -> SeatBatch | SelfPlayBatch:
        """The games themselves, with their complete states."""
        raise NotImplementedError

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game as ``render_mode`` says: what the agent's seat sees, in self-play a spectator."""
        if self.render_mode is None:
            return None
        self._require_begun()
        start, games = self._start, self.games
        seats = games.seat.tolist() if isinstance(games, SeatBatch) else [None] * len(games.states)
        positions = (
            type(start)(start.game, start.game.definition.state(s.tobytes()), start.options, start.seats)
            for s in games.states
        )
        return tuple(render(position, seat, self.render_mode) for position, seat in zip(positions, seats, strict=True))

    def _require_begun(self) -> None:
        if not self._begun:
            raise NotStartedError("no games have begun: call reset() first")

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        self._require_begun()
        return require_actions(actions, self.num_envs)

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _read_seed(self, seed: object) -> int | list[int | None] | None:
        return reset_seeds(seed, self.num_envs)

    def _reset_games(self, seeds: list[int | None] | None) -> None:
        raise NotImplementedError

    def _infos(self) -> dict[str, Any]:
        raise NotImplementedError


class SeatVectorEnv(_GamesVectorEnv):
    """The task of :class:`GameSeatEnv` in many games at once, with bots that are compiled into the step.

    A row is a game. ``infos`` has the agent's ``seat`` and its ``action_mask``; the reward is that of its seat.

    Args:
        name: the game.
        num_envs: the number of games.
        seat: the agent's seat; ``None`` draws one for each game.
        opponents: the names of the bots of the other seats (``random``, ``policy``, ``greedy:samples=4``, or a level
            made of them); one for all, or one for each other seat in order.
        seats: the number of seats; by default the fewest.
        limit: plies, chance not counted, after which a game is truncated; by default the ``limit`` of ``game.toml``.
        judged: the evaluation gives the reward of a truncated game; otherwise it is 0.
        render_mode: ``ansi``, ``rgb_array`` or ``svg`` (:mod:`tablier.envs.pictures`).
        threads: the number of threads that work on a step, at most 256.
        autoreset_mode: whether a finished game restarts in the same step or in the next one, which then ignores its
            action. Gymnasium's wrappers of observations need ``NEXT_STEP``.
        copy: return new arrays from each step; if false the arrays of the last step are overwritten.
        options: the game's options.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no such bot.
        InvalidOption: a bot is not compiled; a number of seats or opponents, an option or a value is not one of the
            game's; there is less than one game, ply or thread; there are too many threads; or ``render_mode`` or
            ``autoreset_mode`` is unknown.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        seats: int | None = None,
        limit: int | None = None,
        judged: bool = False,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        copy: bool = True,
        **options: Value,
    ) -> None:
        super().__init__(name, num_envs, seats, limit, render_mode, copy, options, waits=0)
        require_seat(seat, self._start.seats)
        require_threads(threads)
        mode = require_autoreset_mode(autoreset_mode, AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._next_step = mode == AutoresetMode.NEXT_STEP
        self._paused = np.zeros(num_envs, np.bool_)
        self._all = np.ones(num_envs, np.bool_)
        self._all.setflags(write=False)
        self._batch = SeatBatch(
            self._game.rules,
            num_envs,
            seats=self._start.seats,
            options=self._options,
            bots=cast("list[Spec]", opponents_of(name, opponents, self._start.seats)),
            seat=seat,
            limit=self._limit,
            judged=judged,
            threads=threads,
            copy=copy,
        )

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in every game, then let bots play until the agent is to move.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
            IllegalMove: they are not one integer for each game, or one is not legal; nothing has been played.
            InvalidOption: a new game is truncated before the agent is to move; the step has been played.
        """
        batch = self._batch
        batch.step(self._checked(actions), self._paused)
        observation, infos = batch.observation, self._infos()
        if (ended := batch.done | batch.cut).any():
            final = batch.final_observation
            if self._next_step:
                if not self._copy:
                    observation, infos = observation.copy(), {key: info.copy() for key, info in infos.items()}
                observation[ended], infos["action_mask"][ended] = final[ended], 1
                infos["seat"][ended] = batch.played[ended]
            else:
                infos |= {"final_obs": final, "_final_obs": ended, **self._final_info(ended)}
        self._paused = ended & self._next_step
        return observation, self._own(batch.reward), self._own(batch.done), self._own(batch.cut), infos

    def _reset_games(self, seeds: list[int | None] | None) -> None:
        drawn = self.np_random.integers(1 << 62, size=self.num_envs).tolist()
        self._batch.reset([drawn[i] if seed is None else seed for i, seed in enumerate(seeds or drawn)])
        self._paused[:] = False

    @property
    def games(self) -> SeatBatch:
        """The games themselves, with their complete states."""
        return self._batch

    def _final_info(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What ``infos`` of a single environment has at the end of a game, where no action is legal."""
        mask = np.zeros((self.num_envs, int(self.single_action_space.n)), np.int8)
        seat = self._own(self._batch.played)
        return {
            "final_info": {"action_mask": mask, "_action_mask": ended, "seat": seat, "_seat": ended},
            "_final_info": ended,
        }

    def _infos(self) -> dict[str, Any]:
        width = int(self.single_action_space.n)
        mask = self._batch.mask[:, :width].view(np.int8)
        infos = {"seat": self._own(self._batch.seat), "action_mask": self._own(mask)}
        return infos | dict.fromkeys(("_seat", "_action_mask"), self._all)


class SelfPlayVectorEnv(_GamesVectorEnv):
    """All seats of many games, each seat a row of its own.

    With ``games = num_envs // seats``, row ``i`` is seat ``i // games`` of game ``i % games``: first all games as
    seat 0 sees them, then as seat 1 does. The last action id means to wait. It is the only legal action of a row that
    is not to move, ``infos["waiting"]``; a learner may leave these rows out. Each row has the observation of its own
    seat, and the reward of its own seat when the game ends, whichever seat moved last.

    Args:
        name: the game.
        num_envs: the number of rows: the number of games times the number of seats.
        seats: the number of seats of each game; by default the fewest.
        limit: plies, chance not counted, after which a game is truncated; by default the ``limit`` of ``game.toml``.
        judged: the evaluation gives the rewards of a truncated game; otherwise they are 0.
        threads: the number of threads that work on a step, at most 256.
        render_mode: ``ansi``, ``rgb_array`` or ``svg`` (:mod:`tablier.envs.pictures`).
        copy: return new arrays from each step; if false the arrays of the last step are overwritten.
        options: the game's options.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidOption: ``num_envs`` is not a multiple of the number of seats; a number of seats, an option or a value is
            not one of the game's; there is less than one row, ply or thread; there are too many threads; or
            ``render_mode`` is unknown.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        seats: int | None = None,
        limit: int | None = None,
        judged: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
        copy: bool = True,
        **options: Value,
    ) -> None:
        super().__init__(name, num_envs, seats, limit, render_mode, copy, options, waits=1)
        require_threads(threads)
        games, rest = divmod(num_envs, self._start.seats)
        if rest:
            raise InvalidOption(f"num_envs counts the seats of all games: give a multiple of {self._start.seats}")
        self._batch = SelfPlayBatch(
            self._game.rules,
            games,
            seats=self._start.seats,
            options=self._options,
            actions=int(self.single_action_space.n) - 1,
            limit=self._limit,
            judged=judged,
            threads=threads,
            copy=copy,
        )

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every game, that of the row which is to move.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
            IllegalMove: they are not one integer for each game, or one is not legal; nothing has been played.
        """
        batch, rows = self._batch, self._batch.rows
        batch.step(self._checked(actions))
        infos = self._infos()
        if (batch.done | batch.cut).any():
            infos |= {"final_obs": batch.final_observation, "_final_obs": rows.done | rows.cut}
        return batch.observation, self._own(rows.reward), self._own(rows.done), self._own(rows.cut), infos

    @property
    def games(self) -> SelfPlayBatch:
        """The games themselves, with their complete states."""
        return self._batch

    def _read_seed(self, seed: object) -> int | None:
        if isinstance(seed, list | tuple | np.ndarray):
            raise InvalidOption("one seed determines all games of self-play; a list of seeds is not supported")
        return reset_seed(seed)

    def _reset_games(self, seeds: list[int | None] | None) -> None:
        self._batch.reset(int(self.np_random.integers(1 << 62)))

    def _infos(self) -> dict[str, Any]:
        rows = self._batch.rows
        return {"seat": self._own(rows.viewer), "waiting": self._own(rows.waiting), "action_mask": rows.legal}


def make_seat_vector(
    name: str,
    num_envs: int = 1,
    opponents: str | Bot | Sequence[str | Bot] = "random",
    seats: int | None = None,
    threads: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    copy: bool = True,
    **settings: Any,
) -> VectorEnv:
    """The vector environment of one seat against bots, for ``gymnasium.make_vec``.

    Against bots that are compiled it is a :class:`SeatVectorEnv`; against others it is a
    :class:`~tablier.envs.bot_vector.BotVectorEnv`, which steps environments one after the other and is slower.

    Args:
        name: the game.
        num_envs: the number of games.
        opponents: the bots of the other seats, as in :class:`GameSeatEnv`.
        seats: the number of seats; by default the fewest.
        threads: the number of threads that work on a step; against bots that are not compiled it must be 1.
        autoreset_mode: when finished games restart. ``DISABLED`` is offered against bots that are not compiled: the
            caller restarts games by Gymnasium's option ``reset_mask``.
        copy: return new arrays from each step; if false the arrays of the last step may be overwritten.
        settings: further arguments of :class:`GameSeatEnv`.

    Raises:
        UnknownGame, UnknownBot, InvalidOption: an argument is wrong, as in :class:`GameSeatEnv`.
    """
    others = opponents_of(name, opponents, game(name).new(seats).seats)
    require_int_at_least(1, num_envs=num_envs)
    if compiled(others) is not None:
        compiled_bots = cast("Sequence[str]", opponents)
        settings |= {"seats": seats, "threads": threads, "autoreset_mode": autoreset_mode, "copy": copy}
        return SeatVectorEnv(name, num_envs, opponents=compiled_bots, **settings)
    require_threads(threads)
    if threads > 1:
        raise InvalidOption(f"games against bots that are not compiled take one thread, got threads={threads}")
    return BotVectorEnv(
        [partial(GameSeatEnv, name, opponents=opponents, seats=seats, **settings)] * num_envs,
        autoreset_mode=require_autoreset_mode(autoreset_mode, *AutoresetMode),
        copy=copy,
    )

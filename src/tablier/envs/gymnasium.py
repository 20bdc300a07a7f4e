"""One seat against bots, and many games at once, as environments of Gymnasium (``pip install 'tablier[gym]'``).

Importing this module registers every game under its versioned id.

>>> import gymnasium
>>> env = gymnasium.make("tablier.envs.gymnasium:tablier/PonteDelDiavolo-v0", seat=0, opponents="random", board=8)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((3712,), 64)
>>> games = gymnasium.make_vec("tablier/ShangriLa-v0", num_envs=64, seats=4)
>>> observations, infos = games.reset(seed=1)
>>> infos["seat"].max(), infos["action_mask"].shape
(np.int64(0), (64, 229))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier import bots, catalogue
from tablier.api import game
from tablier.bots.players import Bot
from tablier.catalogue.info import Value
from tablier.engine.batch import Batch
from tablier.engine.playout import LIMIT
from tablier.envs import env_id
from tablier.envs.session import RENDER_MODES, GameSession
from tablier.errors import IllegalMove, InvalidOption, MissingPackage, NotStartedError, require_int_at_least

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackage("Gymnasium environments need Gymnasium: pip install 'tablier[gym]'") from error

from tablier.envs.spaces import observations


class GameSeatEnv(gymnasium.Env):
    """One seat of a game; bots play the others. ``info`` has ``action_mask`` and ``seat``.

    Calls before :meth:`reset` raise :class:`~tablier.errors.NotStartedError`.

    Args:
        name: the game.
        seat: the agent's seat; ``None`` draws one for each game.
        opponents: the bots of the other seats: names for ``tablier.bots.spec`` (``random``, a level such as ``3``,
            ``search:iterations=200``) or bots; one for all, or one for each other seat in order.
        seats: the number of seats; by default the fewest.
        limit: the number of plies, chance not counted, after which a game is truncated.
        render_mode: ``ansi`` or ``svg``.
        options: the game's options.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no such bot, or an opponent is neither a name nor a bot.
        InvalidOption: a number of seats or opponents, an option or a value is not one of the game's, ``limit`` is less
            than 1, or ``render_mode`` is unknown.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seat: int | None = 0,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seats: int | None = None,
        limit: int = LIMIT,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self._session = GameSession(name, seats, limit, render_mode, options)
        others = self._session.seats - 1
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        named: Any = opponents if several else [opponents] * others
        if len(named) != others:
            raise InvalidOption(f"{self._session.seats} seats need {others} opponents, got {len(named)}")
        if seat is not None and seat not in range(self._session.seats):
            raise InvalidOption(f"there is no seat {seat!r}; the seats are 0 to {self._session.seats - 1}")
        self._opponents = [who if isinstance(who, Bot) else bots.spec(name, who) for who in named]
        self._bots: dict[int, Bot] = {}
        self._fixed = seat
        self.seat = seat or 0
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self._session.actions)
        self.observation_space = observations(self._session.observer)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game and let bots play until the agent is to move; ``options`` are not used.

        Raises:
            InvalidOption: the game is truncated at ``limit`` plies before the agent is to move.
        """
        super().reset(seed=seed)
        while True:
            self.seat = int(self.np_random.integers(self._session.seats)) if self._fixed is None else self._fixed
            others = [seat for seat in range(self._session.seats) if seat != self.seat]
            word = int(self.np_random.integers(1 << 62))
            self._bots = {
                seat: bots.bot(who, seed=word) if isinstance(who, bots.Spec) else who
                for seat, who in zip(others, self._opponents, strict=True)
            }
            self._session.begin(word)
            self._let_bots_play()
            if self._session.movers:  # a game may end before the seat has ever moved
                return self._session.observe(self.seat), self._info()
            if self._session.cut:
                raise InvalidOption(f"the game is truncated before seat {self.seat} is to move; give a higher limit")

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let bots play until the agent is to move again.

        Raises:
            IllegalMove: the action is not legal; nothing has been played.
        """
        self._session.require_legal(self.seat, action)
        self._session.apply(self.seat, action)
        self._session.resolve_chance()
        self._let_bots_play()
        cut = self._session.cut
        over = not self._session.movers and not cut
        return self._session.observe(self.seat), self._session.rewards()[self.seat], over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as a boolean mask, under the name that sb3-contrib calls."""
        return self._session.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The whole position, as ``render_mode`` says."""
        return self._session.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._session.mask(self.seat), "seat": self.seat}

    def _let_bots_play(self) -> None:
        """Let bots play until only the agent may act. Bots that act at once do not see each other's choices."""
        while others := [seat for seat in self._session.movers if seat != self.seat]:
            for move in self._bots[others[0]].plays(self._session.position, others[0]):
                self._session.require_legal(move.seat, move.action)
                self._session.apply(move.seat, move.action)
            self._session.resolve_chance()


class GameVectorEnv(VectorEnv):
    """A batch of games; the agent plays all seats.

    The observation of a game is that of the seat to move, ``infos["seat"]``. The reward is that of the seat that has
    just acted; ``infos["rewards"]`` has those of all seats. Finished games restart in the same step:
    ``infos["final_obs"]`` is the last observation of the seat that acted.

    Args:
        name: the game.
        num_envs: the number of games.
        seats: the number of seats of each game; by default the fewest.
        limit: the number of plies, chance not counted, after which a game is truncated.
        threads: the number of threads that work on a step.
        observe: write observations; if false they are empty, for an agent that reads ``states``.
        copy: return new arrays from each step; if false the arrays of the last step are overwritten.
        options: the game's options.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidOption: a number of seats, an option or a value is not one of the game's, or there is less than one
            game, ply or thread.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        seats: int | None = None,
        limit: int = LIMIT,
        threads: int = 1,
        observe: bool = True,
        copy: bool = True,
        **options: Value,
    ) -> None:
        one = game(name)
        start = one.new(seats, **options)
        require_int_at_least(1, num_envs=num_envs, threads=threads, limit=limit)
        chosen = np.array(one.info.indices(start.options), np.int64)
        self._batch = Batch(
            one.rules,
            num_envs,
            seats=start.seats,
            options=chosen,
            seed=0,
            threads=threads,
            observe=observe,
            limit=limit,
        )
        self._begun = False
        self._copy = copy
        self._blank = np.empty((num_envs, 0), np.uint8)
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(one.actions(**options))
        self.single_observation_space = (
            observations(self._batch.observer) if self._batch.observer else spaces.Box(0, 1, (0,), np.uint8)
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    @property
    def states(self) -> Any:
        """The complete records of the games, read-only: ``[num_envs]``."""
        return self._batch.states

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games; without a seed chance continues. ``options`` are not used."""
        if isinstance(seed, list):
            raise InvalidOption("one seed determines all games; a list of seeds is not supported")
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(1 << 62)))
        self._begun = True
        return self._observed(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every game.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
            IllegalMove: an action is not legal; nothing has been played.
        """
        if not self._begun:
            raise NotStartedError("no games have begun: call reset() first")
        batch = self._batch
        acted = batch.seat.copy()
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise IllegalMove(f"actions must be integers, got {chosen.dtype}")
        batch.step(chosen.astype(np.int64, copy=False))
        infos = self._infos()
        infos["rewards"] = self._own(batch.reward)
        ended = batch.done | batch.cut
        if batch.observer and ended.any():
            infos["final_obs"] = batch.observer.blank()
            batch.observer.write(batch.final, acted, infos["final_obs"])
            infos["_final_obs"] = ended
        reward = batch.reward[np.arange(self.num_envs), acted]
        return self._observed(), reward, self._own(batch.done), self._own(batch.cut), infos

    def _infos(self) -> dict[str, Any]:
        width = int(self.single_action_space.n)
        return {
            "seat": self._own(self._batch.seat),
            "action_mask": self._own(self._batch.mask[:, :width].view(np.int8)),
        }

    def _observed(self) -> Any:
        return self._blank if self._batch.observation is None else self._own(self._batch.observation)

    def _own(self, array: Any) -> Any:
        return array.copy() if self._copy else array


def register() -> list[str]:
    """Register all games of the catalogue that are not registered yet; returns the ids of all."""
    ids = []
    for name in catalogue.names():
        ids.append(env_id(catalogue.info(name)))
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(
                ids[-1],
                entry_point=f"{__name__}:GameSeatEnv",
                vector_entry_point=f"{__name__}:GameVectorEnv",
                kwargs={"name": name},
            )
    return ids


register()

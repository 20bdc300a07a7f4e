"""Many games at once against bots that are not compiled."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self, cast

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tablier.engine.batch import require_actions
from tablier.envs.gymnasium import GameSeatEnv
from tablier.envs.session import require_no_options, reset_seeds
from tablier.errors import InvalidOption


def require_autoreset_mode(mode: object, *offered: AutoresetMode) -> AutoresetMode:
    """One of the ``offered`` modes, given itself, by its name, or by its value, such as ``"NextStep"``.

    Raises:
        InvalidOption: it is none of them.
    """
    for one in offered:
        if mode in (one, one.name, one.value):
            return one
    raise InvalidOption(f"autoreset_mode must be {' or '.join(one.name for one in offered)}, got {mode!r}")


class BotVectorEnv(SyncVectorEnv):
    """Environments of :class:`GameSeatEnv`, stepped one after the other.

    If an action in one of them is illegal or a bot fails, the games before it have been played already: all go back.
    """

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games, or those of Gymnasium's option ``reset_mask``. After an error no game is in progress.

        Raises:
            InvalidOption: a seed is neither an integer of at least 0 nor ``None``, a list of seeds is not one for each
                game, there are other ``options``, or a game is truncated before the agent is to move.
            BotError: a bot broke a rule or failed.
        """
        try:
            require_no_options(options, "reset_mask")
            seeds = reset_seeds(seed, self.num_envs)
            begun: tuple[Any, dict[str, Any]] = super().reset(seed=seeds, options=options)
        except BaseException:
            for env in self._games():
                env.end()
            raise
        return begun

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in every game. After an error all games are as before.

        Raises:
            IllegalMove: they are not one integer for each game, or one is not legal.
            InvalidOption: a new game is truncated before the agent is to move.
            BotError: a bot broke a rule or failed.
        """
        saved = [env.saved() for env in self._games()]
        try:
            played: tuple[Any, Any, Any, Any, dict[str, Any]] = super().step(require_actions(actions, self.num_envs))
        except BaseException:
            for env, one in zip(self._games(), saved, strict=True):
                env.restore(one)
            raise
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:  # the next step ignores the action of a row that has ended
            played[4]["action_mask"][played[2] | played[3]] = 1
        if "final_obs" in played[4]:
            played[4]["final_obs"] = self._stacked(played[4]["final_obs"], played[0])
        return played

    def _stacked(self, finals: Any, observations: Any) -> Any:
        """The last observations, of which Gymnasium makes a list with gaps, as an array like ``observations``."""
        stacked = np.zeros_like(observations)
        for row, final in enumerate(finals):
            if final is not None:
                stacked[row] = final
        return stacked

    def __copy__(self) -> Self:
        """A copy with games of its own, as ``copy.deepcopy`` makes it."""
        return deepcopy(self)

    def _games(self) -> list[GameSeatEnv]:
        return cast("list[GameSeatEnv]", self.envs)

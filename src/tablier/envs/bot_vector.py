"""Many games at once against bots that are not compiled."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self, cast

from gymnasium.vector import SyncVectorEnv

from tablier.envs.gymnasium import GameSeatEnv


class BotVectorEnv(SyncVectorEnv):
    """Environments of :class:`GameSeatEnv`, stepped one after the other.

    If an action in one of them is illegal or a bot fails, the games before it have been played already: all go back.
    """

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        """Start all games; the arguments are those of Gymnasium. After an error no game is in progress.

        Raises:
            InvalidOption: a game is truncated before the agent is to move.
            BotError: a bot broke a rule or failed.
        """
        try:
            begun: tuple[Any, dict[str, Any]] = super().reset(**arguments)
        except BaseException:
            for env in self._games():
                env.end()
            raise
        return begun

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in every game. After an error all games are as before.

        Raises:
            IllegalMove: an action is not legal.
            BotError: a bot broke a rule or failed.
        """
        saved = [env.saved() for env in self._games()]
        try:
            played: tuple[Any, Any, Any, Any, dict[str, Any]] = super().step(actions)
        except BaseException:
            for env, one in zip(self._games(), saved, strict=True):
                env.restore(one)
            raise
        return played

    def __copy__(self) -> Self:
        """A copy with games of its own, as ``copy.deepcopy`` makes it."""
        return deepcopy(self)

    def _games(self) -> list[GameSeatEnv]:
        return cast("list[GameSeatEnv]", self.envs)

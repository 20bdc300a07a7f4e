"""Self-play for sb3-contrib's ``MaskablePPO``: rows of a vector environment, and a buffer without waiting rows."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.vec_env import VecEnv

from baselines.task import Task


class SelfPlayVecEnv(VecEnv):  # type: ignore[misc]
    """An environment ``tablier/...SelfPlay-v0`` as a ``VecEnv``: each seat of each game is a row.

    A truncated game counts as over, without bootstrapping: its rewards are final.
    """

    def __init__(self, task: Task, games: int, seed: int) -> None:
        """Set up ``games`` games."""
        self.rows = task.rows(games)
        self._seed, self._mask, self._actions = seed, np.empty(0), np.empty(0)
        super().__init__(self.rows.num_envs, self.rows.single_observation_space, self.rows.single_action_space)

    def reset(self) -> Any:
        """The first observations, ``[rows, width]``."""
        observations, infos = self.rows.reset(seed=self._seed)
        self._mask = infos["action_mask"]
        return observations

    def step_async(self, actions: Any) -> None:
        """Note the actions for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Play the actions."""
        observations, rewards, terminations, truncations, infos = self.rows.step(self._actions)
        self._mask = infos["action_mask"]
        return observations, rewards, terminations | truncations, [{}] * self.num_envs

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """The masks of all rows, for the one method that ``MaskablePPO`` calls."""
        return self.get_attr(method_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> Any:
        """``action_masks`` or ``render_mode`` of all rows."""
        known = {"action_masks": self._mask, "render_mode": [None] * self.rows.num_envs}
        if attr_name not in known:
            raise AttributeError(attr_name)
        return known[attr_name]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """There is nothing to set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> Sequence[bool]:
        """No row is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Close the games."""
        self.rows.close()


class MovesBuffer(MaskableRolloutBuffer):  # type: ignore[misc]
    """Advantages pass through the rows that wait, but only those that move are learnt from."""

    generator_ready: bool

    def get(self, batch_size: int | None = None) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Batches of the plies, in random order and of nearly equal size."""
        if not self.generator_ready:
            for name in ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks"):
                self.__dict__[name] = self.swap_and_flatten(self.__dict__[name])
            self.generator_ready = True
        plies = np.random.permutation(np.flatnonzero(self.action_masks[:, -1] == 0))  # the last action is to wait
        for part in np.array_split(plies, -(-len(plies) // (batch_size or len(plies)))):
            yield self._get_samples(part)

"""All seats of a game as agents of PettingZoo (``pip install 'tablier[pettingzoo]'``).

Importing this module registers the ids ``tablier/<Game>-v<N>``, and those with ``Small``, for ``pettingzoo.make``.

Agents are ``seat_0``, ``seat_1`` and so on. An agent's observation is a dictionary: ``observation``, what its seat may
know, and ``action_mask``, its legal actions.

>>> env = pettingzoo.make("aec", "tablier/PonteDelDiavolo-v0", board=8)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self

import numpy as np

from tablier import catalogue
from tablier.catalogue.info import Value
from tablier.envs import env_id, variants
from tablier.envs.pictures import RENDER_MODES
from tablier.envs.session import GameSession, next_legal, reset_seed
from tablier.errors import IllegalMove, MissingPackage, NotStartedError, UnknownSeat

try:
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import BaseParallelWrapper, OrderEnforcingWrapper
except ImportError as error:
    raise MissingPackage("PettingZoo environments need PettingZoo: pip install 'tablier[pettingzoo]'") from error

from tablier.envs.spaces import observations

Observation = dict[str, Any]


class _SeatsEnv:
    """The base of both environments: agents, spaces, seeds, rendering."""

    metadata: dict[str, Any]
    spare = 0
    """The number of action ids beyond the game's own."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        limit: int | None = None,
        judged: bool = False,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        """Set up the environment; :meth:`reset` starts a game.

        Args:
            name: the game.
            seats: the number of seats; by default the fewest.
            limit: plies, chance not counted, after which a game is truncated; by default that of ``game.toml``.
            judged: the evaluation gives the rewards of a truncated game; otherwise they are 0.
            render_mode: ``human``, ``ansi``, ``rgb_array`` or ``svg`` (:mod:`tablier.envs.pictures`).
            options: the game's options.

        Raises:
            UnknownGame: there is no game of that name.
            InvalidOption: a number of seats, an option or a value is not one of the game's, ``limit`` is less than 1,
                or ``render_mode`` is unknown.
            MissingPackage: ``render_mode`` is ``rgb_array``, and the extra ``png`` is not installed.
        """
        super().__init__()
        self._session = GameSession(name, seats, limit, judged, render_mode, options)
        self._random: Any = None
        identity = env_id(self._session.game.info).removeprefix("tablier/")
        self.metadata = {"name": identity, "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._session.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self._session.actions + self.spare
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observations(self._session.observer),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations.

        Raises:
            UnknownSeat: there is no such agent.
        """
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions.

        Raises:
            UnknownSeat: there is no such agent.
        """
        return self.action_spaces[self._known(agent)]

    def observe(self, agent: str) -> Observation:
        """What an agent's seat may know, and its legal actions.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
            UnknownSeat: there is no such agent.
        """
        seat = self._seat[self._known(agent)]
        return {"observation": self._session.observe(seat), "action_mask": self._mask(seat)}

    def render(self) -> Any:
        """What a spectator sees, as ``render_mode`` says.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
        """
        return self._session.render(None)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __copy__(self) -> Self:
        """A copy with a game of its own, as ``copy.deepcopy`` makes it."""
        return deepcopy(self)

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise UnknownSeat(f"there is no agent {agent!r}; agents are {', '.join(self.possible_agents)}")
        return agent

    def _mask(self, seat: int) -> Any:
        return self._session.mask(seat)

    def _begin(self, seed: int | None) -> None:
        seed = reset_seed(seed)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._session.begin(int(self._random.integers(1 << 62)))
        self._session.print_for_humans(None)
        self.agents = list(self.possible_agents)


class GameAECEnv(_SeatsEnv, AECEnv):
    """One agent at a time. Of seats that act at once the lowest is first; the others do not see its choice."""

    _selected = ""

    @property
    def agent_selection(self) -> str:
        """The agent that is to act.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
        """
        if not self._selected:
            raise NotStartedError("no game has begun: call reset() first")
        return self._selected

    @agent_selection.setter
    def agent_selection(self, agent: str) -> None:
        self._selected = agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed chance continues.

        All ``options`` are ignored, since PettingZoo's own tests pass unknown ones: those of the game are given when
        the environment is made.

        Raises:
            InvalidOption: ``seed`` is neither an integer of at least 0 nor ``None``.
        """
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._session.movers[0]]

    def step(self, action: int | None) -> None:
        """Play an action for ``agent_selection``.

        Raises:
            NotStartedError: :meth:`reset` has not been called since all agents left.
            IllegalMove: the action is not legal; nothing has been played.
        """
        self._require_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        self._session.require_legal(seat, action)
        assert action is not None
        self._session.apply(seat, action)
        self._session.resolve_chance()
        self._session.print_for_humans(None)
        self._cumulative_rewards[agent] = 0.0
        if movers := self._session.movers:
            self.agent_selection = self.agents[movers[0]]
            return
        self.rewards = dict(zip(self.agents, self._session.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not self._session.cut)
        self.truncations = dict.fromkeys(self.agents, self._session.cut)
        self._accumulate_rewards()
        self._deads_step_first()

    def last(self, observe: bool = True) -> Any:
        """What ``agent_selection`` observes, its reward since it last acted, and whether its game is over.

        Raises:
            NotStartedError: :meth:`reset` has not been called since all agents left.
        """
        self._require_begun()
        return super().last(observe)

    def _require_begun(self) -> None:
        if not self.agents:
            raise NotStartedError("no game has begun: call reset() first")


class GameParallelEnv(_SeatsEnv, ParallelEnv):
    """All agents at once: those that may act play together, the others wait.

    The last action id means to wait. It is the only legal action of a seat that may not act, and may be omitted. In a
    game without simultaneous moves all agents but one wait.
    """

    spare = 1

    @property
    def wait(self) -> int:
        """The action id for waiting."""
        return self._session.actions

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; without a seed chance continues.

        All ``options`` are ignored, since PettingZoo's own tests pass unknown ones: those of the game are given when
        the environment is made.

        Raises:
            InvalidOption: ``seed`` is neither an integer of at least 0 nor ``None``.
        """
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of all seats that may act. After the end of a game nothing is played or returned.

        Raises:
            NotStartedError: :meth:`reset` has not been called.
            IllegalMove: an action is not legal, or there is no dictionary of actions; nothing has been played.
        """
        movers = self._session.movers
        if not self.agents:  # all have left
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping):
            raise IllegalMove(f"actions must be a dictionary, such as {{'seat_{movers[0]}': 0}}, got {actions!r}")
        for seat, agent in enumerate(self.agents):
            self._require_legal(seat, actions.get(agent, self.wait), seat in movers)
        for seat in movers:
            self._session.apply(seat, actions[self.agents[seat]])
        self._session.resolve_chance()
        self._session.print_for_humans(None)
        agents, over, cut = self.agents, not self._session.movers, self._session.cut
        self.agents = [] if over else agents
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self._session.rewards(), strict=True)),
            dict.fromkeys(agents, over and not cut),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _require_legal(self, seat: int, action: int, may_act: bool) -> None:
        if may_act and action != self.wait:
            self._session.require_legal(seat, action)
        elif may_act or action != self.wait:
            raise IllegalMove(f"seat_{seat} {'must act and' if may_act else 'may only'} wait{'s' if may_act else ''}")

    def _mask(self, seat: int) -> Any:
        legal = self._session.mask(seat)
        return np.append(legal, np.int8(not legal.any()))


class LegalActions(BaseParallelWrapper):
    """Replaces illegal actions by the next legal ones, for checkers and learners that ignore masks."""

    def step(self, actions: dict[str, int]) -> Any:
        """Play the actions of all agents."""
        chosen = {}
        for agent in self.agents:
            mask = self.unwrapped.observe(agent)["action_mask"]
            chosen[agent] = next_legal(mask, actions.get(agent, 0))
        return super().step(chosen)


def make_aec(name: str, **arguments: Any) -> AECEnv:
    """A :class:`GameAECEnv` whose calls before ``reset`` raise PettingZoo's own error."""
    return OrderEnforcingWrapper(GameAECEnv(name, **arguments))


class GameModule:
    """A game in the form of a module of PettingZoo, for code that takes one.

    >>> env_fn = GameModule("ponte_del_diavolo")
    >>> env = env_fn.env(board=8, render_mode="ansi")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.metadata["name"]
    ('seat_0', 'PonteDelDiavolo-v0')
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def raw_env(self, **arguments: Any) -> GameAECEnv:
        """One agent at a time; the arguments are those of :class:`GameAECEnv`, without the name."""
        return GameAECEnv(self.name, **arguments)

    def env(self, **arguments: Any) -> AECEnv:
        """The same; a call before ``reset`` raises PettingZoo's own error."""
        return make_aec(self.name, **arguments)

    def parallel_env(self, **arguments: Any) -> GameParallelEnv:
        """All agents at once; the arguments are those of :class:`GameParallelEnv`, without the name."""
        return GameParallelEnv(self.name, **arguments)


def register() -> list[str]:
    """Register all games of the catalogue that are not registered yet; returns the ids of all."""
    ids = []
    for info in map(catalogue.info, catalogue.names()):
        for small, arguments in variants(info).items():
            ids.append(env_id(info, small=small))
            if ids[-1] not in pettingzoo.aec_registry:
                pettingzoo.register("aec", ids[-1], f"{__name__}:make_aec", kwargs=arguments)
                pettingzoo.register("parallel", ids[-1], f"{__name__}:GameParallelEnv", kwargs=arguments)
    return ids


register()

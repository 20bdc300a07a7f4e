"""All seats of a game as agents of PettingZoo (``pip install 'tablier[pettingzoo]'``).

Agents are ``seat_0``, ``seat_1`` and so on. An agent's observation is a dictionary: ``observation``, what its seat may
know, and ``action_mask``, its legal actions.

>>> env = GameAECEnv("ponte_del_diavolo", board=8)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.catalogue.info import Value
from tablier.engine.playout import LIMIT
from tablier.envs import env_id
from tablier.envs.play import RENDER_MODES, Play
from tablier.errors import IllegalMove, MissingPackage, TooEarly, UnknownSeat

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingPackage("PettingZoo environments need PettingZoo: pip install 'tablier[pettingzoo]'") from error

from tablier.envs.spaces import observations

Observation = dict[str, Any]


class _Table:
    """What both kinds of environment share: agents, spaces, seeds, rendering."""

    metadata: dict[str, Any]
    spare = 0
    """How many action ids there are beside the game's own."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        limit: int = LIMIT,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        """Take the game to play; :meth:`reset` starts it.

        Args:
            name: the game.
            seats: how many; by default the fewest.
            limit: after so many plies, chance not counted, a game is broken off (truncated).
            render_mode: ``ansi`` or ``svg``.
            options: the game's own.

        Raises:
            UnknownGame: there is no game of that name.
            InvalidOption: a number of seats, an option or a value that the game does not have, no limit of at least 1,
                or an unknown ``render_mode``.
        """
        super().__init__()
        self._play = Play(name, seats, limit, render_mode, options)
        self._random: Any = None
        identity = env_id(self._play.game.info).removeprefix("tablier/")
        self.metadata = {"name": identity, "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._play.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self._play.actions + self.spare) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observations(self._play.observer),
                    "action_mask": spaces.Box(0, 1, (self._play.actions + self.spare,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent's seat may know, and its legal actions.

        Raises:
            TooEarly: no game has begun.
            UnknownSeat: there is no such agent.
        """
        seat = self._seat.get(agent)
        if seat is None:
            raise UnknownSeat(f"there is no agent {agent!r}; agents are {', '.join(self.possible_agents)}")
        return {"observation": self._play.observe(seat), "action_mask": self._mask(seat)}

    def render(self) -> str | None:
        """The whole position, as ``render_mode`` says.

        Raises:
            TooEarly: no game has begun.
        """
        return self._play.render()

    def close(self) -> None:
        """Nothing is held open."""

    def _mask(self, seat: int) -> Any:
        return self._play.mask(seat)

    def _begin(self, seed: int | None) -> None:
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._play.begin(int(self._random.integers(1 << 62)))
        self.agents = list(self.possible_agents)


class GameAECEnv(_Table, AECEnv):
    """One seat at a time. Where several may act at once the lowest is asked first; the others do not see its choice."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed chance goes on as it was. ``options`` are not used."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._play.movers[0]]

    def step(self, action: int | None) -> None:
        """Play an action for the agent that is asked.

        Raises:
            TooEarly: no game has begun, or it is over and all agents have left.
            IllegalMove: it is not legal; nothing has been played.
        """
        if not self.agents:
            raise TooEarly("no game is on: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        self._play.check(seat, action)
        assert action is not None
        self._play.act(seat, action)
        self._play.settle()
        self._cumulative_rewards[agent] = 0.0
        if movers := self._play.movers:
            self.agent_selection = self.agents[movers[0]]
            return
        self.rewards = dict(zip(self.agents, self._play.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not self._play.cut)
        self.truncations = dict.fromkeys(self.agents, self._play.cut)
        self._accumulate_rewards()
        self._deads_step_first()


class GameParallelEnv(_Table, ParallelEnv):
    """All seats at once: those that may act play together, the others wait.

    The last action id means to wait, the only legal one for a seat that may not act; it may be left out. Seats act
    together where the rules let them, so in a game of turns all but one wait.
    """

    spare = 1

    @property
    def wait(self) -> int:
        """The action id that means to wait."""
        return self._play.actions

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; without a seed chance goes on as it was. ``options`` are not used."""
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of all seats that may act.

        Raises:
            TooEarly: no game has begun.
            IllegalMove: one of them is not legal; nothing has been played.
        """
        movers = self._play.movers
        for seat, agent in enumerate(self.agents):
            self._check(seat, actions.get(agent, self.wait), seat in movers)
        for seat in movers:
            self._play.act(seat, actions[self.agents[seat]])
        self._play.settle()
        agents, over, cut = self.agents, not self._play.movers, self._play.cut
        self.agents = [] if over else agents
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self._play.rewards(), strict=True)),
            dict.fromkeys(agents, over and not cut),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _check(self, seat: int, action: int, may_act: bool) -> None:
        if may_act and action != self.wait:
            self._play.check(seat, action)
        elif may_act or action != self.wait:
            raise IllegalMove(f"seat_{seat} {'must act and' if may_act else 'may only'} wait{'s' if may_act else ''}")

    def _mask(self, seat: int) -> Any:
        legal = self._play.mask(seat)
        return np.append(legal, np.int8(not legal.any()))

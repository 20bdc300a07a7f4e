"""One seat against bots as an environment of Gymnasium, and the ids of all environments.

``pip install 'tablier[gym]'`` installs what they need. Importing this module registers the ids of every game:
``tablier/ShangriLa-v0`` is one seat against bots, for ``make`` and ``make_vec`` alike; ``tablier/ShangriLaSelfPlay-v0``
is all seats, for ``make_vec`` (:mod:`tablier.envs.vector`). ``ShangriLaSmall`` and ``ShangriLaSmallSelfPlay`` are a
variant with few plies.

>>> import gymnasium
>>> env = gymnasium.make("tablier.envs.gymnasium:tablier/PonteDelDiavolo-v0", seat=0, opponents="random", board=8)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((3712,), 64)
>>> games = gymnasium.make_vec("tablier/PonteDelDiavolo-v0", num_envs=64, seat=None, opponents="policy", board=8)
>>> games.reset(seed=1)[0].shape
(64, 3712)
>>> games = gymnasium.make_vec("tablier/ShangriLaSelfPlay-v0", num_envs=4 * 64, seats=4)
>>> observations, infos = games.reset(seed=1)
>>> infos["seat"].max(), infos["action_mask"].shape, int(infos["waiting"].sum())
(np.int64(3), (256, 230), 192)
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tablier import bots, catalogue
from tablier.bots.players import Bot
from tablier.bots.turns import bot_turn, push_turn
from tablier.catalogue.info import Value
from tablier.envs import env_id, variants
from tablier.envs.pictures import RENDER_MODES
from tablier.envs.session import (
    GameSession,
    Saved,
    next_legal,
    opponents_of,
    require_no_options,
    require_seat,
    reset_seed,
)
from tablier.errors import InvalidOption, MissingPackage

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingPackage("Gymnasium environments need Gymnasium: pip install 'tablier[gym]'") from error

from tablier.envs.spaces import observations


class SavedEnv(NamedTuple):
    """What changes in an environment: its game, the agent's seat, the bots, and the state of its generator."""

    session: Saved
    seat: int
    bots: dict[int, Bot]
    random: Any


class GameSeatEnv(gymnasium.Env):
    """One seat of a game; bots play the others. ``info`` has ``action_mask`` and ``seat``.

    Calls before :meth:`reset` raise :class:`~tablier.errors.NotStartedError`.

    Args:
        name: the game.
        seat: the agent's seat; ``None`` draws one for each game.
        opponents: the bots of the other seats: names for ``tablier.bots.spec`` (``random``, a level such as ``3``,
            ``search:iterations=200``) or bots; one for all, or one for each other seat in order.
        seats: the number of seats; by default the fewest.
        limit: plies, chance not counted, after which a game is truncated; by default the ``limit`` of ``game.toml``.
        judged: the evaluation gives the reward of a truncated game; otherwise it is 0.
        render_mode: ``human``, ``ansi``, ``rgb_array`` or ``svg`` (:mod:`tablier.envs.pictures`).
        options: the game's options.

    Raises:
        UnknownGame: there is no such game.
        UnknownBot: there is no such bot, or an opponent is neither a name nor a bot.
        InvalidOption: a number of seats or opponents, an option or a value is not one of the game's, an opponent is a
            class in place of a bot, ``limit`` is less than 1, or ``render_mode`` is unknown.
        MissingPackage: ``render_mode`` is ``rgb_array``, and the extra ``png`` is not installed.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seat: int | None = 0,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seats: int | None = None,
        limit: int | None = None,
        judged: bool = False,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self._session = GameSession(name, seats, limit, judged, render_mode, options)
        require_seat(seat, self._session.seats)
        self._opponents = opponents_of(name, opponents, self._session.seats)
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
        """Start a game and let bots play until the agent is to move.

        There are no ``options``: those of the game are given when the environment is made. After an error no game is
        in progress.

        Raises:
            InvalidOption: ``seed`` is neither an integer of at least 0 nor ``None``, there are ``options``, or the game
                is truncated at ``limit`` plies before the agent is to move.
            BotError: a bot broke a rule or failed; the message names the bot, its seat and the ply.
        """
        try:
            require_no_options(options)
            super().reset(seed=reset_seed(seed))
            self._begin()
        except BaseException:
            self.end()
            raise
        self._session.print_for_humans(self.seat)
        return self._session.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let bots play until the agent is to move again.

        After an error the game is as before; what a bot itself remembers may have changed.

        Raises:
            IllegalMove: the action is not legal, or the game is over or truncated.
            BotError: a bot broke a rule or failed; the message names the bot, its seat and the ply.
        """
        self._session.require_legal(self.seat, action)
        saved = self._session.saved()
        try:
            self._session.apply(self.seat, action)
            self._session.resolve_chance()
            self._let_bots_play()
        except BaseException:
            self._session.restore(saved)
            raise
        self._session.print_for_humans(self.seat)
        cut = self._session.cut
        over = not self._session.movers and not cut
        return self._session.observe(self.seat), self._session.rewards()[self.seat], over, cut, self._info()

    def saved(self) -> SavedEnv:
        """A copy of all that changes, but for what bots themselves remember, for :meth:`restore`."""
        return SavedEnv(self._session.saved(), self.seat, self._bots, self.np_random.bit_generator.state)

    def restore(self, saved: SavedEnv) -> None:
        """Go back to what :meth:`saved` returned."""
        self._session.restore(saved.session)
        self.seat, self._bots = saved.seat, saved.bots
        self.np_random.bit_generator.state = saved.random

    def end(self) -> None:
        """Leave the game; the next call must be :meth:`reset`."""
        self._session.end()

    def __copy__(self) -> Self:
        """A copy with a game of its own, as ``copy.deepcopy`` makes it."""
        return deepcopy(self)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as a boolean mask, under the name that sb3-contrib calls."""
        return self._session.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """What the agent's seat sees, as ``render_mode`` says."""
        return self._session.render(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._session.mask(self.seat), "seat": self.seat}

    def _begin(self) -> None:
        """Begin games until there is one in which the agent is to move."""
        while True:  # a game may end before the seat has ever moved
            self.seat = int(self.np_random.integers(self._session.seats)) if self._fixed is None else self._fixed
            others = [seat for seat in range(self._session.seats) if seat != self.seat]
            word = int(self.np_random.integers(1 << 62))
            self._bots = {
                seat: bots.bot(who, seed=word) if isinstance(who, bots.Spec) else who
                for seat, who in zip(others, self._opponents, strict=True)
            }
            self._session.begin(word)
            self._let_bots_play()
            if self._session.movers:
                return
            if self._session.cut:
                raise InvalidOption(f"the game is truncated before seat {self.seat} is to move; give a higher limit")

    def _let_bots_play(self) -> None:
        """Let bots play until only the agent may act. Bots that act at once do not see each other's choices.

        Raises:
            BotError: a bot failed, or returned no move, an illegal one or one of another seat.
        """
        while others := [seat for seat in self._session.movers if seat != self.seat]:
            seat, position, plies = others[0], self._session.position, self._session.plies
            bot = self._bots[seat]
            name = type(bot).__name__
            push_turn(position, seat, bot_turn(bot, position.copy(), seat, name, plies), name, plies)
            for move in position.history:
                if not self._session.movers:  # the limit is reached within the turn
                    break
                self._session.apply(seat, move.action)
            self._session.resolve_chance()


class LegalActions(gymnasium.ActionWrapper, gymnasium.utils.RecordConstructorArgs):
    """Replaces an illegal action by the next legal one, for checkers and learners that ignore masks."""

    def __init__(self, env: GameSeatEnv) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.ActionWrapper.__init__(self, env)

    def action(self, action: Any) -> int:
        """The action that is played."""
        return next_legal(self.env.unwrapped.action_masks(), action)


def _register(one_seat: str, self_play: str, arguments: dict[str, Any]) -> None:
    gymnasium.register(
        one_seat,
        entry_point=f"{__name__}:GameSeatEnv",
        vector_entry_point="tablier.envs.vector:make_seat_vector",
        kwargs=arguments,
    )
    gymnasium.register(self_play, vector_entry_point="tablier.envs.vector:SelfPlayVectorEnv", kwargs=arguments)


def register() -> list[str]:
    """Register all games of the catalogue that are not registered yet; returns the ids of all."""
    ids = []
    for info in map(catalogue.info, catalogue.names()):
        for small, arguments in variants(info).items():
            one_seat, self_play = (env_id(info, self_play=every, small=small) for every in (False, True))
            ids += [one_seat, self_play]
            if one_seat not in gymnasium.registry:
                _register(one_seat, self_play, arguments)
    return ids


register()

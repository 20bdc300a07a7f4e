"""The games for OpenSpiel's algorithms (``pip install 'tablier[openspiel]'``).

Importing this module registers every game as ``tablier_<name>``. Its parameters are ``seats``, the options of the game,
``limit`` (plies, chance not counted, after which a game is truncated), ``diagram`` (a start position for
``Game.setup``) and ``judged`` (whether a truncated game is scored by the evaluation or shared equally). A late start
and a near limit make a game small enough for algorithms that visit all of it.

A diagram decides seats and options that have their default values. The text of a game, as in ``str(game)``, cannot
hold ``=``, parentheses or commas in a diagram: write them as in URLs (``W%3D14-18``). Of an option with numbers and
texts, the texts are -1, -2, ...: ``tablier_ankh_morpork(offers=-1)`` allows unlimited offers.

>>> import pyspiel
>>> game = pyspiel.load_game("tablier_ponte_del_diavolo(board=8)")
>>> game.num_distinct_actions(), game.new_initial_state().legal_actions()[-1]
(402, 63)

Chance is explicit. Seats that act at once do so one after the other, the lowest first, without seeing each other's
choices: such a phase may take several plies of each seat, which a joint action cannot express. An information state is
the record after ``hide``; what a seat remembers is in the record. ``resample_from_infostate`` fills the rest by
``determinize``.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from tablier import catalogue
from tablier.api import Game, game
from tablier.catalogue.info import GameInfo, OptionInfo, Value
from tablier.core.runtime import MAX_CHANCE
from tablier.core.state import StateRecord
from tablier.engine import protocol
from tablier.engine.observe import Observer
from tablier.engine.playout import rewards
from tablier.engine.protocol import CHANCE, SPECTATOR
from tablier.engine.records import from_bytes
from tablier.engine.rng import below, generator
from tablier.errors import IllegalMove, InvalidOption, MissingPackage, require_int_at_least
from tablier.position import Position

try:
    import pyspiel
except ImportError as error:
    raise MissingPackage("OpenSpiel games need OpenSpiel: pip install 'tablier[openspiel]'") from error

BITS = 53
"""Random bits in a number from OpenSpiel's samplers."""
CHANCE_RUN = 64
"""An assumed bound of the plies of chance between two decisions: the protocol sets none, and deals may be long."""
PLAIN = " :;@*+>"
"""Characters of diagrams that OpenSpiel's texts can hold, beside those that URLs can."""


def short_name(name: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"tablier_{name}"


class SpielGame(pyspiel.Game):
    """A game with chosen seats and options; ``register`` makes a subclass for each game."""

    info: GameInfo

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info = self.info
        chosen = {**_defaults(info), **(params or {})}
        self.tablier = game(info.name)
        self.limit, self.judged = chosen["limit"], chosen["judged"]
        require_int_at_least(1, limit=self.limit)
        start = _start(self.tablier, chosen)
        self.start = from_bytes(start.key(), self.tablier.rules.dtype)
        super().__init__(
            game_type(info),
            pyspiel.GameInfo(
                num_distinct_actions=self.tablier.action_count(start.options),
                max_chance_outcomes=MAX_CHANCE if info.chance else 0,
                num_players=start.seats,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0,
                max_game_length=self.limit,
            ),
            {**chosen, **_parameters(start), "diagram": quote(unquote(chosen["diagram"]), safe=PLAIN)},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (short_name(self.info.name), self.get_parameters())

    def new_initial_state(self) -> SpielState:
        """The start of the game."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound: ``CHANCE_RUN`` plies of chance before each decision and after the last one."""
        return CHANCE_RUN * (int(self.limit) + 1) if self.info.chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """The observer for a type of observations; by default what a player knows.

        An information state and an observation are the same, since the record holds what a seat remembers. Without
        private information all players observe what a spectator knows; private information comes with the public one.

        Raises:
            InvalidOption: there are parameters, or the type asks for the private information of all players, or for
                neither public nor private information.
        """
        if params:
            raise InvalidOption(f"observers take no parameters, got {', '.join(map(repr, params))}")
        kinds = pyspiel.PrivateInfoType
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        public = asked.private_info == kinds.NONE
        if asked.private_info == kinds.ALL_PLAYERS or (public and not asked.public_info):
            raise InvalidOption(
                "observers have private_info=SINGLE_PLAYER (what a player knows), or public_info=True and "
                "private_info=NONE (what a spectator knows), "
                f"got public_info={asked.public_info} and private_info={asked.private_info.name}"
            )
        return SpielObserver(self, spectator=public)


class SpielState(pyspiel.State):
    """A position: the record and the number of ``plies`` so far, chance not counted, so that copies are cheap."""

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self.cell = spiel_game.start.copy()
        self.plies = 0
        self._update_movers()

    def current_player(self) -> int:
        """The lowest seat that may act, or OpenSpiel's id of chance or of the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = (self._movers & -self._movers).bit_length() - 1
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self._listed(player) if player == self.current_player() else []

    def _listed(self, seat: int) -> list[int]:
        out = self._game.rules.action_buffer()
        listed: list[int] = out[: int(protocol.legal(self.cell[0], seat, out))].tolist()
        return listed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node and their probabilities."""
        odds = self._game.rules.weight_buffer()
        odds = odds[: int(protocol.chance_weights(self.cell[0], odds))]
        return list(zip(self._listed(CHANCE), (odds / odds.sum()).tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        seat = CHANCE if self.is_chance_node() else self.current_player()
        if self.is_terminal() or action not in self._listed(seat):
            raise IllegalMove(f"action {action} is not legal for player {self.current_player()}")
        self._play(seat, action)
        self.plies += seat != CHANCE

    def _play(self, seat: int, action: int) -> None:
        protocol.apply(self.cell[0], seat, action)
        self._update_movers()

    def _update_movers(self) -> None:
        """Cache the movers: algorithms read them more often than they change."""
        self._movers = int(protocol.movers(self.cell[0]))

    def _action_to_string(self, player: int, action: int) -> str:
        seat = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        return str(self._game.notation.name(self._state(), seat, action))

    def is_terminal(self) -> bool:
        """Is the game over or truncated? Chance that is due at the limit is still drawn: it may end the game."""
        return self._movers == 0 or (self._movers != 1 << CHANCE and self.plies >= self.get_game().limit)

    def returns(self) -> list[float]:
        """Each seat's share of the win; zeros while the game goes on.

        If the game was truncated, the shares are equal, or those of the evaluation if it is ``judged``.
        """
        out = np.zeros(self.num_players())
        if not self._movers:
            rewards(self.cell[0], np.zeros(self.num_players(), np.int64), out)
        elif self.is_terminal():
            out[:] = 1 / self.num_players()
            if self.get_game().judged:
                protocol.evaluate(self.cell[0], out)
        shares: list[float] = out.tolist()
        return shares

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A random state with the same information state of ``player``, who is to move.

        Hidden parts are sampled; seats that act before it in the same phase choose at random.

        Raises:
            IllegalMove: ``player`` is not to move.
        """
        if player != self.current_player() or self.is_terminal() or self.is_chance_node():
            raise IllegalMove(f"states are sampled for the player to move, {self.current_player()}, not for {player}")
        other: SpielState = self.clone()
        rng = generator(int(sampler() * (1 << BITS)))
        protocol.hide(other.cell[0], player)
        protocol.determinize(other.cell[0], player, rng)
        other._update_movers()
        while 0 <= other.current_player() < player:
            choices = other._listed(other.current_player())
            other._play(other.current_player(), choices[int(below(rng, len(choices)))])  # counted in plies already
        return other

    def __str__(self) -> str:
        return str(self._game.notation.draw(self._state()))

    def _state(self) -> StateRecord:
        """The record as a typed state."""
        return self._game.definition.state(self.cell.tobytes())  # type: ignore[no-any-return]

    @property
    def _game(self) -> Any:
        return self.get_game().tablier


class SpielObserver:
    """A player's observation: ``tensor``, its named parts in ``dict``, and a text unique to the observation.

    That of a ``spectator`` is the same for all players.
    """

    def __init__(self, spiel_game: SpielGame, *, spectator: bool) -> None:
        self._observer = Observer(spiel_game.tablier.rules)
        self._spectator = spectator
        self._out = self._observer.blank()
        self.tensor = np.zeros(self._observer.width, np.float32)
        self.dict = {part.name: self.tensor[part.first : part.first + part.size] for part in self._observer.parts}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write ``tensor``."""
        self._observer.write(state.cell, np.array([self._viewer(player)]), self._out)
        self.tensor[:] = self._out[0]

    def string_from(self, state: SpielState, player: int) -> str:
        """The observing seat and the bytes of its view, in hexadecimal."""
        viewer, view = self._viewer(player), state.cell.copy()
        protocol.hide(view[0], viewer)
        return f"{viewer} {view.tobytes().hex()}"

    def _viewer(self, player: int) -> int:
        return SPECTATOR if self._spectator else player


def _load(name: str, parameters: dict[str, Any]) -> SpielGame:
    """Unpickle a game; importing this module has registered it."""
    loaded: SpielGame = pyspiel.load_game(name, parameters)
    return loaded


def _defaults(info: GameInfo) -> dict[str, Any]:
    options = {name: _to_parameter(option, option.default) for name, option in info.options.items()}
    return {"seats": info.seats[0], "limit": info.limit, "diagram": "", "judged": False, **options}


def _start(game: Game, chosen: dict[str, Any]) -> Position:
    """The start that parameters describe.

    Raises:
        InvalidOption: a parameter is wrong, or contradicts the diagram.
    """
    diagram, defaults = unquote(chosen["diagram"]), _defaults(game.info)
    # OpenSpiel fills in the defaults: they must not contradict the diagram.
    given = [name for name in chosen if not diagram or chosen[name] != defaults[name]]
    known = game.info.options
    options = {name: _from_parameter(known[name], chosen[name]) for name in known if name in given}
    seats = chosen["seats"] if "seats" in given else None
    return game.setup(diagram, seats, **options) if diagram else game.new(seats, **options)


def _parameters(position: Position) -> dict[str, Any]:
    """The seats and options of a position as parameters."""
    known = position.game.info.options
    options = {name: _to_parameter(known[name], value) for name, value in position.options.items()}
    return {"seats": position.seats, **options}


def _to_parameter(option: OptionInfo, value: Value) -> Value:
    """A value as a parameter, all of one type: beside numbers, texts are -1, -2, ..."""
    words = [word for word in option.values if isinstance(word, str)]
    return -1 - words.index(value) if value in words and len(words) < len(option.values) else value


def _from_parameter(option: OptionInfo, parameter: Value) -> Value:
    """The value that a parameter stands for; one that stands for none is returned as it is."""
    return next((value for value in option.values if _to_parameter(option, value) == parameter), parameter)


def game_type(info: GameInfo) -> Any:
    """The description of a game for OpenSpiel."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(info.name),
        long_name=info.title["en"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if info.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if info.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(info.seats),
        min_num_players=min(info.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(info),
    )


def register() -> list[str]:
    """Register all games of the catalogue that are not registered yet; returns the names of all."""
    known = set(pyspiel.registered_names())
    names = []
    for info in map(catalogue.info, catalogue.names()):
        names.append(short_name(info.name))
        if names[-1] not in known:
            # A class, not a function: OpenSpiel releases it after Python has shut down, and a class is never freed.
            pyspiel.register_game(game_type(info), type(f"SpielGame_{info.name}", (SpielGame,), {"info": info}))
    return names


register()

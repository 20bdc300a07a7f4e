"""A game in progress, shared by the environments of Gymnasium and PettingZoo."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from copy import copy
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier import bots
from tablier.api import game
from tablier.bots.players import Bot
from tablier.catalogue.info import Value
from tablier.engine import protocol
from tablier.engine.batch import resolve_chance
from tablier.engine.observe import Observer
from tablier.engine.playout import rewards
from tablier.engine.protocol import CHANCE
from tablier.engine.records import from_bytes
from tablier.engine.rng import generator
from tablier.envs.pictures import RENDER_MODES, render, require_render_mode
from tablier.errors import IllegalMove, InvalidOption, NotStartedError, require_int_at_least
from tablier.moves import Move
from tablier.position import Position


def next_legal(mask: NDArray[Any], action: int) -> int:
    """The action itself if it is legal, else the next legal one; after the last comes the first.

    Raises:
        IllegalMove: no action is legal.
    """
    legal = np.flatnonzero(mask)
    if not len(legal):
        raise IllegalMove("no action is legal: the game is over or truncated, or the seat is not to move")
    return int(legal[np.searchsorted(legal, action) % len(legal)])


def require_seat(seat: int | None, seats: int) -> None:
    """Check the agent's seat; ``None`` stands for a drawn one.

    Raises:
        InvalidOption: there is no such seat.
    """
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, Integral) or seat not in range(seats)):
        raise InvalidOption(f"there is no seat {seat!r}; the seats are 0 to {seats - 1}")


def opponents_of(name: str, opponents: str | Bot | Sequence[str | Bot], seats: int) -> list[bots.Spec | Bot]:
    """The bots of the other seats, in order: one for all, or one for each.

    Raises:
        UnknownBot: there is no such bot, or an opponent is neither a name nor a bot.
        InvalidOption: there are more or fewer opponents than other seats, or one is a class in place of a bot.
    """
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: Any = opponents if several else [opponents] * (seats - 1)
    if len(named) != seats - 1:
        raise InvalidOption(f"{seats} seats need {seats - 1} opponents, got {len(named)}")
    for who in named:
        if isinstance(who, type):
            raise InvalidOption(f"the opponent {who.__name__} is a class; give a bot made of it, {who.__name__}(...)")
    return [who if isinstance(who, Bot) else bots.spec(name, who) for who in named]


def reset_seed(seed: object) -> int | None:
    """The seed of a ``reset``, as Gymnasium takes it.

    Raises:
        InvalidOption: it is neither an integer of at least 0 nor ``None``.
    """
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, Integral) or seed < 0:
        raise InvalidOption(f"seed must be an integer, at least 0, or None, got {seed!r}")
    return int(seed)


def reset_seeds(seed: object, games: int) -> int | list[int | None] | None:
    """The seed of a ``reset`` of many games: one, or a list with a seed for each game.

    Raises:
        InvalidOption: it is neither, or the list has another length.
    """
    if isinstance(seed, str | bytes) or not isinstance(seed, Sequence | np.ndarray):
        return reset_seed(seed)
    if len(seed) != games:
        raise InvalidOption(f"expected {games} seeds, got {len(seed)}")
    return [reset_seed(one) for one in seed]


def require_no_options(options: object, *known: str) -> None:
    """Check that a ``reset`` is given no options but the ``known`` ones.

    Raises:
        InvalidOption: there are others.
    """
    if options is not None and not isinstance(options, Mapping):
        raise InvalidOption(f"options must be a dictionary or None, got {options!r}")
    for name in options or ():
        if name not in known:
            raise InvalidOption(f"reset takes no option {name!r}; a game's options are given to its environment")


class Saved(NamedTuple):
    """What changes in a game: its record (``None`` before it begins), its plies, its chance."""

    record: Any
    plies: int
    rng: NDArray[np.uint64]


class GameSession:
    """One game. Chance is drawn inside; where several seats may act, they may do so in any order.

    A game is truncated after ``limit`` plies, chance not counted: then no seat may act. Calls before :meth:`begin`
    raise :class:`~tablier.errors.NotStartedError`.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidOption: a number of seats, an option or a value is not one of the game's, ``limit`` is less than 1, or
            ``render_mode`` is unknown.
        MissingPackage: ``render_mode`` is ``rgb_array``, and the extra ``png`` is not installed.
    """

    def __init__(
        self,
        name: str,
        seats: int | None,
        limit: int | None,
        judged: bool,
        render_mode: str | None,
        options: dict[str, Value],
    ) -> None:
        self.game = game(name)
        start = self.game.new(seats, **options)
        limit = self.game.info.limit if limit is None else limit
        require_int_at_least(1, limit=limit)
        require_render_mode(render_mode, RENDER_MODES)
        self.seats = start.seats
        self.options = start.options
        self.actions = self.game.actions(**options)
        self.observer = Observer(self.game.rules)
        self._render_mode = render_mode
        self._start = from_bytes(start.key(), self.game.rules.dtype)
        self._begun: Any = None
        self._listed = self.game.rules.action_buffer()
        self._odds = self.game.rules.weight_buffer()
        self._rng = generator(0)
        self._limit = limit
        self._judged = judged
        self.plies = 0
        """The number of plies of this game so far, chance not counted."""

    def begin(self, seed: int | str) -> None:
        """Start a new game; ``seed`` determines all its chance."""
        self._begun = self._start.copy()
        self.plies = 0
        self._rng = generator(seed)
        self.resolve_chance()

    def saved(self) -> Saved:
        """A copy of all that changes in a game, for :meth:`restore`."""
        return Saved(copy(self._begun), self.plies, self._rng.copy())

    def restore(self, saved: Saved) -> None:
        """Go back to what :meth:`saved` returned."""
        self._begun, self.plies, self._rng = copy(saved.record), saved.plies, saved.rng.copy()

    def end(self) -> None:
        """Leave the game; the next call must be :meth:`begin`."""
        self._begun, self.plies = None, 0

    @property
    def _cell(self) -> Any:
        if self._begun is None:
            raise NotStartedError("no game has begun: call reset() first")
        return self._begun

    @property
    def position(self) -> Position:
        """A copy of the position, without history."""
        return Position(self.game, self.game.definition.state(self._cell.tobytes()), self.options, self.seats)

    @property
    def movers(self) -> list[int]:
        """The seats that may act; none when the game is over or truncated."""
        mask = self._mask()
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def cut(self) -> bool:
        """Was the game truncated?"""
        return self.plies >= self._limit and int(protocol.movers(self._cell[0])) != 0

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat: ``int8 [actions]``, 1 if legal; all 0 if the seat may not act."""
        out = np.zeros(self.actions, np.int8)
        if self._mask() >> seat & 1:
            out[self._listed[: int(protocol.legal(self._cell[0], seat, self._listed))]] = 1
        return out

    def observe(self, seat: int) -> Any:
        """The observation of a seat: ``[observer.width]``."""
        out = self.observer.blank()
        self.observer.write(self._cell, np.array([seat]), out)
        return out[0]

    def require_legal(self, seat: int, action: object) -> None:
        """Check that an action is legal.

        Raises:
            IllegalMove: it is not, or the game was truncated; the message names the rule that the action breaks.
        """
        if self.cut:  # a position knows nothing of the limit
            raise IllegalMove(f"the game was truncated after {self.plies} plies: call reset()")
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:  # a float, for example; zero-dimensional arrays, which policies return, are accepted
            number = -1
        if not 0 <= number < self.actions:
            raise IllegalMove(
                f"{self.game.name} has no action {action!r}; actions are numbered 0 to {self.actions - 1}"
            )
        if not self.mask(seat)[number]:
            position = self.position
            position.push(Move(seat, number, position.name(number, seat)))

    def apply(self, seat: int, action: int) -> None:
        """Play a legal ply. Call ``resolve_chance`` after the last ply of a step."""
        protocol.apply(self._cell[0], seat, int(action))
        self.plies += 1

    def resolve_chance(self) -> None:
        """Draw chance until a seat is to act or the game is over."""
        if int(protocol.movers(self._cell[0])) == 1 << CHANCE:
            resolve_chance(self._cell[0], self._rng, self._listed, self._odds)

    def rewards(self) -> list[float]:
        """The reward of each seat: its share of the win, all 0 before the end.

        In a truncated game they are all 0, too, or those of the evaluation if the game is ``judged``.
        """
        out = np.zeros(self.seats)
        if not int(protocol.movers(self._cell[0])):
            rewards(self._cell[0], np.zeros(self.seats, np.int64), out)
        elif self.cut and self._judged:
            protocol.evaluate(self._cell[0], out)
        return [float(share) for share in out]

    def _mask(self) -> int:
        return 0 if self.plies >= self._limit else int(protocol.movers(self._cell[0]))

    def render(self, seat: int | None) -> Any:
        """What ``seat``, or a spectator (``None``), sees, as ``render_mode`` says; ``None`` without one."""
        return render(self.position, seat, self._render_mode) if self._render_mode else None

    def print_for_humans(self, seat: int | None) -> None:
        """Print what ``seat``, or a spectator (``None``), sees if ``render_mode`` is ``human``."""
        if self._render_mode == "human":
            self.render(seat)

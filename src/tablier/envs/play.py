"""A game in progress, as the environments of one game need it."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.api import game
from tablier.catalogue.info import Value
from tablier.engine import protocol
from tablier.engine.batch import settle
from tablier.engine.observe import Observer
from tablier.engine.playout import MAX_CHANCE, rewards
from tablier.engine.protocol import CHANCE
from tablier.engine.records import from_bytes
from tablier.engine.rng import generator
from tablier.errors import IllegalMove, InvalidOption, TooEarly, at_least
from tablier.moves import Move
from tablier.position import Position
from tablier.scene.svg import draw_position

RENDER_MODES = ["ansi", "svg"]


class Play:
    """One game between seats. Chance is drawn inside; where several seats may act each does so when it likes.

    A game that is not over after ``limit`` plies, chance not counted, is broken off: then nobody may act any more.
    Whatever is asked before :meth:`begin` raises :class:`~tablier.errors.TooEarly`.

    Raises:
        UnknownGame: there is no game of that name.
        InvalidOption: a number of seats, an option or a value that the game does not have, no limit of at least 1, or
            another ``render_mode`` than those of ``RENDER_MODES``.
    """

    def __init__(
        self, name: str, seats: int | None, limit: int, render_mode: str | None, options: dict[str, Value]
    ) -> None:
        self.game = game(name)
        start = self.game.new(seats, **options)
        at_least(1, limit=limit)
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = ", ".join(RENDER_MODES)
            raise InvalidOption(f"render_mode cannot be {render_mode!r}; choose from {known}, or None")
        self.seats = start.seats
        self.options = start.options
        self.actions = self.game.actions(**options)
        self.observer = Observer(self.game.rules)
        self._render_mode = render_mode
        self._start = from_bytes(start.key(), self.game.rules.dtype)
        self._begun: Any = None
        self._listed = np.empty(max(self.game.rules.actions, MAX_CHANCE), np.int16)
        self._odds = np.empty(MAX_CHANCE, np.int64)
        self._rng = generator(0)
        self._limit = limit
        self._plies = 0

    def begin(self, seed: int | str) -> None:
        """Start anew; ``seed`` determines all chance of the game."""
        self._begun = self._start.copy()
        self._plies = 0
        self._rng = generator(seed)
        self.settle()

    @property
    def _cell(self) -> Any:
        if self._begun is None:
            raise TooEarly("no game has begun: call reset() first")
        return self._begun

    @property
    def position(self) -> Position:
        """The position, with no history: a copy."""
        return Position(self.game, self.game.definition.state(self._cell.tobytes()), self.options, self.seats)

    @property
    def movers(self) -> list[int]:
        """The seats that may act; none when the game is over or broken off."""
        mask = self._mask()
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def cut(self) -> bool:
        """Whether the game was broken off."""
        return self._plies >= self._limit and int(protocol.movers(self._cell[0])) != 0

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat, as 1 of ``actions`` entries; all 0 if it may not act."""
        out = np.zeros(self.actions, np.int8)
        if self._mask() >> seat & 1:
            out[self._listed[: int(protocol.legal(self._cell[0], seat, self._listed))]] = 1
        return out

    def observe(self, seat: int) -> Any:
        """What a seat may know: ``[observer.width]``."""
        out = self.observer.blank()
        self.observer.write(self._cell, np.array([seat]), out)
        return out[0]

    def check(self, seat: int, action: object) -> None:
        """Nothing, if the action is legal.

        Raises:
            IllegalMove: it is not; the message names the rule that it breaks.
        """
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:  # of a float, say; an array without dimensions, as policies give it, is a number
            number = -1
        if not 0 <= number < self.actions:
            raise IllegalMove(f"{action!r} is no action of {self.game.name}: they are numbered 0 to {self.actions - 1}")
        if not self.mask(seat)[number]:
            position = self.position
            position.push(Move(seat, number, position.name(number, seat)))

    def act(self, seat: int, action: int) -> None:
        """Play a ply that has passed ``check``. Chance waits for ``settle``."""
        protocol.apply(self._cell[0], seat, int(action))
        self._plies += 1

    def settle(self) -> None:
        """Draw chance until a seat is to act or the game is over."""
        if int(protocol.movers(self._cell[0])) == 1 << CHANCE:
            settle(self._cell[0], self._rng, self._listed, self._odds)

    def rewards(self) -> list[float]:
        """What each seat is paid: its share of the victory; nothing before the end, or if there is none."""
        out = np.zeros(self.seats)
        if not int(protocol.movers(self._cell[0])):
            rewards(self._cell[0], np.zeros(self.seats, np.int64), out)
        return [float(share) for share in out]

    def _mask(self) -> int:
        return 0 if self._plies >= self._limit else int(protocol.movers(self._cell[0]))

    def render(self) -> str | None:
        """The whole position as text (``ansi``) or as a picture (``svg``)."""
        match self._render_mode:
            case "ansi":
                return str(self.position)
            case "svg":
                return draw_position(self.position)
        return None

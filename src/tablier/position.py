"""Games and positions as a person handles them: text in, text out, nothing changed when something is refused."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tablier.engine import protocol
from tablier.engine.playout import MAX_CHANCE
from tablier.engine.protocol import CHANCE, SPECTATOR, Rules
from tablier.engine.records import thaw
from tablier.errors import IllegalMove, InvalidMove, InvalidOption, UnknownSeat
from tablier.games import catalogue
from tablier.games.catalogue import GameInfo, Value
from tablier.games.data import LANGUAGES
from tablier.moves import Move, Moves, Outcome

if TYPE_CHECKING:
    from tablier.record import Record

KEPT, SPARSE = 8, 16
"""The records before so many of the last plies are kept, of the earlier plies one in so many."""
NEVER = 1 << 60
"""A ply that does not come."""
MAX_TEXT = 80
"""Longest text that is read as a ply, in characters; the longest ply of any game has a third of that."""
_SEATS = [tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1) for mask in range(2 << CHANCE)]
"""The seats in every mask of movers: it is asked for all the time."""


class Game:
    """A game: what it is called, what it offers, and how to begin it. Made by :func:`tablier.game`."""

    def __init__(self, name: str) -> None:
        self.info: GameInfo = catalogue.info(name)
        self.name = name

    @cached_property
    def rules(self) -> Rules:
        """The game's kernels (imports Numba)."""
        rules: Rules = catalogue.module(self.name, "kernels").RULES
        return rules

    @cached_property
    def notation(self) -> ModuleType:
        """The game's notation: ``name``, ``parse``, ``draw`` and, where it has diagrams, ``setup``."""
        return catalogue.module(self.name, "notation")

    @cached_property
    def scene(self) -> ModuleType:
        """The game's scene functions (see ``docs/architecture.md``)."""
        return catalogue.module(self.name, "scene")

    def title(self, lang: str = "en") -> str:
        """The title in a language, ``"en"`` or ``"fr"``.

        Raises:
            InvalidOption: it has none in that language.
        """
        if lang not in LANGUAGES:
            raise InvalidOption(f"{self.name} has no title in {lang!r}; choose from {', '.join(LANGUAGES)}")
        return self.info.title[lang]

    def new(self, seats: int | None = None, **options: Value) -> Position:
        """The start of a game.

        >>> import tablier
        >>> tablier.game("ponte_del_diavolo").new(board=8)
        <Position of ponte_del_diavolo, 2 seats, board=8, ply 0, to move (0,)>

        Raises:
            InvalidOption: a number of seats, an option or a value that the game does not have.
        """
        chosen = self.info.choose(options)
        count = self.info.seats[0] if seats is None else next((n for n in self.info.seats if n == seats), None)
        if count is None:
            allowed = ", ".join(map(str, self.info.seats))
            raise InvalidOption(f"{self.name} is for {allowed} seats, not {seats!r}")
        cell = self.rules.zeros()
        protocol.setup(cell[0], count, np.array(self.info.indices(chosen), np.int64))
        return Position(self, cell, dict(chosen), count)

    def setup(self, diagram: str, seats: int | None = None, **options: Value) -> Position:
        """The position that a diagram describes in the game's own words (see its ``notation`` module).

        The fields of a diagram are separated by semicolons. One named like an option, such as ``board: 8``, chooses it;
        ``seats: 4`` chooses the number of seats.

        Raises:
            InvalidOption: the diagram cannot be read, or describes no position.
        """
        fields = []
        for field in diagram.split(";"):
            name, _, text = (part.strip() for part in field.partition(":"))
            if name in self.info.options:
                options[name] = next((value for value in self.info.options[name].values if str(value) == text), text)
            elif name == "seats" and text.isdecimal():
                seats = int(text)
            else:
                fields.append(field)
        position = self.new(seats, **options)
        position.start = ";".join(fields).strip()
        self.notation.setup(position.start, position.state)
        return position

    def actions(self, **options: Value) -> int:
        """The number of action ids under these options."""
        count: int = catalogue.module(self.name, "rules").action_count(self.info.indices(self.info.choose(options)))
        return count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)  # modules and kernels are found again where it is unpickled

    def __repr__(self) -> str:
        return f"<Game {self.name}: {'/'.join(map(str, self.info.seats))} seats>"


class Position:
    """A position of a game, with the moves that led to it."""

    def __init__(self, game: Game, cell: Any, options: dict[str, Value], seats: int, viewer: int | None = None) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        """The number of seats."""
        self.viewer = viewer
        """The seat to whose knowledge this position is reduced (``SPECTATOR`` for none); ``None`` if it is complete."""
        self.start: str | None = None
        """The diagram that the game began from, if not from its start."""
        self._cell = cell
        self._movers: tuple[int, ...] | None = None
        self._ply = 0
        self._played: list[Move] = []
        """The moves. Copies share this list and the next one: what comes after the first ``_ply`` is not this one's."""
        self._before: list[bytes | None] = []
        """The cell before each ply; ``None`` where it is found by playing on from an earlier one."""
        self._own = 0
        """From this ply on nobody else reads the lists. One position alone may change them, for others it is NEVER."""

    @property
    def state(self) -> Any:
        """The record, to be read, not written. It stays as it is when a ply is played: ask again."""
        return self._cell[0]

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may act now; ``(CHANCE,)`` at a chance node, ``()`` when the game is over."""
        if self._movers is None:
            self._movers = _SEATS[protocol.movers(self.state)]
        return self._movers

    @property
    def ply(self) -> int:
        """The number of plies played."""
        return self._ply

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played, in order."""
        return tuple(self._played[: self.ply])

    def since(self, ply: int) -> tuple[Move, ...]:
        """The moves played after the first so many plies."""
        return tuple(self._played[ply : self.ply])

    def moves(self, seat: int | None = None) -> Moves:
        """The legal moves of ``seat``, by default of the seat to move; the outcomes at a chance node.

        None for a seat that is not to move. They stay what they are when this position changes.

        >>> import tablier
        >>> moves = tablier.game("ponte_del_diavolo").new(board=8).moves()
        >>> len(moves), "a1" in moves, moves[-1]
        (64, True, Move(seat=0, action=63, text='h8'))

        Raises:
            IllegalMove: several seats may act and none was named.
            UnknownSeat: there is no such seat.
        """
        if not self.movers:
            return Moves(CHANCE, np.empty(0, np.int16), str)
        seat = self._seat(seat)
        return Moves(seat, self._legal(seat).copy(), partial(_name, self.game, self._cell, seat))

    def odds(self) -> tuple[int, ...]:
        """The integer weights of the outcomes that :meth:`moves` lists at a chance node; ``()`` elsewhere."""
        if CHANCE not in self.movers:
            return ()
        out = np.empty(MAX_CHANCE, np.int64)
        return tuple(int(weight) for weight in out[: int(protocol.weights(self.state, out))])

    def name(self, action: int, seat: int) -> str:
        """The text of an action in the game's notation.

        Raises:
            IllegalMove: the game has no such action.
            UnknownSeat: there is no such seat.
        """
        return _name(self.game, self._cell, self._seat(seat), self._action(action))

    def parse(self, text: str, seat: int | None = None) -> Move:
        """The move that one ply's text names, legal or not.

        Raises:
            InvalidMove: it cannot be read.
            UnknownSeat: there is no such seat.
        """
        seat = self._seat(seat)
        if len(text) > MAX_TEXT:
            raise InvalidMove(
                f"{text[:20]!r}... has {len(text)} characters: that is no ply; write one, or several with spaces"
            )
        action = int(self.game.notation.parse(self.state, seat, text))
        return Move(seat, action, self.name(action, seat))

    def why(self, action: int, seat: int | None = None) -> str | None:
        """The id of the rule that an action breaks, ``None`` if it is legal.

        >>> import tablier
        >>> position = tablier.game("ponte_del_diavolo").setup("light: a1 b1 c1 d1")
        >>> position.why(position.parse("e1").action), position.why(position.parse("f1").action)
        ('PONTE-4.2', None)

        Raises:
            IllegalMove: the game has no such action, or several seats may act and none was named.
            UnknownSeat: there is no such seat.
        """
        rules = catalogue.module(self.game.name, "rules")
        code = int(rules.why(self.state, self._seat(seat), self._action(action)))
        return f"{self.game.info.rule_prefix}-{code // 100}.{code % 100}" if code else None

    def play(self, text: str, seat: int | None = None) -> Position:
        """Play one or more plies written in notation, all or none; returns this position.

        >>> import tablier
        >>> position = tablier.game("ponte_del_diavolo").new()
        >>> position.play("d4 e4").play("swap").movers
        (0,)
        >>> position.play("d4 d5")
        Traceback (most recent call last):
        tablier.errors.IllegalMove: d4: A tile goes on a cell of the board that holds no tile. (PONTE-3.2)

        Raises:
            InvalidMove: a ply cannot be read.
            IllegalMove: a ply breaks a rule.
            UnknownSeat: there is no such seat.
        """
        plies = text.split()
        if not plies:
            raise InvalidMove("no move was given")
        before = self.ply
        try:
            for ply in plies:
                self.push(self.parse(ply, seat))
        except Exception:
            while self.ply > before:
                self.pop()
            raise
        return self

    def push(self, move: Move) -> None:
        """Play a legal ply.

        Raises:
            IllegalMove: it breaks a rule, or it is not that seat's turn.
        """
        if not self._is_legal(move):
            raise self._refusal(move)
        if self._own > self.ply:
            self._part()
        before = self._cell.tobytes()
        self._played.append(move)
        self._before.append(before)
        thinned = self.ply - KEPT
        if thinned > 0 and thinned % SPARSE:
            self._before[thinned] = None
        self._ply += 1
        self._cell, self._movers = self._after(before, [move]), None

    def pop(self) -> Move:
        """Take back the last ply and return it.

        Raises:
            IndexError: nothing has been played.
        """
        self._cell, self._movers = self._cell_at(self.ply - 1), None
        if self._own >= self.ply:
            self._part()
        self._ply -= 1
        self._before.pop()
        return self._played.pop()

    def _part(self) -> None:
        """Have the plies played, and no more, in lists of its own."""
        self._played, self._before = self._played[: self.ply], self._before[: self.ply]
        self._own = 0

    def copy(self) -> Position:
        """An independent copy, history included."""
        return self.back(0)

    __copy__ = copy

    def back(self, plies: int) -> Position:
        """An independent copy in which so many of the last plies are taken back.

        Raises:
            IndexError: not so many have been played.
        """
        ply = self.ply - plies
        twin = Position(self.game, self._cell_at(ply), self.options, self.seats, self.viewer)
        twin.start, twin._ply = self.start, ply
        twin._played, twin._before = self._played, self._before
        twin._own = NEVER
        if ply == self.ply:
            twin._own, self._own = max(ply, self._own), NEVER
        elif self._own < NEVER:
            self._own = max(ply, self._own)
        return twin

    def _cell_at(self, ply: int) -> Any:
        """A cell of its own, as after the first so many plies."""
        if not 0 <= ply <= self.ply:
            raise IndexError("so many plies have not been played")
        if ply == self.ply:
            return thaw(self._cell.tobytes(), self._cell.dtype)
        kept, before = next((n, data) for n in range(ply, -1, -1) if (data := self._before[n]) is not None)
        return self._after(before, self._played[kept:ply])

    def _after(self, before: bytes, moves: Sequence[Move]) -> Any:
        """A cell of its own, in which legal plies have been played from another cell on."""
        cell = thaw(before, self._cell.dtype)
        for move in moves:
            protocol.apply(cell[0], move.seat, move.action)
        return cell

    def key(self) -> bytes:
        """The record's bytes: equal for equal positions, whatever led to them."""
        data: bytes = self._cell.tobytes()
        return data

    def outcome(self) -> Outcome | None:
        """How the game ended, ``None`` while it goes on.

        >>> import tablier
        >>> end = tablier.game("ponte_del_diavolo").setup("light: a1 b1 a2 b2; turn: dark; last")
        >>> end.play("h8 j10").outcome()
        Outcome(scores=(1, 0), ranks=(0, 1), winners=(0,), reason='last_turn')
        """
        if self.movers:
            return None
        scores, ranks = (np.zeros(self.seats, np.int64) for _ in range(2))
        protocol.scores(self.state, scores)
        protocol.ranks(self.state, ranks)
        winners = tuple(seat for seat in range(self.seats) if ranks[seat] == 0)
        reason = self.game.info.reasons[int(protocol.reason(self.state)) - 1]
        return Outcome(tuple(map(int, scores)), tuple(map(int, ranks)), winners, reason)

    def scores(self) -> tuple[int, ...]:
        """The points of every seat as they stand."""
        out = np.zeros(self.seats, np.int64)
        protocol.scores(self.state, out)
        return tuple(out.tolist())

    def view(self, seat: int | None) -> Position:
        """The position reduced to what ``seat`` may know, or a spectator (``None``). It has no history.

        Raises:
            UnknownSeat: there is no such seat.
        """
        viewer = SPECTATOR if seat is None else self._known(seat)
        twin = Position(self.game, self._cell_at(self.ply), self.options, self.seats, viewer)
        protocol.hide(twin.state, viewer)
        return twin

    def record(self, players: tuple[str, ...] = ()) -> Record:
        """The game so far as a :class:`Record`.

        Args:
            players: the name of each seat, from seat 0 on, as far as there are any.

        Raises:
            RecordError: this is a view, which has no history, or there are more names than seats.
        """
        from tablier.record import Record

        return Record.of(self, players)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game.name == other.game.name and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        text: str = self.game.notation.draw(self.state)
        return text

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        who = f"to move {self.movers}" if self.movers else f"over, scores {self.scores()}"
        return f"<Position of {self.game.name}, {self.seats} seats{options}, ply {self.ply}, {who}>"

    def _repr_svg_(self) -> str:
        from tablier.scene.svg import draw_position

        return draw_position(self)

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat if seat == CHANCE else self._known(seat)
        movers = self.movers
        if len(movers) > 1:
            raise IllegalMove(f"seats {movers} may all act; say which one plays")
        return movers[0] if movers else 0

    def _known(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise UnknownSeat(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")
        return seat

    def _action(self, action: int) -> int:
        if not 0 <= action < self.game.rules.actions:
            known = self.game.rules.actions - 1
            raise IllegalMove(f"{self.game.name} has no action {action}; actions are numbered 0 to {known}")
        return action

    def _legal(self, seat: int) -> NDArray[np.int16]:
        """The ids of the legal actions of a seat, none if it is not to move; part of a larger array."""
        out = np.empty(self.game.rules.actions, np.int16)
        return out[: protocol.legal(self.state, seat, out) if seat in self.movers else 0]

    def _is_legal(self, move: Move) -> bool:
        legal = self._legal(move.seat)
        place = bisect_left(legal, move.action)
        return place < len(legal) and bool(legal[place] == move.action)

    def _refusal(self, move: Move) -> IllegalMove:
        from tablier import rulebook

        rule = self.why(move.action, move.seat) if move.seat < CHANCE and CHANCE not in self.movers else None
        if rule is None:
            return IllegalMove(f"{move.text} is not possible: {self._turn()}", ply=move.text)
        texts: dict[str, str] = {lang: rulebook.rule(self.game.name, rule, lang).text for lang in LANGUAGES}
        return IllegalMove(f"{move.text}: {texts['en']} ({rule})", rule=rule, ply=move.text, texts=texts)

    def _turn(self) -> str:
        if CHANCE in self.movers:
            return "chance is to move; its outcomes are listed by moves()"
        return f"it is the turn of {self.movers}" if self.movers else "the game is over"


def _name(game: Game, cell: Any, seat: int, action: int) -> str:
    text: str = game.notation.name(cell[0], seat, action)
    return text

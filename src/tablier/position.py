"""Games and positions as a person handles them: text in, text out, nothing changed when something is refused."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tablier import catalogue, rulebook
from tablier.catalogue.data import LANGUAGES
from tablier.catalogue.info import GameInfo, Value
from tablier.core import runtime
from tablier.core.definition import GameDefinition, Notation
from tablier.core.diagram import fields
from tablier.core.runtime import Runtime
from tablier.core.seats import CHANCE, SPECTATOR
from tablier.core.state import StateRecord
from tablier.errors import GameError, IllegalMove, InvalidMove, InvalidOption, UnknownSeat
from tablier.moves import Move, Moves, Outcome

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules
    from tablier.scene.base import Scene

RECENT, SPARSE = 8, 16
"""Snapshots are kept of the last ``RECENT`` plies, and of one ply in ``SPARSE`` before them."""
MAX_TEXT = 80
"""Longest text that is read as a ply, in characters; the longest ply of any game has a third of that."""
MAX_DIAGRAM = 4000
"""Longest diagram that is read, in characters; the longest position of any game has half of that."""
_SEATS = [tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1) for mask in range(2 << CHANCE)]
"""The seats of every mask of movers."""


class Game:
    """A game: what it is called, what it offers, and how to begin it. Made by :func:`tablier.game`."""

    def __init__(self, name: str) -> None:
        self.info: GameInfo = catalogue.info(name)
        self.name = name

    @cached_property
    def definition(self) -> GameDefinition[Any]:
        """The game as its folder defines it."""
        return catalogue.definition(self.name)

    @cached_property
    def rules(self) -> Rules:
        """The game's compiled kernels (imports Numba)."""
        return self.definition.rules()

    @cached_property
    def runtime(self) -> Runtime:
        """The game's kernels as positions call them: by Numba, or from :func:`tablier.core.runtime.use`."""
        source = runtime.source()
        if source is None:
            from tablier.engine.native import NativeRuntime

            found: Runtime = NativeRuntime(self.rules)
        else:
            found = source(self.name)
        self.definition.state.runtime = found
        return found

    @property
    def notation(self) -> Notation[Any]:
        """The game's notation."""
        return self.definition.notation

    @cached_property
    def scene(self) -> Scene:
        """The game at the table.

        Raises:
            GameError: the game has rules only.
        """
        if self.definition.scene is None:
            raise GameError(f"{self.name} has no scene: it cannot be shown at a table")
        return self.definition.scene

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
        state = self.definition.state()
        self.runtime.setup(state, count, self.info.indices(chosen))
        return Position(self, state, dict(chosen), count)

    def setup(self, diagram: str, seats: int | None = None, **options: Value) -> Position:
        """The position that a diagram describes in the game's own words (see its rulebook).

        The fields of a diagram are separated by semicolons. One named like an option, such as ``board: 8``, chooses it;
        ``seats: 4`` chooses the number of seats.

        Raises:
            InvalidOption: the diagram cannot be read, or describes no position.
        """
        if len(diagram) > MAX_DIAGRAM:
            raise InvalidOption(f"the diagram has {len(diagram)} characters; at most {MAX_DIAGRAM} are read")
        _check_ascii(diagram, InvalidOption)
        fields(diagram)
        rest = []
        for field in diagram.split(";"):
            name, _, text = (part.strip() for part in field.partition(":"))
            if name in self.info.options:
                options[name] = next((value for value in self.info.options[name].values if str(value) == text), text)
            elif name == "seats" and text.isdecimal():
                seats = int(text)
            else:
                rest.append(field)
        position = self.new(seats, **options)
        position.start = ";".join(rest).strip()
        self.notation.setup(position.start, position.state)
        for seat in position.movers:
            if not position.moves(seat):
                who = "chance" if seat == CHANCE else f"seat {seat}"
                raise InvalidOption(f"diagram: the game goes on, but {who} has nothing to play")
        return position

    def actions(self, **options: Value) -> int:
        """The number of action ids under these options."""
        return self.definition.actions(self.info.indices(self.info.choose(options))).size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.name,)  # kernels are found again where it is unpickled

    def __repr__(self) -> str:
        return f"<Game {self.name}: {'/'.join(map(str, self.info.seats))} seats>"


class _Node:
    """One ply of a history, which all copies of a position share.

    ``before`` is a snapshot of the state before the move; without one it is found by playing on from an earlier node.
    """

    __slots__ = ("before", "move", "parent", "ply")

    def __init__(self, parent: _Node | None, move: Move | None, ply: int, before: bytes | None) -> None:
        self.parent, self.move, self.ply, self.before = parent, move, ply, before


class Position:
    """A position of a game, with the moves that led to it."""

    def __init__(
        self, game: Game, state: StateRecord, options: dict[str, Value], seats: int, viewer: int | None = None
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        """The number of seats."""
        self.viewer = viewer
        """The seat to whose knowledge this position is reduced (``SPECTATOR`` for none); ``None`` if it is complete."""
        self.start: str | None = None
        """The diagram that the game began from, if not from its start."""
        self._state = state
        self._node = _Node(None, None, 0, None)
        self._runtime = game.runtime
        self._movers: tuple[int, ...] | None = None

    @property
    def state(self) -> Any:
        """The game's typed state, to be read, not written. Playing a ply replaces it: ask again."""
        return self._state

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may act now; ``()`` when the game is over.

        ``(CHANCE,)`` at a chance node, and in a view that hides what comes next.
        """
        if self._movers is None:
            self._movers = _SEATS[self._runtime.movers(self._state)]
        return self._movers

    @property
    def ply(self) -> int:
        """The number of plies played."""
        return self._node.ply

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played, in order."""
        return self.since(0)

    def since(self, ply: int) -> tuple[Move, ...]:
        """The moves played after the first ``ply`` plies, in order."""
        moves: list[Move] = []
        node = self._node
        while node.ply > ply and node.parent is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

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
            return Moves(CHANCE, (), str)
        seat = self._seat(seat)
        return Moves(seat, self._legal(seat), partial(_name, self.game, self._state, seat))

    def odds(self) -> tuple[int, ...]:
        """The integer weights of the outcomes that :meth:`moves` lists at a chance node; ``()`` elsewhere."""
        if CHANCE not in self.movers:
            return ()
        return tuple(self._runtime.chance_weights(self._state))

    def name(self, action: int, seat: int) -> str:
        """The text of an action in the game's notation.

        Raises:
            IllegalMove: the game has no such action.
            UnknownSeat: there is no such seat.
        """
        return self.game.notation.name(self._state, self._seat(seat), self._action(action))

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
        _check_ascii(text, InvalidMove)
        action = self.game.notation.parse(self._state, seat, text)
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
        code = self.game.definition.why(self._state, self._seat(seat), self._action(action))
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
        _check_ascii(text, InvalidMove)
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
        self._advance(move)

    def _advance(self, move: Move) -> None:
        before = self._state
        self._node = _Node(self._node, move, self._node.ply + 1, bytes(before.data))
        _thin(self._node)
        self._state, self._movers = before.copy(), None
        self._runtime.apply(self._state, move.seat, move.action)

    def pop(self) -> Move:
        """Take back the last ply and return it.

        Raises:
            IndexError: nothing has been played.
        """
        node = self._node
        state = self._state_at(self.ply - 1)
        assert node.parent is not None
        assert node.move is not None
        self._state, self._movers, self._node = state, None, node.parent
        return node.move

    def copy(self) -> Position:
        """An independent copy, history included."""
        return self.back(0)

    __copy__ = copy

    def back(self, plies: int) -> Position:
        """An independent copy in which so many of the last plies are taken back.

        Raises:
            IndexError: not so many have been played.
        """
        twin = Position(self.game, self._state_at(self.ply - plies), self.options, self.seats, self.viewer)
        twin.start = self.start
        twin._node = _ancestor(self._node, plies)
        return twin

    def _state_at(self, ply: int) -> StateRecord:
        """A state of its own, as after the first ``ply`` plies."""
        if not 0 <= ply <= self.ply:
            raise IndexError("so many plies have not been played")
        if ply == self.ply:
            return self._state.copy()
        node = _ancestor(self._node, self.ply - ply - 1)
        moves: list[Move] = []
        while node.before is None:
            assert node.parent is not None
            node = node.parent
            assert node.move is not None
            moves.append(node.move)
        return self._played(node.before, reversed(moves))

    def _played(self, before: bytes | bytearray, moves: Iterable[Move]) -> StateRecord:
        """A state of its own, in which legal plies have been played from another state on."""
        state = type(self._state)(before)
        for move in moves:
            self._runtime.apply(state, move.seat, move.action)
        return state

    def key(self) -> bytes:
        """The bytes of the state: equal for equal positions, whatever led to them."""
        return bytes(self._state.data)

    def outcome(self) -> Outcome | None:
        """How the game ended, ``None`` while it goes on.

        >>> import tablier
        >>> end = tablier.game("ponte_del_diavolo").setup("light: a1 b1 a2 b2; turn: dark; last")
        >>> end.play("h8 j10").outcome()
        Outcome(scores=(1, 0), ranks=(0, 1), winners=(0,), reason='last_turn')
        """
        if self.movers:
            return None
        ranks = self._runtime.ranks(self._state, self.seats)
        winners = tuple(seat for seat in range(self.seats) if ranks[seat] == 0)
        reason = self.game.info.reasons[self._runtime.end_reason(self._state) - 1]
        return Outcome(self.scores(), ranks, winners, reason)

    def scores(self) -> tuple[int, ...]:
        """The points of every seat as they stand."""
        return self._runtime.scores(self._state, self.seats)

    def view(self, seat: int | None) -> Position:
        """The position reduced to what ``seat`` may know, or a spectator (``None``). It has no history.

        Raises:
            UnknownSeat: there is no such seat.
        """
        viewer = SPECTATOR if seat is None else self._known(seat)
        twin = Position(self.game, self._state.copy(), self.options, self.seats, viewer)
        self._runtime.hide(twin._state, viewer)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        first = self._state_at(0).data
        return _restore, (self.game, bytes(first), self.options, self.seats, self.viewer, self.start, self.history)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game.name == other.game.name and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.game.notation.draw(self._state)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        who = f"to move {self.movers}" if self.movers else f"over, scores {self.scores()}"
        who = "next hidden" if self._hides_next() else who
        return f"<Position of {self.game.name}, {self.seats} seats{options}, ply {self.ply}, {who}>"

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks; they show the text where a game has no scene."""
        from tablier.scene.svg import draw_position

        return draw_position(self) if self.game.definition.scene else None

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
        if not 0 <= action < self._runtime.actions:
            known = self._runtime.actions - 1
            raise IllegalMove(f"{self.game.name} has no action {action}; actions are numbered 0 to {known}")
        return action

    def _legal(self, seat: int) -> Sequence[int]:
        """The ids of the legal actions of a seat, none if it is not to move."""
        return self._runtime.legal(self._state, seat) if seat in self.movers else ()

    def _is_legal(self, move: Move) -> bool:
        legal = self._legal(move.seat)
        place = bisect_left(legal, move.action)
        return place < len(legal) and bool(legal[place] == move.action)

    def _refusal(self, move: Move) -> IllegalMove:
        rule = self.why(move.action, move.seat) if move.seat < CHANCE and CHANCE not in self.movers else None
        if rule is None:
            return IllegalMove(f"{move.text} is not possible: {self._turn()}", ply=move.text)
        texts: dict[str, str] = {lang: rulebook.rule(self.game.name, rule, lang).text for lang in LANGUAGES}
        return IllegalMove(f"{move.text}: {texts['en']} ({rule})", rule=rule, ply=move.text, texts=texts)

    def _hides_next(self) -> bool:
        """Whether this is a view that shows neither who moves next nor what chance can bring."""
        return CHANCE in self.movers and not len(self._legal(CHANCE))

    def _turn(self) -> str:
        if self._hides_next():
            return "this view does not show what comes next"
        if CHANCE in self.movers:
            return "chance is to move; its outcomes are listed by moves()"
        return f"it is the turn of {self.movers}" if self.movers else "the game is over"


def _check_ascii(text: str, error: type[InvalidMove | InvalidOption]) -> None:
    """Refuse characters that no notation has: digits and letters of other scripts, and what looks like ours."""
    if not text.isascii():
        wrong = next(letter for letter in text if not letter.isascii())
        raise error(f"{wrong!r} (U+{ord(wrong):04X}) cannot be read; moves and diagrams are written in ASCII")


def _name(game: Game, state: StateRecord, seat: int, action: int) -> str:
    return game.notation.name(state, seat, action)


def _ancestor(node: _Node, plies: int) -> _Node:
    for _ in range(plies):
        assert node.parent is not None
        node = node.parent
    return node


def _thin(node: _Node) -> None:
    """Drop the snapshot that has become too old, unless it is one of the sparse ones."""
    ply = node.ply - RECENT
    if ply > 0 and (ply - 1) % SPARSE:
        _ancestor(node, RECENT).before = None


def _restore(
    game: Game,
    first: bytes,
    options: dict[str, Value],
    seats: int,
    viewer: int | None,
    start: str | None,
    moves: Sequence[Move],
) -> Position:
    """Unpickle a position: its first state, and the moves played from there."""
    position = Position(game, game.definition.state(first), options, seats, viewer)
    position.start = start
    for move in moves:
        position._advance(move)
    return position

"""Positions: text in, text out; a refused move changes nothing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any

from tablier import diagrams, refusals
from tablier.catalogue.info import Options, Value
from tablier.core.events import Event, EventLog
from tablier.core.seats import CHANCE, SPECTATOR
from tablier.core.state import StateRecord
from tablier.errors import IllegalMove, InvalidMove, NoSuchPly
from tablier.history import Node
from tablier.moves import Move, Moves, Outcome

if TYPE_CHECKING:
    from tablier.api import Game

_SEATS = [tuple(seat for seat in range(CHANCE + 1) if mask >> seat & 1) for mask in range(2 << CHANCE)]
"""The seats of every mask of movers."""


class Position:
    """A position of a game, with the moves that led to it.

    Positions of a game are equal if options and state are, however they were reached. A ply changes the hash.
    """

    def __init__(
        self, game: Game, state: StateRecord, options: dict[str, Value], seats: int, viewer: int | None = None
    ) -> None:
        self.game = game
        self.options = options if isinstance(options, Options) else Options(options)  # read-only: copies share them
        self.seats = seats
        """The number of seats."""
        self.viewer = viewer
        """The seat whose view this position is (``SPECTATOR`` for spectators); ``None`` if it is complete."""
        self.start: str | None = None
        """The diagram from which the game began; ``None`` if it began from the start."""
        self._state = state
        self._node = Node(None, None, 0, None)
        self._movers: tuple[int, ...] | None = None

    @property
    def state(self) -> Any:
        """The game's typed state, to read: writing into it would break the position. Each ply replaces it."""
        return self._state

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may act now; ``()`` when the game is over.

        ``(CHANCE,)`` at a chance node, and in a view that hides the next mover.
        """
        if self._movers is None:
            self._movers = _SEATS[self.game.runtime.movers(self._state)]
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
        """The moves played after the first ``ply`` plies, in order; none if there are no more.

        Raises:
            NoSuchPly: ``ply`` is negative or no integer.
        """
        return self._node.moves(refusals.require_count(ply))

    def moves(self, seat: int | None = None) -> Moves:
        """The legal moves of ``seat``, by default of the seat to move; the outcomes at a chance node.

        A seat that is not to move has none. The sequence does not change when this position does.

        >>> import tablier
        >>> moves = tablier.game("ponte_del_diavolo").new(board=8).moves()
        >>> len(moves), "a1" in moves, moves[-1]
        (64, True, Move(seat=0, action=63, text='h8'))

        Raises:
            IllegalMove: several seats may act and none was given.
            UnknownSeat: there is no such seat.
        """
        seat = self._seat(seat)
        return Moves(seat, self._legal(seat), partial(self.game.notation.name, self._state, seat))

    def odds(self) -> tuple[int, ...]:
        """The integer weights of the outcomes that :meth:`moves` lists at a chance node; ``()`` elsewhere."""
        return tuple(self.game.runtime.chance_weights(self._state)) if CHANCE in self.movers else ()

    def name(self, action: int, seat: int) -> str:
        """The text of an action in the game's notation.

        Raises:
            IllegalMove: the game has no such action.
            UnknownSeat: there is no such seat.
        """
        return self.game.notation.name(self._state, self._seat(seat), refusals.require_action(self, action, seat))

    def parse(self, text: str, seat: int | None = None) -> Move:
        """The move that the text of one ply names, legal or not.

        Raises:
            InvalidMove: the text is not a ply in the game's notation.
            UnknownSeat: there is no such seat.
        """
        seat = self._seat(seat)
        refusals.require_ply(text)
        action = self.game.notation.parse(self._state, seat, text)
        return Move(seat, action, self.game.notation.name(self._state, seat, action))

    def why(self, action: int, seat: int | None = None) -> str | None:
        """The id of the rule that an action breaks, ``None`` if it is legal.

        >>> import tablier
        >>> position = tablier.game("ponte_del_diavolo").setup("light: a1 b1 c1 d1")
        >>> position.why(position.parse("e1").action), position.why(position.parse("f1").action)
        ('PONTE-4.2', None)

        Raises:
            IllegalMove: the game has no such action, or several seats may act and none was given.
            UnknownSeat: there is no such seat.
        """
        seat = self._seat(seat)
        code = self.game.definition.why(self._state, seat, refusals.require_action(self, action, seat))
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
            InvalidMove: a text is not a ply in the game's notation.
            IllegalMove: a ply breaks a rule.
            UnknownSeat: there is no such seat.
        """
        refusals.require_ascii(text, InvalidMove)
        plies = text.split()
        if not plies:
            raise InvalidMove("the text contains no move")
        before = self.ply
        try:
            for ply in plies:
                self.push(self.parse(ply, seat))
        except Exception:
            while self.ply > before:
                self.pop()
            raise
        return self

    def push(self, move: Move | str | int) -> None:
        """Play a legal ply: a move, or the text or the action id of a ply of the seat to move.

        Raises:
            InvalidMove: it is none of these, or not a ply in the game's notation.
            IllegalMove: it breaks a rule, the seat is not to move, or the move has the text of another action.
        """
        move = refusals.require_numbers(move) if isinstance(move, Move) else self._read(move)
        if not self._is_legal(move):
            raise refusals.refusal(self, move)
        text = self.game.notation.name(self._state, move.seat, move.action)
        self._advance(refusals.with_text(move, text))

    def _read(self, move: str | int) -> Move:
        if isinstance(move, str):
            return self.parse(move)
        try:
            action = refusals.require_action(self, index(move), self._seat(None))
        except TypeError:
            raise InvalidMove(f"a ply is a move, a text or the id of an action, got {move!r}") from None
        return Move(self._seat(None), action, self.name(action, self._seat(None)))

    def _advance(self, move: Move) -> None:
        before = self._state
        self._node = self._node.append(move, bytes(before.data))
        self._state, self._movers = before.copy(), None
        self.game.runtime.apply(self._state, move.seat, move.action)

    def events(self, seat: int | None, plies: int = 1) -> tuple[Event, ...]:
        """What happened in the last ``plies`` plies, in order, as ``seat`` or a spectator (``None``) may know it.

        ``GameDefinition.events`` documents the kinds. Empty for games that declare no events.

        >>> import tablier
        >>> position = tablier.game("delta").new(2)
        >>> position.play("stone1 stone2 plank1 remove move1", seat=0).events(0)
        (Event(kind=<Kind.CARD: 0>, seat=0, a=4, b=5, c=0), Event(kind=<Kind.LOCKED: 1>, seat=0, a=0, b=0, c=0))
        >>> position.events(1)
        (Event(kind=<Kind.LOCKED: 1>, seat=0, a=0, b=0, c=0),)

        Raises:
            NoSuchPly: not so many plies have been played.
            UnknownSeat: there is no such seat.
        """
        reader = SPECTATOR if seat is None else refusals.require_seat(self, seat)
        kinds = self.game.definition.events
        if kinds is None:
            return ()
        first = self.ply - refusals.require_played(self, plies)
        state = self._state_at(first)
        told: list[Event] = []
        for move in self.since(first):
            log = EventLog()
            self.game.runtime.apply(state, move.seat, move.action, log.cells)
            told += log.read(kinds, reader)
        return tuple(told)

    def pop(self) -> Move:
        """Take back the last ply and return it.

        Raises:
            NoSuchPly: no ply has been played.
        """
        node = self._node
        if node.parent is None or node.move is None:
            raise NoSuchPly("no ply has been played")
        self._state, self._movers, self._node = self._state_at(self.ply - 1), None, node.parent
        return node.move

    def copy(self) -> Position:
        """An independent copy, history included."""
        twin = self._with(self._state.copy(), self._node)
        twin._movers = self._movers
        return twin

    __copy__ = copy

    def _with(self, state: StateRecord, node: Node) -> Position:
        """A position that differs from this one in state and history alone."""
        twin = Position.__new__(Position)
        twin.game, twin.options, twin.seats, twin.viewer = self.game, self.options, self.seats, self.viewer
        twin.start, twin._state, twin._node, twin._movers = self.start, state, node, None
        return twin

    def back(self, plies: int) -> Position:
        """An independent copy without the last ``plies`` plies.

        Raises:
            NoSuchPly: fewer plies have been played.
        """
        return self._with(self._state_at(self.ply - refusals.require_played(self, plies)), self._node.ancestor(plies))

    def _state_at(self, ply: int) -> StateRecord:
        """A new copy of the state after the first ``ply`` plies."""
        if not 0 <= ply <= self.ply:
            raise NoSuchPly(f"there are plies 0 to {self.ply}, got {ply}")
        if ply == self.ply:
            return self._state.copy()
        return self._played(*self._node.ancestor(self.ply - ply - 1).snapshot())

    def _played(self, before: bytes | bytearray, moves: Iterable[Move]) -> StateRecord:
        """A new state: the given one after legal moves."""
        state = type(self._state)(before)
        for move in moves:
            self.game.runtime.apply(state, move.seat, move.action)
        return state

    def key(self) -> bytes:
        """The bytes of the state: equal for equal positions, however they were reached."""
        return bytes(self._state.data)

    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on.

        >>> import tablier
        >>> end = tablier.game("ponte_del_diavolo").setup("light: a1 b1 a2 b2; turn: dark; last")
        >>> end.play("h8 j10").outcome()
        Outcome(scores=(1, 0), ranks=(0, 1), winners=(0,), reason='last_turn')
        """
        if self.movers:
            return None
        ranks = self.game.runtime.ranks(self._state, self.seats)
        winners = tuple(seat for seat in range(self.seats) if ranks[seat] == 0)
        reason = self.game.info.reasons[self.game.runtime.end_reason(self._state) - 1]
        return Outcome(self.scores(), ranks, winners, reason)

    def scores(self) -> tuple[int, ...]:
        """The current points of every seat."""
        return self.game.runtime.scores(self._state, self.seats)

    def mask(self, seat: int) -> bytes:
        """The legal actions of a seat: a byte for each action id, 1 if it is legal, all 0 if it is not to move.

        Raises:
            UnknownSeat: there is no such seat.
        """
        out = bytearray(self.game.action_count(self.options))
        for action in self._legal(refusals.require_seat(self, seat)):
            out[action] = 1
        return bytes(out)

    def observation(self, seat: int) -> bytes:
        """What a seat may know: the bits of the record after ``hide``, then a one-hot of the seat, a byte for each bit.

        Environments of games without ``features`` have the same observation; see :mod:`tablier.engine.observe`.

        Raises:
            UnknownSeat: there is no such seat.
        """
        seat, runtime, known = refusals.require_seat(self, seat), self.game.runtime, self._state.copy()
        if self.game.info.hidden:
            runtime.hide(known, seat)
        return runtime.unpack(bytes(known.data[: known.USED]) + bytes((1 << seat,)))

    def view(self, seat: int | None) -> Position:
        """The position reduced to what ``seat``, or a spectator (``None``), may know. It has no history.

        Raises:
            UnknownSeat: there is no such seat.
        """
        viewer = SPECTATOR if seat is None else refusals.require_seat(self, seat)
        twin = Position(self.game, self._state.copy(), self.options, self.seats, viewer)
        if self.game.info.hidden:
            self.game.runtime.hide(twin._state, viewer)
        return twin

    def diagram(self) -> str:
        """The text from which :meth:`tablier.Game.setup` makes an equal position with the same history.

        It is the start (a diagram, or ``new``) and the moves; where several seats may act, ``1@`` names the seat.

        >>> import tablier
        >>> tablier.game("ponte_del_diavolo").new(board=8).play("d4 e4 swap").diagram()
        'board: 8; new; moves: d4 e4 swap'

        Raises:
            RecordError: the position is a view.
        """
        return diagrams.write(self)

    def __reduce__(self) -> tuple[Any, ...]:
        first = self._state_at(0).data
        return _restore, (self.start, self.history, self.game, bytes(first), self.options, self.seats, self.viewer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        return self.game.name, tuple(self.options.items()), self.key()

    def __str__(self) -> str:
        return self.game.notation.draw(self._state)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        who = f"to move {self.movers}" if self.movers else f"over, scores {self.scores()}"
        who = "next hidden" if refusals.hides_next(self) else who
        return f"<Position of {self.game.name}, {self.seats} seats{options}, ply {self.ply}, {who}>"

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks; ``None``, so that they show the text, for a game without a scene."""
        from tablier.scene.svg import draw_position

        return draw_position(self) if self.game.definition.scene else None

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return CHANCE if seat == CHANCE else refusals.require_seat(self, seat)
        if len(self.movers) > 1:
            raise IllegalMove(f"seats {self.movers} may all act; give one of them")
        return self.movers[0] if self.movers else 0

    def _legal(self, seat: int) -> Sequence[int]:
        """The ids of the legal actions of a seat, none if it is not to move."""
        return self.game.runtime.legal(self._state, seat) if seat in self.movers else ()

    def _is_legal(self, move: Move) -> bool:
        legal = self._legal(move.seat)
        place = bisect_left(legal, move.action)
        return place < len(legal) and bool(legal[place] == move.action)


def _restore(start: str | None, moves: Sequence[Move], game: Game, first: bytes, *others: Any) -> Position:
    """Unpickle a position from its first state and its moves."""
    position = Position(game, game.definition.state(first), *others)
    position.start = start
    for move in moves:
        position._advance(move)
    return position

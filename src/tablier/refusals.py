"""Why a text or a move is refused, as errors that name the rule."""

from __future__ import annotations

from numbers import Integral
from operator import index
from string import whitespace
from typing import TYPE_CHECKING

from tablier.core.runtime import MAX_CHANCE
from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, InvalidMove, InvalidOption, NoSuchPly, UnknownSeat
from tablier.moves import Move
from tablier.rule_texts import rule_texts

if TYPE_CHECKING:
    from tablier.position import Position

MAX_TEXT = 80
"""Longest accepted text of a ply, in characters; the longest ply of any game has a third of that."""


def require_ascii(text: str, error: type[InvalidMove | InvalidOption]) -> None:
    """Refuse what is not a text, control characters, and letters and digits of other scripts, some like ASCII.

    Raises:
        InvalidMove or InvalidOption, as given: this is not a text, or a character is not printable ASCII.
    """
    if not isinstance(text, str):
        raise error(f"expected a text, got {text!r}")
    if text.isascii() and text.isprintable():
        return
    for letter in text:
        if letter not in whitespace and not (letter.isascii() and letter.isprintable()):
            raise error(f"{letter!r} (U+{ord(letter):04X}) is not printable ASCII; write moves and diagrams in ASCII")


def require_ply(text: str) -> None:
    """Refuse a text that cannot be that of one ply.

    Raises:
        InvalidMove: it is too long, not a text, or not printable ASCII.
    """
    require_ascii(text, InvalidMove)
    if len(text) > MAX_TEXT:
        raise InvalidMove(f"{text[:20]!r}... has {len(text)} characters, too long for a ply; separate plies by spaces")


def require_seat(position: Position, seat: int) -> int:
    """The seat, if the game has it.

    Raises:
        UnknownSeat: there is no such seat.
    """
    if seat not in range(position.seats) or isinstance(seat, float):
        raise UnknownSeat(f"there is no seat {seat!r}; the seats are 0 to {position.seats - 1}")
    return index(seat)


def require_action(position: Position, action: int, seat: int) -> int:
    """The id of an action of ``seat``, if the game has it. Outcomes of chance are numbered apart from actions.

    Raises:
        IllegalMove: the game has no such action.
    """
    known = position.game.action_count(position.options)
    if seat == CHANCE:
        known = max(known, MAX_CHANCE)
    if action not in range(known) or isinstance(action, float):
        name = position.game.name
        raise IllegalMove(f"{name} has no action {action!r}; actions are numbered 0 to {known - 1}")
    return index(action)


def require_count(plies: int) -> int:
    """The number of plies, if it is one.

    Raises:
        NoSuchPly: it is negative or not an integer.
    """
    if not isinstance(plies, (int, Integral)) or plies < 0:
        raise NoSuchPly(f"plies are counted from 0, got {plies!r}")
    return plies


def require_played(position: Position, plies: int) -> int:
    """The number of plies, if so many have been played.

    Raises:
        NoSuchPly: fewer have been played, or ``plies`` is negative or not an integer.
    """
    if require_count(plies) > position.ply:
        raise NoSuchPly(f"{position.ply} plies have been played, not {plies}")
    return plies


def require_numbers(move: Move) -> Move:
    """The move with plain integers, so that it can be written in a record: NumPy's are taken, too.

    Raises:
        InvalidMove: its seat or its action is not an integer.
    """
    if type(move.seat) is type(move.action) is int:
        return move
    try:
        return Move(index(move.seat), index(move.action), move.text)
    except TypeError:
        raise InvalidMove(f"a move has a seat and the id of an action, got {move!r}") from None


def refusal(position: Position, move: Move) -> IllegalMove:
    """The error for a move that is not legal."""
    text = move.text or f"action {move.action}"
    by_rule = move.seat < CHANCE and CHANCE not in position.movers
    rule = position.why(move.action, move.seat) if by_rule else None
    if rule is None:
        return IllegalMove(f"{text} is not possible: {_turn(position)}", ply=text)
    texts: dict[str, str] = dict(rule_texts(position.game.name, rule).items())
    return IllegalMove(f"{text}: {texts['en']} ({rule})", rule=rule, ply=text, texts=texts)


def with_text(move: Move, text: str) -> Move:
    """A legal move with the text that the game gives its action.

    Raises:
        IllegalMove: the move has the text of another action: it was made for another game, board or position.
    """
    if move.text == text:
        return move
    if move.text:
        raise IllegalMove(
            f"action {move.action} is {text} here, not {move.text!r}: the move is of another position; "
            "take moves from this one, by moves() or parse()"
        )
    return Move(move.seat, move.action, text)


def hides_next(position: Position) -> bool:
    """Is this a view that hides the next mover, with no outcomes of chance to list?"""
    return CHANCE in position.movers and not len(position.moves(CHANCE))


def _turn(position: Position) -> str:
    if hides_next(position):
        return "this view hides the next mover"
    if CHANCE in position.movers:
        return "chance is to move; moves() lists its outcomes"
    return f"it is the turn of {position.movers}" if position.movers else "the game is over"

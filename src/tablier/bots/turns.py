"""The turn of a bot, checked as it is played: matches and environments have the same rules for bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablier.errors import IllegalMove, InvalidMove
from tablier.moves import Move
from tablier.position import Position


def push_turn(position: Position, seat: int, moves: Any, bot: str, plies: int) -> None:
    """Play what a bot returned for its seat: a list of moves, or of their texts or action ids.

    Args:
        position: the position in which the bot was asked; give the bot a copy of it.
        seat: the seat of the bot.
        moves: what it returned.
        bot: its name in messages.
        plies: the number of plies of the game so far.

    Raises:
        IllegalMove: it is not a list of legal moves of this seat, or is empty; the message names bot, seat and ply.
    """
    begun = position.ply
    try:
        _push_all(position, seat, moves)
    except (InvalidMove, IllegalMove) as error:
        raise IllegalMove(f"bot {bot}, seat {seat}, ply {plies + position.ply - begun + 1}: {error}") from error


def _push_all(position: Position, seat: int, moves: Any) -> None:
    if not isinstance(moves, Iterable):
        raise InvalidMove(f"it returned {moves!r}, which is not a list of moves")
    begun = position.ply
    for move in moves:
        position.push(_read(position, seat, move))
    if position.ply == begun:
        raise IllegalMove("it returned no move")


def _read(position: Position, seat: int, move: Any) -> Move:
    if isinstance(move, str):
        return position.parse(move, seat)
    if not isinstance(move, Move):
        return Move(seat, move, "")
    if move.seat != seat:
        raise IllegalMove(f"{move.text} is a move of seat {move.seat}; a bot plays only its own seat")
    return move

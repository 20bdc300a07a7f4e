"""The turn of a bot, checked as it is played: matches and environments have the same rules for bots."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tablier.bots.players import Bot
from tablier.errors import BotError, IllegalMove, InvalidMove, TablierError
from tablier.moves import Move
from tablier.position import Position

_PACKAGE = Path(__file__).parents[1]
SHOWN = 2
"""Number of lines of a bot that an error shows: the failing one and its caller."""


@contextmanager
def bot_errors(bot: str) -> Iterator[None]:
    """Name the bot in errors that its code raises.

    Args:
        bot: its name in messages, with seat and ply where there are any.

    Raises:
        BotError: the code raised an error, or asked for the end of the process.
    """
    try:
        yield
    except SystemExit as error:
        said = f"bot {bot}: it ended the process (SystemExit: {error}); a bot returns a turn or raises an error"
        raise BotError(said, trace=_lines(error)) from error
    except Exception as error:
        raise _fault(bot, error) from error


def _fault(bot: str, error: Exception) -> BotError:
    kind = "" if isinstance(error, TablierError) else type(error).__name__
    said = ": ".join(filter(None, (kind, str(error))))
    return BotError(f"bot {bot}: {said}", trace=_lines(error))


def _lines(error: BaseException) -> str:
    """The last lines outside this package at which an error passed."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    return "".join(traceback.format_list(own[-SHOWN:])).rstrip()


def bot_turn(bot: Bot, position: Position, seat: int, name: str, plies: int) -> Any:
    """The turn that a bot returns, unchecked: :func:`push_turn` checks and plays it.

    Args:
        bot: the bot.
        position: a copy for the bot alone.
        seat: its seat.
        name: its name in messages.
        plies: the number of plies of the game so far.

    Raises:
        BotError: the bot has raised an error, which is the cause; the message names bot, seat and ply.
    """
    with bot_errors(f"{name}, seat {seat}, ply {plies + 1}"):
        moves: Any = bot.plays(position, seat)
        # A generator runs here, where its errors are those of the bot.
        return list(moves) if isinstance(moves, Iterator) else moves


def push_turn(position: Position, seat: int, moves: Any, bot: str, plies: int) -> None:
    """Play what a bot returned for its seat: a list of moves, or of their texts or action ids.

    Args:
        position: the position in which the bot was asked; give the bot a copy of it.
        seat: the seat of the bot.
        moves: what it returned.
        bot: its name in messages.
        plies: the number of plies of the game so far.

    Raises:
        BotError: it is not a list of legal moves of this seat, or is empty; the message names bot, seat and ply.
    """
    begun = position.ply
    try:
        _push_all(position, seat, moves)
    except Exception as error:  # the bot's own sequence may fail
        raise _fault(f"{bot}, seat {seat}, ply {plies + position.ply - begun + 1}", error) from error


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
        ply = move.text or f"action {move.action}"
        raise IllegalMove(f"{ply} is a move of seat {move.seat}; a bot plays only its own seat")
    return move

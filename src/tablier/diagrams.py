"""Diagrams of whole positions: the start, then the moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tablier.errors import IllegalMove, InvalidMove, InvalidOption, RecordError, UnknownSeat

if TYPE_CHECKING:
    from tablier.position import Position

_MOVES = re.compile(r"(?:^|;)\s*moves:")
_BY_SEAT = re.compile(r"([0-9])@(.+)")


def write(position: Position) -> str:
    """The options, the start and the moves of a position.

    Raises:
        RecordError: the position is a view, which has no history.
    """
    if position.viewer is not None:
        raise RecordError("a view has no history and so no diagram; write the diagram of the whole position")
    fields = [f"{name}: {value}" for name, value in position.options.items()]
    if len(position.game.info.seats) > 1:
        fields.append(f"seats: {position.seats}")
    fields += filter(None, ["new" if position.start is None else position.start])
    twin, plies = position.back(position.ply), list[str]()
    for move in position.history:
        plies.append(move.text if len(twin.movers) == 1 else f"{move.seat}@{move.text}")
        twin.push(move)
    return "; ".join([*fields, f"moves: {' '.join(plies)}"] if plies else fields)


def split(diagram: str) -> tuple[str, list[str]]:
    """A diagram without its last field ``moves``, and the texts in that field."""
    start, *plies = _MOVES.split(diagram, maxsplit=1)
    return start, plies[0].split() if plies else []


def play(position: Position, plies: list[str]) -> None:
    """Play the moves of a diagram; ``1@stone1`` is a ply of seat 1, other plies are of the seat to move.

    Raises:
        InvalidOption: a text is not a ply, or the ply is not legal.
    """
    for ply in plies:
        by_seat = _BY_SEAT.fullmatch(ply)
        try:
            if by_seat:
                position.play(by_seat[2], int(by_seat[1]))
            else:
                position.play(ply)
        except (InvalidMove, IllegalMove, UnknownSeat) as error:
            raise InvalidOption(f"diagram: moves: {ply!r} after {position.ply} plies: {error}") from error

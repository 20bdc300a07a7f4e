"""Certificates: strategies that prove a result, as text that a program with its own rules can check.

The first line names the game, the second a position. Each further line claims what a seat gets at least, and lists the
moves by which it does. They belong to the positions that can arise, walked depth first: where the seat is to move, it
plays the next move of the list; where its opponent is, every legal move is followed, in the order of their texts. A
position that was met before is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve.solver import Solver


def certificate(solver: Solver, position: Position) -> str:
    """The certificate of the result of a position under perfect play.

    Args:
        solver: it finds the moves; the more positions its table holds, the sooner.
        position: a position of the solver's game, with its moves from the start.

    Raises:
        InvalidOption: the position is of another game, or a view.
    """
    if position.viewer is not None:
        raise InvalidOption("a view cannot be certified; give the whole position")
    rewards = solver.value(position)
    assert rewards, "without a limit the solver answers"
    lines = [f"tablier certificate 1: {position.game.name}", f"position: {position.diagram()}"]
    for seat, least in enumerate(rewards):
        if least > 0:
            lines.append(f"seat {seat} gets at least {least:g}: {' '.join(_moves(solver, position, seat, least))}")
    return "\n".join(lines) + "\n"


def _moves(solver: Solver, start: Position, seat: int, least: float) -> Iterator[str]:
    """The moves of a seat that gets at least so much, in the order of the walk."""
    seen, todo = set[bytes](), [start]
    while todo:
        position = todo.pop()
        if position.key() in seen:
            continue
        seen.add(position.key())
        if seat in position.movers:
            text, after = next(
                (text, after) for text, after in _replies(position) if solver.guarantees(after, seat, least)
            )
            yield text
            todo.append(after)
        else:
            todo += [after for _, after in sorted(_replies(position), key=lambda reply: reply[0], reverse=True)]


def _replies(position: Position) -> Iterator[tuple[str, Position]]:
    """The text of each legal move, and the position after it."""
    for move in position.moves():
        after = position.copy()
        after.push(move)
        yield move.text, after

"""Certificates: strategies that prove a result, as text that a program with its own rules can check.

The first line names the game, the second a position. Each further line claims what a seat gets at least, and lists the
moves by which it does. They belong to the positions that can arise, walked depth first: where the seat is to move, it
plays the next move of the list; where its opponent is, every legal move is followed, in the order of their texts. A
position that was met before is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablier.errors import InvalidOption
from tablier.moves import Move
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
    seen, planned, todo = set[bytes](), dict[bytes, tuple[Move, ...]](), [start]
    while todo:
        position = todo.pop()
        if position.key() in seen:
            continue
        seen.add(position.key())
        if seat in position.movers:
            move, *rest = planned.pop(position.key(), ()) or _turn(solver, position, seat, least)
            yield str(move)
            after = _after(position, move)
            if rest and after.key() not in seen:
                planned[after.key()] = tuple(rest)
            todo.append(after)
        else:
            moves = sorted(position.moves(), key=str, reverse=True)
            todo += [_after(position, move) for move in moves]


def _turn(solver: Solver, position: Position, seat: int, least: float) -> tuple[Move, ...]:
    found = solver.turn_for(position, seat, least)
    assert found, "the seat was proved to get so much"
    return found


def _after(position: Position, move: Move) -> Position:
    after = position.copy()
    after.push(move)
    return after

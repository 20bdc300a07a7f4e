"""Certificates: strategies that prove a result, as text that a program with its own rules can check.

The first line names the game, the second a position between turns. Each further line claims what a seat gets at least,
and lists the turns by which it does, in the order in which :class:`tablier.solve.strategy.Strategy` walks.
"""

from __future__ import annotations

from collections.abc import Collection

from tablier.errors import InvalidOption
from tablier.position import Position
from tablier.solve.solver import Solver


def certificate(solver: Solver, position: Position, seats: Collection[int] = (0, 1)) -> str:
    """The certificate of the result of a position under perfect play.

    Args:
        solver: it finds the turns; the more positions its table holds, the sooner.
        position: a position of the solver's game between turns, with its moves from the start.
        seats: those for which something is claimed.

    Raises:
        InvalidOption: the position is of another game, within a turn, at the end, or a view; or it is solved ply by
            ply; or none of the seats gets anything.
    """
    if position.viewer is not None:
        raise InvalidOption("a view cannot be certified; give the whole position")
    if not position.movers:
        raise InvalidOption("the game is over: its result needs no proof")
    rewards = solver.value(position)
    assert rewards, "without a limit the solver answers"
    claimed = {seat: least for seat, least in enumerate(rewards) if least > 0 and seat in seats}
    if not claimed:
        raise InvalidOption(f"there is nothing to certify: the position is lost for seat {min(seats)}")
    lines = [f"tablier certificate 2: {position.game.name}", f"position: {position.diagram()}"]
    for seat, least in claimed.items():
        lines.append(f"seat {seat} gets at least {least:g}: {' '.join(solver.strategy(position, seat, least))}")
    return "\n".join(lines) + "\n"

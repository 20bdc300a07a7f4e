"""What a submission leads to: the win shares after it, and the best answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tablier.analysis.questions import Searched, Steps, Study
from tablier.analysis.results import NODES, analysis_of, shares_after
from tablier.core.seats import CHANCE
from tablier.moves import Move
from tablier.position import Position


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a submission leads to, by what its seat knew before it.

    Attributes:
        win_shares: the expected share of the win of every seat after it, from 0 to 1 each and 1 in all.
        reply: the plies that are expected after it, up to the first turn of another seat; they begin with the likeliest
            draws where chance is to move. None where something is hidden: the best answer depends on what others know.
    """

    win_shares: tuple[float, ...]
    reply: tuple[Move, ...]


def refutation(
    view: Position,
    moves: Sequence[Move],
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
) -> Steps[Refutation]:
    """Search what follows a submission; half of the limits are for the win shares, half for the answer.

    Args:
        view: what the seat sees before it.
        moves: the plies of the submission, at least one.
        seconds: wall-clock time; ``iterations`` are simulations. At least one of both is given.
        iterations: see ``seconds``.
        seed: of all random numbers.

    Raises:
        IllegalMove: a ply breaks a rule.
    """
    limits = (None if seconds is None else seconds / 2, None if iterations is None else iterations // 2)
    win_shares = yield from shares_after(view, moves, *limits, seed)
    if view.game.info.hidden:
        return Refutation(win_shares, ())
    reply = yield from _reply(view, moves, *limits, seed)
    return Refutation(win_shares, reply)


def _reply(
    view: Position, moves: Sequence[Move], seconds: float | None, iterations: int | None, seed: int
) -> Steps[tuple[Move, ...]]:
    position = view.copy()
    for move in moves:
        position.push(move)
    begun = position.ply
    while CHANCE in position.movers:
        position.push(_likeliest_draw(position))
    draws = position.since(begun)
    if not position.movers:
        return draws
    seat = position.movers[0]
    seen = position.view(seat)
    searched: Searched = yield Study(seen, seat, seconds, iterations, 1, seed, NODES)
    line = analysis_of(seen, seat, searched).best_moves[0].line
    return (*draws, *_through_answer(line, moves[0].seat))


def _likeliest_draw(position: Position) -> Move:
    draws = zip(position.odds(), position.moves(CHANCE), strict=True)
    return max(draws, key=lambda draw: draw[0])[1]


def _through_answer(line: Sequence[Move], seat: int) -> list[Move]:
    """The plies of a line up to the end of the first turn of another seat."""
    plies = list[Move]()
    for mover, turn in groupby(line, key=lambda move: move.seat):
        plies += turn
        if mover != seat:
            break
    return plies

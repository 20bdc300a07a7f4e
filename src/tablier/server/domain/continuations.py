"""Continues finished games: a player takes a seat at a position of one and tries again, against bots.

What was hidden there stays hidden from the player. Later draws of chance are new ones.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec

from tablier.server.domain.analysis import AnalysisBoard
from tablier.server.domain.draws import new_seed
from tablier.server.domain.events import Continued, Event
from tablier.server.domain.imports import submissions
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.message_base import AllTried, ShortText
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now
from tablier.server.tokens import digest, new_id


class Continuation(msgspec.Struct, forbid_unknown_fields=True):
    """Play on as ``seat`` after ``event`` events of a finished game and the ``moves`` of an analysis.

    ``level`` is that of the bots at all other seats.
    """

    event: Annotated[int, msgspec.Meta(ge=0)]
    seat: int
    level: int
    moves: AllTried = []
    name: ShortText = ""


def table(
    state: TableState, wanted: Continuation, levels: Collection[int], browser: int, *, watch: str = ""
) -> tuple[TableRow, list[Event]]:
    """The table that continues a game, and the events with which its log begins.

    Args:
        state: the finished game.
        wanted: where to play on, and how.
        levels: the levels of the game's bots.
        browser: the number of the browser that plays on.
        watch: the token to watch; empty if the table's id is enough.

    Raises:
        Problem: the game goes on, it ends at this position, a move is not legal, or the seat, the level or the name
            is invalid.
    """
    if not state.over:
        raise Problem(Refusal.GAME_NOT_OVER)
    if wanted.seat not in range(len(state.row.seats)):
        raise Problem(Refusal.BAD_SEATS, count=len(state.row.seats))
    if wanted.level not in levels:
        raise Problem(Refusal.NO_SUCH_LEVEL, level=wanted.level)
    board = AnalysisBoard()
    board.cost(state, wanted.event, wanted.moves)
    position, _ = board.play(state, wanted.event, wanted.moves)
    if not position.movers:
        raise Problem(Refusal.GAME_OVER)
    person = SeatRow(name=clean_name(wanted.name), browser_id=browser)
    row = TableRow(
        id=new_id(),
        game=state.row.game,
        rules_version=state.row.rules_version,
        options=state.row.options,
        seats=tuple(person if n == wanted.seat else SeatRow(level=wanted.level) for n in range(position.seats)),
        at=now(),
        seed=new_seed(),
        watch=digest(watch) if watch else None,
        start=state.row.start,
    )
    return row, [
        Event(row.id, n, f"continued:{n}", moves[0].seat, Continued(tuple(move.text for move in moves)), row.at)
        for n, moves in enumerate(submissions(position), 1)
    ]

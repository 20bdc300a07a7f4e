"""Rematches: the table that follows a finished game once all people have offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tablier.commit_reveal import SCHEME
from tablier.core.seats import CHANCE
from tablier.server.domain import replacement
from tablier.server.domain.draws import new_seed
from tablier.server.domain.events import ClockSet, Event
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.timestamps import now
from tablier.server.tokens import digest, new_id, new_token


def table(
    state: TableState, levels: Iterable[int], erased: Collection[int] = ()
) -> tuple[TableRow, Event | None] | None:
    """The table of a rematch and the first event of its log, if it has one.

    ``None`` unless all people have offered, or if the rematch exists.

    Args:
        state: the finished game.
        levels: the levels of the game's bots.
        erased: the seats whose browsers were erased.
    """
    seats = _seats(state, levels, erased)
    humans = {n for n, seat in enumerate(seats) if not seat.level}
    if state.row.rematch or not humans or not humans <= set(state.rematch_offers):
        return None
    row = replace(
        state.row,
        id=new_id(),
        seats=(*seats[1:], seats[0]),
        at=now(),
        seed=new_seed(),
        draw_scheme=SCHEME,
        rematch_of=state.row.id,
        rematch=None,
        watch=state.row.watch and digest(new_token()),
        open=False,
        shared=False,
        start=None,
    )
    control = state.clock.control if state.clock else None
    return row, clock_event(row, control.text, control.out) if control else None


def clock_event(row: TableRow, time: str, out: str) -> Event:
    """The event with which the log of a table with a clock begins."""
    return Event(row.id, 1, "clock", CHANCE, ClockSet(time, out), row.at)


def _seats(state: TableState, levels: Iterable[int], erased: Collection[int]) -> list[SeatRow]:
    """The seats of a rematch: bots stay, and one comes in place of an erased browser.

    Free seats would stay free: their links are shown to the maker of a table, and a rematch has none.
    """
    bot = replacement.level(levels)
    return [
        SeatRow(level=bot)
        if bot and n in erased and not seat.level
        else replace(seat, token=None, name="" if n in state.replacements else seat.name)
        for n, seat in enumerate(state.seats)
    ]

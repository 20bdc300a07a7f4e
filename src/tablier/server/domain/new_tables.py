"""New tables, and the list of a browser's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Literal

import msgspec

from tablier.catalogue.info import GameInfo
from tablier.errors import InvalidOption
from tablier.scene.model import Message
from tablier.server.domain import projections
from tablier.server.domain.draws import new_seed
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.domain.state import TableState
from tablier.server.message_base import ShortText
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now
from tablier.server.tokens import digest, new_id


class WantedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: for its creator, for a friend invited by link, or for a bot."""

    kind: Literal["me", "friend", "bot"]
    level: int = 0
    name: ShortText = ""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A new table."""

    game: ShortText
    seats: Annotated[list[WantedSeat], msgspec.Meta(min_length=1, max_length=6)]
    options: dict[ShortText, int | bool | ShortText] = {}
    clock: ShortText = ""
    """The name of one of the game's clocks; none by default."""
    open: bool = False
    """List it in the lobby, where everybody may sit down or watch; otherwise both need links."""
    hints: bool = False
    """Whether people who play each other may ask for hints; one person against bots always may."""


class Link(msgspec.Struct):
    """A free seat, and the token that gives it to one browser."""

    seat: int
    token: str


class MadeTable(msgspec.Struct):
    """A table that has been made."""

    id: str
    links: list[Link]
    watch: str = ""
    """The token to watch a private table."""
    invite: str = ""
    """The token that gives the next free seat, as long as there is one."""


class RecentTable(msgspec.Struct):
    """An entry of a browser's list of tables. ``updated`` is in milliseconds since 1970.

    ``names`` are those of the opponents, or of all people where several play in this browser; ``levels`` those of bots.
    ``nameless`` are the seats of opponents without a name, ``free`` those that nobody has taken.
    A ``broken`` table is stored on a device and cannot be read.
    """

    id: str
    game: str
    names: list[str]
    status: Message
    your_turn: bool
    over: bool
    updated: int
    levels: list[int] = []
    nameless: list[int] = []
    free: list[int] = []
    broken: bool = False


def check(wanted: NewTable, info: GameInfo, levels: Collection[int]) -> None:
    """Check that such a table can be made. ``levels`` are those of the game's bots.

    Raises:
        Problem: an option, the clock, the number of seats, a level or a name is invalid.
    """
    try:
        info.choose(wanted.options)
    except InvalidOption as error:
        raise Problem(Refusal.BAD_OPTION, detail=str(error)) from error
    if wanted.clock and wanted.clock not in info.clocks:
        raise Problem(Refusal.NO_SUCH_CLOCK)
    if len(wanted.seats) not in info.seats:
        raise Problem(Refusal.BAD_SEATS, count=len(wanted.seats))
    for seat in wanted.seats:
        clean_name(seat.name)
        if (seat.kind == "bot" and seat.level not in levels) or (seat.kind != "bot" and seat.level):
            raise Problem(Refusal.NO_SUCH_LEVEL, level=seat.level)


def row(
    wanted: NewTable, info: GameInfo, browser: int, tokens: Mapping[int, str] = {}, *, watch: str = "", invite: str = ""
) -> TableRow:
    """The row of a table that has passed :func:`check`.

    Args:
        wanted: the table.
        info: its game.
        browser: the number of the browser that makes it.
        tokens: the tokens that give free seats, by seat.
        watch: the token to watch; empty if the table's id is enough.
        invite: the token that gives the next free seat; empty for none.
    """
    seats = tuple(
        SeatRow(
            level=seat.level,
            name=clean_name(seat.name),
            browser_id=browser if seat.kind == "me" else None,
            token=digest(tokens[n]) if n in tokens else None,
        )
        for n, seat in enumerate(wanted.seats)
    )
    return TableRow(
        id=new_id(),
        game=wanted.game,
        rules_version=info.rules_version,
        options=info.choose(wanted.options),
        seats=seats,
        at=now(),
        seed=new_seed(),
        watch=digest(watch) if watch else None,
        open=wanted.open,
        hints=wanted.hints,
        invite=digest(invite) if invite else None,
    )


def recent(state: TableState, browser: int | None) -> RecentTable:
    """A table as an entry of a browser's list."""
    mine = state.held_by(browser)
    people = {n: seat for n, seat in enumerate(state.row.seats) if not seat.level and not seat.name and n not in mine}
    return RecentTable(
        id=state.row.id,
        game=state.row.game,
        names=[seat.name for n, seat in enumerate(state.row.seats) if mine != [n]],
        levels=[seat.level for seat in state.row.seats if seat.level],
        nameless=[n for n, seat in people.items() if seat.browser_id is not None],
        free=[n for n, seat in people.items() if seat.browser_id is None and not state.row.imported],
        status=projections.view(state, state.reader(mine)).status,
        your_turn=not state.over and any(seat in state.position.movers for seat in mine),
        over=state.over,
        updated=state.events[-1].at if state.events else state.row.at,
    )

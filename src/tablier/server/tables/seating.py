"""Makes tables, gives seats to browsers, and lists a browser's tables."""

from __future__ import annotations

from functools import partial

import msgspec
import structlog

from tablier.catalogue.info import Value
from tablier.server.bus import Bus
from tablier.server.db.table_store import TableStore
from tablier.server.domain import new_tables, projections, rematch, seat_choice
from tablier.server.domain.new_tables import Link, MadeTable, NewTable, RecentTable
from tablier.server.messages import Seat
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.tables.library import Library
from tablier.server.tokens import digest, new_token

logger = structlog.get_logger()

RECENT = 20


class Invitation(msgspec.Struct):
    """What the holder of a link to a seat may know before sitting down. ``host`` is the name of the first player."""

    game: str
    options: dict[str, Value]
    seats: list[Seat]
    host: str
    clock: str
    """As at :class:`tablier.server.messages.Table`."""
    out: str
    hints: bool
    """Whether players may ask for hints."""


class Seating:
    """Makes tables and seats browsers."""

    def __init__(self, tables: TableStore, library: Library, cache: TableCache, bus: Bus, bots: BotFactory) -> None:
        self._tables = tables
        self._library = library
        self._cache = cache
        self._bus = bus
        self._bot_factory = bots

    def check(self, wanted: NewTable) -> None:
        """Check that such a table can be made.

        Raises:
            Problem: the game, an option, the number of seats, a level or a name is invalid, or the game is not ready.
        """
        info = self._library.info(wanted.game)
        new_tables.check(wanted, info, {level.level for level in self._bot_factory.levels(wanted.game)})
        self._library.game(wanted.game)

    async def make(self, wanted: NewTable, browser: int) -> MadeTable:
        """Make a table that has passed :meth:`check`."""
        info = self._library.info(wanted.game)
        tokens = {n: new_token() for n, seat in enumerate(wanted.seats) if seat.kind == "friend"}
        watch = "" if wanted.open else new_token()
        invite = new_token() if tokens else ""
        table = new_tables.row(wanted, info, browser, tokens, watch=watch, invite=invite)
        clock = info.clocks.get(wanted.clock)
        await self._tables.add(table, [rematch.clock_event(table, clock.time, clock.out)] if clock else ())
        await self._tables.add_watcher(table.id, browser)
        logger.info("table.made", table=table.id, game=table.game)
        self._bus.wake(table.id)
        return MadeTable(table.id, [Link(n, token) for n, token in tokens.items()], watch, invite)

    async def check_claim(self, table_id: str, token: str, name: str, browser: int | None, *, also: bool) -> None:
        """Check that a token can give ``browser`` a seat; guessing a token then stores no browser.

        Raises:
            Problem: as :meth:`claim`.
        """
        clean_name(name)
        seat_choice.by_link(await self._tables.get(table_id), digest(token), browser, also=also)

    async def invitation(self, table_id: str, token: str, browser: int | None) -> Invitation:
        """What a token's holder may know of the table.

        Raises:
            Problem: the token gives this browser no seat of the table.
        """
        seat_choice.by_link(await self._tables.get(table_id), digest(token), browser, also=True)
        state = await self._cache.state(table_id)
        control = state.clock.control if state.clock else None
        seats = projections.seats(state, ())
        return Invitation(
            game=state.row.game,
            options=state.row.options,
            seats=seats,
            host=next((seat.name for seat in seats if seat.kind == "human"), ""),
            clock=control.text if control else "",
            out=control.out if control else "",
            hints=state.hints,
        )

    async def claim(self, table_id: str, token: str, browser: int, name: str, *, also: bool) -> int:
        """Give a browser the seat of a token, or the next free one; it may repeat this.

        Raises:
            Problem: the token is not of this table, another browser has redeemed it, the name is invalid, no seat is
                free, or the browser has another seat and does not want this one ``also``.
        """
        choose = partial(seat_choice.by_link, token=digest(token), browser=browser, also=also)
        seat = await self._tables.sit(table_id, browser, clean_name(name), choose)
        logger.info("seat.claimed", table=table_id, seat=seat)
        self._bus.wake(table_id)
        return seat

    async def fill(self, table_id: str, browser: int | None, level: int) -> None:
        """Give all free seats to bots, for a player of the table.

        Raises:
            Problem: the table is unknown, the browser has no seat there, or there is no such level.
        """
        state = await self._cache.state(table_id)
        if not state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if level not in {known.level for known in self._bot_factory.levels(state.row.game)}:
            raise Problem(Refusal.NO_SUCH_LEVEL, level=level)
        filled = await self._tables.fill(table_id, level)
        logger.info("seats.filled", table=table_id, seats=filled, level=level)
        self._bus.wake(table_id)

    async def rename(self, table_id: str, seat: int, browser: int | None, name: str) -> str:
        """Change the name shown at a seat of the browser.

        Raises:
            Problem: the table is unknown, the seat is not the browser's, or the name is invalid.
        """
        state = await self._cache.state(table_id)
        if seat not in state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        name = clean_name(name)
        await self._tables.rename(table_id, seat, name)
        self._bus.wake(table_id)
        return name

    async def recent(self, browser: int | None) -> list[RecentTable]:
        """The tables at which a browser has sat down, the latest first, as far as their games are ready."""
        found: list[RecentTable] = []
        for table_id in [] if browser is None else await self._tables.recent(browser, RECENT):
            try:
                state = await self._cache.state(table_id)
            except Problem as problem:
                logger.info("table.unlisted", table=table_id, why=str(problem))
                continue
            found.append(new_tables.recent(state, browser))
        return found

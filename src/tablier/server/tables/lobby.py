"""The lobby: open tables that wait for players."""

from __future__ import annotations

from functools import partial

import msgspec
import structlog

from tablier.catalogue.info import Value
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.table_store import TableStore
from tablier.server.domain import projections, seat_choice
from tablier.server.messages import Seat
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.cache import TableCache
from tablier.server.tables.presence import Presence
from tablier.server.timestamps import milliseconds, now

logger = structlog.get_logger()

MOST = 50
"""The greatest number of tables listed."""


class OpenTable(msgspec.Struct):
    """A table of the lobby. ``at`` is when it was made, in milliseconds since 1970."""

    id: str
    game: str
    options: dict[str, Value]
    seats: list[Seat]
    at: int
    clock: str
    """As at :class:`tablier.server.messages.Table`."""
    out: str
    hints: bool
    """Whether players may ask for hints."""
    mine: bool
    """Whether the browser has a seat there."""


class Lobby:
    """Lists open tables until all seats are taken, a player closes them, or they are too old."""

    def __init__(self, config: Config, tables: TableStore, cache: TableCache, bus: Bus, presence: Presence) -> None:
        self._config = config
        self._tables = tables
        self._cache = cache
        self._bus = bus
        self._presence = presence

    async def list(self, browser: int | None) -> list[OpenTable]:
        """The open tables: first those with a player present, then the latest."""
        found: list[OpenTable] = []
        for table_id in await self._tables.open_tables(now() - milliseconds(self._config.lobby_age), MOST):
            try:
                state = await self._cache.state(table_id)
            except Problem:  # its game is not ready, or has new rules
                continue
            if not state.waiting_for_players or state.over:
                continue
            here = {n for n, seat in enumerate(state.seats) if self._is_here(table_id, seat.browser_id)}
            row = state.row
            seats = projections.seats(state, here)
            control = state.clock.control if state.clock else None
            clock = (control.text, control.out) if control else ("", "")
            mine = bool(state.held_by(browser))
            found.append(OpenTable(row.id, row.game, row.options, seats, row.at, *clock, state.hints, mine))
        return sorted(found, key=lambda table: not any(seat.here for seat in table.seats))

    async def check_join(self, table_id: str, name: str, browser: int | None) -> None:
        """Check that a browser can sit down with this name, or has a seat there.

        Raises:
            Problem: the table is unknown, closed or full, or the name is invalid.
        """
        clean_name(name)
        seat_choice.in_lobby((await self._cache.state(table_id)).row, browser)

    async def join(self, table_id: str, browser: int, name: str) -> int:
        """Give the first free seat to a browser, which may repeat it.

        Raises:
            Problem: the table is closed or full, or the name is invalid.
        """
        choose = partial(seat_choice.in_lobby, browser=browser)
        seat = await self._tables.sit(table_id, browser, clean_name(name), choose)
        logger.info("seat.joined", table=table_id, seat=seat)
        self._bus.wake(table_id)
        return seat

    async def close(self, table_id: str, browser: int | None) -> None:
        """Take a table out of the lobby: its free seats then need links.

        Raises:
            Problem: the table is unknown, or the browser has no seat there.
        """
        state = await self._cache.state(table_id)
        if not state.held_by(browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        await self._tables.update(table_id, open=False)
        self._bus.wake(table_id)

    def _is_here(self, table_id: str, browser: int | None) -> bool:
        return browser is not None and self._presence.is_connected(table_id, browser)

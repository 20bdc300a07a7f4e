"""Describes a table for everybody: its seats, who is connected, and the number of spectators."""

from __future__ import annotations

from functools import partial

from tablier.server.domain import projections
from tablier.server.domain.stage_cache import StageCache
from tablier.server.messages import Table
from tablier.server.tables.cache import CachedTable
from tablier.server.tables.library import Library
from tablier.server.tables.presence import Presence


class TableDescriber:
    """Describes tables; a description is reused until the next wake-up."""

    def __init__(self, presence: Presence, library: Library, stage_cache: StageCache) -> None:
        self._presence = presence
        self._library = library
        self._stage_cache = stage_cache

    def describe(self, table: CachedTable) -> Table:
        """The description of a table."""
        if table.description is None:
            state, presence = table.state, self._presence
            holders = {n: seat.browser_id for n, seat in enumerate(state.seats) if seat.browser_id is not None}
            here = frozenset(n for n, browser in holders.items() if presence.is_connected(state.row.id, browser))
            players = {seat.browser_id for seat in state.row.seats}  # bots may have taken some seats
            watching = presence.watching(state.row.id, players)
            thinks = partial(self._library.can_think, state.row.game)
            preparing = [n for n, seat in enumerate(state.seats) if seat.level and not thinks(seat.level)]
            stage = self._stage_cache.address(state.position)
            search = self._library.search_folder(state.row.game)
            table.description = projections.table(state, stage, here, watching, preparing, search)
        return table.description

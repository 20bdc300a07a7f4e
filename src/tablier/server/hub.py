"""Everything that a server process holds, put together once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog

from tablier.server import tell
from tablier.server.bots import Bots, Seated
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.identity import Identities
from tablier.server.keeper import Keeper
from tablier.server.library import Library
from tablier.server.limits import Budgets, Places
from tablier.server.log import Log
from tablier.server.messages import Table
from tablier.server.notify import SharedBus
from tablier.server.play import Play
from tablier.server.problem import Problem
from tablier.server.rooms import Room, Rooms
from tablier.server.shared import At, Present
from tablier.server.stages import Stages
from tablier.server.store import Store
from tablier.server.tables import Tables

logger = structlog.get_logger()

EXCHANGE = 2.0
"""Seconds between exchanges of who is connected, with the other processes."""
SOCKETS_PER_BROWSER = 5
"""At one table: a player with more tabs than this has left some open by mistake."""


class Presence:
    """Which browsers are connected to which tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._elsewhere: frozenset[At] = frozenset()
        self._sockets: Counter[tuple[str, int | None]] = Counter()

    @contextmanager
    def at(self, table: str, browser: int | None) -> Iterator[None]:
        """Count a socket while it is open."""
        self._count(table, browser, 1)
        try:
            yield
        finally:
            self._count(table, browser, -1)

    def here(self, table: str, browser: int | None) -> bool:
        """Whether a browser has a socket open at a table."""
        return self._sockets[table, browser] > 0 or (table, browser) in self._elsewhere

    async def exchange(self, others: Present) -> None:
        """Tell the other processes, again and again, who is connected here, and hear who is connected there."""
        while True:
            here = frozenset((table, browser) for table, browser in self._sockets if browser is not None)
            try:
                elsewhere = await others.exchange(here)
            except Problem as problem:
                logger.info("presence.unknown", why=str(problem))
            else:
                changed, self._elsewhere = self._elsewhere ^ elsewhere, elsewhere
                for table in {table for table, _ in changed}:
                    self._bus.here(table)
            await asyncio.sleep(EXCHANGE)

    def _count(self, table: str, browser: int | None, by: int) -> None:
        before = self._sockets[table, browser]
        self._sockets[table, browser] += by
        if not self._sockets[table, browser]:
            del self._sockets[table, browser]
        if browser is not None and bool(before) != bool(before + by):
            self._bus.wake(table)


class Hub:
    """The parts of a running server. Made by :func:`open_hub`."""

    def __init__(self, config: Config, store: Store, library: Library, bots: Bots) -> None:
        self.config = config
        self.store = store
        self.library = library
        self.bots = bots
        self.bus = SharedBus(store) if store.shared else Bus()
        self.log = Log(store)
        self.rooms = Rooms(store, library, self.bus)
        self.play = Play(store, self.log, self.rooms, self.bus, bots)
        self.tables = Tables(store, library, self.rooms, self.bus, bots)
        self.stages = Stages(library)
        self.identities = Identities(store, secure=config.secure)
        self.presence = Presence(self.bus)
        self.seated = Seated(store, library, self.rooms, self.bus, bots, self.play.submit)
        self.keeper = Keeper(self.rooms, self.bus, self.play)
        self.budgets = Budgets(config.per_address)
        self.places = Places(SOCKETS_PER_BROWSER)
        """Sockets open, by table and browser."""

    def table(self, room: Room) -> Table:
        """A table as everybody may know it."""
        seats = enumerate(room.seats)
        here = {
            n for n, seat in seats if seat.browser_id is not None and self.presence.here(room.row.id, seat.browser_id)
        }
        return tell.table(room, self.stages.address(room.position), frozenset(here))


@asynccontextmanager
async def open_hub(config: Config, library: Library, bots: Bots) -> AsyncIterator[Hub]:
    """A running hub; what was accepted is written before it closes.

    Raises:
        StoreError: the database cannot be used.
    """
    store = await Store.open(config.data, config.database)
    hub = Hub(config, store, library, bots)
    exchange: asyncio.Task[None] | None = None
    try:
        hub.log.start()
        library.start()
        if config.bots:
            hub.seated.start()
        hub.bus.start()
        exchange = asyncio.create_task(hub.presence.exchange(Present(store))) if store.shared else exchange
        yield hub
    finally:
        if exchange is not None:
            exchange.cancel()
        library.stop()
        await hub.keeper.stop()
        await hub.seated.stop()
        await hub.log.stop()
        await hub.bus.stop()
        await store.close()

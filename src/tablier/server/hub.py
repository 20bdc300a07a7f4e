"""Everything that a server process holds, put together once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tablier.server import tell
from tablier.server.bots import Bots, Seated
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.identity import Identities
from tablier.server.library import Library
from tablier.server.limits import Budgets, Places
from tablier.server.log import Log
from tablier.server.messages import Table
from tablier.server.play import Play
from tablier.server.rooms import Room, Rooms
from tablier.server.stages import Stages
from tablier.server.store import Store
from tablier.server.tables import Tables

SOCKETS_PER_BROWSER = 5
"""At one table: a player with more tabs than this has left some open by mistake."""


class Presence:
    """Which browsers are connected to which tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
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
        return self._sockets[table, browser] > 0

    def _count(self, table: str, browser: int | None, by: int) -> None:
        before = self.here(table, browser)
        self._sockets[table, browser] += by
        if not self._sockets[table, browser]:
            del self._sockets[table, browser]
        if browser is not None and before != self.here(table, browser):
            self._bus.wake(table)


class Hub:
    """The parts of a running server. Made by :func:`open_hub`."""

    def __init__(self, config: Config, store: Store, library: Library, bots: Bots) -> None:
        self.config = config
        self.store = store
        self.library = library
        self.bots = bots
        self.bus = Bus()
        self.log = Log(store)
        self.rooms = Rooms(store, library, self.bus)
        self.play = Play(store, self.log, self.rooms, self.bus, bots)
        self.tables = Tables(store, library, self.rooms, self.bus, bots)
        self.stages = Stages(library)
        self.identities = Identities(store, secure=config.secure)
        self.presence = Presence(self.bus)
        self.seated = Seated(store, library, self.rooms, self.bus, bots, self.play.submit)
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
    try:
        hub.log.start()
        library.start()
        hub.seated.start()
        yield hub
    finally:
        library.stop()
        await hub.seated.stop()
        await hub.log.stop()
        await store.close()

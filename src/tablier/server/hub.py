"""Everything that a server process holds, put together once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tablier.server import chat, tell
from tablier.server.bots import Bots, Seated
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.identity import Identities
from tablier.server.keeper import Keeper
from tablier.server.library import Library
from tablier.server.limits import Buckets, Budgets, Places
from tablier.server.links import Links
from tablier.server.lobby import Lobby
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
        self._sockets: dict[str, Counter[int | None]] = {}

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
        return self._sockets.get(table, Counter())[browser] > 0

    def watching(self, table: str, seated: set[int | None]) -> int:
        """How many are at a table beside those who sit there; each socket of an unknown browser counts as one."""
        sockets = self._sockets.get(table, Counter())
        return sum(n if browser is None else 1 for browser, n in sockets.items() if browser not in seated)

    def _count(self, table: str, browser: int | None, by: int) -> None:
        before = self.here(table, browser)
        sockets = self._sockets.setdefault(table, Counter())
        sockets[browser] += by
        if not sockets[browser]:
            del sockets[browser]
        if not sockets:
            del self._sockets[table]
        if browser is None or before != self.here(table, browser):
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
        self.presence = Presence(self.bus)
        self.play = Play(store, self.log, self.rooms, self.bus, bots)
        self.tables = Tables(store, library, self.rooms, self.bus, bots)
        self.lobby = Lobby(store, self.rooms, self.bus, self.presence)
        self.links = Links(store, self.rooms, self.bus)
        self.stages = Stages(library)
        self.identities = Identities(store, secure=config.secure)
        self.seated = Seated(store, library, self.rooms, self.bus, bots, self.play.submit)
        self.keeper = Keeper(self.rooms, self.bus, self.play)
        self.budgets = Budgets(config.per_address)
        self.places = Places(SOCKETS_PER_BROWSER)
        """Sockets open, by table and browser."""
        self.talk = Buckets(chat.RATE, chat.BURST)
        """Lines of the chat, by table and browser."""

    def table(self, room: Room) -> Table:
        """A table as everybody may know it."""
        holders = {n: seat.browser_id for n, seat in enumerate(room.seats) if seat.browser_id is not None}
        here = frozenset(n for n, browser in holders.items() if self.presence.here(room.row.id, browser))
        watching = self.presence.watching(room.row.id, set(holders.values()))
        return tell.table(room, self.stages.address(room.position), here, watching)


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
        await hub.keeper.stop()
        await hub.seated.stop()
        await hub.log.stop()
        await store.close()

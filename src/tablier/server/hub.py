"""Everything that a server process holds, put together once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial

import structlog

from tablier.server import chat, tell
from tablier.server.bots import Bots, Seated
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.identity import Identities
from tablier.server.imports import Imports
from tablier.server.keeper import Keeper
from tablier.server.library import Library
from tablier.server.limits import Buckets, Budgets, Places
from tablier.server.links import Links
from tablier.server.lobby import Lobby
from tablier.server.log import Log
from tablier.server.messages import Table
from tablier.server.notify import SharedBus
from tablier.server.play import Play
from tablier.server.rooms import Room, Rooms
from tablier.server.shared import At, Present
from tablier.server.stages import Stages
from tablier.server.store import Store
from tablier.server.tables import Tables
from tablier.server.uptime import Uptime

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
        return self._sockets.get(table, Counter())[browser] > 0 or (table, browser) in self._elsewhere

    @property
    def sockets(self) -> int:
        """How many sockets are open in this process."""
        return sum(browsers.total() for browsers in self._sockets.values())

    def watching(self, table: str, seated: set[int | None]) -> int:
        """How many are at a table beside those who sit there; each socket of an unknown browser counts as one."""
        sockets = self._sockets.get(table, Counter())
        return sum(n if browser is None else 1 for browser, n in sockets.items() if browser not in seated)

    async def exchange(self, others: Present) -> None:
        """Tell the other processes, again and again, who is connected here, and hear who is connected there."""
        while True:
            here = frozenset((table, who) for table, browsers in self._sockets.items() for who in browsers if who)
            try:
                elsewhere = await others.exchange(here)
            except Exception as error:  # whatever it was, the next exchange may succeed
                logger.warning("presence.unknown", why=str(error))
            else:
                changed, self._elsewhere = self._elsewhere ^ elsewhere, elsewhere
                for table in {table for table, _ in changed}:
                    self._bus.here(table)
            await asyncio.sleep(EXCHANGE)

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
        self.bus = SharedBus(store) if store.shared else Bus()
        self.log = Log(store)
        self.rooms = Rooms(store, library, self.bus)
        self.presence = Presence(self.bus)
        self.play = Play(store, self.log, self.rooms, self.bus, bots)
        self.tables = Tables(store, library, self.rooms, self.bus, bots)
        self.lobby = Lobby(store, self.rooms, self.bus, self.presence)
        self.links = Links(store, self.rooms, self.bus)
        self.imports = Imports(store, library)
        self.stages = Stages(library)
        self.identities = Identities(store, secure=config.secure)
        self.seated = Seated(store, library, self.rooms, self.bus, bots, partial(self.play.submit, bot=True))
        self.uptime = Uptime(store)
        self.keeper = Keeper(store, library, self.rooms, self.bus, self.play, self.uptime)
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
    exchange: asyncio.Task[None] | None = None
    try:
        hub.log.start()
        library.start()
        if config.bots:
            hub.seated.start()
        await hub.keeper.start()
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

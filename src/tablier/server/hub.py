"""Everything that a server process holds, put together once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from tablier.server.api.pictures import Pictures
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.event_writer import Log
from tablier.server.db.notify import SharedBus
from tablier.server.db.presence_store import Present
from tablier.server.db.store import Store
from tablier.server.db.uptime import Uptime
from tablier.server.identity import Identities
from tablier.server.limits import Buckets, Budgets, Places
from tablier.server.messages import Table
from tablier.server.tables import chat, projections
from tablier.server.tables.access_links import Links
from tablier.server.tables.bots import Bots
from tablier.server.tables.imports import Imports
from tablier.server.tables.library import Library
from tablier.server.tables.lobby import Lobby
from tablier.server.tables.presence import Presence
from tablier.server.tables.seating import Tables
from tablier.server.tables.stage_cache import Stages
from tablier.server.tables.state import Room, Rooms
from tablier.server.tables.submissions import Play
from tablier.server.workers.bot_runner import Seated
from tablier.server.workers.scheduler import Keeper
from tablier.server.ws.send_timeout import Patience

SOCKETS_PER_BROWSER = 5
"""At one table: a player with more tabs than this has left some open by mistake."""


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
        self.pictures = Pictures()
        self.identities = Identities(store, secure=config.secure)
        self.seated = Seated(store, library, self.rooms, self.bus, bots, partial(self.play.submit, bot=True))
        self.uptime = Uptime(store)
        self.keeper = Keeper(store, library, self.rooms, self.bus, self.play, self.uptime)
        self.budgets = Budgets(config.per_address)
        self.patience = Patience()
        self.places = Places(SOCKETS_PER_BROWSER)
        """Sockets open, by table and browser."""
        self.talk = Buckets(chat.RATE, chat.BURST)
        """Lines of the chat, by table and browser."""

    def table(self, room: Room) -> Table:
        """A table as everybody may know it: the same until the next wake-up."""
        if room.shown is not None and room.shown[0] == room.wakes:
            return room.shown[1]
        holders = {n: seat.browser_id for n, seat in enumerate(room.seats) if seat.browser_id is not None}
        here = frozenset(n for n, browser in holders.items() if self.presence.here(room.row.id, browser))
        watching = self.presence.watching(room.row.id, set(holders.values()))
        table = projections.table(room, self.stages.address(room.position), here, watching)
        room.shown = room.wakes, table
        return table


@asynccontextmanager
async def open_hub(config: Config, library: Library, bots: Bots) -> AsyncIterator[Hub]:
    """A running hub; what was accepted is written before it closes.

    Raises:
        StoreError: the database cannot be used.
    """
    store = await Store.open(config.data, config.database)
    hub = Hub(config, store, library, bots)
    tasks = [asyncio.create_task(hub.patience.watch())]
    try:
        hub.log.start()
        library.start()
        if config.bots:
            hub.seated.start()
        await hub.keeper.start()
        hub.bus.start()
        if store.shared:
            tasks.append(asyncio.create_task(hub.presence.exchange(Present(store))))
        yield hub
    finally:
        for task in tasks:
            task.cancel()
        library.stop()
        await hub.keeper.stop()
        await hub.seated.stop()
        await hub.log.stop()
        await hub.bus.stop()
        await store.close()

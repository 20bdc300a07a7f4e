"""Everything that a server process holds, put together once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from tablier.server.api.pictures import Pictures
from tablier.server.bus import Bus
from tablier.server.config import Config
from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.database import Database, PostgreSQLDatabase, open_database
from tablier.server.db.event_store import EventStore
from tablier.server.db.event_writer import EventWriter
from tablier.server.db.leases import Leases
from tablier.server.db.notify import SharedBus
from tablier.server.db.presence_store import PresenceStore
from tablier.server.db.table_store import TableStore
from tablier.server.db.uptime import Uptime
from tablier.server.domain import projections
from tablier.server.identity import Identities
from tablier.server.limits import ClientLimits, ConcurrencyLimit, RateLimiter
from tablier.server.messages import Table
from tablier.server.tables import chat
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import CachedTable, TableCache
from tablier.server.tables.imports import RecordImporter
from tablier.server.tables.library import Library
from tablier.server.tables.lobby import Lobby
from tablier.server.tables.presence import Presence
from tablier.server.tables.seating import Seating
from tablier.server.tables.stage_cache import StageCache
from tablier.server.tables.submissions import Submissions
from tablier.server.workers.bot_runner import BotRunner
from tablier.server.workers.scheduler import Scheduler
from tablier.server.ws.send_timeout import SendTimeouts

SOCKETS_PER_BROWSER = 5
"""At one table: a player with more tabs than this has left some open by mistake."""


class Hub:
    """The parts of a running server. Made by :func:`open_hub`."""

    def __init__(self, config: Config, database: Database, library: Library, bots: BotFactory) -> None:
        self.config = config
        self.database = database
        self.browsers = BrowserStore(database)
        self.table_store = TableStore(database)
        self.event_store = EventStore(database)
        self.library = library
        self.bot_factory = bots
        self.bus = SharedBus(database) if isinstance(database, PostgreSQLDatabase) else Bus()
        self.event_writer = EventWriter(self.event_store)
        self.cache = TableCache(self.table_store, self.event_store, library, self.bus)
        self.presence = Presence(self.bus)
        self.submissions = Submissions(self.table_store, self.browsers, self.event_writer, self.cache, self.bus, bots)
        self.seating = Seating(self.table_store, library, self.cache, self.bus, bots)
        self.lobby = Lobby(self.table_store, self.cache, self.bus, self.presence)
        self.access_links = AccessLinks(self.table_store, self.cache, self.bus)
        self.record_importer = RecordImporter(self.table_store, self.event_store, library)
        self.stage_cache = StageCache(library)
        self.pictures = Pictures()
        self.identities = Identities(self.browsers, secure=config.secure)
        leases = Leases(database) if database.shared else None
        self.bot_runner = BotRunner(
            self.table_store, leases, library, self.cache, self.bus, bots, partial(self.submissions.submit, bot=True)
        )
        self.uptime = Uptime(database)
        self.scheduler = Scheduler(self.table_store, library, self.cache, self.bus, self.submissions, self.uptime)
        self.client_limits = ClientLimits(config.per_address)
        self.send_timeouts = SendTimeouts()
        self.browser_sockets = ConcurrencyLimit(SOCKETS_PER_BROWSER)
        """Sockets open, by table and browser."""
        self.chat_limits = RateLimiter(chat.RATE, chat.BURST)
        """Lines of the chat, by table and browser."""

    def describe(self, table: CachedTable) -> Table:
        """A table as everybody may know it: the same until the next wake-up."""
        if table.description is not None:
            return table.description
        state = table.state
        holders = {n: seat.browser_id for n, seat in enumerate(state.seats) if seat.browser_id is not None}
        here = frozenset(n for n, browser in holders.items() if self.presence.is_connected(state.row.id, browser))
        watching = self.presence.watching(state.row.id, set(holders.values()))
        table.description = projections.table(state, self.stage_cache.address(state.position), here, watching)
        return table.description


@asynccontextmanager
async def open_hub(config: Config, library: Library, bots: BotFactory) -> AsyncIterator[Hub]:
    """A running hub; what was accepted is written before it closes.

    Raises:
        StoreError: the database cannot be used.
    """
    database = await open_database(config.data, config.database)
    hub = Hub(config, database, library, bots)
    tasks = [asyncio.create_task(hub.send_timeouts.watch())]
    try:
        hub.event_writer.start()
        library.start()
        if config.bots:
            hub.bot_runner.start()
        await hub.scheduler.start()
        hub.bus.start()
        if database.shared:
            tasks.append(asyncio.create_task(hub.presence.exchange(PresenceStore(database))))
        yield hub
    finally:
        for task in tasks:
            task.cancel()
        library.stop()
        await hub.scheduler.stop()
        await hub.bot_runner.stop()
        await hub.event_writer.stop()
        await hub.bus.stop()
        await database.close()

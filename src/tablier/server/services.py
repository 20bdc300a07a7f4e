"""The services of a server process, built once. Route handlers get those that they name, by dependency injection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from msgspec.structs import astuple

from tablier.server.api.identity import Identities
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
from tablier.server.domain.exercises import Exercises
from tablier.server.domain.stage_cache import StageCache
from tablier.server.limits import ClientLimits, ConcurrencyLimit, RateLimiter
from tablier.server.tables.access_links import AccessLinks
from tablier.server.tables.bots import BotFactory
from tablier.server.tables.cache import TableCache
from tablier.server.tables.continuations import Continuations
from tablier.server.tables.description import TableDescriber
from tablier.server.tables.imports import RecordImporter
from tablier.server.tables.library import Library
from tablier.server.tables.lobby import Lobby
from tablier.server.tables.personal_data import PersonalData
from tablier.server.tables.presence import Presence
from tablier.server.tables.record_queue import RecordQueue
from tablier.server.tables.seating import Seating
from tablier.server.tables.submissions import Submissions
from tablier.server.timestamps import milliseconds
from tablier.server.workers.analysis_runner import AnalysisRunner
from tablier.server.workers.bot_runner import BotRunner
from tablier.server.workers.scheduler import Scheduler
from tablier.server.ws.connection import Connections
from tablier.server.ws.send_timeout import SendTimeouts


@dataclass(frozen=True)
class Services:
    """All services. Only what starts or injects them uses this class; a service gets those it needs."""

    config: Config
    library: Library
    bot_factory: BotFactory
    database: Database
    bus: Bus
    browser_store: BrowserStore
    table_store: TableStore
    event_store: EventStore
    event_writer: EventWriter
    cache: TableCache
    presence: Presence
    submissions: Submissions
    seating: Seating
    lobby: Lobby
    access_links: AccessLinks
    record_queue: RecordQueue
    record_importer: RecordImporter
    continuations: Continuations
    personal_data: PersonalData
    stage_cache: StageCache
    exercises: Exercises
    pictures: Pictures
    identities: Identities
    client_limits: ClientLimits
    send_timeouts: SendTimeouts
    connections: Connections
    bot_runner: BotRunner
    analysis_runner: AnalysisRunner
    uptime: Uptime
    scheduler: Scheduler


def build(config: Config, database: Database, library: Library, bot_factory: BotFactory) -> Services:
    """Build the services; none is started."""
    bus = SharedBus(database) if isinstance(database, PostgreSQLDatabase) else Bus()
    browsers, tables, events = BrowserStore(database), TableStore(database), EventStore(database)
    writer = EventWriter(events, config.write_retries)
    cache = TableCache(tables, library, bus, config.tables_in_memory)
    presence = Presence(bus)
    submissions = Submissions(tables, browsers, writer, cache, bus, bot_factory)
    access_links = AccessLinks(tables, cache, bus)
    record_queue = RecordQueue(config)
    stage_cache = StageCache(library)
    uptime = Uptime(database, milliseconds(config.heartbeat))
    client_limits = ClientLimits(config.per_address)
    send_timeouts = SendTimeouts(config.send_timeout)
    leases = Leases(database, milliseconds(config.lease)) if database.shared else None
    bot_runner = BotRunner(config, tables, leases, library, cache, bus, bot_factory, submissions)
    analysis_runner = AnalysisRunner(config, bot_runner)
    return Services(
        config=config,
        library=library,
        bot_factory=bot_factory,
        database=database,
        bus=bus,
        browser_store=browsers,
        table_store=tables,
        event_store=events,
        event_writer=writer,
        cache=cache,
        presence=presence,
        submissions=submissions,
        seating=Seating(tables, library, cache, bus, bot_factory),
        lobby=Lobby(config, tables, cache, bus, presence),
        access_links=access_links,
        record_queue=record_queue,
        record_importer=RecordImporter(config, tables, events, library, record_queue),
        continuations=Continuations(tables, bus, bot_factory),
        personal_data=PersonalData(browsers, tables, presence, bus, submissions),
        stage_cache=stage_cache,
        exercises=Exercises(library, stage_cache),
        pictures=Pictures(config.picture_timeout),
        identities=Identities(browsers, secure=config.secure),
        client_limits=client_limits,
        send_timeouts=send_timeouts,
        connections=Connections(
            config=config,
            bus=bus,
            presence=presence,
            cache=cache,
            describer=TableDescriber(presence, library, stage_cache),
            access_links=access_links,
            library=library,
            submissions=submissions,
            analysis_runner=analysis_runner,
            chat_limits=RateLimiter(*astuple(config.chat_rate)),
            per_browser=ConcurrencyLimit(config.sockets_per_browser),
            uptime=uptime,
            send_timeouts=send_timeouts,
        ),
        bot_runner=bot_runner,
        analysis_runner=analysis_runner,
        uptime=uptime,
        scheduler=Scheduler(config, tables, library, cache, bus, submissions, uptime),
    )


@asynccontextmanager
async def running(config: Config, library: Library, bot_factory: BotFactory) -> AsyncIterator[Services]:
    """Running services; what was accepted is written before they stop.

    With a shared database, bots and clocks wait for the games to be loaded: other processes keep them until then.

    Raises:
        StoreError: the database cannot be used.
    """
    database = await open_database(config.data, config.database)
    services = build(config, database, library, bot_factory)
    tasks = [asyncio.create_task(services.send_timeouts.watch())]
    try:
        services.event_writer.start()
        library.start()
        if database.shared:
            await library.wait_all_compiled(config.loading)
        if config.bots:
            services.bot_runner.start()
        await services.scheduler.start()
        services.bus.start()
        if database.shared:
            others = PresenceStore(database, milliseconds(config.presence_expiry))
            tasks.append(asyncio.create_task(services.presence.exchange(others, config.presence_exchange)))
        yield services
    finally:
        for task in tasks:
            task.cancel()
        library.stop()
        await services.scheduler.stop()
        await services.bot_runner.stop()
        services.analysis_runner.stop()
        await services.event_writer.stop()
        await services.bus.stop()
        await database.close()

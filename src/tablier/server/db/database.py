"""The connection to the database: a SQLite file by default, PostgreSQL by address.

What reads or writes is an ordinary function of a SQLAlchemy connection; :meth:`Database.read` and
:meth:`Database.write` run it in a transaction without blocking the event loop.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, DisconnectionError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tablier.server.db.address import parse_url
from tablier.server.db.errors import StoreError, Unavailable
from tablier.server.db.migrations import upgrade

FILE = "tablier.sqlite3"
READERS = 4
"""Threads that read from SQLite; a single one writes."""
BUSY_TIMEOUT = 3.0
"""Seconds for which a write waits for a database that another process has locked."""
CONNECT_TIMEOUT, COMMAND_TIMEOUT = 5.0, 10.0
"""Timeouts of a PostgreSQL that does not answer, in seconds."""
CONNECTIONS, FREE_TIMEOUT = 8, 10.0
"""Connections to PostgreSQL for queries, and the seconds for which a query waits until one is free."""
CHANNEL = "tablier"
"""PostgreSQL's channel for wake-ups: ``process:table``, or ``process/log:table`` where only the log has grown."""
LOG = "log"
"""Marks a wake-up whose sender has changed nothing but the log."""
# The rows are $1, the wake-ups $2. PostgreSQL sends the wake-ups because they are counted.
_INSERT_AND_WAKE = f"""
with inserted as ({{insert}} returning 1),
woken as (
    select pg_notify('{CHANNEL}', message) from unnest(cast($2 as text[])) message where exists (select from inserted)
)
select (select count(*) from inserted), (select count(*) from woken)
"""
MIGRATION_LOCK = 0x7AB11E6
"""The key of PostgreSQL's advisory lock for migrations."""

T = TypeVar("T")


class Database(ABC):
    """A database.

    Raises:
        Unavailable: raised by reading and writing when the database does not answer.
    """

    shared: bool
    """Whether several server processes may use it."""
    option: str
    """The command-line option that selects another database."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.process = secrets.token_hex(8)
        """Identifies this server process in rows of the database."""
        _translate_errors(engine)

    @abstractmethod
    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a function that only reads."""

    @abstractmethod
    async def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a function that writes, in one transaction: committed when this returns."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""

    @abstractmethod
    def insert(self, table: sa.Table) -> Any:
        """The dialect's own ``insert``, which has ``on_conflict_do_nothing``."""

    @abstractmethod
    async def insert_rows(self, statement: str, rows: str, wake: Iterable[str]) -> int:
        """Insert rows by a statement of the dialect; returns how many were inserted, and are committed.

        Args:
            statement: its only parameter is ``rows``.
            rows: a JSON array.
            wake: the tables whose logs grow; the other processes are woken for them.
        """

    @abstractmethod
    def notify(self, connection: sa.Connection, tables: Iterable[str]) -> None:
        """Wake the other processes when the transaction is committed."""

    @abstractmethod
    def lock_migrations(self, connection: sa.Connection) -> None:
        """Let one process at a time run migrations."""

    @property
    def location(self) -> str:
        """Where the database is, without a password."""
        return str(self.engine.url)

    async def ping(self) -> None:
        """Fail if the database does not answer."""
        await self.read(lambda connection: connection.execute(sa.select(1)))


class SQLiteDatabase(Database):
    """A SQLite file. One thread writes, with one connection; others read."""

    shared = False
    option = "another folder with --data"

    def __init__(self, folder: Path) -> None:
        super().__init__(sa.create_engine(f"sqlite:///{folder / FILE}"))
        _configure_sqlite(self.engine)
        self._connection: sa.Connection | None = None
        self._timeout = BUSY_TIMEOUT
        """The busy timeout of that connection, in seconds."""
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a function that only reads, in a reader thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a function that writes, in the writer thread."""
        deadline = monotonic() + BUSY_TIMEOUT

        def run() -> T:
            connection = self._writing(deadline)
            with connection.begin():
                return change(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    async def insert_rows(self, statement: str, rows: str, wake: Iterable[str]) -> int:
        """Insert rows, in the writer thread. There is no other process to wake.

        A single statement is its own transaction, and the driver runs it in half the time that SQLAlchemy takes: for
        each step the thread has to wait for the interpreter.
        """
        deadline = monotonic() + BUSY_TIMEOUT

        def run() -> int:
            driver: sqlite3.Connection = self._writing(deadline).connection.driver_connection  # type: ignore[assignment]
            try:
                return driver.execute(statement, (rows,)).rowcount
            except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError):
                raise
            except sqlite3.Error as error:  # as _translate_errors does
                raise Unavailable(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    def _writing(self, deadline: float) -> sa.Connection:
        """The connection that writes, which waits for a lock until then."""
        if self._connection is None:
            self._connection = self.engine.connect().execution_options(writes=True)
        self._wait_until(deadline, self._connection)
        return self._connection

    def _wait_until(self, deadline: float, connection: sa.Connection) -> None:
        """Wait for a lock no longer than this: behind writes that waited for it, too, little time may be left."""
        timeout = round(max(0.0, deadline - monotonic()), 1)
        if timeout != self._timeout:
            cursor = connection.connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout={timeout * 1000:.0f}")
            cursor.close()
            self._timeout = timeout

    async def close(self) -> None:
        """Finish pending writes, then close all connections."""
        self._writer.shutdown()
        self._readers.shutdown()
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()

    def insert(self, table: sa.Table) -> Any:
        """SQLite's ``insert``."""
        return sqlite.insert(table)

    def notify(self, connection: sa.Connection, tables: Iterable[str]) -> None:
        """There is no other process."""

    def lock_migrations(self, connection: sa.Connection) -> None:
        """The transaction holds the lock already, unless the file is read-only: then this first write fails."""
        connection.exec_driver_sql("PRAGMA user_version = 0")

    @property
    def location(self) -> str:
        """The path of the file."""
        return str(self.engine.url.database)


class PostgreSQLDatabase(Database):
    """A PostgreSQL database, which several server processes may share."""

    shared = True
    option = "another database with --database"

    def __init__(self, url: str) -> None:
        address = parse_url(url)

        async def connect(*arguments: Any, **options: Any) -> Any:
            import asyncpg

            try:
                return await asyncpg.connect(*arguments, **options)
            except OSError as error:
                raise Unavailable(f"{address.host or 'PostgreSQL'} does not answer: {error}") from error

        self._engine = create_async_engine(
            address,
            pool_size=CONNECTIONS + 1,  # one listens
            max_overflow=0,
            connect_args={
                "async_creator_fn": connect,
                "timeout": CONNECT_TIMEOUT,
                "command_timeout": COMMAND_TIMEOUT,
                "server_settings": {"lock_timeout": f"{BUSY_TIMEOUT}s"},
            },
        )
        self._free = asyncio.Semaphore(CONNECTIONS)
        # A statement is a transaction of its own, and takes one message each way.
        self._autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        super().__init__(self._engine.sync_engine)
        _discard_closed(self.engine)

    def connect(self) -> AsyncConnection:
        """A connection of one's own, to listen on."""
        return self._engine.connect()

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a function that only reads."""
        async with self._turn(), self._autocommit.connect() as connection:
            return await connection.run_sync(query)

    async def write(self, change: Callable[[sa.Connection], T]) -> T:
        """Run a function that writes."""
        async with self._turn(), self._engine.begin() as connection:
            return await connection.run_sync(change)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait for a free connection in order of arrival, which SQLAlchemy's pool does not keep."""
        try:
            async with asyncio.timeout(FREE_TIMEOUT):
                await self._free.acquire()
        except TimeoutError as error:
            raise Unavailable(f"all connections to PostgreSQL are in use for {FREE_TIMEOUT:.0f} s") from error
        try:
            yield
        finally:
            self._free.release()

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    async def insert_rows(self, statement: str, rows: str, wake: Iterable[str]) -> int:
        """Insert rows, and wake the other processes if any was inserted.

        One statement does both: a transaction of several takes three times as long.
        """
        query, messages = _INSERT_AND_WAKE.format(insert=statement), [f"{self.process}/{LOG}:{table}" for table in wake]
        async with self._turn(), self._autocommit.connect() as connection:
            result = await connection.exec_driver_sql(query, (rows, messages))
            return int(result.one()[0])

    def insert(self, table: sa.Table) -> Any:
        """PostgreSQL's ``insert``."""
        return postgresql.insert(table)

    def notify(self, connection: sa.Connection, tables: Iterable[str]) -> None:
        """Wake the other processes when the transaction is committed."""
        messages = sa.func.unnest(sa.literal([f"{self.process}:{table}" for table in tables], sa.ARRAY(sa.Text)))
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, messages.column_valued())))

    def lock_migrations(self, connection: sa.Connection) -> None:
        """Make other processes wait; they then find nothing to migrate."""
        connection.execute(sa.text("set local lock_timeout = 0"))
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))

    @property
    def location(self) -> str:
        """The address of the database, without its password."""
        return str(self.engine.url.set(drivername="postgresql").difference_update_query(["password"]))


def connect(folder: Path, url: str = "") -> Database:
    """The database at ``url``, or the SQLite file in ``folder``, which is created if missing.

    Raises:
        StoreError: the folder cannot be written, or the address cannot be used.
    """
    if url:
        return PostgreSQLDatabase(url)
    with using(folder):
        return SQLiteDatabase(folder)


@contextmanager
def using(folder: Path) -> Iterator[None]:
    """Create a data folder if it is missing, and say so where it cannot be used.

    Raises:
        StoreError: the folder cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # seeds of games and chat
        yield
    except OSError as error:
        raise StoreError(
            f"cannot use the data folder {folder} ({error.strerror}); choose another with --data"
        ) from error


async def open_database(folder: Path, url: str = "") -> Database:
    """Connect to a database and run the migrations that it lacks.

    Raises:
        StoreError: the database cannot be used, or was made by a newer version.
    """
    database = connect(folder, url)

    def migrate(connection: sa.Connection) -> None:
        database.lock_migrations(connection)
        upgrade(connection)

    try:
        await database.write(migrate)
    except (Unavailable, DBAPIError) as error:
        await database.close()
        why = error.orig if isinstance(error, DBAPIError) else error
        remedy = "" if url else "restore a backup if it is damaged, check its owner and mode, or "
        raise StoreError(f"cannot use {database.location} ({why}); {remedy}choose {database.option}") from error
    except BaseException:
        await database.close()
        raise
    return database


def _translate_errors(engine: sa.Engine) -> None:
    """Raise :class:`Unavailable` for errors that are not due to the statement."""

    @sa.event.listens_for(engine, "handle_error")
    def translate(context: sa.engine.ExceptionContext) -> None:
        error = context.original_exception
        if isinstance(context.sqlalchemy_exception, (IntegrityError, ProgrammingError, DataError)):
            return
        if isinstance(context.sqlalchemy_exception, DBAPIError) or isinstance(error, OSError):
            raise Unavailable(str(error) or type(error).__name__) from error


def _discard_closed(engine: sa.Engine) -> None:
    """Connect again where the database has closed a connection, as at its restart; to ask it each time costs more."""

    @sa.event.listens_for(engine, "checkout")
    def check(connection: Any, _record: object, _proxy: object) -> None:
        if connection.driver_connection.is_closed():
            raise DisconnectionError("the database has closed the connection")


def _configure_sqlite(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below
        cursor = connection.cursor()
        busy = f"busy_timeout={BUSY_TIMEOUT * 1000:.0f}"
        for pragma in (busy, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # A writer takes the lock at once: after a read it could fail halfway.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

"""Which database it is, and how its connections behave: a SQLite file by default, PostgreSQL by address."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tablier.errors import TablierError
from tablier.server.problem import Problem

FILE = "tablier.sqlite3"
POSTGRESQL = {"postgres", "postgresql", "postgresql+asyncpg"}
CONNECT_TIMEOUT, COMMAND_TIMEOUT = 5.0, 10.0
"""Seconds after which PostgreSQL is taken not to answer."""


class StoreError(TablierError):
    """The database cannot be opened, read or written; the message says what would help."""


class Unavailable(StoreError, Problem):
    """The database does not answer now, is busy for too long, or has no room; nothing changed."""

    def __init__(self, why: str) -> None:
        Problem.__init__(self, 503, "failed", "refused-storage")
        self.args = (why,)


def open_engine(folder: Path, url: str = "") -> AsyncEngine:
    """Connections to the database at ``url``, or to the SQLite file in ``folder``, which is made if missing.

    Whatever keeps the database from answering is raised as :class:`Unavailable`.

    Raises:
        StoreError: the folder cannot be written, or the address cannot be used.
    """
    engine = _postgresql(url) if url else _sqlite(folder)
    _translate(engine.sync_engine)
    return engine


def direct(engine: AsyncEngine) -> sa.Engine:
    """The same SQLite file for a thread of one's own, where a transaction takes no turns with the event loop."""
    same = sa.create_engine(engine.url.set(drivername="sqlite"))
    _behave(same)
    _translate(same)
    return same


def _translate(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "handle_error")
    def translate(context: sa.engine.ExceptionContext) -> None:
        error = context.original_exception
        mistakes = (IntegrityError, ProgrammingError, DataError)  # of the statement, not of the database
        if isinstance(context.sqlalchemy_exception, mistakes):
            return
        if isinstance(context.sqlalchemy_exception, DBAPIError) or isinstance(error, OSError):
            raise Unavailable(str(error) or type(error).__name__) from error


def place(engine: AsyncEngine) -> str:
    """Where the database is, without its password, and the option that names another one."""
    url = engine.url
    return str(url.database) if engine.dialect.name == "sqlite" else str(url.set(drivername="postgresql"))


def option(engine: AsyncEngine) -> str:
    """The option with which another database is chosen."""
    return "another folder with --data" if engine.dialect.name == "sqlite" else "another database with --database"


def _postgresql(url: str) -> AsyncEngine:
    try:
        address = sa.make_url(url)
    except ArgumentError:
        # The address may hold a password: it is not repeated.
        raise StoreError("--database is no address; write it like postgresql://user:password@host/name") from None
    if address.drivername not in POSTGRESQL:
        raise StoreError(
            f"--database cannot use {address.drivername}; write it like postgresql://user:password@host/name, "
            "or name a folder for SQLite with --data"
        )
    if find_spec("asyncpg") is None:
        raise StoreError("PostgreSQL needs asyncpg; install it with: pip install 'tablier[postgres]'")

    async def connect(*arguments: Any, **options: Any) -> Any:
        import asyncpg

        try:
            return await asyncpg.connect(*arguments, **options)
        except OSError as error:
            raise Unavailable(f"{address.host or 'PostgreSQL'} does not answer: {error}") from error

    return create_async_engine(
        address.set(drivername="postgresql+asyncpg"),
        pool_size=8,
        max_overflow=8,
        pool_pre_ping=True,  # the database may have been restarted since
        connect_args={"async_creator_fn": connect, "timeout": CONNECT_TIMEOUT, "command_timeout": COMMAND_TIMEOUT},
    )


def _sqlite(folder: Path) -> AsyncEngine:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot use the data folder {folder} ({error.strerror}); choose another with --data"
        ) from error
    engine = create_async_engine(f"sqlite+aiosqlite:///{folder / FILE}")
    _behave(engine.sync_engine)
    return engine


def _behave(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        cursor = connection.cursor()
        for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

"""The database: tables and their seats, browsers, and the log of events. All SQL is here."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablier.fair import SCHEME, Fair, Scheme
from tablier.server.db import database
from tablier.server.db.database import StoreError, Unavailable

Kind = Literal["submit", "resign", "rematch", "nonce", "draw", "undo", "clock", "flag", "vote", "return", "chat"]

CHANNEL = "tablier"
"""PostgreSQL's channel for wake-ups: ``process:table``."""
MIGRATIONS = 0x7AB11E6
"""The number of PostgreSQL's lock under which migrations run."""
NEVER = 0
"""When a browser was first seen that nobody has: who was erased has left its seats to it."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
browser = sa.Table(
    "browser",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("secret", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("rematch_of", sa.String(32), sa.ForeignKey("game_table.id"), unique=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.LargeBinary(32), nullable=False, server_default=""),
    sa.Column("watch", sa.LargeBinary(32)),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("fair", sa.JSON(none_as_null=True)),
    sa.Column("draw_scheme", sa.Integer, nullable=False, server_default="1"),
)
seat = sa.Table(
    "seat",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("browser_id", sa.Integer, sa.ForeignKey("browser.id"), index=True),
    sa.Column("token", sa.LargeBinary(32), unique=True),
    sa.Column("recovery", sa.LargeBinary(32)),
)
watcher = sa.Table(
    "watcher",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("browser_id", sa.Integer, sa.ForeignKey("browser.id"), primary_key=True),
)
event = sa.Table(
    "event",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("plies", sa.JSON, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table_id", "key"),
)


_later = game_table.alias()
_with_rematch = (  # made once: that takes longer than to ask
    sa.select(game_table, _later.c.id.label("rematch"))
    .outerjoin(_later, _later.c.rematch_of == game_table.c.id)
    .where(game_table.c.id == sa.bindparam("id"))
)


_rows = sa.func.json_each(sa.bindparam("rows", type_=sa.LargeBinary)).table_valued("value")
_columns = [sa.func.json_extract(_rows.c.value, f"$[{n}]") for n, _ in enumerate(event.c)]
_insert_all = (  # one step for SQLite, however many rows: each step gives up the interpreter's lock and waits for it
    sqlite.insert(event).from_select(list(event.c), sa.select(*_columns).where(sa.true())).on_conflict_do_nothing()
)
_encode = msgspec.json.Encoder().encode


class Event(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: a submission, accepted whole. ``seq`` counts from 1 in each table, ``at`` is in ms.

    ``plies`` of a resignation or a flag are none if it ended the game, or the level of the bot that plays on; of a vote
    the seat it is about, and the level if the bot sits down; of an ``undo`` or a ``clock`` they begin with a word; of a
    chat line they are its text.
    """

    table_id: str
    seq: int
    key: str
    kind: Kind
    seat: int
    plies: tuple[str, ...]
    at: int


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat: a bot of ``level``, the holder of ``browser_id``, or nobody yet."""

    level: int = 0
    name: str = ""
    browser_id: int | None = None
    token: bytes | None = None
    recovery: bytes | None = None
    """Hash of the token that moves the seat to another browser; its :func:`redeemed` one when it has."""


class TableRow(msgspec.Struct, frozen=True):
    """A table, without its log. ``seed`` is a secret; ``rematch`` is the id of the table that continues it.

    ``watch`` is the hash of the token that lets somebody watch; ``None`` if anybody with the table's id may. An
    ``open`` table is listed in the lobby. The game of a ``shared`` one may be looked at by everybody once it is over.
    An ``imported`` one holds a record: nobody plays there, and its log has the draws of chance, too; ``fair`` is what
    the record says that they follow from. ``draw_scheme`` is how the table's own draws follow from its seed.
    """

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[SeatRow, ...]
    at: int
    seed: bytes
    rematch_of: str | None = None
    rematch: str | None = None
    watch: bytes | None = None
    open: bool = False
    shared: bool = False
    imported: bool = False
    fair: Fair | None = None
    draw_scheme: Scheme = SCHEME


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def redeemed(token: bytes) -> bytes:
    """What is kept of a token, told as its hash, that has been used up: it is good for whoever used it alone."""
    return sha256(token).digest()


class Store:
    """One database. Writers take the write lock at once, so that none fails halfway for having read first."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)
        self.shared = engine.dialect.name == "postgresql"
        """Whether other processes may use it too."""
        self._direct = None if self.shared else database.direct(engine).execution_options(writes=True)
        """SQLite for the thread that appends events, and its connection, which stays open once it is."""
        self._connection: sa.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self.name = secrets.token_hex(8)
        """This process among them."""

    @classmethod
    async def open(cls, folder: Path, url: str = "") -> Store:
        """Open the database at ``url``, or the SQLite file in ``folder``, made if missing, and bring it up to date.

        Raises:
            StoreError: the database cannot be used, or was made by a newer version.
        """
        engine = database.open_engine(folder, url)
        store = cls(engine)
        try:
            await store.migrate()
        except (Unavailable, DBAPIError) as error:
            await store.close()
            why = error.orig if isinstance(error, DBAPIError) else error
            raise StoreError(
                f"cannot use {database.place(engine)} ({why}); choose {database.option(engine)}"
            ) from error
        except BaseException:
            await store.close()
            raise
        return store

    async def migrate(self) -> None:
        """Run the migrations. A lock makes a second process wait and then find nothing to do."""
        from tablier.server.db.migrations import upgrade

        async with self._writer.begin() as connection:
            if self.shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATIONS)))
            await connection.run_sync(upgrade)

    def connect(self) -> AsyncConnection:
        """A connection to read with."""
        return self._engine.connect()

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction to write in."""
        return self._writer.begin()

    async def notify(self, connection: AsyncConnection, tables: Iterable[str]) -> None:
        """Wake the other processes when the transaction is committed."""
        words = sa.func.unnest(sa.literal([f"{self.name}:{table}" for table in tables], sa.ARRAY(sa.Text)))
        await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, words.column_valued())))

    async def close(self) -> None:
        """Close all connections."""
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()
        if self._direct is not None:
            self._direct.dispose()
        await self._engine.dispose()

    async def ping(self) -> None:
        """Fail where the database does."""
        async with self._engine.connect() as connection:
            await connection.execute(sa.select(1))

    # Browsers

    async def add_browser(self, secret: bytes) -> int:
        """Remember a browser by the hash of its secret; returns its number."""
        async with self._writer.begin() as connection:
            row = await connection.execute(sa.insert(browser).values(secret=secret, at=now()).returning(browser.c.id))
            return int(row.scalar_one())

    async def browser(self, secret: bytes) -> int | None:
        """The number of the browser whose secret has this hash."""
        async with self._engine.connect() as connection:
            return (await connection.execute(sa.select(browser.c.id).where(browser.c.secret == secret))).scalar()

    async def kept(self, browser_id: int) -> tuple[int, list[tuple[Any, ...]], list[tuple[Any, ...]], list[str]]:
        """All that is kept of a browser.

        When it was first seen, its seats (table, game, number, name), its chat (table, seat, text, time), and the
        tables that it watches.
        """
        mine = seat.c.browser_id == browser_id
        seats = sa.select(seat.c.table_id, game_table.c.game, seat.c.seat, seat.c.name).join(game_table).where(mine)
        own = sa.and_(event.c.table_id == seat.c.table_id, event.c.seat == seat.c.seat, event.c.kind == "chat")
        said = sa.select(event.c.table_id, event.c.seat, event.c.plies, event.c.at).join(seat, own).where(mine)
        watched = sa.select(watcher.c.table_id).where(watcher.c.browser_id == browser_id)
        async with self._engine.connect() as connection:
            since = (await connection.execute(sa.select(browser.c.at).where(browser.c.id == browser_id))).scalar_one()
            sat = await connection.execute(seats.order_by(game_table.c.at, seat.c.seat))
            lines = await connection.execute(said.order_by(event.c.at))
            return (
                int(since),
                [tuple(row) for row in sat],
                [(row.table_id, row.seat, row.plies[0], row.at) for row in lines],
                list((await connection.execute(watched)).scalars()),
            )

    async def forget(self, browser_id: int, secret: bytes) -> list[str]:
        """Erase a browser, its names and links; returns the tables concerned.

        Its seats stay taken, by a browser that nobody has: ``secret`` must be the hash of what nobody knows. So what
        the old one has still open in any process holds no seat any more.
        """
        mine = seat.c.browser_id == browser_id
        async with self._writer.begin() as connection:
            tables = list((await connection.execute(sa.select(seat.c.table_id).where(mine).distinct())).scalars())
            row = await connection.execute(sa.insert(browser).values(secret=secret, at=NEVER).returning(browser.c.id))
            nobody = {"browser_id": row.scalar_one(), "name": "", "token": None, "recovery": None}
            await connection.execute(sa.update(seat).where(mine).values(nobody))
            await connection.execute(sa.delete(watcher).where(watcher.c.browser_id == browser_id))
            await connection.execute(sa.delete(browser).where(browser.c.id == browser_id))
        return tables

    async def erased(self, table_id: str) -> set[int]:
        """The seats of a table whose browsers have been erased: nobody holds them any more."""
        query = sa.select(seat.c.seat).join(browser).where(seat.c.table_id == table_id, browser.c.at == NEVER)
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    # Tables and seats

    async def add_table(self, table: TableRow, first: Event | None = None) -> bool:
        """Add a table with its seats, and the first event of its log if it has one.

        Returns ``False``, and nothing changes, when its rematch exists already.
        """
        values = {
            "id": table.id,
            "game": table.game,
            "rules_version": table.rules_version,
            "options": table.options,
            "rematch_of": table.rematch_of,
            "at": table.at,
            "seed": table.seed,
            "watch": table.watch,
            "open": table.open,
            "imported": table.imported,
            "fair": msgspec.to_builtins(table.fair),
            "draw_scheme": table.draw_scheme,
        }
        seats = [
            {
                "table_id": table.id,
                "seat": n,
                "level": s.level,
                "name": s.name,
                "browser_id": s.browser_id,
                "token": s.token,
            }
            for n, s in enumerate(table.seats)
        ]
        async with self._writer.begin() as connection:
            statement = self._insert(game_table).values(values).on_conflict_do_nothing(index_elements=["rematch_of"])
            if (await connection.execute(statement)).rowcount != 1:
                return False
            await connection.execute(sa.insert(seat), seats)
            if first is not None:
                await connection.execute(sa.insert(event).values(_row(first)))
            if table.rematch_of is not None:
                # A seat that a bot has taken over may still be somebody's who would like to see how it goes on.
                watched = sa.select(watcher.c.browser_id).where(watcher.c.table_id == table.rematch_of)
                sat = sa.select(seat.c.browser_id).join(browser).where(seat.c.table_id == table.rematch_of)
                both = watched.union(sat.where(browser.c.at != NEVER)).subquery()
                copied = sa.select(sa.literal(table.id), both.c.browser_id)
                await connection.execute(sa.insert(watcher).from_select(["table_id", "browser_id"], copied))
        return True

    async def table(self, table_id: str) -> TableRow | None:
        """A table as it is now."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(_with_rematch, {"id": table_id})).mappings().first()
            if row is None:
                return None
            rows = await connection.execute(sa.select(seat).where(seat.c.table_id == table_id).order_by(seat.c.seat))
            seats = tuple(SeatRow(s.level, s.name, s.browser_id, s.token, s.recovery) for s in rows)
        return TableRow(seats=seats, **{**row, "fair": msgspec.convert(row["fair"], Fair | None)})

    async def claim(self, table_id: str, token: bytes, browser_id: int, name: str) -> int | None:
        """Give the free seat of this token's hash to a browser; its holder may repeat it. Returns the seat."""
        mine = sa.and_(seat.c.table_id == table_id, seat.c.token == token)
        async with self._writer.begin() as connection:
            query = sa.select(seat.c.seat, seat.c.browser_id).where(mine).with_for_update()
            held = (await connection.execute(query)).first()
            if held is None or held.browser_id not in (None, browser_id):
                return None
            if held.browser_id is None:
                await connection.execute(sa.update(seat).where(mine).values(browser_id=browser_id, name=name))
            return int(held.seat)

    async def rename(self, table_id: str, number: int, name: str) -> None:
        """Change the name shown at a seat."""
        async with self._writer.begin() as connection:
            where = sa.and_(seat.c.table_id == table_id, seat.c.seat == number)
            await connection.execute(sa.update(seat).where(where).values(name=name))

    async def join(self, table_id: str, browser_id: int, name: str) -> int | None:
        """Give the first free seat of an open table to a browser; who sits there already may repeat it."""
        here = seat.c.table_id == table_id
        free = sa.and_(here, seat.c.level == 0, seat.c.browser_id.is_(None))
        open_ = sa.exists().where(game_table.c.id == table_id, game_table.c.open)
        async with self._writer.begin() as connection:
            held = await connection.execute(
                sa.select(sa.func.min(seat.c.seat)).where(here, seat.c.browser_id == browser_id)
            )
            if (mine := held.scalar()) is not None:
                return int(mine)
            while (
                number := (await connection.execute(sa.select(sa.func.min(seat.c.seat)).where(free))).scalar()
            ) is not None:
                sit = sa.update(seat).where(free, seat.c.seat == number, open_).values(browser_id=browser_id, name=name)
                if (await connection.execute(sit)).rowcount:
                    return int(number)
                if not (await connection.execute(sa.select(open_))).scalar():
                    break
        return None

    async def open_tables(self, since: int, limit: int) -> list[str]:
        """Ids of the tables of the lobby made after ``since`` (ms) that wait for somebody, the latest first."""
        free = sa.exists().where(seat.c.table_id == game_table.c.id, seat.c.level == 0, seat.c.browser_id.is_(None))
        query = (
            sa.select(game_table.c.id)
            .where(game_table.c.open, game_table.c.at >= since, free)
            .order_by(game_table.c.at.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def set_table(self, table_id: str, **values: Any) -> None:
        """Change columns of a table: ``watch``, ``open``, ``shared``."""
        async with self._writer.begin() as connection:
            await connection.execute(sa.update(game_table).where(game_table.c.id == table_id).values(values))

    async def add_watcher(self, table_id: str, browser_id: int) -> None:
        """Let a browser watch a table. Safe to repeat."""
        values = {"table_id": table_id, "browser_id": browser_id}
        async with self._writer.begin() as connection:
            await connection.execute(self._insert(watcher).values(values).on_conflict_do_nothing())

    async def admit(self, table_id: str, token: bytes, browser_id: int) -> bool:
        """Let a browser watch that knows the token of this hash, as long as that is the one. Safe to repeat."""
        # Locked, so that nobody is let in by a link that is withdrawn meanwhile.
        link = sa.select(game_table.c.watch).where(game_table.c.id == table_id).with_for_update(read=True)
        values = {"table_id": table_id, "browser_id": browser_id}
        async with self._writer.begin() as connection:
            if (await connection.execute(link)).scalar() not in (None, token):
                return False
            await connection.execute(self._insert(watcher).values(values).on_conflict_do_nothing())
        return True

    async def end_watching(self, table_id: str, token: bytes) -> None:
        """Replace the token to watch, told as its hash, and let nobody watch who came by an earlier one."""
        async with self._writer.begin() as connection:
            await connection.execute(sa.update(game_table).where(game_table.c.id == table_id).values(watch=token))
            await connection.execute(sa.delete(watcher).where(watcher.c.table_id == table_id))

    async def watches(self, table_id: str, browser_id: int) -> bool:
        """Whether a browser has come by the link to watch."""
        query = sa.select(watcher).where(watcher.c.table_id == table_id, watcher.c.browser_id == browser_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def set_recovery(self, table_id: str, number: int, token: bytes) -> None:
        """Replace the token, told as its hash, that moves a seat to another browser."""
        async with self._writer.begin() as connection:
            mine = sa.and_(seat.c.table_id == table_id, seat.c.seat == number)
            await connection.execute(sa.update(seat).where(mine).values(recovery=token))

    async def recover(self, table_id: str, token: bytes, browser_id: int) -> int | None:
        """Move the seat of this token's hash to a browser, which may repeat it. Returns the seat."""
        here, values = seat.c.table_id == table_id, {"browser_id": browser_id, "recovery": redeemed(token)}
        move = sa.update(seat).where(here, seat.c.recovery == token).values(values).returning(seat.c.seat)
        again = sa.select(seat.c.seat).where(here, *(seat.c[name] == value for name, value in values.items()))
        async with self._writer.begin() as connection:
            number = (await connection.execute(move)).scalar()
            if number is None:
                number = (await connection.execute(again)).scalar()
            return None if number is None else int(number)

    async def recent(self, browser_id: int, limit: int) -> list[str]:
        """Ids of the tables at which a browser sits, the latest event first."""
        latest = sa.select(sa.func.max(event.c.at)).where(event.c.table_id == game_table.c.id).scalar_subquery()
        sits = sa.select(seat.c.table_id).where(seat.c.browser_id == browser_id)
        query = (
            sa.select(game_table.c.id)
            .where(game_table.c.id.in_(sits))
            .order_by(sa.func.coalesce(latest, game_table.c.at).desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def with_offers(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables at which a rematch has been offered, and not come about."""
        offered = sa.exists().where(event.c.table_id == game_table.c.id, event.c.kind == "rematch")
        later = sa.exists().where(_later.c.rematch_of == game_table.c.id)
        query = sa.select(game_table.c.id).where(game_table.c.id.in_(tables), offered, ~later)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def with_bots(self, since: int, limit: int) -> list[str]:
        """Ids of the latest tables made after ``since`` (ms) at which a bot sits, or may have sat down."""
        taken_over = sa.select(event.c.table_id).where(event.c.kind.in_(("resign", "flag", "vote")))
        bots = sa.select(seat.c.table_id).where(seat.c.level > 0).union(taken_over)
        query = (
            sa.select(game_table.c.id)
            .where(game_table.c.id.in_(bots), game_table.c.at >= since)
            .order_by(game_table.c.at.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def with_clocks(self, since: int, limit: int) -> list[str]:
        """Ids of the latest tables with a clock made after ``since`` (ms)."""
        clocks = sa.select(event.c.table_id).where(event.c.kind == "clock")
        query = (
            sa.select(game_table.c.id)
            .where(game_table.c.id.in_(clocks), game_table.c.at >= since)
            .order_by(game_table.c.at.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # The log

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The events of a table that follow number ``after``."""
        query = sa.select(event).where(event.c.table_id == table_id, event.c.seq > after).order_by(event.c.seq)
        async with self._engine.connect() as connection:
            return [_event(row) for row in await connection.execute(query)]

    async def append(self, events: Sequence[Event]) -> list[Event | None]:
        """Add events in one transaction.

        Returns, for each: itself when it was added, the earlier event of the same key when it is a repetition, or
        ``None`` when another event has its number. Committed when this returns.
        """
        if self._direct is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._append, self._direct, events)
        statement = self._insert(event).on_conflict_do_nothing().returning(event.c.table_id, event.c.seq, event.c.key)
        async with self._writer.begin() as connection:
            # Given apart from the statement, so that this is compiled once, not for every number of rows.
            added = {tuple(row) for row in await connection.execute(statement, [_row(e) for e in events])}
            answers: list[Event | None] = []
            for e in events:
                fresh = (e.table_id, e.seq, e.key) in added
                answers.append(e if fresh else await self._by_key(connection, e.table_id, e.key))
            if added:
                await self.notify(connection, {table_id for table_id, _, _ in added})
        return answers

    def _append(self, engine: sa.Engine, events: Sequence[Event]) -> list[Event | None]:
        """Append to SQLite, in a thread of its own: a transaction that takes turns with the event loop is slow."""
        rows = [[getattr(e, column.name) for column in event.c] for e in events]
        connection = self._connection = self._connection or engine.connect()
        with connection.begin():
            if connection.execute(_insert_all, {"rows": _encode(rows)}).rowcount == len(events):
                return list(events)
            known = [connection.execute(_of_key(e.table_id, e.key)).first() for e in events]
        found = [None if row is None else _event(row) for row in known]
        return [e if e == there else there for e, there in zip(events, found, strict=True)]

    async def find(self, table_id: str, key: str) -> Event | None:
        """The event of this key."""
        async with self._engine.connect() as connection:
            return await self._by_key(connection, table_id, key)

    @staticmethod
    async def _by_key(connection: AsyncConnection, table_id: str, key: str) -> Event | None:
        row = (await connection.execute(_of_key(table_id, key))).first()
        return None if row is None else _event(row)

    def _insert(self, table: sa.Table) -> Any:
        """The dialect's own ``insert``: only that one knows ``on conflict do nothing``."""
        return (postgresql if self.shared else sqlite).insert(table)


def _of_key(table_id: str, key: str) -> sa.Select[Any]:
    return sa.select(event).where(event.c.table_id == table_id, event.c.key == key)


def _row(e: Event) -> dict[str, Any]:
    return msgspec.structs.asdict(e) | {"plies": list(e.plies)}


def _event(row: sa.Row[Any]) -> Event:
    return Event(row.table_id, row.seq, row.key, row.kind, row.seat, tuple(row.plies), row.at)

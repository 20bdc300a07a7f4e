"""Tables, their seats, and their spectators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from tablier.commit_reveal import Fair
from tablier.server.db.browser_store import ERASED
from tablier.server.db.database import Database
from tablier.server.db.event_rows import to_row
from tablier.server.db.event_store import events_after
from tablier.server.db.schema import browser, event, game_table, seat, watcher
from tablier.server.domain.events import Event
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.problem import Problem, Refusal

T = TypeVar("T")

_rematch = game_table.alias()
_table = (  # built once: building it takes longer than running it
    sa.select(game_table, _rematch.c.id.label("rematch"))
    .outerjoin(_rematch, _rematch.c.rematch_of == game_table.c.id)
    .where(game_table.c.id == sa.bindparam("id"))
)
_seats = sa.select(seat).where(seat.c.table_id == sa.bindparam("id")).order_by(seat.c.seat)


def redeemed(token: bytes) -> bytes:
    """What the database stores of a redeemed token, given its hash: only the redeeming browser may reuse it."""
    return sha256(token).digest()


class TableStore:
    """The tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table: TableRow, first: Sequence[Event] = ()) -> bool:
        """Add a table with its seats, and the ``first`` events of its log.

        Returns ``False``, and nothing changes, if it is the rematch of a table that has one already.
        """
        insert = self._database.insert(game_table).on_conflict_do_nothing(index_elements=["rematch_of"])

        def change(connection: sa.Connection) -> bool:
            if connection.execute(insert.values(_columns(table))).rowcount != 1:
                return False
            connection.execute(sa.insert(seat), _seat_columns(table))
            if first:
                connection.execute(sa.insert(event), [to_row(one) for one in first])
            if table.rematch_of is not None:
                _admit_to_rematch(connection, table)
            self._database.notify(connection, [table.id] if table.rematch_of is None else [table.id, table.rematch_of])
            return True

        return await self._database.write(change)

    async def get(self, table_id: str) -> TableRow | None:
        """A table as it is now."""
        return await self._database.read(lambda connection: _row(connection, table_id))

    async def changes(self, table_id: str, after: int, *, row: bool) -> tuple[TableRow | None, list[Event]]:
        """A table as it is now, if its ``row`` is wanted, and its events after number ``after``."""

        def query(connection: sa.Connection) -> tuple[TableRow | None, list[Event]]:
            return _row(connection, table_id) if row else None, events_after(connection, table_id, after)

        return await self._database.read(query)

    async def update(self, table_id: str, **values: Any) -> None:
        """Change columns of a table: ``watch``, ``open``, ``shared``."""
        await self._execute(table_id, sa.update(game_table).where(game_table.c.id == table_id).values(values))

    # Seats

    async def sit(self, table_id: str, browser_id: int, name: str, choose: Callable[[TableRow], int]) -> int:
        """Give a browser the seat that ``choose`` finds at the table as it is now; its holder may repeat it.

        Raises:
            Problem: there is no such table, or ``choose`` refuses.
        """

        def change(connection: sa.Connection) -> int:
            _lock_seats(connection, table_id)
            table = _row(connection, table_id)
            if table is None:
                raise Problem(Refusal.NO_TABLE)
            number = choose(table)
            if table.seats[number].browser_id is None:
                taken = sa.and_(seat.c.table_id == table_id, seat.c.seat == number)
                connection.execute(sa.update(seat).where(taken).values(browser_id=browser_id, name=name))
            return number

        return await self._change(table_id, change)

    async def fill(self, table_id: str, level: int) -> int:
        """Give all free seats to bots of a level; the seats' links expire. Returns the number of seats."""
        free = sa.and_(seat.c.table_id == table_id, seat.c.level == 0, seat.c.browser_id.is_(None))
        values = {"level": level, "name": "", "token": None}

        def change(connection: sa.Connection) -> int:
            _lock_seats(connection, table_id)
            return connection.execute(sa.update(seat).where(free).values(values)).rowcount

        return await self._change(table_id, change)

    async def rename(self, table_id: str, number: int, name: str) -> None:
        """Change the name shown at a seat."""
        where = sa.and_(seat.c.table_id == table_id, seat.c.seat == number)
        await self._execute(table_id, sa.update(seat).where(where).values(name=name))

    async def set_recovery(self, table_id: str, number: int, token: bytes) -> None:
        """Replace the hash of the token that moves a seat to another browser."""
        mine = sa.and_(seat.c.table_id == table_id, seat.c.seat == number)
        await self._execute(table_id, sa.update(seat).where(mine).values(recovery=token))

    async def recover(self, table_id: str, token: bytes, browser_id: int) -> int | None:
        """Move the seat of this token's hash to a browser, which may repeat it. Returns the seat."""
        here, values = seat.c.table_id == table_id, {"browser_id": browser_id, "recovery": redeemed(token)}
        move = sa.update(seat).where(here, seat.c.recovery == token).values(values).returning(seat.c.seat)
        again = sa.select(seat.c.seat).where(here, *(seat.c[name] == value for name, value in values.items()))

        def change(connection: sa.Connection) -> int | None:
            number = connection.execute(move).scalar()
            return connection.execute(again).scalar() if number is None else number

        return await self._change(table_id, change)

    # Watching

    async def add_watcher(self, table_id: str, browser_id: int) -> None:
        """Let a browser watch a table. Safe to repeat."""
        await self._database.write(lambda connection: connection.execute(self._watcher(table_id, browser_id)))

    async def admit(self, table_id: str, token: bytes, browser_id: int) -> bool:
        """Let a browser watch that knows the current token of this hash. Safe to repeat."""
        # Locked: no browser may enter by a link that is withdrawn meanwhile.
        link = sa.select(game_table.c.watch).where(game_table.c.id == table_id).with_for_update(read=True)

        def change(connection: sa.Connection) -> bool:
            if connection.execute(link).scalar() not in (None, token):
                return False
            connection.execute(self._watcher(table_id, browser_id))
            return True

        return await self._database.write(change)

    async def end_watching(self, table_id: str, token: bytes) -> None:
        """Replace the hash of the token to watch, and withdraw all watchers' permission."""

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.update(game_table).where(game_table.c.id == table_id).values(watch=token))
            connection.execute(sa.delete(watcher).where(watcher.c.table_id == table_id))

        await self._change(table_id, change)

    async def watches(self, table_id: str, browser_id: int) -> bool:
        """Whether a browser has come by the link to watch."""
        query = sa.select(watcher).where(watcher.c.table_id == table_id, watcher.c.browser_id == browser_id)
        return await self._database.read(lambda connection: connection.execute(query).first() is not None)

    # Lists

    async def open_tables(self, since: int, limit: int) -> list[str]:
        """Ids of the latest tables of the lobby made after ``since`` (ms) that have a free seat."""
        free = sa.exists().where(seat.c.table_id == game_table.c.id, seat.c.level == 0, seat.c.browser_id.is_(None))
        return await self._latest(since, limit, game_table.c.open, free)

    async def recent(self, browser_id: int, limit: int) -> list[str]:
        """Ids of the tables at which a browser sits, the latest event first."""
        latest = sa.select(sa.func.max(event.c.at)).where(event.c.table_id == game_table.c.id).scalar_subquery()
        sits = sa.select(seat.c.table_id).where(seat.c.browser_id == browser_id)
        return await self._ids(
            sa.select(game_table.c.id)
            .where(game_table.c.id.in_(sits))
            .order_by(sa.func.coalesce(latest, game_table.c.at).desc())
            .limit(limit)
        )

    async def with_offers(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables at which a rematch has been offered, but not made."""
        offered = sa.exists().where(event.c.table_id == game_table.c.id, event.c.kind == "rematch")
        made = sa.exists().where(_rematch.c.rematch_of == game_table.c.id)
        return await self._ids(sa.select(game_table.c.id).where(game_table.c.id.in_(tables), offered, ~made))

    async def with_bots(self, since: int, limit: int) -> list[str]:
        """Ids of the latest tables made after ``since`` (ms) at which a bot sits, or may have replaced a player."""
        replaced = sa.select(event.c.table_id).where(event.c.kind.in_(("resign", "flag", "vote")))
        bots = sa.select(seat.c.table_id).where(seat.c.level > 0).union(replaced)
        return await self._latest(since, limit, game_table.c.id.in_(bots))

    async def with_clocks(self, since: int, limit: int) -> list[str]:
        """Ids of the latest tables with a clock made after ``since`` (ms)."""
        clocks = sa.select(event.c.table_id).where(event.c.kind == "clock")
        return await self._latest(since, limit, game_table.c.id.in_(clocks))

    async def _latest(self, since: int, limit: int, *where: sa.ColumnElement[bool]) -> list[str]:
        query = sa.select(game_table.c.id).where(game_table.c.at >= since, *where)
        return await self._ids(query.order_by(game_table.c.at.desc()).limit(limit))

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def _execute(self, table_id: str, statement: sa.Executable) -> None:
        await self._change(table_id, lambda connection: connection.execute(statement))

    async def _change(self, table_id: str, change: Callable[[sa.Connection], T]) -> T:
        """Change a table, and wake the other processes with the commit."""

        def run(connection: sa.Connection) -> T:
            result = change(connection)
            self._database.notify(connection, [table_id])
            return result

        return await self._database.write(run)

    def _watcher(self, table_id: str, browser_id: int) -> sa.Executable:
        insert = self._database.insert(watcher).values(table_id=table_id, browser_id=browser_id)
        statement: sa.Executable = insert.on_conflict_do_nothing()
        return statement


def _lock_seats(connection: sa.Connection, table_id: str) -> None:
    """Let one transaction at a time give free seats away, or a browser that asks twice at once gets two.

    FOR NO KEY UPDATE: events, whose foreign key shares a lock on the table, need not wait.
    """
    table = sa.select(game_table.c.id).where(game_table.c.id == table_id)
    connection.execute(table.with_for_update(key_share=True))


def _row(connection: sa.Connection, table_id: str) -> TableRow | None:
    row = connection.execute(_table, {"id": table_id}).mappings().first()
    if row is None:
        return None
    rows = connection.execute(_seats, {"id": table_id})
    seats = tuple(SeatRow(s.level, s.name, s.browser_id, s.token, s.recovery) for s in rows)
    return TableRow(seats=seats, **{**row, "fair": msgspec.convert(row["fair"], Fair | None)})


def _columns(table: TableRow) -> dict[str, Any]:
    derived = {"seats", "rematch", "fair"}
    values = {name: value for name, value in msgspec.structs.asdict(table).items() if name not in derived}
    return {**values, "fair": msgspec.to_builtins(table.fair)}


def _seat_columns(table: TableRow) -> list[dict[str, Any]]:
    """The columns of a new table's seats; tokens that move a seat belong to one table and are not copied."""
    names = ("level", "name", "browser_id", "token")
    return [
        {"table_id": table.id, "seat": number, **{name: msgspec.structs.asdict(row)[name] for name in names}}
        for number, row in enumerate(table.seats)
    ]


def _admit_to_rematch(connection: sa.Connection, table: TableRow) -> None:
    """Let those watch a rematch who watched the first game or sat there: a bot may have taken their seat."""
    watched = sa.select(watcher.c.browser_id).where(watcher.c.table_id == table.rematch_of)
    sat = sa.select(seat.c.browser_id).join(browser).where(seat.c.table_id == table.rematch_of)
    both = watched.union(sat.where(browser.c.at != ERASED)).subquery()
    copied = sa.select(sa.literal(table.id), both.c.browser_id)
    connection.execute(sa.insert(watcher).from_select(["table_id", "browser_id"], copied))

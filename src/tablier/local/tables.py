"""The tables of one device: each change is stored before it counts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.structs import replace

from tablier.errors import TablierError
from tablier.local import store as stored
from tablier.local.store import FORMAT, BrokenSave, SavedTable, Store
from tablier.scene.model import Message
from tablier.server.domain import new_tables
from tablier.server.domain.commands import Check
from tablier.server.domain.events import Event
from tablier.server.domain.games import Games
from tablier.server.domain.new_tables import RecentTable
from tablier.server.domain.reader_cache import ReaderCache
from tablier.server.domain.rows import TableRow
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer
from tablier.server.problem import Problem, Refusal
from tablier.server.timestamps import now

logger = logging.getLogger(__name__)

BROWSER = 1
"""The number that stands for this device: it holds the seats of all people."""
TRIES = 8
"""How often a change that another tab overtook is tried on the new state."""


class Page(Protocol):
    """A page that shows a table."""

    def catch_up(self) -> None:
        """Send what the page lacks."""

    def send(self, message: FromServer) -> None:
        """Send a message to the page."""


class OpenTable:
    """A table in memory. ``state`` is replaced, never changed."""

    def __init__(self, state: TableState, revision: int) -> None:
        self.state = state
        self.revision = revision
        """The revision that was read or stored last."""
        self.keys = {event.key: event.seq for event in state.events}
        self.readers = ReaderCache()
        self.changing = asyncio.Lock()
        self.pages: set[Page] = set()
        self.playing: asyncio.Task[None] | None = None
        """Plays for the bots."""

    def advance(self, state: TableState, revision: int) -> None:
        """Take over what was stored."""
        self.keys.update((event.key, event.seq) for event in state.events[self.state.seq :])
        self.state = state
        self.revision = revision


class Tables:
    """Opens, stores and lists tables."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games
        self._open: dict[str, OpenTable] = {}
        self._broken: set[str] = set()
        """Tables whose log cannot be replayed."""

    async def get(self, table_id: str) -> OpenTable:
        """A table, from the storage unless it is open.

        Raises:
            Problem: there is no such table, it cannot be read, or the rules of its game have changed.
        """
        if table_id not in self._open:
            table = await self._load(table_id)
            self._open.setdefault(table_id, table)
        return self._open[table_id]

    def opened(self, table_id: str) -> OpenTable | None:
        """A table if it is open."""
        return self._open.get(table_id)

    async def add(self, row: TableRow, events: Iterable[Event] = ()) -> OpenTable:
        """Store a new table.

        Raises:
            Problem: it could not be stored.
        """
        state = self._begun(row)
        for event in events:
            state = state.apply(event)
        await stored.save(self._store, _saved(state, 1))
        table = self._open[row.id] = OpenTable(state, 1)
        return table

    def read(self, text: str) -> TableState:
        """A table from a text that was stored here or elsewhere.

        Raises:
            Problem: it cannot be read, its game is unknown, or the rules of its game have changed.
        """
        try:
            saved = stored.decode(text)
            return _replayed(self._begun(saved.row), saved)
        except Problem:
            raise
        except Exception as error:  # damage may break anything
            logger.warning("an exported table cannot be read: %s", error)
            raise Problem(Refusal.BROKEN_SAVE) from error

    async def restore(self, state: TableState) -> bool:
        """Store a table unless it is here and can be read; tells whether it was stored.

        Raises:
            Problem: it could not be stored.
        """
        try:
            await self._load(state.row.id)
        except Problem:
            await self._replace(state)
            return True
        return False

    async def _replace(self, state: TableState) -> None:
        """Store a table in place of one that cannot be read, which is put back if there is no room."""
        table_id = state.row.id
        damaged = await self._store.load(table_id)
        await self._store.remove(table_id)
        try:
            await stored.save(self._store, _saved(state, 1))
        except Problem:
            if damaged is not None:
                await self._store.save(table_id, damaged, 1)
            raise
        self._broken.discard(table_id)

    async def append(self, table: OpenTable, seat: int, key: str, check: Check) -> int:
        """Append the event that ``check`` returns, once for each key of a seat; returns its number.

        Raises:
            Problem: ``check`` raises it, or the event could not be stored.
        """
        own = f"{seat}:{key}"  # one seat cannot use up another's key
        async with table.changing:
            for _ in range(TRIES):
                if own in table.keys:
                    return table.keys[own]
                payload, position = check(table.state)
                event = Event(table.state.row.id, table.state.seq + 1, own, seat, payload, now())
                if await self._store_next(table, table.state.apply(event, position)):
                    return event.seq
        raise Problem(Refusal.LATE)

    async def update(self, table: OpenTable, change: Callable[[TableRow], TableRow | None]) -> bool:
        """Store what ``change`` makes of a table's row; ``False`` if that is ``None``.

        If another tab was faster, ``change`` is called again with the row that it stored.

        Raises:
            Problem: it could not be stored.
        """
        async with table.changing:
            for _ in range(TRIES):
                row = change(table.state.row)
                if row is None:
                    return False
                if await self._store_next(table, replace(table.state, row=row)):
                    return True
        raise Problem(Refusal.LATE)

    async def refresh(self, table: OpenTable) -> None:
        """Take over what another tab has stored.

        Raises:
            Problem: the stored table cannot be read any more.
        """
        async with table.changing:
            await self._reread(table)

    def close(self, table: OpenTable) -> None:
        """Forget a table; it stays stored."""
        self._open.pop(table.state.row.id, None)

    async def listed(self) -> list[RecentTable]:
        """All tables, the latest first."""
        return sorted([self._listed(one.id, one.text) for one in await self._store.load_all()], key=_age)

    async def remove(self, table_id: str) -> None:
        """Delete a table."""
        self._open.pop(table_id, None)
        await self._store.remove(table_id)

    def _listed(self, table_id: str, text: str) -> RecentTable:
        try:
            return replace(stored.decode(text).recent, broken=table_id in self._broken)
        except BrokenSave as error:
            logger.warning("table %s: %s", table_id, error)
            broken = Message(Refusal.BROKEN_SAVE.text)
            return RecentTable(table_id, "", [], broken, your_turn=False, over=False, updated=0, broken=True)

    async def _store_next(self, table: OpenTable, state: TableState) -> bool:
        """Store the next state of a table; ``False`` if another tab was first, whose changes are then known."""
        if await stored.save(self._store, _saved(state, table.revision + 1)):
            table.advance(state, table.revision + 1)
            return True
        await self._reread(table)
        return False

    async def _reread(self, table: OpenTable) -> None:
        saved = await self._read(table.state.row.id)
        if saved.revision > table.revision:
            table.advance(self._state(replace(table.state, row=saved.row), saved), saved.revision)

    async def _load(self, table_id: str) -> OpenTable:
        saved = await self._read(table_id)
        return OpenTable(self._state(self._begun(saved.row), saved), saved.revision)

    async def _read(self, table_id: str) -> SavedTable:
        text = await self._store.load(table_id)
        if text is None:
            raise Problem(Refusal.NO_TABLE)
        try:
            return stored.decode(text)
        except BrokenSave as error:
            logger.warning("table %s: %s", table_id, error)
            raise Problem(Refusal.BROKEN_SAVE) from error

    def _begun(self, row: TableRow) -> TableState:
        game = self._games.game(row.game)
        if row.rules_version != game.info.rules_version:
            raise Problem(Refusal.OLD_RULES)
        return TableState.new(row, game)

    def _state(self, state: TableState, saved: SavedTable) -> TableState:
        """The state after the events of a table stored here that follow it."""
        try:
            return _replayed(state, saved)
        except BrokenSave as error:
            logger.warning("table %s: %s", saved.row.id, error)
            self._broken.add(saved.row.id)
            raise Problem(Refusal.BROKEN_SAVE) from error


def _replayed(state: TableState, saved: SavedTable) -> TableState:
    try:
        for event in saved.events[state.seq :]:
            state = state.apply(event)
    except TablierError as error:
        raise BrokenSave(f"the stored table cannot be replayed: {error}") from error
    return state


def _saved(state: TableState, revision: int) -> SavedTable:
    return SavedTable(FORMAT, revision, state.row, state.events, new_tables.recent(state, BROWSER))


def _age(table: RecentTable) -> int:
    return -table.updated

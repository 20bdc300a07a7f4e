"""The storage of the tables of one device, and the form in which tables are stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from tablier.errors import TablierError
from tablier.server.domain.events import Event
from tablier.server.domain.new_tables import RecentTable
from tablier.server.domain.rows import TableRow
from tablier.server.problem import Problem, Refusal

FORMAT = 1


class BrokenSave(TablierError):
    """A stored table cannot be read."""


class StoredText(Protocol):
    """A stored table, readable or not."""

    @property
    def id(self) -> str:
        """The id of the table."""

    @property
    def text(self) -> str:
        """A :class:`SavedTable` as JSON."""


class Store(Protocol):
    """Keeps the texts of tables; in a browser by IndexedDB."""

    async def load(self, table_id: str) -> str | None:
        """The text of a table; ``None`` if there is none."""

    async def load_all(self) -> Iterable[StoredText]:
        """All tables."""

    async def save(self, table_id: str, text: str, revision: int) -> str:
        """Store a table durably, unless another tab has stored this revision or a later one.

        Returns:
            ``saved``, ``stale`` (there is such a revision), ``full`` (no room is left) or ``failed``.
        """

    async def remove(self, table_id: str) -> None:
        """Delete a table."""


class SavedTable(msgspec.Struct, frozen=True):
    """A table as it is stored: its row, its log, and how it is listed.

    ``revision`` counts from 1 how often it was stored.
    """

    format: int
    revision: int
    row: TableRow
    events: tuple[Event, ...]
    recent: RecentTable


_decode = msgspec.json.Decoder(SavedTable).decode
_encode = msgspec.json.Encoder().encode


def decode(text: str) -> SavedTable:
    """The table of a text.

    Raises:
        BrokenSave: the text is no table, or of a later version of Tablier.
    """
    try:
        saved = _decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BrokenSave(f"the stored table cannot be read: {error}") from error
    if saved.format != FORMAT:
        raise BrokenSave(f"the stored table has format {saved.format}; reload the page to get a newer version")
    return saved


async def save(store: Store, saved: SavedTable) -> bool:
    """Store a table; ``False`` if another tab was first.

    Raises:
        Problem: it could not be stored, and nothing changed.
    """
    outcome = await store.save(saved.row.id, _encode(saved).decode(), saved.revision)
    if outcome not in ("saved", "stale"):
        raise Problem(Refusal.STORAGE_FULL if outcome == "full" else Refusal.NOT_SAVED)
    return outcome == "saved"

"""Output for the readers of one table that is made once and sent to many."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, cast

import msgspec

from tablier.scene.model import Line, View
from tablier.server.domain import narration, projections
from tablier.server.domain.events import ChatSent
from tablier.server.domain.state import Reader, TableState
from tablier.server.messages import Entry

if TYPE_CHECKING:
    from tablier.position import Position

UPDATES = 2
"""Updates kept for each reader: many spectators then cost little more than one."""
SLICE = 0.01
"""Seconds of narration before others have their turn in the event loop."""

_encode = msgspec.json.Encoder().encode
_decode_entry = msgspec.json.Decoder(Entry).decode


class ReaderCache:
    """The log and the last updates of a table, by reader. The state that is passed must only ever grow."""

    def __init__(self) -> None:
        self._entries: dict[Reader, list[bytes]] = {}
        """The entry of each event, encoded: small, and sent as it is."""
        self._told: dict[Reader, Entry] = {}
        """The last of these entries, whose lines the next update shows."""
        self._updates: dict[tuple[int, Reader], msgspec.Raw] = {}
        self._views: dict[Reader, tuple[int, View]] = {}
        """The event of the last update, and the view after it: the next update begins there."""
        self._latest: tuple[int, Position | None] = -1, None
        """The latest event when the log was last narrated, and the position after it: the next event begins there."""

    def entries(self, state: TableState, reader: Reader, since: int = 0) -> list[Entry]:
        """The log after the first ``since`` events, without chat: each entry is encoded already."""
        entries = zip(state.events[since:], self._narrated(state, reader)[since:], strict=True)
        sent = [msgspec.Raw(entry) for event, entry in entries if not isinstance(event.payload, ChatSent)]
        return cast("list[Entry]", sent)

    def narrate(self, state: TableState, reader: Reader, seconds: float = SLICE) -> bool:
        """Narrate more events for about so long; ``True`` when all are. A log of thousands takes a second or more."""
        entries = self._entries.setdefault(reader, [])
        if len(entries) >= state.seq:
            return True
        end = monotonic() + seconds
        latest, position = self._latest
        for event in state.events[len(entries) :]:
            before = position if event.seq == latest + 1 else None
            entry = self._told[reader] = Entry(event.seq, list(narration.lines(state, event, reader, before)))
            entries.append(_encode(entry))
            if monotonic() > end:
                break
        self._latest = state.seq, state.position
        return len(entries) >= state.seq

    def update(self, state: TableState, seq: int, reader: Reader) -> msgspec.Raw:
        """Event ``seq`` as an encoded :class:`~tablier.server.messages.Update`."""
        known = self._updates.get((seq, reader))
        if known is None:
            last, before = self._views.get(reader, (-1, None))
            if last != seq - 1 or before is None:
                before = projections.view(state, reader, seq - 1)
            after = projections.view(state, reader, seq)
            self._views[reader] = (seq, after)
            update = projections.update(seq, before, after, self._lines(state, reader, seq))
            known = self._updates[seq, reader] = msgspec.Raw(_encode(update))
            if len(self._updates) > UPDATES * len(self._views):
                del self._updates[next(iter(self._updates))]
        return known

    def _lines(self, state: TableState, reader: Reader, seq: int) -> list[Line]:
        self.narrate(state, reader, inf)
        told = self._told[reader]
        return told.lines if told.seq == seq else _decode_entry(self._entries[reader][seq - 1]).lines

    def _narrated(self, state: TableState, reader: Reader) -> list[bytes]:
        self.narrate(state, reader, inf)
        return self._entries[reader][: state.seq]

"""Output for the readers of one table that is made once and sent to many."""

from __future__ import annotations

from collections import OrderedDict
from zlib import crc32

import msgspec

from tablier.scene import diff
from tablier.scene.model import Line, Piece, View
from tablier.server.domain import narration, projections
from tablier.server.domain.events import ChatSent
from tablier.server.domain.state import Reader, TableState
from tablier.server.messages import Entry, Update

UPDATES = 2
"""Updates kept for each reader: many spectators then cost little more than one."""

_encode = msgspec.json.Encoder().encode
_decode_lines = msgspec.json.Decoder(tuple[Line, ...]).decode


class ReaderCache:
    """The log and the last updates of a table, by reader. The state that is passed must only ever grow."""

    def __init__(self) -> None:
        self._lines: dict[Reader, list[bytes]] = {}
        """The lines of each event as JSON: small, and seldom needed again."""
        self._updates: OrderedDict[tuple[int, Reader], msgspec.Raw] = OrderedDict()
        self._views: dict[Reader, tuple[int, View]] = {}
        """The event of the last update, and the view after it: the next update begins there."""

    def entries(self, state: TableState, reader: Reader, since: int = 0) -> list[Entry]:
        """The log after the first ``since`` events, without chat."""
        lines = self._lines_of(state, reader)
        return [
            Entry(event.seq, list(_decode_lines(lines[event.seq - 1])))
            for event in state.events[since:]
            if not isinstance(event.payload, ChatSent)
        ]

    def update(self, state: TableState, seq: int, reader: Reader) -> msgspec.Raw:
        """Event ``seq`` as an encoded :class:`~tablier.server.messages.Update`."""
        known = self._updates.get((seq, reader))
        if known is None:
            last, before = self._views.get(reader, (-1, None))
            if last != seq - 1 or before is None:
                before = projections.view(state, reader, seq - 1)
            after = projections.view(state, reader, seq)
            self._views[reader] = (seq, after)
            steps = diff.steps(before, after, _decode_lines(self._lines_of(state, reader)[seq - 1]))
            bare = msgspec.structs.replace(after, pieces=())
            update = Update(seq=seq, steps=list(steps), view=bare, check=_checksum(after.pieces))
            known = self._updates[seq, reader] = msgspec.Raw(_encode(update))
            if len(self._updates) > UPDATES * len(self._views):
                self._updates.popitem(last=False)
        return known

    def _lines_of(self, state: TableState, reader: Reader) -> list[bytes]:
        lines = self._lines.setdefault(reader, [])
        lines += [_encode(narration.lines(state, event, reader)) for event in state.events[len(lines) :]]
        return lines


def _checksum(pieces: tuple[Piece, ...]) -> str:
    """The hash of :attr:`~tablier.server.messages.Update.check`."""
    return format(crc32("\n".join(sorted(piece.id for piece in pieces)).encode()), "x")

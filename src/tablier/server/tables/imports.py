"""Imports records: each is replayed under the rules and becomes a table whose game is over.

Draws are verified if the record contains their seed. What it says of its draws is stored, so that the table's own
record can be verified too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from tablier.core.seats import CHANCE
from tablier.errors import IllegalMove, RecordError
from tablier.moves import Move
from tablier.record import Record
from tablier.scene.submissions import submission_ends
from tablier.server.config import Config
from tablier.server.db.event_store import EventStore
from tablier.server.db.table_store import TableStore
from tablier.server.domain import turns
from tablier.server.domain.events import Event, Resigned, Submitted, TimedOut
from tablier.server.domain.rows import SeatRow, TableRow
from tablier.server.names import clean_name
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library
from tablier.server.timestamps import now
from tablier.server.tokens import new_id

if TYPE_CHECKING:
    from tablier.position import Position

logger = structlog.get_logger()

SIZE = 512 << 10
"""The largest record, in bytes."""
ROWS = 500
"""Events written in one transaction."""


class RecordImporter:
    """Makes tables from records."""

    def __init__(self, config: Config, tables: TableStore, events: EventStore, library: Library) -> None:
        self._config = config
        self._tables = tables
        self._events = events
        self._library = library
        self._one = asyncio.Lock()
        self._waiting = 0

    async def add(self, text: bytes) -> str:
        """Make a table from a record; returns its id.

        Raises:
            Problem: the record cannot be read, is too long, breaks a rule (the move is named by its number), or its
                draws do not follow from its seed.
        """
        try:
            record = Record.loads(text)
            self._library.game(record.game)
            names = self._check(record)
            position, submitted = await self._replay(record)
        except RecordError as error:
            if error.move is None:
                raise Problem(Refusal.BAD_RECORD, detail=str(error)) from error
            broken = error.__cause__
            rule = (broken.rule if isinstance(broken, IllegalMove) else None) or ""
            play, number = record.moves[error.move].play, error.move + 1
            raise Problem(
                Refusal.RECORD_MOVE, rule=rule, move=number, play=play, id=rule or "none", detail=str(error)
            ) from error
        table = TableRow(
            id=new_id(),
            game=record.game,
            rules_version=record.rules,
            options=position.options,
            seats=tuple(SeatRow(name=name) for name in names),
            at=now(),
            seed=b"",
            imported=True,
            fair=record.fair,
        )
        turns = [(moves[0].seat, tuple(move.text for move in moves)) for moves in submitted]
        events = [
            Event(table.id, n, f"import:{n}", seat, Submitted(plies), table.at)
            for n, (seat, plies) in enumerate(turns, 1)
        ]
        if record.result is not None and record.result.by is not None:
            end = TimedOut() if record.result.reason == "time" else Resigned()
            events.append(Event(table.id, len(events) + 1, "import:end", record.result.by, end, table.at))
        await self._tables.add(table)
        for first in range(0, len(events), ROWS):
            await self._events.append(events[first : first + ROWS])
        logger.info("table.imported", table=table.id, game=table.game, events=len(events))
        return table.id

    async def _replay(self, record: Record) -> tuple[Position, list[list[Move]]]:
        """Replay a record in a thread, one at a time."""
        if self._waiting >= self._config.waiting_records:
            raise Problem(Refusal.BUSY)
        self._waiting += 1
        try:
            async with self._one:
                position = await asyncio.to_thread(record.replay)
                if record.fair is not None and record.fair.seed:
                    await asyncio.to_thread(record.verify)
                return position, await asyncio.to_thread(submissions, position)
        finally:
            self._waiting -= 1

    def _check(self, record: Record) -> list[str]:
        """Check what a replay does not, and return the names of all seats."""
        if record.seats not in self._library.info(record.game).seats:
            raise RecordError(f"the record has {record.seats} seats; {record.game} is not played by so many")
        if record.start is not None:
            raise Problem(Refusal.RECORD_WITH_START)
        if sum(len(entry.play.split()) for entry in record.moves) > self._config.record_plies:
            raise Problem(Refusal.RECORD_TOO_LONG, max=self._config.record_plies)
        if record.fair is not None and len({nonce.seat for nonce in record.fair.nonces}) < len(record.fair.nonces):
            raise RecordError("a seat has more than one nonce")
        if len(record.players) > record.seats:
            raise RecordError(f"the record names {len(record.players)} players at {record.seats} seats")
        return [clean_name(name) for name in record.players] + [""] * (record.seats - len(record.players))


def submissions(position: Position) -> list[list[Move]]:
    """The plies that led to a position, cut where submissions end at a table. Each has the draws that follow it."""
    history = position.history
    begun = position.game.new(position.seats, **position.options)
    after = begun.copy()
    found: list[list[Move]] = []
    current: list[Move] = []
    following: Sequence[Move | None] = (*history, None)[1:]
    for move, then in zip(history, following, strict=True):
        disclosed = move.seat != CHANCE and turns.reveals_hidden(after, move)
        after.push(move)
        current.append(move)
        if then is not None and then.seat == CHANCE:
            continue
        if then is None or then.seat != move.seat or disclosed or submission_ends(begun, after, move.seat):
            found.append(current)
            current, begun = [], after.copy()
    return found

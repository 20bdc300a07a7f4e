"""What this process remembers of the tables in use: nothing that the database does not say better."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec.structs import replace

from tablier.engine.protocol import CHANCE
from tablier.errors import TablierError
from tablier.fair import Nonce
from tablier.scene.model import View
from tablier.server.bus import Bus
from tablier.server.db.event_store import EventStore
from tablier.server.db.rows import Event, SeatRow, TableRow
from tablier.server.db.table_store import TableStore
from tablier.server.problem import Problem
from tablier.server.tables import chance, choices, clocks, takeback
from tablier.server.tables.clocks import Clock, Tick
from tablier.server.tables.library import Library

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Game, Position
    from tablier.server.messages import Table

logger = structlog.get_logger()

MOVES_ON = ("submit", "resign", "flag", "vote", "return")
"""Kinds of events after which nobody waits any more for an answer to what was asked before."""

SIZE = 2048
"""Tables in memory. More than are played at the same time, or each is replayed again and again."""

Reader = int | None
"""A seat, or ``None`` for somebody who holds none."""


class Room:
    """A table with its log replayed. ``position`` is the position after the last event."""

    def __init__(self, row: TableRow, game: Game) -> None:
        self.row = row
        self.game = game
        self.events: list[Event] = []
        self.position: Position = game.new(seats=len(row.seats), **row.options)
        self.nonces: list[Nonce] = []
        self.drawn = 0
        """The number of plies up to the last that chance ever played, also where it was taken back."""
        self.keys: dict[str, int] = {}
        self.ended_by: Event | None = None
        """The resignation, or the flag, that ended the game."""
        self.replacements: dict[int, int] = {}
        """The levels of the bots that have taken over seats, by seat."""
        self.resigned: set[int] = set()
        """Who has given up, and cannot have the seat back."""
        self.votes: dict[int, list[int]] = {}
        """Who wants a bot to play for an absent seat."""
        self.clock: Clock | None = None
        self.ticks: list[Tick] = []
        self.completed_turns: set[int] = set()
        """The numbers of the submissions that completed a turn, where there is a clock."""
        self.offers: list[int] = []
        self.chat: list[Event] = []
        self.lines: dict[Reader, list[bytes]] = {}
        """What the log says of each event, in JSON: it is seldom asked for again."""
        self.updates: OrderedDict[tuple[int, Reader], msgspec.Raw] = OrderedDict()
        self.seen: dict[Reader, tuple[int, View]] = {}
        """The last event told to a reader, and the view after it: the next update begins there."""
        self.shown: tuple[int, Table] | None = None
        """The table as all may know it, with ``version`` when it was described."""
        self.version = 1
        self.loaded_version = 0
        self.submitting = asyncio.Lock()
        self.reading = asyncio.Lock()
        self.active_submissions: list[int] = []
        """The numbers of the submissions that stand: those that have not been taken back."""
        self.request: takeback.Request | None = None
        """What is asked to be taken back."""
        self._tried: tuple[Position, int, tuple[str, ...], Position] | None = None
        """A submission that was checked: the position before, seat and plies, and the position after."""
        self._undone: list[tuple[int, Position]] = []
        """Where something was taken back: after how many events, and the position before."""
        self.played: list[tuple[Move, ...]] = []
        """What each event played, chance's plies included."""

    @property
    def seq(self) -> int:
        """The number of the last event, 0 if there is none."""
        return len(self.events)

    @property
    def over(self) -> bool:
        """Whether nobody can play any more."""
        return self.row.imported or self.ended_by is not None or not self.position.movers

    @property
    def waiting_for_players(self) -> bool:
        """Whether play has still to begin: at a table of the lobby, when all seats are taken."""
        return self.row.open and self.vacant

    @property
    def vacant(self) -> bool:
        """Whether a seat is free: no bot's, and nobody's yet."""
        return any(not seat.level and seat.browser_id is None for seat in self.seats)

    @property
    def initial_draw_pending(self) -> bool:
        """Whether the draws with which the game begins are still to come, for which it takes the seats' nonces."""
        return self.position.ply == 0 and CHANCE in self.position.movers

    def check(self, seat: int, plies: Sequence[str]) -> tuple[str, ...]:
        """A submission in the game's own spelling; nothing changes.

        Raises:
            Problem: it cannot be played, as :func:`tablier.server.tables.choices.replay` says.
        """
        after = choices.replay(self.position, seat, plies)
        written = tuple(move.text for move in after.since(self.position.ply))
        self._tried = (self.position, seat, written, after)
        return written

    def add(self, event: Event) -> None:
        """Replay one more event. A position is never changed once others may have it: a new one takes its place."""
        before, start = self.position, self.position.ply
        stood = list(self.active_submissions) if self.clock else []
        if event.kind in MOVES_ON:
            self.request = None
        if event.kind == "submit":
            self._settle()
            self.position = self._after(event)
            self._settle()
            self.active_submissions.append(self.seq + 1)
            self.votes.pop(event.seat, None)
        elif event.kind == "undo":
            takeback.replay(self, event.seat, event.plies)
        elif event.kind == "draw":
            self._settle()
        elif event.kind == "nonce":
            nonce, *ply = event.plies  # logs of scheme 1 do not say from which ply it counts
            self.nonces.append(Nonce(event.seat, int(ply[0]) if ply else start, nonce))
        elif event.kind == "chat":
            self.chat.append(event)
        elif event.kind == "rematch" and event.seat not in self.offers:
            self.offers.append(event.seat)
        else:
            self._change_hands(event)
        self.played.append(self.position.since(start))
        self.events.append(event)
        self.keys[event.key] = event.seq
        clocks.note(self, event, before, stood)

    def _after(self, event: Event) -> Position:
        """The position after a submission, which need not be played again if it was checked just now."""
        tried, self._tried = self._tried, None
        if tried is not None and tried[0] is self.position and tried[1:3] == (event.seat, event.plies):
            return tried[3]
        return self.position.copy().play(" ".join(event.plies), seat=event.seat)

    def _change_hands(self, event: Event) -> None:
        if event.kind in ("resign", "flag") and event.plies:
            self.replacements[event.seat] = int(event.plies[0])
            self.resigned |= {event.seat} if event.kind == "resign" else set()
        elif event.kind in ("resign", "flag"):
            self.ended_by = event
        elif event.kind == "vote":
            absent = int(event.plies[0])
            self.votes.setdefault(absent, []).append(event.seat)
            if event.plies[1:]:
                self.replacements[absent] = int(event.plies[1])
        elif event.kind == "return":
            del self.replacements[event.seat]
        self.votes = {absent: seats for absent, seats in self.votes.items() if absent not in self.replacements}

    def at(self, seq: int) -> Position:
        """A position of one's own, as it was after the first ``seq`` events."""
        end, position = next(((n, then) for n, then in self._undone if n >= seq), (self.seq, self.position))
        return position.back(sum(map(len, self.played[seq:end])))

    def before(self, event: int) -> Position:
        """A position of one's own, as it is without a submission that stands and all that were played since."""
        since = self.active_submissions[self.active_submissions.index(event) :]
        return self.position.back(sum(len(self.played[number - 1]) for number in since))

    def rewind(self, event: int) -> None:
        """Take back a submission and all that were played since."""
        self._undone.append((self.seq, self.position))
        self.position = self.before(event)
        del self.active_submissions[self.active_submissions.index(event) :]

    def restore(self, event: int) -> None:
        """Play a submission as it was played before."""
        for move in self.played[event - 1]:
            self.position.push(move)
        self.active_submissions.append(event)

    def _settle(self) -> None:
        if CHANCE in self.position.movers:
            self.position = self.position.copy()
            if chance.settle(self.position, self.row.seed, self.nonces, self.row.draw_scheme):
                self.drawn = max(self.drawn, self.position.ply)

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Who plays where now: a bot, where somebody has given up and the others play on."""
        if not self.replacements:
            return self.row.seats
        return tuple(
            replace(seat, level=self.replacements[n], browser_id=None) if n in self.replacements else seat
            for n, seat in enumerate(self.row.seats)
        )

    def held_by(self, browser: int | None) -> list[int]:
        """The seats of a browser."""
        return [n for n, seat in enumerate(self.seats) if browser is not None and seat.browser_id == browser]

    def admits(self, browser: int | None) -> bool:
        """Whether a browser may look that has not come by the link to watch."""
        return self.row.watch is None or (self.row.shared and self.over) or self.has_sat(browser)

    def has_sat(self, browser: int | None) -> bool:
        """Whether a browser has sat down here, even if a bot plays on in its place."""
        return browser is not None and any(seat.browser_id == browser for seat in self.row.seats)

    def reader(self, held: list[int], wanted: int | None = None) -> Reader:
        """As whom the holder of these seats looks: as the seat wanted if it is one of them.

        Where nothing is hidden everybody looks as one who holds none, so that what is told is made once for all.
        Players who share a browser see what everybody may see, unless one of them asks for their own view.
        """
        if not self.game.info.hidden:
            return None
        if wanted in held:
            return wanted
        return held[0] if len(held) == 1 else None


class Rooms:
    """The rooms in use, the longest unused forgotten first. A wake-up makes a room ask the database again."""

    def __init__(self, tables: TableStore, events: EventStore, library: Library, bus: Bus, size: int = SIZE) -> None:
        self._tables = tables
        self._events = events
        self._library = library
        self._size = size
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        bus.subscribe(self._mark, resync=self._mark_all)

    def __len__(self) -> int:
        return len(self._rooms)

    async def get(self, table_id: str) -> Room:
        """A table as it is now.

        Raises:
            Problem: there is no such table, its game is not ready, or its log cannot be replayed.
        """
        room = self._rooms.get(table_id) or await self._load(table_id)
        self._rooms.move_to_end(table_id)
        while room.loaded_version < room.version:
            await self._refresh(room)
        return room

    def fresh(self, table_id: str) -> Room | None:
        """A table as it is now, if nothing must be read to know it; else ``None``, and :meth:`get` says."""
        room = self._rooms.get(table_id)
        return room if room is not None and room.loaded_version == room.version else None

    def _mark(self, table_id: str) -> None:
        if table_id in self._rooms:
            self._rooms[table_id].version += 1

    def _mark_all(self) -> None:
        for room in self._rooms.values():
            room.version += 1

    def take(self, event: Event) -> None:
        """Remember an event that was committed just now, so that the wake-up which follows need not read it."""
        room = self._rooms.get(event.table_id)
        if room is not None and event.seq == room.seq + 1:
            room.add(event)
            room.loaded_version += 1

    async def _load(self, table_id: str) -> Room:
        row = await self._tables.get(table_id)
        if row is None:
            raise Problem(404, "no-table", "problem-no-table")
        game = self._library.game(row.game)
        if row.rules_version != game.info.rules_version:
            raise Problem(409, "failed", "problem-old-rules")
        room = self._rooms.setdefault(table_id, Room(row, game))
        if len(self._rooms) > self._size:
            self._rooms.popitem(last=False)
        return room

    async def _refresh(self, room: Room) -> None:
        async with room.reading:
            version = room.version  # counted before reading: a wake-up while we read makes us read again
            if room.loaded_version == version:
                return
            room.row = await self._tables.get(room.row.id) or room.row
            events = await self._events.events(room.row.id, room.seq)
            try:
                for event in events:
                    if event.seq == room.seq + 1:  # else it was taken while we read
                        room.add(event)
            except TablierError as error:
                self._rooms.pop(room.row.id, None)
                logger.exception("table.broken", table=room.row.id, seq=room.seq + 1)
                raise Problem(500, "failed", "problem-broken") from error
            room.loaded_version = version

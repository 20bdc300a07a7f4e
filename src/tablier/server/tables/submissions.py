"""What the holder of a seat can do: submit plies, give up, offer a rematch. Each is one event of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
import structlog

from tablier.engine.protocol import CHANCE
from tablier.fair import SCHEME
from tablier.server import metrics
from tablier.server.bus import Bus
from tablier.server.db.browser_store import BrowserStore
from tablier.server.db.database import StoreError
from tablier.server.db.event_writer import EventWriter
from tablier.server.db.rows import Event, Kind, SeatRow, TableRow
from tablier.server.db.table_store import TableStore
from tablier.server.messages import Ack, Refused
from tablier.server.problem import Problem
from tablier.server.tables import choices, replacement
from tablier.server.tables.chance import new_seed
from tablier.server.tables.refusals import refused
from tablier.server.tables.state import Room, Rooms
from tablier.server.timestamps import now
from tablier.server.tokens import digest, new_id, new_token

if TYPE_CHECKING:
    from tablier.server.tables.bots import BotFactory

logger = structlog.get_logger()

TRIES = 8
"""How often a submission that another one overtook is tried on the new state."""

Check = Callable[[Room], tuple[str, ...]]
"""Gives the plies to write, in the game's own spelling, or raises why this cannot be done now."""


class Submissions:
    """Appends to the logs of tables. That the seat is the asker's own must be known before."""

    def __init__(
        self, tables: TableStore, browsers: BrowserStore, log: EventWriter, rooms: Rooms, bus: Bus, bots: BotFactory
    ) -> None:
        self._tables = tables
        self._browsers = browsers
        self._log = log
        self._rooms = rooms
        self._bus = bus
        self._bot_factory = bots

    async def submit(
        self, table_id: str, seat: int, key: str, plies: Sequence[str], *, bot: bool = False
    ) -> Ack | Refused:
        """Play plies, all or none. A seat may have changed hands while ``bot`` was thinking, or its owner."""

        def check(room: Room) -> tuple[str, ...]:
            _going_on(room)
            if room.waiting_for_players:
                raise Problem(409, "not-your-turn", "refused-waiting")
            if room.initial_draw_pending or bool(room.seats[seat].level) is not bot:
                raise Problem(409, "not-your-turn", "refused-not-your-turn")
            if not plies:
                raise Problem(400, "unreadable", "refused-empty")
            if room.game.info.hidden:
                _by_what_it_knows(room, seat, plies)
            return room.check(seat, plies)

        return await self.append(table_id, seat, key, "submit", check)

    async def resign(self, table_id: str, seat: int, key: str) -> Ack | Refused:
        """Give up. A bot plays on where at least two more play, one of them no bot; else the game is over."""

        def check(room: Room) -> tuple[str, ...]:
            _going_on(room)
            return replacement.successor(room, self.levels(room))

        return await self.append(table_id, seat, key, "resign", check)

    def levels(self, room: Room) -> list[int]:
        """The strengths of bots at a table."""
        return [level.level for level in self._bot_factory.levels(room.row.game)]

    async def rematch(self, table_id: str, seat: int, key: str) -> Ack | Refused:
        """Offer a rematch; when all have who play and are not erased, the table of the rematch is made."""

        def check(room: Room) -> tuple[str, ...]:
            if not room.over:
                raise Problem(409, "illegal", "refused-not-over")
            if seat in room.offers:
                raise Problem(409, "late", "refused-offered")
            return ()

        answer = await self.append(table_id, seat, key, "rematch", check)
        await self.settle(table_id)
        return answer

    async def settle(self, table_id: str) -> None:
        """Make the table of a rematch that all have accepted, unless it exists. Safe to repeat, as after a crash."""
        room = await self._rooms.get(table_id)
        if not room.offers or room.row.rematch:
            return
        seats = self._seats_again(room, await self._browsers.erased_seats(table_id))
        humans = {n for n, seat in enumerate(seats) if not seat.level}
        if not humans or not humans <= set(room.offers):
            return
        table = msgspec.structs.replace(
            room.row,
            id=new_id(),
            seats=(*seats[1:], seats[0]),
            at=now(),
            seed=new_seed(),
            draw_scheme=SCHEME,
            rematch_of=table_id,
            rematch=None,
            watch=room.row.watch and digest(new_token()),
            open=False,
            shared=False,
        )
        first = clock_event(table, room.clock.text, room.clock.out) if room.clock else None
        if await self._tables.add(table, first):
            logger.info("table.made", table=table.id, game=table.game, rematch_of=table_id)
            self._bus.wake(table.id)
        self._bus.wake(table_id)

    def _seats_again(self, room: Room, erased: set[int]) -> list[SeatRow]:
        """Who would sit down for a rematch: a bot, where one has taken over or where nobody could accept any more.

        Free seats would not do: their links are told to whoever makes a table, and nobody makes this one.
        """
        bot = replacement.replacement_level(self.levels(room))
        return [
            SeatRow(level=int(bot[0]))
            if bot and n in erased and not seat.level
            else msgspec.structs.replace(seat, token=None, name="" if n in room.replacements else seat.name)
            for n, seat in enumerate(room.seats)
        ]

    async def append(self, table_id: str, seat: int, key: str, kind: Kind, check: Check) -> Ack | Refused:
        """Append an event whose plies ``check`` gives, or refuse it as ``check`` says; once for each key of a seat."""
        # A key counts for its seat alone: nobody can use up another's.
        own = f"{seat}:{key}"
        overtaken = False
        game = ""
        try:
            for _ in range(TRIES):
                room = await self._rooms.get(table_id)
                game = room.row.game
                async with room.submitting:
                    room = await self._rooms.get(table_id)
                    if own in room.keys:
                        return Ack(key=key, seq=room.keys[own])
                    event = Event(table_id, room.seq + 1, own, kind, seat, check(room), now())
                    # A browser that leaves now does not keep the others from hearing of what it did.
                    written = await self._log.append(event, self._hear)
                if written is not None:
                    return Ack(key=key, seq=written.seq)
                overtaken = True
        except Problem as problem:
            if overtaken and problem.code in ("illegal", "not-your-turn", "over"):
                problem.code = "late"
            return refused(problem, game, key=key)
        except StoreError:
            return refused(Problem(503, "failed", "refused-storage"), key=key)
        return refused(Problem(409, "late", "refused-late"), key=key)

    def _hear(self, event: Event, written: Event | None) -> None:
        if written is event:
            self._rooms.take(event)
        self._bus.notify_local(event.table_id)  # other processes hear of it with the commit
        if written is event:
            metrics.events_of(event.kind).inc()
            logger.info("event", table=event.table_id, seq=event.seq, seat=event.seat, kind=event.kind)


def clock_event(table: TableRow, time: str, out: str) -> Event:
    """The event with which the log of a table with a clock begins."""
    return Event(table.id, 1, "clock", "clock", CHANCE, ("set", time, out), table.at)


def _by_what_it_knows(room: Room, seat: int, plies: Sequence[str]) -> None:
    """A submission ends where its seat's knowledge does; where several act at once, it is all that the seat does.

    So a refusal says nothing of what is hidden, and a number of events nothing of how somebody made up their mind.
    """
    known = choices.replay(room.position.view(seat), seat, plies)
    if seat in known.movers and choices.acts_together(room.position):
        raise Problem(409, "illegal", "refused-unfinished")


def _going_on(room: Room) -> None:
    if room.over:
        raise Problem(409, "over", "refused-over")

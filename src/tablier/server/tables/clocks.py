"""Clocks: how long a seat may think. All follows from the log (events' ``at``), when the server was there, and now.

``5+10`` gives each seat five minutes and ten seconds, and ten seconds more for every turn that it completes; ``3d``
three days for each turn. A clock runs for every seat that is to move and no bot's, several at once where several choose
at once. All begin when everybody has sat down. Turns that are taken back take their ten seconds with them. Whoever is
out of time has lost, or a bot plays on: the game's preset says which.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from tablier.server.tables import choices

if TYPE_CHECKING:
    from tablier.position import Position
    from tablier.server.db.rows import Event
    from tablier.server.db.uptime import Uptime
    from tablier.server.tables.state import Room

MINUTE, DAY = 60_000, 24 * 3600 * 1000
LAG = 500
"""How long after its end a flag falls, in ms: for what is still on its way."""
BACK = MINUTE
"""The least that a seat has when somebody takes it back from a bot."""


class Clock(msgspec.Struct, frozen=True):
    """What a seat has at first and for each turn, in ms; ``fresh`` if every turn begins with all of it.

    Whoever is ``out`` of time has lost (``loss``), or a bot plays on (``bot``); tables made before say neither.
    """

    text: str
    first: int
    turn: int = 0
    fresh: bool = False
    out: str = ""

    @classmethod
    def read(cls, text: str, out: str = "") -> Clock:
        """The clock that a time and its consequence of ``game.toml`` mean."""
        if found := re.fullmatch(r"(\d+)\+(\d+)", text):
            minutes, seconds = map(int, found.groups())
            return cls(text, minutes * MINUTE + seconds * 1000, seconds * 1000, out=out)
        return cls(text, int(text.removesuffix("d")) * DAY, fresh=True, out=out)


class Tick(msgspec.Struct, frozen=True):
    """A moment at which clocks change: which run from then on, and who has completed, taken back or resumed a turn."""

    at: int
    running: tuple[int, ...]
    done: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    back: int | None = None


def note(room: Room, event: Event, before: Position, stood: list[int]) -> None:
    """Remember what an event of a room means for its clocks; ``before`` and ``stood`` are as they were before it."""
    if event.kind == "clock" and event.plies[0] == "set":
        room.clock = Clock.read(*event.plies[1:])
    if room.clock is None or (not room.ticks and event.plies != ("start",)):
        return
    earned = event.kind == "submit" and _earns(room, room.clock, event.seat, before)
    if earned:
        room.completed_turns.add(event.seq)
    lost = [n for n in stood if n not in room.active_submissions and n in room.completed_turns]
    room.ticks.append(
        Tick(
            event.at,
            () if room.over else tuple(n for n in room.position.movers if not room.seats[n].level),
            (event.seat,) if earned else (),
            tuple(room.events[n - 1].seat for n in lost),
            event.seat if event.kind == "return" else None,
        )
    )


def left(room: Room, uptime: Uptime, at: int) -> list[int]:
    """What each seat has left at a moment, in ms; below zero if its flag should have fallen."""
    clock = room.clock
    assert clock is not None
    rest = [clock.first] * len(room.seats)
    for n, tick in enumerate(room.ticks):
        for seat in tick.done:
            rest[seat] = clock.first if clock.fresh else rest[seat] + clock.turn
        for seat in tick.undone:
            rest[seat] = max(rest[seat] - clock.turn, min(rest[seat], clock.turn))
        if tick.back is not None:
            rest[tick.back] = clock.first if clock.fresh else max(rest[tick.back], BACK)
        until = room.ticks[n + 1].at if n + 1 < len(room.ticks) else at
        spent = uptime.charged(tick.at, until) if tick.running else 0
        for seat in tick.running:
            rest[seat] -= spent
    return rest


def running(room: Room) -> tuple[int, ...]:
    """The seats whose clocks run."""
    return room.ticks[-1].running if room.ticks else ()


def may_start(room: Room) -> bool:
    """Whether there is a clock that has not begun though everybody sits."""
    return room.clock is not None and not room.ticks and not room.vacant and not room.initial_draw_pending


def falls(room: Room, uptime: Uptime, at: int) -> tuple[int, int] | None:
    """Whose flag falls next if nobody does anything, and when."""
    seats = running(room)
    if not seats:
        return None
    rest = left(room, uptime, at)
    first = min(seats, key=lambda seat: rest[seat])
    return first, at + rest[first] + LAG


def _earns(room: Room, clock: Clock, seat: int, before: Position) -> bool:
    """Whether a submission earns its seat time: a completed turn does; answers renew only a clock of days."""
    answered = clock.fresh and seat not in room.position.movers
    return answered or choices.completes_turn(before, room.position)

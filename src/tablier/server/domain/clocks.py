"""Clocks. Nothing is stored: all follows from the times of the events, the server's uptime, and now.

A clock runs for every seat that is to move and no bot's, several at once where several choose at once. All start when
everybody has sat down. A turn that is taken back takes its increment with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

MINUTE, DAY = 60_000, 24 * 3600 * 1000
LAG = 500
"""Tolerance for submissions in transit, in ms: a seat times out so long after its time is up."""
RETURN_TIME = MINUTE
"""The least time of a seat whose owner takes it back from a bot, in ms."""

Charged = Callable[[int, int], int]
"""How many of the ms between two moments count: those in which the server was up."""


class TimeControl(msgspec.Struct, frozen=True):
    """The time of a seat in ms: ``initial``, and ``increment`` for each completed turn.

    ``5+10`` is five minutes and ten seconds, and ten seconds more for each turn; ``3d`` is three days ``per_turn``.
    A seat ``out`` of time loses (``loss``) or a bot plays on (``bot``); tables of early versions leave this empty.
    """

    text: str
    initial: int
    increment: int = 0
    per_turn: bool = False
    out: str = ""

    @classmethod
    def read(cls, text: str, out: str = "") -> TimeControl:
        """The time control that ``time`` and ``out`` of ``game.toml`` describe."""
        if found := re.fullmatch("([0-9]+)[+]([0-9]+)", text):
            minutes, seconds = map(int, found.groups())
            return cls(text, minutes * MINUTE + seconds * 1000, seconds * 1000, out=out)
        return cls(text, int(text.removesuffix("d")) * DAY, per_turn=True, out=out)


class Tick(msgspec.Struct, frozen=True):
    """An event that concerns the clocks: ``running`` are the seats whose clocks run from then on.

    Seat ``earned`` has earned the time of a turn, the turns of the ticks ``undone`` have lost it by a takeback, and
    seat ``returned`` was taken back from a bot.
    """

    seq: int
    at: int
    running: tuple[int, ...]
    earned: int | None = None
    undone: tuple[int, ...] = ()
    returned: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """The clocks of a table. They start with the first tick."""

    control: TimeControl
    seats: int
    ticks: tuple[Tick, ...] = ()

    @property
    def started(self) -> bool:
        """Whether the clocks have started."""
        return bool(self.ticks)

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        return self.ticks[-1].running if self.ticks else ()

    def after(self, tick: Tick, undone: Sequence[int] = ()) -> Clock:
        """The clocks after one more tick; ``undone`` are the numbers of the submissions that it takes back."""
        turns = tuple(t.seq for t in self.ticks if t.seq in undone and t.earned is not None) if undone else ()
        return replace(self, ticks=(*self.ticks, replace(tick, undone=turns) if turns else tick))

    def left(self, charged: Charged, at: int) -> list[int]:
        """The time left to each seat at a moment, in ms; negative if the seat should have timed out."""
        control = self.control
        left = [control.initial] * self.seats
        moments = [*(tick.at for tick in self.ticks), at]
        before: dict[int, tuple[int, int]] = {}
        """By the number of each tick that has earned: the seat, and what it had left before."""
        for tick, until in zip(self.ticks, moments[1:], strict=True):
            if tick.earned is not None:
                seat = tick.earned
                before[tick.seq] = seat, left[seat]
                left[seat] = control.initial if control.per_turn else left[seat] + control.increment
            for turn in tick.undone:
                seat, had = before[turn]
                lost = max(left[seat] - control.increment, min(left[seat], control.increment))
                left[seat] = had if control.per_turn else lost
            if tick.returned is not None:
                seat = tick.returned
                left[seat] = control.initial if control.per_turn else max(left[seat], RETURN_TIME)
            spent = charged(tick.at, until) if tick.running else 0
            for seat in tick.running:
                left[seat] -= spent
        return left

    def next_timeout(self, charged: Charged, at: int) -> tuple[int, int] | None:
        """The seat that times out first if nothing happens, and when; ``None`` if no clock runs."""
        if not self.running:
            return None
        left = self.left(charged, at)
        first = min(self.running, key=lambda seat: left[seat])
        return first, at + left[first] + LAG

"""Events: what a ply did, as the rules tell it while they play it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from tablier.core.seats import SPECTATOR
from tablier.errors import GameError

EVERYONE = (1 << SPECTATOR + 1) - 1
"""The mask of all seats and of spectators."""
FIELDS = 6
"""Numbers of a row: those of :class:`Event`, and the mask of those who may know it."""
ROWS = 512
"""The largest number of events of one ply."""


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        kind: a member of the game's ``GameDefinition.events``, which documents the meaning of the other attributes.
        seat: the seat that it is about.
        a, b, c: details, 0 where the kind has none.
    """

    kind: IntEnum
    seat: int
    a: int = 0
    b: int = 0
    c: int = 0


class EventLog:
    """The events of one ply, written by the kernel ``apply`` (see :func:`tablier.engine.events.emit`).

    Attributes:
        cells: ``int64``: the number of events, then ``FIELDS`` numbers for each.
    """

    def __init__(self) -> None:
        self.cells = array("q", bytes(8 * (1 + FIELDS * ROWS)))

    def read(self, kinds: type[IntEnum], reader: int) -> Iterator[Event]:
        """The events that ``reader``, a seat or ``SPECTATOR``, may know.

        Raises:
            GameError: the ply has more events than the log can hold.
        """
        if self.cells[0] > ROWS:
            raise GameError(f"{kinds.__module__}: a ply has {self.cells[0]} events; at most {ROWS} are possible")
        for start in range(1, 1 + FIELDS * self.cells[0], FIELDS):
            kind, *details, visible_to = self.cells[start : start + FIELDS]
            if visible_to >> reader & 1:
                yield Event(kinds(kind), *details)

"""What lies in the mountains, read from the record into plain Python: tiles by village, and how a journey ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablier.games.shangri_la import rules
from tablier.games.shangri_la.board import BRIDGES, ENDS, GUILDS, VILLAGES

Tile = tuple[int, int]
"""Seat and guild."""


@dataclass(frozen=True)
class Village:
    """``masters`` are the seats by guild; ``students`` the guilds whose master has one."""

    masters: dict[int, int]
    students: frozenset[int]
    stone: bool

    @property
    def strength(self) -> tuple[int, int]:
        """All tiles, and the masters among them (SHANGRI-6.5, SHANGRI-6.6)."""
        return len(self.masters) + len(self.students), len(self.masters)

    def owned(self, seat: int) -> list[int]:
        """The guilds of which a seat has the master here."""
        return [guild for guild, owner in sorted(self.masters.items()) if owner == seat]


def villages(s: Any) -> tuple[Village, ...]:
    """All villages of a record."""
    found = []
    for v in range(VILLAGES):
        masters = {g: seat for seat, row in enumerate(s.masters) for g in range(GUILDS) if int(row[g]) >> v & 1}
        students = frozenset(g for row in s.students for g in range(GUILDS) if int(row[g]) >> v & 1)
        found.append(Village(masters, students, bool(int(s.stones) >> v & 1)))
    return tuple(found)


def bridges(s: Any) -> list[tuple[int, int]]:
    """The bridges that stand."""
    return [ends for i, ends in enumerate(BRIDGES) if int(s.bridges) >> i & 1]


@dataclass(frozen=True)
class Journey:
    """A journey and what came of it. ``cause`` is what made one village stronger: tiles, masters or the tie rule.

    Every traveller is among ``settled`` (as a master), ``joined`` (as a student) or ``returned`` (to the reserve);
    ``expelled`` are the masters driven out, with whether a student went with them.
    """

    origin: int
    goal: int
    strengths: tuple[tuple[int, int], tuple[int, int]]
    stronger: bool
    cause: str
    settled: tuple[Tile, ...]
    joined: tuple[Tile, ...]
    returned: tuple[Tile, ...]
    expelled: tuple[tuple[Tile, bool], ...]


def journey(before: Any, action: int, after: Any) -> Journey:
    """How the journey ``action`` led from one record to another."""
    side, bridge = divmod(action - rules.JOURNEY, rules.WAYS)
    origin, goal = int(ENDS[bridge, side]), int(ENDS[bridge, 1 - side])
    old, new = villages(before), villages(after)[goal]
    here, there = old[origin], old[goal]
    settled: list[Tile] = []
    joined: list[Tile] = []
    returned: list[Tile] = []
    expelled: list[tuple[Tile, bool]] = []
    for guild in sorted(here.students):
        seat, owner = here.masters[guild], there.masters.get(guild)
        if owner != seat and new.masters[guild] == seat:
            settled.append((seat, guild))
            if owner is not None:
                expelled.append(((owner, guild), guild in there.students))
        elif guild in new.students and guild not in there.students:
            joined.append((seat, guild))
        else:
            returned.append((seat, guild))
    strengths = here.strength, there.strength
    return Journey(
        origin,
        goal,
        strengths,
        bool(rules.prevails(before, origin, goal)),
        _cause(*strengths),
        tuple(settled),
        tuple(joined),
        tuple(returned),
        tuple(expelled),
    )


def _cause(here: tuple[int, int], there: tuple[int, int]) -> str:
    if here[0] != there[0]:
        return "tiles"
    return "masters" if here[1] != there[1] else "tie"

"""What lies in the mountains, read from a state: tiles by village, and how a journey ends."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.games.shangri_la.actions import ACTIONS, ends_of
from tablier.games.shangri_la.board import BRIDGES, GUILDS, TILES, VILLAGES
from tablier.games.shangri_la.queries import prevails
from tablier.games.shangri_la.state import State

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


def villages(s: State) -> tuple[Village, ...]:
    """All villages."""
    masters, students, stones = s.masters.tolist(), s.students.tolist(), s.stones
    found = []
    for v in range(VILLAGES):
        owners = {g: seat for seat, row in enumerate(masters) for g in range(GUILDS) if row[g] >> v & 1}
        taught = frozenset(g for row in students for g in range(GUILDS) if row[g] >> v & 1)
        found.append(Village(owners, taught, bool(stones >> v & 1)))
    return tuple(found)


def reserve(s: State, seat: int, guild: int) -> int:
    """The tiles of a guild that a seat does not have on the board."""
    return TILES - s.masters[seat, guild].bit_count() - s.students[seat, guild].bit_count()


def bridges(s: State) -> list[tuple[int, int]]:
    """The bridges that stand."""
    return [ends for i, ends in enumerate(BRIDGES) if s.bridges >> i & 1]


@dataclass(frozen=True)
class Journey:
    """A journey and its result. ``cause`` is what made one village stronger: tiles, masters or the tie rule.

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


def journey(before: State, action: int, after: State) -> Journey:
    """How the journey ``action`` led from one state to another."""
    side, bridge = ACTIONS.decode(action).indices
    origin, goal = ends_of(side, bridge)
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
        bool(prevails(before, origin, goal)),
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

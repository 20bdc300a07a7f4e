"""What lies on the board, read from a state: tiles, towers, and how intersections were scored."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.core.bitsets import members, to_int
from tablier.core.state import Vector
from tablier.games.on_top.geometry import BOARDS, COLOURS, KIND, Board, golden_points
from tablier.games.on_top.state import State


@dataclass(frozen=True)
class Tile:
    """A tile that lies: its kind, and its corners' points with their colours and sixths of a circle."""

    position: int
    kind: int
    turn: int
    corners: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Circle:
    """An intersection. ``parts`` are sixths by colour, ``tower`` the colours from the bottom up.

    ``top`` is the colour with the most parts, once it stands there; the tower is without it if its pawn was missing.
    """

    point: int
    parts: tuple[int, ...]
    tower: tuple[int, ...]
    top: int | None
    free: int
    """Free cells around it."""
    black: int
    """Cells around it that bear no tile: black triangles, and holes for which there was none."""
    golden: bool
    done: bool

    @property
    def worth(self) -> int:
        """What the tower gives to the player on top (TOP-6.1, TOP-6.3)."""
        return len(self.tower) * (2 if self.golden else 1)


def board(s: State) -> Board:
    """The board of a state."""
    return BOARDS[s.board]


def tiles(s: State) -> list[Tile]:
    """The tiles that lie, by position."""
    found = []
    intersections = board(s).corners
    for position, tile in enumerate(s.tiles.tolist()):
        if tile:
            kind, turn = divmod(tile - 1, 2)
            corners = tuple((intersections[position][k], KIND[kind][(k + 2 * turn) % 4], 1 + k % 2) for k in range(4))
            found.append(Tile(position, kind, turn, corners))
    return found


def cells(words: Vector) -> set[int]:
    """The members of a set of cells."""
    return set(members(to_int(words)))


def circles(s: State) -> tuple[Circle, ...]:
    """All intersections."""
    covered = {cell for tile in tiles(s) for cell in board(s).positions[tile.position]}
    free = cells(s.free)
    golden, done = golden_points(s.board, s.golden), s.done
    lower, upper, parts = s.below.tolist(), s.top.tolist(), s.parts.tolist()
    found = []
    for point, around in enumerate(board(s).around):
        below = [c for c in range(COLOURS) if lower[c] >> point & 1]
        top = [c for c in range(COLOURS) if upper[c] >> point & 1]
        found.append(
            Circle(
                point,
                tuple(parts[point]),
                (*below, *top),
                top[0] if top else None,
                sum(cell in free for cell in around),
                sum(cell not in free and cell not in covered for cell in around),
                point in golden,
                bool(done >> point & 1),
            )
        )
    return tuple(found)


def leader(circle: Circle) -> int | None:
    """The colour with the most parts, ``None`` if several have as many (TOP-5.4, TOP-5.5)."""
    best = max(circle.parts)
    leaders = [c for c, n in enumerate(circle.parts) if n == best]
    return leaders[0] if len(leaders) == 1 else None


def scored(before: State, after: State) -> list[Circle]:
    """The intersections that one ply has completed and scored, in the order in which it did."""
    old = before.done
    return [circle for circle in circles(after) if circle.done and not old >> circle.point & 1]


def closed(before: State, after: State) -> tuple[list[int], list[int]]:
    """The cells that one ply has closed: with a black triangle, and without one because none was left."""
    black = cells(after.black) - cells(before.black)
    covered = {cell for tile in tiles(after) for cell in board(after).positions[tile.position]}
    gone = cells(before.free) - cells(after.free) - black - covered
    return sorted(black), sorted(gone)


def seated(s: State, colour: int) -> bool:
    """Does somebody play this colour? Otherwise it is neutral."""
    return colour < s.seats

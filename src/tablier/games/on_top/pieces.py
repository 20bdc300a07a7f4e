"""The pieces of On Top: the golden border, intersections, tiles, pawns, the score track and the bag."""

from __future__ import annotations

import functools
from collections import Counter as Tallied
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2, degrees
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablier.games.on_top.board_model import Circle, Tile, cells, seated, tiles
from tablier.games.on_top.geometry import BOARDS, COLOUR_NAMES, KIND_NAMES, golden_points
from tablier.games.on_top.layout import FIELDS, layout
from tablier.games.on_top.phrases import colour_name, join, kind_name, parts_text, player_name, point_name, yes
from tablier.games.on_top.state import State
from tablier.games.on_top.text_diagram import placement
from tablier.scene.model import Message, Piece, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


@functools.cache
def _edges(board: int) -> tuple[tuple[int, int], ...]:
    """The sides of cells that no other cell shares: the rim."""
    sides = Tallied(side for cell in BOARDS[board].cells for side in combinations(sorted(cell), 2))
    return tuple(sorted(side for side, n in sides.items() if n == 1))


def gilt(s: State) -> Iterator[Piece]:
    """The golden border, from point to point."""
    names = BOARDS[s.board].point_names
    golden = golden_points(s.board, s.golden)
    for a, b in _edges(s.board):
        if a in golden and b in golden:
            yield Piece(f"gilt:{names[a]}-{names[b]}", "gilt", names[a], to=names[b])


def circle_pieces(s: State, now: Sequence[Circle]) -> Iterator[Piece]:
    """The intersections and the towers on them."""
    for circle in now:
        name = point_name(s, circle)
        gold = "-gold" if circle.golden else ""
        if not circle.done:
            label = Message(
                "top-open", {"gold": yes(circle.golden), "parts": parts_text(circle.parts), "free": circle.free}
            )
            yield Piece(f"point:{name}", f"open{gold}", name, label=label)
            continue
        tower = join(colour_name(COLOUR_NAMES[c]) for c in circle.tower) if circle.tower else Message("top-nobody")
        label = Message("top-done", {"gold": yes(circle.golden), "parts": parts_text(circle.parts), "tower": tower})
        yield Piece(f"point:{name}", f"done{gold}" if circle.tower else "tied", name, label=label)
        for up, c in enumerate(circle.tower):
            sprite = f"{'raised' if up else 'pawn'}-{COLOUR_NAMES[c]}"
            height = len(circle.tower) if up == len(circle.tower) - 1 else None
            yield Piece(pawn_id(s, circle, c), sprite, name, seat=c if seated(s, c) else None, n=height, up=up)


def pawn_id(s: State, circle: Circle, colour: int) -> str:
    """The id of a pawn on an intersection."""
    return f"pawn:{point_name(s, circle)}:{COLOUR_NAMES[colour]}"


def tile_pieces(s: State) -> Iterator[Piece]:
    """The tiles and the black triangles."""
    board, place = BOARDS[s.board], layout(s.board)
    for tile in tiles(s):
        label = Message("top-tile", {"corners": join(_corner(s, *corner) for corner in tile.corners)})
        yield replace(draw_tile(s, tile), label=label)
    for cell in sorted(cells(s.black)):
        turn = 0.0 if place.stands(cell) else 180.0
        yield Piece(black_id(s, cell), "triangle", board.cell_names[cell], turn=turn, label=Message("top-black"))


def draw_tile(s: State, tile: Tile) -> Piece:
    """A tile without its label."""
    board, place = BOARDS[s.board], layout(s.board)
    at = placement(board, tile.position, 0)
    (x, y), (u, v) = (place.points[board.corners[tile.position][k]] for k in (2, 0))
    turn = degrees(atan2(v - y, u - x)) + 90 + 180 * tile.turn
    return Piece(f"tile:{at}", f"tile-{KIND_NAMES[tile.kind]}", at, turn=round(turn, 1))


def black_id(s: State, cell: int) -> str:
    """The id of a black triangle."""
    return f"black:{BOARDS[s.board].cell_names[cell]}"


def _corner(s: State, point: int, colour: int, n: int) -> Message:
    """A corner of a tile that lies."""
    part = Message("top-part", {"colour": colour_name(COLOUR_NAMES[colour]), "n": n})
    return Message("top-corner", {"part": part, "point": BOARDS[s.board].point_names[point]})


def pawn_pieces(position: Position) -> Iterator[Piece]:
    """The tiles and pawns left in the trays, and the markers on the score track."""
    s = position.state
    for c, colour in enumerate(COLOUR_NAMES):
        left, tray = s.pawns[c], f"tray:{colour}"
        seat = c if seated(s, c) else None
        label = Message("top-left", {"who": player_name(s, c), "n": left})
        if left:
            size = {1: "one", 2: "two"}.get(left, "many")
            yield Piece(f"reserve:{colour}", f"reserve-{colour}-{size}", tray, seat=seat, n=left, label=label)
        if plate := "neutral" if seat is None else ("first", "second")[c % 2] if s.teams else "":
            yield Piece(f"plate:{colour}", f"plate-{plate}", tray, label=None if left else label)
    fields: dict[int, int] = {}
    for seat, points in enumerate(position.scores()):
        field = points % FIELDS
        label = Message("top-marker", {"seat": seat_name(seat), "n": points})
        up = fields.get(field, 0)
        fields[field] = up + 1
        colour = COLOUR_NAMES[seat]
        yield Piece(f"marker:{colour}", f"marker-{colour}", f"track:{field}", seat=seat, up=up, label=label)


def bag_pieces(s: State) -> Iterator[Piece]:
    """The tile that is to be laid, and how many of each kind are left."""
    if s.drawn:
        kind = s.drawn - 1
        yield Piece("drawn", f"tile-{KIND_NAMES[kind]}", "drawn", label=kind_name(kind))
    for kind, (name, n) in enumerate(zip(KIND_NAMES, s.bag.tolist(), strict=True)):
        label = Message("top-stock", {"kind": kind_name(kind), "n": n})
        yield Piece(f"bag:{name}", f"tile-{name}", "bag", n=n, i=kind, label=label)

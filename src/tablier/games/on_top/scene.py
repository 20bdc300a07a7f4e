"""On Top on the table: the board with its score track, tiles, towers, the bag, and what may be touched.

Nothing is hidden. In texts a point has its name (``D5``), a place for a tile those of its two cells (``d4-d5``).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.core.events import Event
from tablier.core.seats import CHANCE
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.board_model import Circle, Tile, circles
from tablier.games.on_top.geometry import BOARDS, COLOUR_NAMES, KIND_NAMES
from tablier.games.on_top.layout import FRAME, HALF, SIDE, TRAY, layout
from tablier.games.on_top.narration import describe, narrate, preview
from tablier.games.on_top.phrases import colour_name, count_winners, end_message, join, point_name, yes
from tablier.games.on_top.pieces import bag_pieces, circle_pieces, draw_tile, gilt, pawn_id, pawn_pieces, tile_pieces
from tablier.games.on_top.queries import penalty
from tablier.games.on_top.text_diagram import placement
from tablier.scene.base import Path, Prompts, Scene
from tablier.scene.model import Counter, Dock, Line, Message, Piece, Result, Spot, Sprite, Stage, Tally, View, seat_name

if TYPE_CHECKING:
    from tablier.position import Position

TALL = SIDE * 3**0.5
"""Height of a tile that stands on its tip."""
CIRCLE = 122
PAWN = (80, 90)
MARKER = (46, 52)
RESERVE = 104
GILT = 60
RIM = f"M{SIDE / 2:g} 9L{SIDE - 6:g} {TALL / 2:.1f}L{SIDE / 2:g} {TALL - 9:.1f}L6 {TALL / 2:.1f}Z"
"""Along the edge of a tile, just inside."""
SPRITES = {
    "gilt": Sprite(SIDE, GILT, layer=0),
    "open": Sprite(CIRCLE, CIRCLE, about=Message("top-about-open")),
    "open-gold": Sprite(CIRCLE, CIRCLE, about=Message("top-about-open-gold")),
    **{
        f"reserve-{colour}-{n}": Sprite(RESERVE, RESERVE, about=Message("top-about-pawns"))
        for colour in COLOUR_NAMES
        for n in ("one", "two", "many")
    },
    "triangle": Sprite(SIDE, HALF, layer=2, shadow=True, about=Message("top-about-triangles")),
    **{
        f"tile-{kind}": Sprite(SIDE, TALL, layer=2, shadow=True, outline=RIM, about=Message("top-about-tile"))
        for kind in KIND_NAMES
    },
    **{f"plate-{name}": Sprite(RESERVE, RESERVE, layer=2) for name in ("neutral", "first", "second")},
    **{
        name: Sprite(CIRCLE, CIRCLE, layer=3, about=Message(f"top-about-{name}"))
        for name in ("done", "done-gold", "tied")
    },
    **{f"pawn-{colour}": Sprite(*PAWN, layer=4, shadow=True) for colour in COLOUR_NAMES},
    **{f"raised-{colour}": Sprite(*PAWN, layer=4) for colour in COLOUR_NAMES},
    **{f"marker-{colour}": Sprite(*MARKER, layer=4) for colour in COLOUR_NAMES},
    **{
        name: Sprite(24, 24, about=Message(f"top-about-{name}"))
        for name in ("points", "team", "pawns", "triangles", "bag")
    },
    **{f"neutral-{colour}": Sprite(24, 24, about=Message("top-about-neutral")) for colour in COLOUR_NAMES},
}


class OnTopScene(Scene):
    """The board. Spots are points (``D5``) and trays; quiet ones the track, cells (``d4``) and places (``d4-d5``)."""

    def stage(self, position: Position) -> Stage:  # noqa: D102
        return _stage(position.state.board)

    def view(self, position: Position, seat: int | None) -> View:  # noqa: D102
        s = position.state
        now = circles(s)
        return View(
            pieces=(*gilt(s), *circle_pieces(s, now), *tile_pieces(s), *pawn_pieces(position), *bag_pieces(s)),
            counters=tuple(_counters(position)),
            status=_status(position),
            colours=COLOUR_NAMES[: position.seats],
            movers=position.movers,
            docks=_docks(position),
            tally=tuple(_tally(position, now)),
            result=_result(position),
        )

    def paths(self, position: Position, seat: int, action: int) -> tuple[Path, ...]:
        """A tile is laid by touching its place, with either turn; an intersection is scored by touching it."""
        board = BOARDS[position.state.board]
        family, indices = ACTIONS.decode(action)
        number = indices[0]
        if family == "score":
            return ((f"spot:{board.point_names[number]}",),) if number < len(board.point_names) else ()
        return ((f"spot:{placement(board, number, 0)}",),) if number < len(board.positions) else ()

    def ghosts(self, position: Position, seat: int, action: int) -> tuple[Piece, ...]:
        """The tile."""
        s = position.state
        family, indices = ACTIONS.decode(action)
        return (draw_tile(s, Tile(indices[0], s.drawn - 1, indices[1], ())),) if family == "lay" else ()

    def prompts(self, position: Position, seat: int) -> Prompts:  # noqa: D102
        if seat not in position.movers:
            return _status(position), {}, ()
        return Message("top-prompt-order" if position.state.pending else "top-prompt-lay"), {}, ()

    def preview(self, before: Position, seat: int, actions: Sequence[int], after: Position) -> Message:  # noqa: D102
        return preview(before, seat, actions, after)

    def describe(self, position: Position, seat: int, actions: Sequence[int]) -> Message:  # noqa: D102
        return describe(position, actions)

    def narrate(  # noqa: D102
        self,
        before: Position,
        seat: int,
        actions: Sequence[int],
        after: Position,
        reader: int | None,
        events: Sequence[Event] = (),
    ) -> list[Line]:
        return narrate(before, seat, actions, after)


@functools.cache
def _stage(number: int) -> Stage:
    board, place = BOARDS[number], layout(number)
    spots = {}
    for n, at in enumerate(place.track):
        spots[f"track:{n}"] = Spot(at, Message("top-field", {"n": n}), hit=5, quiet=True)
    for cell, name in enumerate(board.cell_names):
        spots[name] = Spot(place.cell(cell), Message("top-cell", {"id": name}), hit=5, quiet=True)
    for colour, at in zip(COLOUR_NAMES, place.trays, strict=True):
        spots[f"tray:{colour}"] = Spot(at, Message("top-tray", {"colour": colour_name(colour)}), hit=TRAY)
    for point, name in enumerate(board.point_names):
        spots[name] = Spot(place.points[point], Message("top-point", {"id": name}), hit=27)
    for n in range(len(board.positions)):
        name = placement(board, n, 0)
        spots[name] = Spot(place.position(n), Message("top-place", {"id": name}), hit=30, quiet=True)
    box = (-FRAME, -FRAME, place.width + 2 * FRAME, place.height + 2 * FRAME)
    return Stage("on_top", box, f"board-{board.id}.svg", spots, SPRITES)


def _docks(position: Position) -> tuple[Dock, ...]:
    """The bag, and the drawn tile until the end."""
    drawn = Dock("drawn", "pile", Message("top-drawn"), display=True, order=0)
    bag = Dock("bag", "grid", Message("top-bag"), display=True, order=1)
    return (bag,) if position.outcome() else (drawn, bag)


def _counters(position: Position) -> Iterator[Counter]:
    s = position.state
    scores = position.scores()
    for seat, points in enumerate(scores):
        yield Counter(f"points:{seat}", "points", Message("top-points"), points, seat)
        if s.teams:
            mate = (seat + 2) % 4
            label = Message("top-team", {"mate": seat_name(mate)})
            yield Counter(f"team:{seat}", "team", label, points + scores[mate], seat)
        yield Counter(f"pawns:{seat}", "pawns", Message("top-pawns"), s.pawns[seat], seat)
    for c in range(position.seats, len(COLOUR_NAMES)):
        colour = COLOUR_NAMES[c]
        label = Message("top-neutral-pawns", {"colour": colour_name(colour)})
        yield Counter(f"neutral:{colour}", f"neutral-{colour}", label, s.pawns[c])
    yield Counter("triangles", "triangles", Message("top-triangles"), s.triangles)
    yield Counter("bag", "bag", Message("top-bag-left"), sum(s.bag))


def _tally(position: Position, now: Sequence[Circle]) -> Iterator[Tally]:
    """The towers on which each seat stands (TOP-6.1), and what its pawns left cost at the end (TOP-7.2)."""
    s = position.state
    for seat, points in enumerate(position.scores()):
        for circle in now:
            if circle.top == seat:
                about: dict[str, str | int | Message] = {
                    "point": point_name(s, circle),
                    "n": len(circle.tower),
                    "gold": yes(circle.golden),
                }
                ids = tuple(pawn_id(s, circle, c) for c in circle.tower)
                yield Tally(seat, Message("top-tally", about), circle.worth, ids)
                points -= circle.worth
        if lost := penalty(s, seat):
            yield Tally(seat, Message("top-tally-pawns", {"n": lost}), -lost)
            points += lost
        if points:  # only where a diagram says so
            yield Tally(seat, Message("top-tally-before"), points)


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is not None:
        about: dict[str, int | str | Message] = {
            "n": count_winners(position),
            "many": yes(len(outcome.winners) > 1),
            "who": join(map(seat_name, outcome.winners)),
        }
        return Message("top-status-won", about)
    seat = seat_name(position.state.mover)
    stage = "draw" if position.movers == (CHANCE,) else "order" if position.state.pending else "lay"
    return Message(f"top-status-{stage}", {"seat": seat})


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    team = len(outcome.winners) > 1 and count_winners(position) == 1
    return Result(outcome.scores, outcome.ranks, end_message(position), team=team)

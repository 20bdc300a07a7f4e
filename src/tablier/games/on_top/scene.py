"""On Top on the table: the board with its score track, tiles, towers, the bag, what may be touched, and what happened.

Nothing is hidden. In texts a point has its name (``D5``), a place for a tile those of its two cells (``d4-d5``).
"""

from __future__ import annotations

import functools
from collections import Counter as Tallied
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import atan2, degrees
from typing import TYPE_CHECKING, Any

from tablier.engine.protocol import CHANCE
from tablier.games.on_top import rules
from tablier.games.on_top.chart import Circle, cells, circles, closed, leader, scored, seated, tiles
from tablier.games.on_top.geometry import BOARDS, COLOUR_LETTERS, COLOUR_NAMES, GOLDEN, KIND_NAMES
from tablier.games.on_top.layout import FIELDS, FRAME, HALF, SIDE, TRAY, layout
from tablier.games.on_top.notation import placement
from tablier.scene.model import (
    Button,
    Counter,
    Dock,
    Line,
    Message,
    Piece,
    Result,
    Spot,
    Sprite,
    Stage,
    Tally,
    View,
    seat_name,
)

if TYPE_CHECKING:
    from tablier.position import Position

Path = tuple[str, ...]

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
    **dict.fromkeys(("open", "open-gold"), Sprite(CIRCLE, CIRCLE)),
    **{f"reserve-{colour}-{n}": Sprite(RESERVE, RESERVE) for colour in COLOUR_NAMES for n in ("one", "two", "many")},
    "triangle": Sprite(SIDE, HALF, layer=2, shadow=True),
    **{f"tile-{kind}": Sprite(SIDE, TALL, layer=2, shadow=True, outline=RIM) for kind in KIND_NAMES},
    **{f"plate-{name}": Sprite(RESERVE, RESERVE, layer=2) for name in ("neutral", "first", "second")},
    **dict.fromkeys(("done", "done-gold", "tied"), Sprite(CIRCLE, CIRCLE, layer=3)),
    **{f"pawn-{colour}": Sprite(*PAWN, layer=4, shadow=True) for colour in COLOUR_NAMES},
    **{f"raised-{colour}": Sprite(*PAWN, layer=4) for colour in COLOUR_NAMES},
    **{f"marker-{colour}": Sprite(*MARKER, layer=4) for colour in COLOUR_NAMES},
    **dict.fromkeys(("points", "team", "pawns", "triangles", "bag"), Sprite(24, 24)),
    **{f"neutral-{colour}": Sprite(24, 24) for colour in COLOUR_NAMES},
}


def stage(position: Position) -> Stage:
    """The board. Spots are points (``D5``) and trays; quiet ones the track, cells (``d4``) and places (``d4-d5``)."""
    return _stage(int(position.state.board))


@functools.cache
def _stage(number: int) -> Stage:
    board, place = BOARDS[number], layout(number)
    spots = {}
    for n, at in enumerate(place.track):
        spots[f"track:{n}"] = Spot(at, Message("top-field", {"n": n}), hit=5, quiet=True)
    for cell, name in enumerate(board.cell_names):
        spots[name] = Spot(place.cell(cell), Message("top-cell", {"id": name}), hit=5, quiet=True)
    for colour, at in zip(COLOUR_NAMES, place.trays, strict=True):
        spots[f"tray:{colour}"] = Spot(at, Message("top-tray", {"colour": _colour(colour)}), hit=TRAY)
    for point, name in enumerate(board.point_names):
        spots[name] = Spot(place.points[point], Message("top-point", {"id": name}), hit=27)
    for n in range(len(board.positions)):
        name = placement(board, n, 0)
        spots[name] = Spot(place.position(n), Message("top-place", {"id": name}), hit=30, quiet=True)
    box = (-FRAME, -FRAME, place.width + 2 * FRAME, place.height + 2 * FRAME)
    return Stage("on_top", box, f"board-{board.id}.svg", spots, SPRITES)


def view(position: Position, _seat: int | None) -> View:
    """What everybody sees."""
    s = position.state
    now = circles(s)
    return View(
        pieces=(*_gilt(s), *_circles(s, now), *_tiles(s), *_pawns(position), *_bag(s)),
        counters=tuple(_counters(position)),
        status=_status(position),
        colours=COLOUR_NAMES[: position.seats],
        movers=position.movers,
        docks=(
            Dock("drawn", "pile", Message("top-drawn"), display=True, order=0),
            Dock("bag", "grid", Message("top-bag"), display=True, order=1),
        ),
        tally=tuple(_tally(position, now)),
        result=_result(position),
    )


def paths(position: Position, _seat: int, action: int) -> tuple[Path, ...]:
    """A tile is laid by touching its place, with either turn; an intersection is scored by touching it."""
    board = BOARDS[position.state.board]
    if action >= rules.SCORE:
        point = action - rules.SCORE
        return ((f"spot:{board.point_names[point]}",),) if point < len(board.point_names) else ()
    number = action // 2
    return ((f"spot:{placement(board, number, 0)}",),) if number < len(board.positions) else ()


def prompts(position: Position, seat: int) -> tuple[Message, dict[str, Message], tuple[Button, ...]]:
    """What ``seat`` is asked to do; its status line if it is not its turn."""
    if seat not in position.movers:
        return _status(position), {}, ()
    if position.state.pending:
        return Message("top-prompt-order"), {}, ()
    return Message("top-prompt-lay"), {}, ()


def foresee(before: Position, seat: int, actions: Sequence[int], after: Position) -> Message:
    """What a tile would complete and score, for whoever is about to confirm it."""
    said = [_scoring("see", circle, t) for s, t in _plies(before, seat, actions) for circle in scored(s, t)]
    if after.state.over in (rules.LAST_PAWN, rules.NEUTRAL):
        said.append(_over(after))
    return _join(said, "top-and-then") if said else Message("top-foresee-nothing")


def tell(before: Position, seat: int, actions: Sequence[int], after: Position, _reader: int | None) -> list[Line]:
    """The tile drawn; or the tile laid, the holes that it closed, and every intersection that it completed."""
    if seat == CHANCE:
        return [_drawn(after, action) for action in actions]
    lines: list[Line] = []
    for action, (s, t) in zip(actions, _plies(before, seat, actions), strict=True):
        if action < rules.SCORE:
            lines += _laid(seat, s, t)
        lines += (_completed(circle, t) for circle in scored(s, t))
    if after.outcome():
        lines += _ended(after)
    return lines


def _plies(before: Position, seat: int, actions: Sequence[int]) -> Iterator[tuple[Any, Any]]:
    """The records before and after each ply."""
    now = before.copy()
    for action in actions:
        start = now.copy()
        now.play(now.name(action, seat), seat)
        yield start.state, now.copy().state


# Names


def _colour(name: str) -> Message:
    return Message("top-colour", {"colour": name})


def _point(s: Any, circle: Circle) -> str:
    name: str = BOARDS[s.board].point_names[circle.point]
    return name


def _who(s: Any, colour: int) -> Message:
    """A colour in sentences: its player, or that it is neutral."""
    if seated(s, colour):
        return seat_name(colour)
    return Message("top-neutral", {"colour": _colour(COLOUR_NAMES[colour])})


def _kind(kind: int, key: str = "top-kind") -> Message:
    """A kind of tile: the two colours in its wide corners, then those in its narrow ones."""
    one, two, three, four = (_colour(COLOUR_NAMES[COLOUR_LETTERS.index(letter)]) for letter in KIND_NAMES[kind])
    return Message(key, {"a": two, "b": four, "c": one, "d": three})


def _parts(parts: Sequence[int]) -> Message:
    """The sixths of a circle by colour, the most first."""
    found = sorted(((-n, c) for c, n in enumerate(parts) if n), key=lambda one: one)
    named = [Message("top-part", {"colour": _colour(COLOUR_NAMES[c]), "n": -n}) for n, c in found]
    return _join(named) if named else Message("top-no-parts")


def _join(parts: Iterable[Message], key: str = "top-list") -> Message:
    """A list of messages as one message."""
    return functools.reduce(lambda a, b: Message(key, {"a": a, "b": b}), parts)


# Pieces


@functools.cache
def _edges(board: int) -> tuple[tuple[int, int], ...]:
    """The sides of cells that no other cell shares: the rim."""
    sides = Tallied(side for cell in BOARDS[board].cells for side in combinations(sorted(cell), 2))
    return tuple(sorted(side for side, n in sides.items() if n == 1))


def _gilt(s: Any) -> Iterator[Piece]:
    """The golden border, from point to point."""
    names = BOARDS[s.board].point_names
    golden = int(GOLDEN[s.board, s.golden])
    for a, b in _edges(int(s.board)):
        if golden >> a & golden >> b & 1:
            yield Piece(f"gilt:{names[a]}-{names[b]}", "gilt", names[a], to=names[b])


def _circles(s: Any, now: Sequence[Circle]) -> Iterator[Piece]:
    for circle in now:
        name = _point(s, circle)
        gold = "-gold" if circle.golden else ""
        if not circle.done:
            label = Message(
                "top-open", {"gold": _yes(circle.golden), "parts": _parts(circle.parts), "free": circle.free}
            )
            yield Piece(f"point:{name}", f"open{gold}", name, label=label)
            continue
        tower = _join(_colour(COLOUR_NAMES[c]) for c in circle.tower) if circle.tower else Message("top-nobody")
        label = Message("top-done", {"gold": _yes(circle.golden), "parts": _parts(circle.parts), "tower": tower})
        yield Piece(f"point:{name}", f"done{gold}" if circle.tower else "tied", name, label=label)
        for up, c in enumerate(circle.tower):
            sprite = f"{'raised' if up else 'pawn'}-{COLOUR_NAMES[c]}"
            height = len(circle.tower) if up == len(circle.tower) - 1 else None
            yield Piece(_pawn(s, circle, c), sprite, name, seat=c if seated(s, c) else None, n=height, up=up)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def _pawn(s: Any, circle: Circle, colour: int) -> str:
    return f"pawn:{_point(s, circle)}:{COLOUR_NAMES[colour]}"


def _tiles(s: Any) -> Iterator[Piece]:
    board, place = BOARDS[s.board], layout(int(s.board))
    for tile in tiles(s):
        at = placement(board, tile.position, 0)
        (x, y), (u, v) = (place.points[board.corners[tile.position][k]] for k in (2, 0))
        turn = degrees(atan2(v - y, u - x)) + 90 + 180 * tile.turn
        label = Message("top-tile", {"corners": _join(_corner(s, *corner) for corner in tile.corners)})
        yield Piece(f"tile:{at}", f"tile-{KIND_NAMES[tile.kind]}", at, turn=round(turn, 1), label=label)
    for cell in sorted(cells(s.black)):
        turn = 0.0 if place.stands(cell) else 180.0
        yield Piece(_black(s, cell), "triangle", board.cell_names[cell], turn=turn, label=Message("top-black"))


def _black(s: Any, cell: int) -> str:
    return f"black:{BOARDS[s.board].cell_names[cell]}"


def _corner(s: Any, point: int, colour: int, n: int) -> Message:
    """A corner of a tile that lies."""
    part = Message("top-part", {"colour": _colour(COLOUR_NAMES[colour]), "n": n})
    return Message("top-corner", {"part": part, "point": BOARDS[s.board].point_names[point]})


def _pawns(position: Position) -> Iterator[Piece]:
    """What is left in the trays, and the markers on the score track."""
    s = position.state
    for c, colour in enumerate(COLOUR_NAMES):
        left, tray = int(s.pawns[c]), f"tray:{colour}"
        seat = c if seated(s, c) else None
        label = Message("top-left", {"who": _who(s, c), "n": left})
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


def _bag(s: Any) -> Iterator[Piece]:
    """The tile that is to be laid, and how many of each kind are left."""
    if s.drawn:
        kind = int(s.drawn) - 1
        yield Piece("drawn", f"tile-{KIND_NAMES[kind]}", "drawn", label=_kind(kind))
    for kind, (name, n) in enumerate(zip(KIND_NAMES, s.bag.tolist(), strict=True)):
        label = Message("top-stock", {"kind": _kind(kind), "n": n})
        yield Piece(f"bag:{name}", f"tile-{name}", "bag", n=n, i=kind, label=label)


# Numbers and status


def _counters(position: Position) -> Iterator[Counter]:
    s = position.state
    scores = position.scores()
    for seat, points in enumerate(scores):
        yield Counter(f"points:{seat}", "points", Message("top-points"), points, seat)
        if s.teams:
            mate = (seat + 2) % 4
            label = Message("top-team", {"mate": seat_name(mate)})
            yield Counter(f"team:{seat}", "team", label, points + scores[mate], seat)
        yield Counter(f"pawns:{seat}", "pawns", Message("top-pawns"), int(s.pawns[seat]), seat)
    for c in range(position.seats, len(COLOUR_NAMES)):
        colour = COLOUR_NAMES[c]
        label = Message("top-neutral-pawns", {"colour": _colour(colour)})
        yield Counter(f"neutral:{colour}", f"neutral-{colour}", label, int(s.pawns[c]))
    yield Counter("triangles", "triangles", Message("top-triangles"), int(s.triangles))
    yield Counter("bag", "bag", Message("top-bag-left"), int(s.bag.sum()))


def _tally(position: Position, now: Sequence[Circle]) -> Iterator[Tally]:
    """The towers on which each seat stands (TOP-6.1), and what its pawns left cost at the end (TOP-7.2)."""
    s = position.state
    for seat, points in enumerate(position.scores()):
        for circle in now:
            if circle.top == seat:
                about: dict[str, str | int | Message] = {
                    "point": _point(s, circle),
                    "n": len(circle.tower),
                    "gold": _yes(circle.golden),
                }
                ids = tuple(_pawn(s, circle, c) for c in circle.tower)
                yield Tally(seat, Message("top-tally", about), circle.worth, ids)
                points -= circle.worth
        if penalty := int(rules.penalty(s, seat)):
            yield Tally(seat, Message("top-tally-pawns", {"n": penalty}), -penalty)
            points += penalty
        if points:  # only where a diagram says so
            yield Tally(seat, Message("top-tally-before"), points)


def _status(position: Position) -> Message:
    outcome = position.outcome()
    if outcome is not None:
        return Message("top-status-won", {"n": _winners(position), "who": _join(map(seat_name, outcome.winners))})
    seat = seat_name(int(position.state.mover))
    stage = "draw" if position.movers == (CHANCE,) else "order" if position.state.pending else "lay"
    return Message(f"top-status-{stage}", {"seat": seat})


def _winners(position: Position) -> int:
    """How many win apart from one another: a team counts as one."""
    outcome = position.outcome()
    assert outcome is not None
    return len({seat % 2 for seat in outcome.winners} if position.state.teams else outcome.winners)


def _result(position: Position) -> Result | None:
    outcome = position.outcome()
    return Result(outcome.scores, outcome.ranks, _over(position)) if outcome else None


def _over(position: Position) -> Message:
    """Why the game ended."""
    outcome = position.outcome()
    assert outcome is not None
    s = position.state
    empty = [c for c in range(len(COLOUR_NAMES)) if not s.pawns[c]]
    who = _join(_who(s, c) for c in empty) if empty else ""
    return Message(f"top-over-{outcome.reason.replace('_', '-')}", {"who": who})


# The story


def _drawn(after: Position, kind: int) -> Line:
    seat = int(after.state.mover)
    say = Message("top-say-draw", {"seat": seat_name(seat), "kind": _kind(kind, "top-kind-short")})
    return Line(say, ("drawn", f"bag:{KIND_NAMES[kind]}"), seat)


def _laid(seat: int, s: Any, t: Any) -> Iterator[Line]:
    """A tile, and what became of the holes beside it."""
    (number,) = [tile.position for tile in tiles(t) if not s.tiles[tile.position]]
    at = placement(BOARDS[t.board], number, 0)
    yield Line(Message("top-say-lay", {"seat": seat_name(seat), "place": at}), (f"tile:{at}", "drawn"), seat)
    black, gone = closed(s, t)
    names = BOARDS[t.board].cell_names
    if black:
        say = Message("top-say-closed", {"n": len(black), "cells": ", ".join(names[c] for c in black)})
        yield Line(say, tuple(_black(t, cell) for cell in black))
    if gone:
        yield Line(Message("top-say-short", {"n": len(gone), "cells": ", ".join(names[c] for c in gone)}))


def _completed(circle: Circle, t: Any) -> Line:
    """An intersection that was completed, with the pawns that came there and the marker that moved."""
    ids = [f"point:{_point(t, circle)}"]
    for c in circle.tower:
        ids += [_pawn(t, circle, c), f"reserve:{COLOUR_NAMES[c]}"]
    seat = circle.top if circle.top is not None and seated(t, circle.top) else None
    if seat is not None:
        ids.append(f"marker:{COLOUR_NAMES[seat]}")
    return Line(_scoring("say", circle, t), tuple(ids), seat)


def _scoring(tense: str, circle: Circle, t: Any) -> Message:
    """Who stands where at a completed intersection, what it gives, and why; shorter while it is only foreseen."""
    about: dict[str, str | int | Message] = {"point": _point(t, circle), "parts": _parts(circle.parts)}
    if leader(circle) is None:
        return Message(f"top-{tense}-tied", about)
    if not circle.tower:
        return Message(f"top-{tense}-nobody", about)
    about |= {"n": circle.worth, "height": len(circle.tower), "gold": _yes(circle.golden)}
    if circle.top is None:
        about |= {"who": _join(_who(t, c) for c in circle.tower), "over": _yes(bool(t.pawns[leader(circle)]))}
        return Message(f"top-{tense}-headless", about)
    below = circle.tower[:-1]
    about |= {"who": _who(t, circle.top), "below": _join(_who(t, c) for c in below) if below else ""}
    return Message(f"top-{tense}-{'scores' if seated(t, circle.top) else 'neutral'}", about)


def _ended(after: Position) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(_over(after))
    s = after.state
    for seat in range(after.seats):
        if penalty := int(rules.penalty(s, seat)):
            yield Line(Message("top-say-penalty", {"seat": seat_name(seat), "n": penalty}), seat=seat)
    about: dict[str, str | int | Message] = {"who": _join(map(seat_name, outcome.winners))}
    if outcome.reason == "last_pawn":
        key = "top-say-won-pawn"
    elif _winners(after) > 1:
        key = "top-say-shared"
    else:
        key = "top-say-won"
    winner = outcome.winners[0]
    about["points"] = sum(outcome.scores[seat] for seat in outcome.winners) if s.teams else outcome.scores[winner]
    yield Line(Message(key, about), seat=winner if len(outcome.winners) == 1 else None)

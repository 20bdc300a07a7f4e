"""Events in words: a line for each, with the pieces as they were at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from tablier.core.events import Event
from tablier.games.delta.actions import DRAGON
from tablier.games.delta.board import GAPS, GAPS_ENDS, HOME
from tablier.games.delta.events import Kind
from tablier.games.delta.layout import slope
from tablier.games.delta.names import place_name
from tablier.games.delta.phrases import card_face, plank_message, support_message
from tablier.games.delta.pieces import pieces, plank_id, plank_sprite, sender
from tablier.games.delta.state import GAP, LOST, PLANK, PROGRAMMING, RESERVE, SLOTS, STONE, State
from tablier.scene.model import Flash, Line, Message, Piece, seat_name


def narrate(before: State, reader: int | None, events: Sequence[Event]) -> list[Line]:
    """A line for each event but cards; ``before`` is reduced to what ``reader`` knows."""
    lines: list[Line] = []
    s = before.copy()
    known = {piece.id: piece for piece in pieces(s, reader)}
    for event in events:
        follow(s, event)
        if event.kind == Kind.CARD:  # the next line tells it
            continue
        now = {piece.id: piece for piece in pieces(s, reader)}
        put = tuple(piece for piece in now.values() if known.get(piece.id) != piece)
        lines.append(_line(s, event, put, [id_ for id_ in known if id_ not in now]))
        known = now
    return lines


def follow(s: State, event: Event) -> None:
    """Change the pieces on the table as an event says; other fields are not followed."""
    kind, seat, a, b, _ = event
    s.mover = seat
    match kind:
        case Kind.CARD:
            s.programme[seat, a] = b + 1
        case Kind.REVEALED:
            s.stage, s.phase = STONE, a
        case Kind.STONE | Kind.LIFTED:
            s.stones ^= 1 << a
        case Kind.PLANK:
            s.stage, s.held = GAP, a
        case Kind.LAID | Kind.LOST | Kind.TAKEN:
            goes: dict[IntEnum, int] = {Kind.LAID: b, Kind.LOST: LOST, Kind.TAKEN: RESERVE + seat}
            s.stage, s.where[a] = PLANK, goes[kind]
        case Kind.WENT | Kind.ARRIVED:
            s.pawns[seat], s.over = a, kind == Kind.ARRIVED
        case Kind.FELL:
            s.pawns[seat] = HOME[s.seats][seat]
        case Kind.ROUND:
            s.stage, s.phase, s.statuette = PROGRAMMING, 0, seat
            for programme in s.programme:
                programme[:] = bytes(SLOTS)


def _line(s: State, event: Event, put: tuple[Piece, ...], gone: list[str]) -> Line:
    args, ids, flash = _details(s.seats, event)
    args = {"seat": seat_name(event.seat), "phase": s.phase + 1, **args}
    if event.kind == Kind.CANCELLED and (by := sender(s, event.seat, s.phase)) is not None:
        args["by"] = seat_name(by)
    return Line(
        Message(f"delta-say-{event.kind.name.lower()}", args),
        tuple(dict.fromkeys((*ids, *gone))),
        event.seat,
        put,
        flash,
    )


def _details(seats: int, event: Event) -> tuple[dict[str, str | int | Message], tuple[str, ...], tuple[Flash, ...]]:
    """What the text of an event names, the pieces that it is about, and what flashes."""
    kind, seat, a, b, _ = event
    match kind:
        case Kind.STONE | Kind.LIFTED:
            return {"n": a + 1}, (f"stone:{a + 1}",), ()
        case Kind.LOST | Kind.MISSED if b >= 0:
            fall = Flash(plank_sprite(seats, a), place_name(b), turn=slope(b), falls=True)
            return _plank_details(seats, event), (plank_id(seats, a),), (fall,)
        case Kind.PLANK | Kind.LOST | Kind.LAID | Kind.TAKEN:
            return _plank_details(seats, event), (plank_id(seats, a),), ()
        case Kind.WENT | Kind.ARRIVED:
            return _place_details(a), (f"pawn:{seat}",), ()
        case Kind.DRAGON:
            return {"card": card_face(seats, a)[1], "target": seat_name(a - DRAGON)}, (), ()
        case Kind.FELL:
            return {"card": card_face(seats, a)[1]}, (f"pawn:{seat}",), (Flash("splash", place_name(b)),)
        case Kind.CANCELLED:
            return {"card": card_face(seats, a)[1]}, (), (Flash("roar", place_name(b)),)
        case Kind.NOTHING | Kind.STUCK:
            return {"card": card_face(seats, a)[1]}, (), ()
        case Kind.ROUND:
            return {"home": seat_name(seat)}, (), ()
        case _:
            return {}, (), ()


def _place_details(place: int) -> dict[str, str | int | Message]:
    """The plank or the village that a pawn has reached."""
    ends = GAPS_ENDS[place] if place < GAPS else (place - GAPS,) * 2
    a, b = map(support_message, ends)
    return {"where": "plank" if place < GAPS else "village", "a": a, "b": b}


def _plank_details(seats: int, event: Event) -> dict[str, str | int | Message]:
    args: dict[str, str | int | Message] = {"plank": plank_message(seats, event.a)}
    if event.kind != Kind.PLANK and event.b >= 0:
        a, b = map(support_message, GAPS_ENDS[event.b])
        args |= {"a": a, "b": b}
    if event.kind == Kind.LOST:
        args["why"] = "miss" if event.b >= 0 else "nowhere"
    return args

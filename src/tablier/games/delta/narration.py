"""Events in words: a line for each, with the pieces as they were at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tablier.core.seats import SPECTATOR
from tablier.games.delta.actions import DRAGON
from tablier.games.delta.board import GAPS, GAPS_ENDS
from tablier.games.delta.events import Event
from tablier.games.delta.names import place_name
from tablier.games.delta.phrases import card_face, plank_message, support_message
from tablier.games.delta.pieces import pieces, plank_id
from tablier.games.delta.state import State
from tablier.scene.model import Flash, Line, Message, Piece, seat_name


def narrate(before: State, reader: int | None, events: Sequence[object]) -> list[Line]:
    """A line for each card, and for the end of a phase or a round; ``before`` is reduced to what ``reader`` knows."""
    lines: list[Line] = []
    known = {piece.id: piece for piece in pieces(before, reader)}
    for event in cast("Sequence[Event]", events):
        state = event.state.copy()
        State.runtime.hide(state, SPECTATOR if reader is None else reader)
        now = {piece.id: piece for piece in pieces(state, reader)}
        put = tuple(piece for piece in now.values() if known.get(piece.id) != piece)
        lines.append(_line(event, put, [id_ for id_ in known if id_ not in now]))
        known = now
    return lines


def _line(event: Event, put: tuple[Piece, ...], gone: list[str]) -> Line:
    seat = event.seat
    args, ids, flash = _details(event)
    args = {"seat": seat_name(seat), "phase": event.state.phase + 1, **args}
    return Line(Message(f"delta-say-{event.kind}", args), tuple(dict.fromkeys((*ids, *gone))), seat, put, flash)


def _details(event: Event) -> tuple[dict[str, str | int | Message], tuple[str, ...], tuple[Flash, ...]]:
    """What the text of an event names, the pieces that it is about, and what flashes."""
    seats, what = event.state.seats, event.what
    match event.kind:
        case "stone" | "lifted":
            return {"n": what + 1}, (f"stone:{what + 1}",), ()
        case "plank" | "lost" | "missed" | "laid" | "taken":
            return _plank_details(event), (plank_id(seats, what),), ()
        case "went" | "arrived":
            return _place_details(what), (f"pawn:{event.seat}",), ()
        case "dragon":
            return {"card": card_face(seats, what)[1], "target": seat_name(what - DRAGON)}, (), ()
        case "fell":
            return (
                {"card": card_face(seats, what)[1]},
                (f"pawn:{event.seat}",),
                (Flash("splash", place_name(event.at)),),
            )
        case "cancelled":
            return {"card": card_face(seats, what)[1]}, (), (Flash("roar", place_name(event.at)),)
        case "nothing" | "stuck":
            return {"card": card_face(seats, what)[1]}, (), ()
        case "round":
            return {"home": seat_name(event.seat)}, (), ()
        case _:
            return {}, (), ()


def _place_details(place: int) -> dict[str, str | int | Message]:
    """The plank or the village that a pawn has reached."""
    ends = GAPS_ENDS[place] if place < GAPS else (place - GAPS,) * 2
    a, b = map(support_message, ends)
    return {"where": "plank" if place < GAPS else "village", "a": a, "b": b}


def _plank_details(event: Event) -> dict[str, str | int | Message]:
    args: dict[str, str | int | Message] = {"plank": plank_message(event.state.seats, event.what)}
    if event.at >= 0:
        a, b = map(support_message, GAPS_ENDS[event.at])
        args |= {"a": a, "b": b}
    if event.kind == "lost":
        args["why"] = "miss" if event.at >= 0 else "nowhere"
    return args

"""What a tile in On Top did, line by line, and what it would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablier.core.seats import CHANCE
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.board_model import Circle, closed, leader, scored, seated, tiles
from tablier.games.on_top.geometry import BOARDS, COLOUR_NAMES, KIND_NAMES
from tablier.games.on_top.phrases import (
    count_winners,
    end_message,
    join,
    kind_name,
    parts_text,
    player_name,
    point_name,
    yes,
)
from tablier.games.on_top.pieces import black_id, pawn_id
from tablier.games.on_top.queries import penalty
from tablier.games.on_top.state import LAST_PAWN, NEUTRAL, State
from tablier.games.on_top.text_diagram import placement
from tablier.scene.model import Line, Message, seat_name

if TYPE_CHECKING:
    from tablier.position import Position


def narrate(before: Position, seat: int, actions: Sequence[int], after: Position) -> list[Line]:
    """The tile drawn; or the tile laid, the holes that it closed, and every intersection that it completed."""
    if seat == CHANCE:
        return [_drawn(after, action) for action in actions]
    lines: list[Line] = []
    for action, (s, t) in zip(actions, _plies(before, seat, actions), strict=True):
        if ACTIONS.decode(action).family == "lay":
            lines += _laid(seat, s, t)
        lines += (_completed(circle, t) for circle in scored(s, t))
    if after.outcome():
        lines += _ended(after)
    return lines


def describe(before: Position, actions: Sequence[int]) -> Message:
    """The place of a tile, and the intersections in the order in which they are to be scored, as advice."""
    board = BOARDS[before.state.board]
    said = []
    for family, indices in map(ACTIONS.decode, actions):
        if family == "lay":
            said.append(Message("top-do-lay", {"place": placement(board, *indices)}))
        else:
            said.append(Message("top-do-score", {"point": board.point_names[indices[0]]}))
    return join(said)


def _plies(before: Position, seat: int, actions: Sequence[int]) -> Iterator[tuple[State, State]]:
    """The states before and after each ply."""
    now = before.copy()
    for action in actions:
        start = now.copy()
        now.play(now.name(action, seat), seat)
        yield start.state, now.copy().state


def preview(before: Position, seat: int, actions: Sequence[int], after: Position) -> Message:
    """What a tile would complete and score, before it is confirmed."""
    said = [_scoring("see", circle, t) for s, t in _plies(before, seat, actions) for circle in scored(s, t)]
    if after.state.over in (LAST_PAWN, NEUTRAL):
        said.append(end_message(after))
    return join(said, "top-and-then") if said else Message("top-foresee-nothing")


def _drawn(after: Position, kind: int) -> Line:
    seat = after.state.mover
    say = Message("top-say-draw", {"seat": seat_name(seat), "kind": kind_name(kind, "top-kind-short")})
    return Line(say, ("drawn", f"bag:{KIND_NAMES[kind]}"), seat)


def _laid(seat: int, s: State, t: State) -> Iterator[Line]:
    """A tile, and what became of the holes beside it."""
    (number,) = [tile.position for tile in tiles(t) if not s.tiles[tile.position]]
    at = placement(BOARDS[t.board], number, 0)
    yield Line(Message("top-say-lay", {"seat": seat_name(seat), "place": at}), (f"tile:{at}", "drawn"), seat)
    black, gone = closed(s, t)
    names = BOARDS[t.board].cell_names
    if black:
        say = Message("top-say-closed", {"n": len(black), "cells": ", ".join(names[c] for c in black)})
        yield Line(say, tuple(black_id(t, cell) for cell in black))
    if gone:
        yield Line(Message("top-say-short", {"n": len(gone), "cells": ", ".join(names[c] for c in gone)}))


def _completed(circle: Circle, t: State) -> Line:
    """An intersection that was completed, with the pawns that came there and the marker that moved."""
    ids = [f"point:{point_name(t, circle)}"]
    for c in circle.tower:
        ids += [pawn_id(t, circle, c), f"reserve:{COLOUR_NAMES[c]}"]
    seat = circle.top if circle.top is not None and seated(t, circle.top) else None
    if seat is not None:
        ids.append(f"marker:{COLOUR_NAMES[seat]}")
    return Line(_scoring("say", circle, t), tuple(ids), seat)


def _scoring(tense: str, circle: Circle, t: State) -> Message:
    """Who stands where at a completed intersection, what it gives, and why; shorter while it is only foreseen."""
    about: dict[str, str | int | Message] = {"point": point_name(t, circle), "parts": parts_text(circle.parts)}
    best = leader(circle)
    if best is None:
        return Message(f"top-{tense}-tied", about)
    if not circle.tower:
        return Message(f"top-{tense}-nobody", about)
    about |= {"n": circle.worth, "height": len(circle.tower), "gold": yes(circle.golden)}
    if circle.top is None:
        about |= {"who": join(player_name(t, c) for c in circle.tower), "over": yes(bool(t.pawns[best]))}
        return Message(f"top-{tense}-headless", about)
    below = circle.tower[:-1]
    about |= {"who": player_name(t, circle.top), "below": join(player_name(t, c) for c in below) if below else ""}
    return Message(f"top-{tense}-{'scores' if seated(t, circle.top) else 'neutral'}", about)


def _ended(after: Position) -> Iterator[Line]:
    outcome = after.outcome()
    assert outcome is not None
    yield Line(end_message(after))
    s = after.state
    for seat in range(after.seats):
        if lost := penalty(s, seat):
            yield Line(Message("top-say-penalty", {"seat": seat_name(seat), "n": lost}), seat=seat)
    about: dict[str, str | int | Message] = {
        "who": join(map(seat_name, outcome.winners)),
        "many": "shared" if count_winners(after) > 1 else yes(len(outcome.winners) > 1),
    }
    if outcome.reason == "last_pawn":
        key = "top-say-won-pawn"
    elif count_winners(after) > 1:
        key = "top-say-shared"
    else:
        key = "top-say-won"
    winner = outcome.winners[0]
    total = sum(outcome.scores[seat] for seat in outcome.winners)
    about["points"] = total // count_winners(after) if s.teams else outcome.scores[winner]
    yield Line(Message(key, about), seat=winner if len(outcome.winners) == 1 else None)

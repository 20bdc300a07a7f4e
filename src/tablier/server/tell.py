"""What one reader is told of a table: views, log lines, updates. All of it is made from that reader's view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

import msgspec

from tablier.engine.protocol import CHANCE
from tablier.scene import diff
from tablier.scene.model import Line, Message, Piece, Result, View, seat_name
from tablier.server import chance
from tablier.server.messages import Entry, Seat, Table, Update
from tablier.server.rooms import Reader, Room, acts_together

if TYPE_CHECKING:
    from tablier.position import Position

KEPT = 32
"""Updates remembered at each table, so that ten spectators cost little more than one."""


def table(room: Room, stage: str, here: frozenset[int]) -> Table:
    """A table without its position. ``here`` are the seats whose browsers are connected."""
    seats = [
        Seat(
            kind="bot" if seat.level else "open" if seat.browser_id is None else "human",
            name=seat.name,
            level=seat.level,
            here=n in here,
        )
        for n, seat in enumerate(room.seats)
    ]
    return Table(
        id=room.row.id,
        game=room.row.game,
        options=room.row.options,
        hidden=room.game.info.hidden,
        seats=seats,
        stage=stage,
        rematch=room.row.rematch or "",
        rematch_offers=sorted(room.offers),
    )


def view(room: Room, reader: Reader, seq: int | None = None) -> View:
    """What ``reader`` sees after the first ``seq`` events, by default after all."""
    seq = room.seq if seq is None else seq
    position = room.position if seq == room.seq else room.at(seq)
    seen: View = room.game.scene.view(position.view(reader), reader)
    if acts_together(position):
        everybody = position.view(None).movers
        ready = tuple(seat for seat in everybody if seat not in position.movers)
        seen = msgspec.structs.replace(seen, movers=position.movers, ready=ready)
    gone = room.resigned
    if gone is None or gone.seq > seq:
        return seen
    # Whoever gives up is last; nobody has beaten the others yet, so they share the first place.
    ranks = tuple(len(room.row.seats) - 1 if n == gone.seat else 0 for n in range(len(room.row.seats)))
    reason = Message("reason-resigned", {"seat": seat_name(gone.seat)})
    return msgspec.structs.replace(
        seen, movers=(), status=reason, result=Result(position.view(reader).scores(), ranks, reason)
    )


def opening(room: Room, reader: Reader) -> list[Entry]:
    """What chance did before the first event, if it did anything, as an entry of the log."""
    start = room.at(0)
    after, drawn = start.view(reader), [move.action for move in start.history]
    if not drawn:
        return []
    for _ in drawn:
        start.pop()
    return [Entry(0, list(room.game.scene.tell(start.view(reader), CHANCE, drawn, after, reader)))]


def entries(room: Room, reader: Reader) -> list[Entry]:
    """The log of the events as ``reader`` may know it."""
    told = room.lines.setdefault(reader, [])
    if len(told) < room.seq:
        position = room.at(len(told))
        for event in room.events[len(told) :]:
            told.append(_lines(room, event.seq, position, reader))
    return [Entry(seq, list(lines)) for seq, lines in enumerate(told, 1)]


def update(room: Room, seq: int, reader: Reader) -> Update:
    """Event ``seq`` as a story that leads from the view before it to the view after it."""
    known = room.updates.get((seq, reader))
    if known is None:
        before, after = view(room, reader, seq - 1), view(room, reader, seq)
        steps = diff.steps(before, after, entries(room, reader)[seq - 1].lines)
        bare = msgspec.structs.replace(after, pieces=())
        known = Update(seq=seq, steps=list(steps), view=bare, check=_check(after.pieces))
        room.updates[seq, reader] = known
        if len(room.updates) > KEPT:
            room.updates.popitem(last=False)
    return known


def _lines(room: Room, seq: int, position: Position, reader: Reader) -> tuple[Line, ...]:
    """Play event ``seq`` on ``position`` and tell it."""
    event = room.events[seq - 1]
    if event.kind == "resign" and event.plies:
        level = int(event.plies[0])
        return (Line(Message("event-taken-over", {"seat": seat_name(event.seat), "level": level}), seat=event.seat),)
    if event.kind != "submit":
        return (Line(Message(f"event-{event.kind}", {"seat": seat_name(event.seat)}), seat=event.seat),)
    tell = room.game.scene.tell
    start, before = position.copy(), position.view(reader)
    position.play(" ".join(event.plies), event.seat)
    actions = [move.action for move in position.history[-len(event.plies) :]]
    after = position.view(reader)
    witness = getattr(room.game.scene, "witness", None)
    witnessed = () if witness is None else (witness(start, event.seat, actions, position),)
    lines = tell(before, event.seat, actions, after, reader, *witnessed)
    if drawn := [move.action for move in chance.settle(position, room.row.seed)]:
        lines = [*lines, *tell(after, CHANCE, drawn, position.view(reader), reader, *witnessed)]
    return tuple(lines)


def _check(pieces: tuple[Piece, ...]) -> str:
    return format(crc32("\n".join(sorted(piece.id for piece in pieces)).encode()), "x")

"""What one reader is told of a table: views, log lines, updates. All of it is made from that reader's view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from zlib import crc32

import msgspec

from tablier.engine.protocol import CHANCE
from tablier.scene import diff
from tablier.scene.model import Line, Message, Piece, Result, View, seat_name
from tablier.server.db.rows import Event
from tablier.server.db.uptime import Uptime
from tablier.server.messages import ChatLine, Clocks, Entry, Request, Seat, Table, TableActions, TakebackOption, Update
from tablier.server.tables import chance, choices, clocks, replacement, takeback
from tablier.server.tables.state import Reader, Room
from tablier.server.timestamps import now

KEPT = 2
"""Updates remembered at each table for all who look alike, so that ten spectators cost little more than one."""

_encode = msgspec.json.Encoder().encode
_lines_of = msgspec.json.Decoder(tuple[Line, ...]).decode


def table(room: Room, stage: str, here: Collection[int], watching: int = 0) -> Table:
    """A table without its position. ``here`` are the seats whose browsers are connected."""
    row = room.row
    return Table(
        id=row.id,
        game=row.game,
        options=row.options,
        clock=room.clock.text if room.clock else "",
        out=room.clock.out if room.clock else "",
        hidden=room.game.info.hidden,
        seats=seats(room, here),
        stage=stage,
        rematch=row.rematch or "",
        rematch_offers=sorted(room.offers),
        open=room.waiting_for_players,
        private=row.watch is not None,
        watching=watching,
        shared=row.shared,
        imported=row.imported,
        fair=chance.fair(room),
    )


def seats(room: Room, here: Collection[int]) -> list[Seat]:
    """Who sits where."""
    return [
        Seat(
            kind="bot" if seat.level else "open" if seat.browser_id is None and not room.row.imported else "human",
            name=seat.name,
            level=seat.level,
            here=n in here,
        )
        for n, seat in enumerate(room.seats)
    ]


def view(room: Room, reader: Reader, seq: int | None = None) -> View:
    """What ``reader`` sees after the first ``seq`` events, by default after all."""
    seq = room.seq if seq is None else seq
    position = room.position if seq == room.seq else room.at(seq)
    seen: View = room.game.scene.view(position.view(reader), reader)
    if choices.acts_together(position):
        everybody = choices.known_movers(position)
        ready = tuple(seat for seat in everybody if seat not in position.movers)
        seen = msgspec.structs.replace(seen, movers=position.movers, ready=ready)
    if not position.ply and CHANCE in position.movers:
        seen = msgspec.structs.replace(seen, movers=(), status=Message("status-first-draw"))
    gone = room.ended_by
    if gone is None or gone.seq > seq:
        return seen
    # Whoever gives up is last; nobody has beaten the others yet, so they share the first place.
    ranks = tuple(len(room.row.seats) - 1 if n == gone.seat else 0 for n in range(len(room.row.seats)))
    reason = Message("reason-time" if gone.kind == "flag" else "reason-resigned", {"seat": seat_name(gone.seat)})
    return msgspec.structs.replace(
        seen, movers=(), status=reason, result=Result(position.view(reader).scores(), ranks, reason)
    )


def table_actions(room: Room, you: list[int], browser: int | None, seats: Sequence[Seat]) -> TableActions:
    """What the holder of these seats can do besides playing; ``seats`` are all seats, as everybody knows them."""
    asked = room.request
    ways = []
    for seat in you:
        free = takeback.is_free(room, seat)
        if free or takeback.can_ask(room, seat):
            ways.append((takeback.last(room, seat) or 0, TakebackOption(seat, free)))
    return TableActions(
        takebacks=[way for _, way in sorted(ways, key=lambda item: item[0], reverse=True)],
        request=None if asked is None else Request(asked.seat, takeback.waits_for(room), asked.asked),
        away=replacement.away(room, seats) if you else {},
        votes={str(absent): list(seats) for absent, seats in room.votes.items()},
        lost=[] if room.over else replacement.lost(room, browser),
    )


def time_left(room: Room, uptime: Uptime) -> Clocks:
    """What the seats have left now."""
    left = [max(0, rest) for rest in clocks.left(room, uptime, now())]
    return Clocks(left=left, running=list(clocks.running(room)))


def entries(room: Room, reader: Reader, since: int = 0) -> list[Entry]:
    """The log after the first ``since`` events as ``reader`` may know it, without the chat."""
    told = _told(room, reader)
    return [Entry(e.seq, list(_lines_of(told[e.seq - 1]))) for e in room.events[since:] if e.kind != "chat"]


def chat_line(event: Event) -> ChatLine:
    """A line of the chat."""
    return ChatLine(seq=event.seq, seat=event.seat, text=event.plies[0], at=event.at)


def _told(room: Room, reader: Reader) -> list[bytes]:
    """The lines of every event, as ``reader`` may know them."""
    told = room.lines.setdefault(reader, [])
    told += [_encode(_lines(room, event, reader)) for event in room.events[len(told) :]]
    return told


def update(room: Room, seq: int, reader: Reader) -> msgspec.Raw:
    """Event ``seq`` as a story that leads from the view before it to the view after it: an update, ready to be sent."""
    known = room.updates.get((seq, reader))
    if known is None:
        last, before = room.seen.get(reader, (-1, None))
        if last != seq - 1 or before is None:
            before = view(room, reader, seq - 1)
        after = view(room, reader, seq)
        room.seen[reader] = (seq, after)
        steps = diff.steps(before, after, _lines_of(_told(room, reader)[seq - 1]))
        bare = msgspec.structs.replace(after, pieces=())
        story = Update(seq=seq, steps=list(steps), view=bare, check=_check(after.pieces))
        known = msgspec.Raw(_encode(story))
        room.updates[seq, reader] = known
        if len(room.updates) > KEPT * len(room.seen):
            room.updates.popitem(last=False)
    return known


def _lines(room: Room, event: Event, reader: Reader) -> tuple[Line, ...]:
    """An event as a story."""
    if event.kind in ("submit", "draw"):
        return _story(room, event, reader)
    seat, key, arguments = event.seat, f"event-{event.kind}", dict[str, Message | int | str]()
    if event.kind == "undo":
        key = f"event-undo-{event.plies[0]}"
        seat = room.events[int(event.plies[1]) - 1].seat if event.plies[0] == "back" else seat
    elif event.kind == "chat":
        return ()
    elif event.kind == "clock":
        return (Line(Message(f"event-clock-{event.plies[0]}")),)
    elif event.kind == "vote":
        arguments["absent"] = seat_name(int(event.plies[0]))
        key = "event-voted-out" if event.plies[1:] else key
    elif event.plies and event.kind != "nonce":
        key = "event-flag-bot" if event.kind == "flag" else "event-taken-over"
    if event.plies and event.kind in ("resign", "flag", "vote"):
        arguments["level"] = int(event.plies[-1])
    return (Line(Message(key, {"seat": seat_name(seat), **arguments}), seat=seat),)


def _story(room: Room, event: Event, reader: Reader) -> tuple[Line, ...]:
    """What a seat and chance played: what chance does before or after a submission is told apart from it."""
    scene, lines = room.game.scene, list[Line]()
    events: Sequence[object] = ()
    played = room.played[event.seq - 1]
    end = room.position if event.seq == room.seq else room.at(event.seq)
    after, left = end.back(len(played)), len(played)
    for seat, plies in groupby(played, lambda move: move.seat):
        actions = [move.action for move in plies]
        left -= len(actions)
        before, after = after, end.back(left) if left else end
        if seat != CHANCE:
            events = scene.capture_events(before, seat, actions, after)
        lines += scene.narrate(before.view(reader), seat, actions, after.view(reader), reader, events)
    return tuple(lines)


def _check(pieces: tuple[Piece, ...]) -> str:
    return format(crc32("\n".join(sorted(piece.id for piece in pieces)).encode()), "x")

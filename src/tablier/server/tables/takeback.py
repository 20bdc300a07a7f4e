"""Taking back what was submitted. A seat may do so by itself where four rules hold; else the other players must agree.

By itself, as long as that never changes who is to move, never makes another seat choose again, never takes back what
something hidden was revealed by, and never what chance has answered. What remains is the beginning of a turn whose
seat is still to move, and a choice made in secret that waits for those of others.

By consent everything since the submission is taken back. Whoever plays and is no bot must agree; bots do, unless
something hidden was revealed. Draws depend on the plies before them: the same plies meet the same draws, and other
plies meet other draws. Nothing is deleted from the log: events of the kind ``undo`` say what was asked (``ask``),
agreed to (``yes``, ``no``), and done (``lift``: this submission alone, ``back``: all since).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tablier.engine.protocol import CHANCE
from tablier.errors import IllegalMove
from tablier.server.problem import Problem
from tablier.server.tables import choices

if TYPE_CHECKING:
    from tablier.moves import Move
    from tablier.position import Position
    from tablier.server.tables.state import Room

Plies = tuple[str, ...]


class Request(msgspec.Struct):
    """A seat asked, with event ``asked``, to take back event ``event`` and all since; these seats have agreed."""

    seat: int
    event: int
    asked: int
    agreed: set[int]


def last(room: Room, seat: int) -> int | None:
    """The number of the last submission of a seat that stands."""
    return next((n for n in reversed(room.active_submissions) if room.events[n - 1].seat == seat), None)


def is_free(room: Room, seat: int) -> bool:
    """Whether a seat may take back its last submission by itself."""
    event = last(room, seat)
    return event is not None and not room.over and _may_lift(room, event)


def can_ask(room: Room, seat: int) -> bool:
    """Whether a seat may ask the others to take back its last submission, or take it back as all others are bots."""
    event = last(room, seat)
    return event is not None and not room.over and _bots_agree(room, event)


def take_back(room: Room, seat: int) -> Plies:
    """Check that a seat may take back its last submission, or ask for it; the event's plies.

    Raises:
        Problem: the game is over, there is nothing to take back, it is asked for already, or a bot does not agree.
    """
    if room.over:
        raise Problem(409, "over", "refused-over")
    event = last(room, seat)
    if event is None:
        raise Problem(409, "illegal", "refused-nothing-back")
    if _may_lift(room, event):
        return ("lift", str(event))
    if not _bots_agree(room, event):
        raise Problem(409, "illegal", "refused-revealed")
    if room.request is not None:
        raise Problem(409, "late", "refused-asked")
    return ("ask" if _others(room, seat) else "back", str(event))


def answer(room: Room, seat: int, agree: bool, asked: int = 0) -> Plies:
    """Check an answer to the request, or to the one of event ``asked``; the event's plies. The last yes takes back.

    Raises:
        Problem: there is no request, or none to which this seat has still to answer.
    """
    request = room.request
    if request is None or asked not in (0, request.asked) or seat not in waits_for(room):
        raise Problem(409, "late", "refused-no-request")
    if not agree:
        return ("no", str(request.event))
    return ("back" if waits_for(room) == [seat] else "yes", str(request.event))


def waits_for(room: Room) -> list[int]:
    """The seats that have still to answer the request."""
    request = room.request
    return [] if request is None else [n for n in _others(room, request.seat) if n not in request.agreed]


def replay(room: Room, seat: int, plies: Plies) -> None:
    """Let an event of the log take effect on a room."""
    word, event = plies[0], int(plies[1])
    if word == "ask":
        room.request = Request(seat, event, room.seq + 1, set())
    elif word == "yes" and room.request is not None:
        room.request.agreed.add(seat)
    else:
        room.request = None
    if word in ("lift", "back"):
        later = [n for n in room.active_submissions if n > event] if word == "lift" else []
        room.rewind(event)
        for number in later:
            room.restore(number)


def _others(room: Room, seat: int) -> list[int]:
    """Those who are asked: who sits at the table, but bots and whoever asks, wherever else they sit."""
    me = room.seats[seat].browser_id
    return [
        n for n, other in enumerate(room.seats) if n != seat and other.browser_id is not None and other.browser_id != me
    ]


def _bots_agree(room: Room, event: int) -> bool:
    if not room.game.info.hidden or not any(seat.level for seat in room.seats):
        return True
    before = room.before(event)
    return not reveals(before, room.position.history[before.ply :])


def _may_lift(room: Room, event: int) -> bool:
    """Whether the four rules allow a submission to be lifted out from among what was played since."""
    seat, now = room.events[event - 1].seat, room.position
    movers = choices.known_movers(now)
    if seat not in movers or (room.active_submissions[-1] != event and len(movers) == 1):
        return False  # somebody else is to move, or has moved
    before = room.before(event)
    since = now.history[before.ply :]
    if any(move.seat == CHANCE for move in since) or _discloses(before, since) or reveals(before, since):
        return False
    without, mine = before.copy(), before.copy()
    for move in room.played[event - 1]:
        mine.push(move)
    for move in since[mine.ply - before.ply :]:
        # Whoever has chosen since must not have seen what is lifted, and chooses the same without it.
        if move.seat == seat or before.view(move.seat).key() != mine.view(move.seat).key():
            return False
        without.push(move)
    return seat in without.movers and choices.known_movers(without) == movers


def reveals(before: Position, moves: Sequence[Move]) -> bool:
    """Whether plies showed anybody anything but themselves.

    Each must have been either unseen, chosen in secret and not yet shown, or such that a reader who plays it on its own
    view comes to its own view of what followed: what is more was hidden before.
    """
    readers = (*range(before.seats), None)
    position = before.copy()
    known = {reader: position.view(reader) for reader in readers}
    for move in moves:
        position.push(move)
        for reader in readers:
            now = position.view(reader)
            if not _follows(known[reader], move, now, reader):
                return True
            known[reader] = now
    return False


def _follows(known: Position, move: Move, now: Position, reader: int | None) -> bool:
    if known.key() == now.key():
        return True
    try:
        known.push(move)
    except IllegalMove:
        return False  # the reader could not know that this was possible
    return known.view(reader).key() == now.key()


def _discloses(before: Position, moves: Sequence[Move]) -> bool:
    position = before.copy()
    for move in moves:
        if choices.discloses(position, move):
            return True
        position.push(move)
    return False

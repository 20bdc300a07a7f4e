"""When somebody leaves: a bot takes the seat, by the clock or because the others want it, and gives it back when asked.

Whoever gives up leaves for good. A seat that is lost to a clock or by a vote is given back when its owner returns and
asks. Without a clock nobody is replaced unless somebody who waits wants it: friends may play on tomorrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tablier.server.problem import Problem
from tablier.server.timestamps import now

if TYPE_CHECKING:
    from tablier.server.messages import Seat
    from tablier.server.tables.state import Room

STAND_IN = 2
"""The level of a bot that takes a seat over: the one that is proposed for an empty seat."""
PATIENCE = 60_000
"""How long nothing must have happened, talk apart, before the others may vote, in ms."""


def replacement_level(levels: Iterable[int]) -> tuple[str, ...]:
    """The level of the bot that takes over, as plies of an event; none where a game has no bots."""
    most = max(levels, default=0)
    return (str(min(STAND_IN, most)),) if most else ()


def successor(room: Room, levels: Iterable[int]) -> tuple[str, ...]:
    """Who plays on for somebody who gives up: a bot, where at least two more play, one of them human.

    Else nobody does, and the game is over.
    """
    return replacement_level(levels) if len(room.seats) > 2 and _others_play(room) else ()


def at_flag(room: Room, levels: Iterable[int]) -> tuple[str, ...]:
    """Who plays on for somebody who is out of time, as the clock says: a bot where one more human plays, or nobody."""
    out = room.clock.out if room.clock else ""
    if not out:
        return successor(room, levels)
    return replacement_level(levels) if out == "bot" and _others_play(room) else ()


def _others_play(room: Room) -> bool:
    return sum(not seat.level for seat in room.seats) > 1


def vote(room: Room, seat: int, absent: int, *, here: Callable[[int], bool], levels: Iterable[int]) -> tuple[str, ...]:
    """Check that ``seat`` may want a bot to play for an absent one; the event's plies. The last vote seats the bot.

    All must want it who are at the table: ``here`` tells of which browsers that is so. Who is away is not waited for.

    Raises:
        Problem: the game is over, the other is not absent or not waited for, there is a clock that leaves it days, or
            this seat has voted already.
    """
    if room.over:
        raise Problem(409, "over", "refused-over")
    owners = [other.browser_id for other in room.seats]
    if absent not in range(len(owners)) or room.seats[absent].level or absent not in room.position.movers:
        raise Problem(409, "illegal", "refused-not-waited-for")
    owner = owners[absent]
    if owner is not None and (here(owner) or owner == owners[seat]):
        raise Problem(409, "illegal", "refused-not-absent")
    if owner is not None and _has_days(room):
        raise Problem(409, "illegal", "refused-days")
    if early := _early(room, absent):
        raise Problem(409, "illegal", "refused-patience", seconds=-(-early // 1000))
    voted = {owners[n] for n in (seat, *room.votes.get(absent, ()))}
    missing = any(other is not None and other not in voted and here(other) for other in owners)
    sits = () if missing else replacement_level(levels)
    if seat in room.votes.get(absent, ()) and not sits:
        raise Problem(409, "late", "refused-voted")
    return (str(absent), *sits)


def away(room: Room, seats: Sequence[Seat]) -> dict[str, int]:
    """The absent seats that are waited for, and in how many ms the others may vote on each; ``seats`` as all know them.

    None where a clock leaves them days, but those that nobody has taken.
    """
    absent = {n: seat for n, seat in enumerate(seats) if seat.kind != "bot" and not seat.here}
    if not absent or room.over:
        return {}
    days, movers = _has_days(room), room.position.movers
    return {
        str(n): _early(room, n) for n, seat in absent.items() if n in movers and not (days and seat.kind == "human")
    }


def _has_days(room: Room) -> bool:
    return room.clock is not None and room.clock.fresh


def _early(room: Room, absent: int) -> int:
    """For how long, in ms, it is too early to vote on a seat; never for one that nobody has taken."""
    if room.seats[absent].browser_id is None or absent in room.votes:
        return 0
    last = next((event.at for event in reversed(room.events) if event.kind != "chat"), room.row.at)
    return max(0, last + PATIENCE - now())


def come_back(room: Room, seat: int) -> tuple[str, ...]:
    """Check that the owner of a seat may have it back from the bot.

    Raises:
        Problem: the game is over, or no bot plays for somebody who may return.
    """
    if room.over:
        raise Problem(409, "over", "refused-over")
    if seat not in room.replacements or seat in room.resigned:
        raise Problem(409, "late", "refused-no-return")
    return ()


def lost(room: Room, browser: int | None) -> list[int]:
    """The seats that a browser may have back."""
    if not room.replacements:
        return []
    return [
        n
        for n, seat in enumerate(room.row.seats)
        if browser is not None and seat.browser_id == browser and n in room.replacements and n not in room.resigned
    ]

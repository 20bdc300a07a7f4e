"""The seat for which a search is made."""

from __future__ import annotations

from typing import Any

from tablier.engine import protocol
from tablier.errors import IllegalMove, UnknownSeat


def seat_to_move(record: Any, seat: int | None) -> int:
    """``seat``, checked to be to move; by default the only seat to move.

    Raises:
        UnknownSeat: there is no such seat.
        IllegalMove: it is not to move, or several seats are to move and none was given.
    """
    seats, mask = int(protocol.seats(record)), int(protocol.movers(record))
    movers = [i for i in range(seats) if mask >> i & 1]
    if seat is None and len(movers) == 1:
        return movers[0]
    if seat is not None and seat not in range(seats):
        raise UnknownSeat(f"there is no seat {seat!r}; the seats are 0 to {seats - 1}")
    if not movers:
        raise IllegalMove(
            "no seat is to move: play an outcome of chance first" if mask else "no seat is to move: the game is over"
        )
    if seat is None:
        raise IllegalMove(f"seats {movers} may all act; give one of them")
    if seat not in movers:
        raise IllegalMove(f"seat {seat} is not to move; give one of {movers}")
    return int(seat)

"""The arguments of a search: the record, the seat and the net."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.core.state import StateRecord
from tablier.engine import protocol
from tablier.engine.game_rules import Rules
from tablier.engine.net import Net
from tablier.engine.net_file import require_fitting
from tablier.engine.records import native
from tablier.errors import IllegalMove, InvalidOption, UnknownSeat


def record_of(position: Any) -> Any:
    """The record, as kernels read it, of a position, a state or a record.

    Raises:
        InvalidOption: it is none of these.
    """
    try:
        state = position if isinstance(position, StateRecord | np.void) else position.state
    except AttributeError:
        state = None
    if not isinstance(state, StateRecord | np.void):
        raise InvalidOption(f"position must be a Position, got {type(position).__name__}")
    return native(state)


def require_net(net: object, rules: Rules) -> None:
    """Check the net of a search.

    Raises:
        InvalidOption: it is not a net, but for example the name of a file.
        GameError: it does not fit the game's inputs.
    """
    if not isinstance(net, Net):
        read = "tablier.engine.net_file.read_net(Path(...), game.rules)"
        raise InvalidOption(f"net must be a Net, got {type(net).__name__}; read the file of one by {read}")
    require_fitting(net, rules, "net")


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

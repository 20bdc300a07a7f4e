"""Replacement: a bot takes a seat over when its player resigns, times out or is voted out, and gives it back if asked.

A seat that was resigned is not given back. Without a clock only a vote replaces an absent player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tablier.server.domain.events import ChatSent, SeatReturned, VoteCast
from tablier.server.domain.state import TableState
from tablier.server.messages import Seat
from tablier.server.problem import Problem, Refusal

LEVEL = 2
"""The level of a bot that takes a seat over."""


def level(levels: Iterable[int]) -> int | None:
    """The level of a bot that takes over; ``None`` if the game has no bots."""
    most = max(levels, default=0)
    return min(LEVEL, most) if most else None


def after_resignation(state: TableState, levels: Iterable[int]) -> int | None:
    """The level of the bot that plays on for a seat that resigns; ``None`` if that ends the game.

    A bot plays on where at least two others play, one of them human.
    """
    return level(levels) if len(state.seats) > 2 and _others_play(state) else None


def after_timeout(state: TableState, levels: Iterable[int]) -> int | None:
    """The level of the bot that plays on for a seat that times out; ``None`` if that ends the game.

    The clock says which, but no bot plays on where no other human does.
    """
    out = state.clock.control.out if state.clock else ""
    if not out:
        return after_resignation(state, levels)
    return level(levels) if out == "bot" and _others_play(state) else None


def _others_play(state: TableState) -> bool:
    return sum(not seat.level for seat in state.seats) > 1


def vote(
    state: TableState,
    seat: int,
    absent: int,
    *,
    at: int,
    delay: int,
    present: Callable[[int], bool],
    levels: Iterable[int],
) -> VoteCast:
    """The event by which a seat votes for a bot in place of an absent player: the last vote seats it.

    Args:
        state: the table.
        seat: the seat that votes.
        absent: the seat of the absent player.
        at: the time, in ms since 1970.
        delay: how long nothing but chat must have happened, in ms.
        present: whether a browser is connected to the table; only present players must agree.
        levels: the levels of the game's bots.

    Raises:
        Problem: the game is over, the seat is not absent or not to move, its clock leaves it days, it is too early,
            or the voter has voted.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    owners = [other.browser_id for other in state.seats]
    if absent not in range(len(owners)) or state.seats[absent].level or absent not in state.position.movers:
        raise Problem(Refusal.NOT_WAITED_FOR)
    owner = owners[absent]
    if owner is not None and (present(owner) or owner == owners[seat]):
        raise Problem(Refusal.NOT_ABSENT)
    if owner is not None and _has_days(state):
        raise Problem(Refusal.CLOCK_LEAVES_DAYS)
    if early := _early(state, absent, at, delay):
        raise Problem(Refusal.TOO_EARLY_TO_VOTE, seconds=-(-early // 1000))
    votes = state.votes.get(absent, ())
    voted = {owners[n] for n in (seat, *votes)}
    missing = any(other is not None and other not in voted and present(other) for other in owners)
    replacement = None if missing else level(levels)
    if seat in votes and replacement is None:
        raise Problem(Refusal.ALREADY_VOTED)
    return VoteCast(absent, replacement)


def away(state: TableState, seats: Sequence[Seat], at: int, delay: int) -> dict[str, int]:
    """The absent seats that are to move, and in how many ms the others may vote on each.

    ``seats`` are as everybody knows them, ``at`` is in ms since 1970; the others may vote when nothing but chat has
    happened for ``delay`` ms. A seat whose clock leaves it days is not listed.
    """
    absent = {n: seat for n, seat in enumerate(seats) if seat.kind != "bot" and not seat.here}
    if not absent or state.over:
        return {}
    days, movers = _has_days(state), state.position.movers
    waited_for = [n for n, seat in absent.items() if n in movers and not (days and seat.kind == "human")]
    return {str(n): _early(state, n, at, delay) for n in waited_for}


def _has_days(state: TableState) -> bool:
    return state.clock is not None and state.clock.control.per_turn


def _early(state: TableState, absent: int, at: int, delay: int) -> int:
    """The time until a vote on a seat is allowed, in ms: none for a free seat, or once a vote was cast."""
    if state.seats[absent].browser_id is None or absent in state.votes:
        return 0
    last = next((e.at for e in reversed(state.events) if not isinstance(e.payload, ChatSent)), state.row.at)
    return max(0, last + delay - at)


def come_back(state: TableState, seat: int) -> SeatReturned:
    """The event by which the owner of a seat takes it back from the bot.

    Raises:
        Problem: the game is over, or no bot plays for an owner who may return.
    """
    if state.over:
        raise Problem(Refusal.GAME_OVER)
    if seat not in state.replacements or seat in state.resigned:
        raise Problem(Refusal.NO_SEAT_TO_RETURN_TO)
    return SeatReturned()


def lost(state: TableState, browser: int | None) -> list[int]:
    """The seats that a browser may take back."""
    if browser is None or not state.replacements:
        return []
    owners = state.row.seats
    return [n for n in sorted(state.replacements) if n not in state.resigned and owners[n].browser_id == browser]

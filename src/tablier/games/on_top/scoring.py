"""Scoring in On Top: the pawns of a completed intersection, last pawns, and the ranks at the end."""

from __future__ import annotations

from typing import Any

from tablier.engine.bits import ONE, ZERO, bit, i64, lowest, u64
from tablier.engine.kernel import kernel
from tablier.games.on_top.geometry import COLOURS
from tablier.games.on_top.state import (
    AFTER_PLACING,
    AFTER_TILE,
    LAST_PAWN,
    NEUTRAL,
    State,
)
from tablier.games.on_top.tables import (
    GOLDEN,
)


@kernel
def standing(s: State, point: int) -> Any:
    """The colour with the most parts (-1 if there is none), and the set of those in second place."""
    best = second = i64(0)
    for c in range(COLOURS):
        n = i64(s.parts[point, c])
        if n > best:
            best, second = n, best
        elif second < n < best:
            second = n
    leader, behind, leaders = i64(-1), i64(0), 0
    for c in range(COLOURS):
        n = i64(s.parts[point, c])
        if n == best:
            leader = i64(c)
            leaders += 1
        elif n == second and n > 0:
            behind |= i64(1) << c
    if leaders > 1:  # TOP-5.5; without any colour all are tied
        return i64(-1), i64(0)
    return leader, behind


@kernel
def scarce(s: State) -> Any:
    """Can a colour run out of pawns at the pending points, so that their order matters?"""
    due = (i64(0), i64(0), i64(0), i64(0))
    x = u64(s.pending)
    while x != ZERO:
        leader, behind = standing(s, lowest(x))
        x &= x - ONE
        if leader >= 0:
            behind |= i64(1) << leader
            due = (
                due[0] + (behind & 1),
                due[1] + (behind >> 1 & 1),
                due[2] + (behind >> 2 & 1),
                due[3] + (behind >> 3),
            )
    for c in range(COLOURS):
        if due[c] > 0 and s.pawns[c] <= due[c]:
            return True
    return False


@kernel
def score(s: State, point: int) -> None:
    """Place the pawns of a completed intersection, and move a marker (TOP-5, TOP-6)."""
    s.done |= bit(point)
    s.pending &= ~bit(point)
    leader, behind = standing(s, point)
    if leader < 0:
        return
    height = i64(0)
    for c in range(COLOURS):
        if behind >> c & 1 != 0 and s.pawns[c] > 0:
            s.pawns[c] -= 1
            s.below[c] |= bit(point)
            height += 1
    if s.last_pawn == AFTER_PLACING and look_for_last_pawns(s):
        return
    if s.pawns[leader] > 0:
        s.pawns[leader] -= 1
        s.top[leader] |= bit(point)
        if leader < s.seats:
            golden = GOLDEN[s.board, s.golden] & bit(point) != ZERO
            s.points[leader] += 2 * (height + 1) if golden else height + 1
    if s.last_pawn != AFTER_TILE:
        look_for_last_pawns(s)


@kernel
def look_for_last_pawns(s: State) -> Any:
    """End the game if a colour has no pawn left, a player's before a neutral one (TOP-7.4, TOP-7.7)."""
    for c in range(COLOURS):
        if s.pawns[c] == 0:
            s.over = LAST_PAWN if c < s.seats else NEUTRAL
            s.pending = ZERO
            return True
    return False


@kernel
def penalty(s: State, seat: int) -> Any:
    """The points that a seat loses for its remaining pawns (TOP-7.2); 0 after a victory by the last pawn."""
    return i64(s.pawns[seat]) if s.over != 0 and s.over != LAST_PAWN else i64(0)


@kernel
def has_won(s: State, seat: int) -> Any:
    """Has a seat won by its last pawn? Among several the one ahead on the score track wins (TOP-7.4, TOP-7.6)."""
    if s.over != LAST_PAWN or s.pawns[seat] != 0:
        return False
    for other in range(i64(s.seats)):
        if s.pawns[other] == 0 and s.points[other] > s.points[seat]:
            return False
    return True


@kernel
def merit(s: State, side: Any, sides: Any) -> Any:
    """The sort key of a side, a seat or a team (TOP-8.1): a victory by the last pawn, points, fewest pawns left."""
    points = pawns = i64(0)
    for seat in range(side, i64(s.seats), sides):
        if has_won(s, seat):
            return True, i64(0), i64(0)
        points += s.points[seat] - penalty(s, seat)
        pawns += s.pawns[seat]
    return False, points, -pawns

"""Why an action is illegal: the rule that it breaks, in the order in which a player would name them."""

from __future__ import annotations

from collections.abc import Callable

from tablier.games.shangri_la.actions import ACTIONS, ends_of
from tablier.games.shangri_la.board import COLOURS
from tablier.games.shangri_la.board_model import reserve
from tablier.games.shangri_la.queries import origins, settled, taken, vacant
from tablier.games.shangri_la.state import SECOND, SET_UP, State


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.over:
        return 705
    if seat != s.mover:
        return 302
    if s.stage == SET_UP:
        return _why_not_settle(s, seat, action)
    family, indices = ACTIONS.decode(action)
    if s.stage == SECOND and family != "student":
        return 503
    if family == "pass":
        return 303
    return _WHY[family](s, seat, *indices)


def _why_not_settle(s: State, seat: int, action: int) -> int:
    family, indices = ACTIONS.decode(action)
    if family != "master":
        return 201
    g, village = indices
    if s.masters[seat, g]:
        return 203
    if _has(s.stones, village):
        return 702
    if _has(taken(s, g), village):
        return 202
    if not _has(vacant(s, seat), village):
        return 204 if s.seats == COLOURS else 205
    return 0


def _why_not_place(s: State, seat: int, g: int, village: int) -> int:
    if _has(s.stones, village):
        return 702
    if _has(taken(s, g), village):
        return 401
    if not _has(settled(s, seat), village):
        return 402
    return 0 if reserve(s, seat, g) > 0 else 403


def _why_not_recruit(s: State, seat: int, g: int, village: int) -> int:
    if _has(s.stones, village):
        return 702
    if not _has(s.masters[seat, g], village):
        return 501
    if _has(s.students[seat, g], village):
        return 502
    return 0 if reserve(s, seat, g) > 0 else 505


def _why_not_travel(s: State, seat: int, side: int, bridge: int) -> int:
    if not _has(s.bridges, bridge):
        return 602
    return 0 if _has(origins(s, seat), ends_of(side, bridge)[0]) else 601


def _has(members: int, i: int) -> bool:
    return bool(members >> i & 1)


_WHY: dict[str, Callable[..., int]] = {
    "master": _why_not_place,
    "student": _why_not_recruit,
    "journey": _why_not_travel,
}

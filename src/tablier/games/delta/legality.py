"""Why an action is not legal: the rule that it breaks."""

from __future__ import annotations

from tablier.core.bitsets import to_int
from tablier.core.seats import CHANCE
from tablier.games.delta.actions import ACTIONS, DRAGON, decode
from tablier.games.delta.board import AT, BEARS, CROSS, FITS, GAPS, GAPS_ENDS, NEAR, SIZES, VILLAGES
from tablier.games.delta.state import (
    FIRST,
    FRIENDLY,
    GAP,
    JUMP,
    PLANK,
    PROGRAMMING,
    REMOVE,
    RESERVE,
    SECOND,
    SLOTS,
    STEP,
    STONE,
    VEILED,
    State,
    laid,
)


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.over:
        return 801
    if seat == CHANCE or (s.stage != PROGRAMMING and (seat != s.mover or s.stage == VEILED)):
        return 206
    family, number = decode(action)
    due, rule = _DUE[s.stage]
    if family not in due:
        return rule
    return 0 if action in State.runtime.legal(s, seat) else _RULES[family](s, seat, number)


def obstacle(s: State, gap: int) -> int:
    """The rule that keeps a gap closed to every plank; 0 if it is open."""
    planks = laid(s)
    if planks >> gap & 1:
        return 506
    ends = GAPS_ENDS[gap]
    if any(end >= VILLAGES and not s.stones >> end - VILLAGES & 1 for end in ends):
        return 502
    if any((AT[end] & planks).bit_count() >= BEARS for end in ends):
        return 505
    return 504 if CROSS[gap] & planks else 0


_DUE: dict[int, tuple[tuple[str, ...], int]] = {
    PROGRAMMING: (("card",), 201),
    STONE: (("stone",), 401),
    PLANK: (("plank",), 501),
    GAP: (("gap",), 501),
    REMOVE: (("take_plank", "take_stone"), 601),
    STEP: (("go",), 703),
    **dict.fromkeys((FIRST, SECOND), (("go",), 706)),
    JUMP: (("go",), 707),
}
"""For each stage its families of actions, and the rule that forbids all others."""

# What an action of the right family breaks. It is known not to be legal.


def _card(s: State, seat: int, card: int) -> int:
    chosen = s.programme[seat].tolist()
    if chosen[SLOTS - 1]:
        return 201
    if card + 1 in chosen:
        return 202
    return 204 if card >= DRAGON and (card - DRAGON == seat or card - DRAGON >= s.seats) else 203


def _stone(s: State, seat: int, island: int) -> int:
    return 402 if s.stones >> island & 1 else 403


def _plank(s: State, seat: int, plank: int) -> int:
    return 501


def _gap(s: State, seat: int, gap: int) -> int:
    if rule := obstacle(s, gap):
        return rule
    return 503 if s.eye == FRIENDLY and not FITS[s.held % SIZES] >> gap & 1 else 508


def _take_plank(s: State, seat: int, gap: int) -> int:
    where = s.where.tolist()
    if gap not in where:
        return 601
    if gap in s.pawns.tolist()[: s.seats]:
        return 602
    size = where.index(gap) % SIZES
    mine = [plank % SIZES for plank, place in enumerate(where) if place == RESERVE + seat]
    return 604 if size in mine else 603


def _take_stone(s: State, seat: int, island: int) -> int:
    return 605 if s.stones >> island & 1 else 601


def _go(s: State, seat: int, place: int) -> int:
    if s.stage == JUMP:
        return 707
    if not (NEAR[s.pawns[seat]] & to_int(s.ground)) >> place & 1:
        return 701
    others = [at for other, at in enumerate(s.pawns) if other != seat and other < s.seats]
    return 702 if place < GAPS and place in others else 706


_RULES = ACTIONS.table(
    {
        "card": _card,
        "stone": _stone,
        "plank": _plank,
        "gap": _gap,
        "take_plank": _take_plank,
        "take_stone": _take_stone,
        "go": _go,
    }
)

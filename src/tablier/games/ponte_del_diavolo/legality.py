"""Why an action is illegal: the rule that it breaks, in the order in which a player would name them."""

from __future__ import annotations

from tablier.core.bitsets import has, members, to_int
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.board_model import board_model, joined
from tablier.games.ponte_del_diavolo.geometry import ISLAND, slots_and_cells_under
from tablier.games.ponte_del_diavolo.state import CHOICE, DARK, LIGHT, OPEN_PLAY, State


def why(s: State, seat: int, action: int) -> int:
    """The rule that an action breaks, as ``100 * chapter + number``; 0 if it is legal."""
    if s.over:
        return 604
    if seat != s.light ^ s.mover:
        return 306
    family, indices = ACTIONS[s.board].decode(action)
    if family == "tile":
        return _why_not_tile(s, indices[0])
    if s.half:
        return 305
    if family == "bridge":
        return _why_not_bridge(s, indices[0])
    if family == "pass":
        if s.opening != OPEN_PLAY:
            return _opening_rule(s)
        return 0 if _is_legal(s, action) else 601
    return 0 if s.opening == CHOICE else 202


def _opening_rule(s: State) -> int:
    return 203 if s.opening else 201


def _why_not_tile(s: State, cell: int) -> int:
    if has(s.tiles[LIGHT], cell) or has(s.tiles[DARK], cell):
        return 302
    if board_model(s).colours[s.mover].hand < (1 if s.half else 2):
        return 304
    under = slots_and_cells_under(s.board)
    if any(cell in under[slot][2] for slot in members(to_int(s.bridges))):
        return 505
    if joined(1 << cell, to_int(s.tiles[s.mover]) | 1 << cell, s.board).bit_count() > ISLAND:
        return 402
    if not has(s.room[s.mover], cell):
        return 403
    return 0 if _is_legal(s, cell) else 303


def _why_not_bridge(s: State, slot: int) -> int:
    *ends, below = slots_and_cells_under(s.board)[slot]
    own, others = to_int(s.tiles[s.mover]), to_int(s.tiles[1 - s.mover])
    if s.opening != OPEN_PLAY:
        return _opening_rule(s)
    if not all(own >> cell & 1 for cell in ends):
        return 501
    if any(has(s.ends, cell) for cell in ends):
        return 503
    if any((own | others) >> cell & 1 for cell in below):
        return 504
    if not has(s.spans[s.mover], slot):
        return 506
    return 0 if board_model(s).pool > 0 else 507


def _is_legal(s: State, action: int) -> bool:
    return action in State.runtime.legal(s, s.light ^ s.mover)

"""Registers the rules by turns."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from tablier.engine.game_rules import Kernels, TurnRules
from tablier.engine.protocol import register
from tablier.engine.records import native
from tablier.games.ponte_del_diavolo import turn_bounds, turn_rules
from tablier.games.ponte_del_diavolo.geometry import slots
from tablier.games.ponte_del_diavolo.names import cell_name, slot_name
from tablier.games.ponte_del_diavolo.state import CHOICE, LIGHT_OPENS, State
from tablier.games.ponte_del_diavolo.turn_state import ACTIONS, CELLS, FIRST_BRIDGE, PASS, SMALL, TurnState


@cache
def turns() -> TurnRules:
    """Register them."""
    rules = register(
        "ponte_del_diavolo by turns",
        TurnState,
        ACTIONS,
        Kernels(
            setup=turn_rules.setup,
            seats=turn_rules.seats,
            movers=turn_rules.movers,
            legal=turn_rules.legal,
            apply=turn_rules.apply,
            scores=turn_rules.scores,
            ranks=turn_rules.ranks,
            end_reason=turn_rules.end_reason,
            bounds=turn_bounds.bounds,
            effort=turn_bounds.effort,
            key=turn_rules.key,
        ),
        module=__name__,
    )
    return TurnRules(rules, records, names)


def records(state: State) -> list[tuple[TurnState, bool]] | None:
    """The records of a position, of which the mover may choose one, and whether seat 0 plays dark.

    Between turns there is one; two where dark may swap, and none within a turn. ``None``: the board is too large.
    """
    if state.board not in SMALL:
        return None
    if state.over or state.half or state.opening == LIGHT_OPENS:
        return []
    made = TurnState()
    turn_rules.convert(native(state), native(made))
    swapped = state.light == 1
    return [(made, swapped), (made, not swapped)] if state.opening == CHOICE else [(made, swapped)]


def names(state: State) -> list[str]:
    """The text of each action on the board of a position: ``a1b2``, ``a1-b3``, ``pass``."""
    board, found = state.board, [""] * ACTIONS
    for a, b in combinations(range(board * board), 2):
        found[a * CELLS + b] = "".join(sorted((cell_name(a, board), cell_name(b, board))))
    for slot in range(len(slots(board))):
        found[FIRST_BRIDGE + slot] = slot_name(slot, board)
    found[PASS] = "pass"
    return found

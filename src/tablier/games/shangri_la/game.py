"""The Bridges of Shangri-La: what the rest of the program needs to know of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.definition import GameDefinition
from tablier.games.shangri_la.state import State
from tablier.legacy import module_actions, module_notation, module_rebuild, module_scene, module_why

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import Kernels, register
    from tablier.games.shangri_la import evaluation, rules

    return register(
        "shangri_la",
        State,
        rules.ACTIONS,
        Kernels(
            setup=rules.setup,
            seats=rules.seats,
            movers=rules.movers,
            legal=rules.legal,
            apply=rules.apply,
            scores=rules.scores,
            ranks=rules.ranks,
            end_reason=rules.end_reason,
            evaluate=evaluation.evaluate,
            priors=evaluation.priors,
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=module_notation("shangri_la"),
    actions=module_actions("shangri_la"),
    why=module_why("shangri_la"),
    native_state=True,
    rebuild=module_rebuild("shangri_la"),
    scene=module_scene("shangri_la"),
)

"""Delta: what the rest of the program needs to know of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.definition import GameDefinition
from tablier.games.delta.state import State
from tablier.legacy import module_actions, module_notation, module_rebuild, module_scene, module_why

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import Kernels, register
    from tablier.games.delta import evaluation, rules

    return register(
        "delta",
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
            hide=rules.hide,
            determinize=rules.determinize,
            evaluate=evaluation.evaluate,
            rollout_policy=evaluation.rollout_policy,
            priors=evaluation.priors,
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=module_notation("delta"),
    actions=module_actions("delta"),
    why=module_why("delta"),
    native_state=True,
    rebuild=module_rebuild("delta"),
    scene=module_scene("delta"),
)

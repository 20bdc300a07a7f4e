"""On Top: what the rest of the program needs to know of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.definition import GameDefinition
from tablier.games.on_top.state import State
from tablier.legacy import module_actions, module_notation, module_rebuild, module_scene, module_why

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import Kernels, register
    from tablier.games.on_top import evaluation, rules

    return register(
        "on_top",
        State,
        rules.ACTIONS,
        Kernels(
            setup=rules.setup,
            seats=rules.seats,
            movers=rules.movers,
            legal=rules.legal,
            chance_weights=rules.chance_weights,
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
    notation=module_notation("on_top"),
    actions=module_actions("on_top"),
    why=module_why("on_top"),
    native_state=True,
    rebuild=module_rebuild("on_top"),
    scene=module_scene("on_top"),
)

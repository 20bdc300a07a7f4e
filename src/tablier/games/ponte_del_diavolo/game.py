"""Ponte del Diavolo: what the rest of the program needs to know of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.definition import GameDefinition
from tablier.games.ponte_del_diavolo.state import State
from tablier.legacy import module_actions, module_notation, module_rebuild, module_scene, module_why

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import Kernels, register
    from tablier.games.ponte_del_diavolo import evaluation, rules

    return register(
        "ponte_del_diavolo",
        State,
        rules.MAX_LEGAL,
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
            rollout_policy=evaluation.rollout_policy,
            priors=evaluation.priors,
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=module_notation("ponte_del_diavolo"),
    actions=module_actions("ponte_del_diavolo"),
    why=module_why("ponte_del_diavolo"),
    native_state=True,
    rebuild=module_rebuild("ponte_del_diavolo"),
    scene=module_scene("ponte_del_diavolo"),
)

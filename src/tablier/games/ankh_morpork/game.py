"""The Guilds of Ankh-Morpork: what the rest of the program needs to know of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.core.definition import GameDefinition
from tablier.games.ankh_morpork.state import State
from tablier.legacy import module_actions, module_notation, module_scene, module_why

if TYPE_CHECKING:
    from tablier.engine.protocol import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.protocol import Kernels, register
    from tablier.games.ankh_morpork import evaluation, rules, secrets

    return register(
        "ankh_morpork",
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
            hide=secrets.hide,
            determinize=secrets.determinize,
            evaluate=evaluation.evaluate,
            rollout_policy=evaluation.rollout_policy,
            priors=evaluation.priors,
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=module_notation("ankh_morpork"),
    actions=module_actions("ankh_morpork"),
    why=module_why("ankh_morpork"),
    native_state=True,
    scene=module_scene("ankh_morpork"),
)

"""Delta: the definition of the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.definition import GameDefinition
from tablier.games.delta.actions import ACTIONS
from tablier.games.delta.events import Kind
from tablier.games.delta.legality import why
from tablier.games.delta.notation import DeltaNotation
from tablier.games.delta.scene import DeltaScene
from tablier.games.delta.state import State, rebuild

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.game_rules import Kernels
    from tablier.engine.protocol import register
    from tablier.games.delta import evaluation, net, performance, priors, rules, terrain

    return register(
        "delta",
        State,
        ACTIONS.size,
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
            rollout_policy=priors.rollout_policy,
            priors=priors.priors,
            net_inputs=net.net_inputs,
            net_shape=net.SHAPE,
            queries={
                "hand": terrain.hand,
                "perform": performance.perform,
            },
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=DeltaNotation(),
    actions=lambda _options: ACTIONS,
    why=why,
    scene=DeltaScene(),
    rebuild=rebuild,
    events=Kind,
)

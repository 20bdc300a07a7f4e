"""On Top: the definition of the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.definition import GameDefinition
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.legality import why
from tablier.games.on_top.notation import OnTopNotation
from tablier.games.on_top.queries import rebuild
from tablier.games.on_top.scene import OnTopScene
from tablier.games.on_top.state import State

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.game_rules import Kernels
    from tablier.engine.protocol import register
    from tablier.games.on_top import evaluation, net, rules, scoring

    return register(
        "on_top",
        State,
        ACTIONS.size,
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
            net_inputs=net.net_inputs,
            net_shape=net.SHAPE,
            queries={
                "rebuild": rules.rebuild,
                "begin_from": rules.begin_from,
                "lay_tile": rules.lay_tile,
                "score_point": rules.score_point,
                "penalty": scoring.penalty,
            },
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=OnTopNotation(),
    actions=lambda options: ACTIONS,
    why=why,
    scene=OnTopScene(),
    rebuild=rebuild,
)

"""The Bridges of Shangri-La: the definition of the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.definition import GameDefinition
from tablier.games.shangri_la.actions import ACTIONS
from tablier.games.shangri_la.legality import why
from tablier.games.shangri_la.notation import ShangriNotation
from tablier.games.shangri_la.queries import rebuild
from tablier.games.shangri_la.scene import ShangriScene
from tablier.games.shangri_la.state import State

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.game_rules import Kernels
    from tablier.engine.protocol import register
    from tablier.games.shangri_la import evaluation, net, priors, rules

    return register(
        "shangri_la",
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
            evaluate=evaluation.evaluate,
            net_inputs=net.net_inputs,
            net_shape=net.SHAPE,
            priors=priors.priors,
            queries={
                "rebuild": rules.rebuild,
                "start_turn": rules.start_turn,
                "taken": rules.taken,
                "settled": rules.settled,
                "vacant": rules.vacant,
                "origins": rules.origins,
                "can_recruit": rules.can_recruit,
                "prevails": rules.prevails,
            },
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=ShangriNotation(),
    actions=lambda options: ACTIONS,
    why=why,
    scene=ShangriScene(),
    rebuild=rebuild,
)

"""The Guilds of Ankh-Morpork: the definition of the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.definition import GameDefinition
from tablier.games.ankh_morpork.actions import ACTIONS
from tablier.games.ankh_morpork.events import Kind
from tablier.games.ankh_morpork.legality import why
from tablier.games.ankh_morpork.notation import AnkhNotation
from tablier.games.ankh_morpork.scene import AnkhScene
from tablier.games.ankh_morpork.state import State

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules


@cache
def _rules() -> Rules:
    from tablier.engine.game_rules import Kernels
    from tablier.engine.protocol import register
    from tablier.games.ankh_morpork import evaluation, guilds, hidden_info, net, policy, rules, spending, thief, turn

    return register(
        "ankh_morpork",
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
            hide=hidden_info.hide,
            determinize=hidden_info.determinize,
            evaluate=evaluation.evaluate,
            net_inputs=net.net_inputs,
            net_shape=net.SHAPE,
            rollout_policy=policy.rollout_policy,
            priors=policy.priors,
            queries={
                "complete": turn.complete,
                "due": thief.due,
                "rate": guilds.rate,
                "reachable": spending.reachable,
            },
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=AnkhNotation(),
    actions=lambda _: ACTIONS,
    why=why,
    scene=AnkhScene(),
    events=Kind,
)

"""Ponte del Diavolo: the definition of the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tablier.definition import GameDefinition
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.geometry import SIZES
from tablier.games.ponte_del_diavolo.legality import why
from tablier.games.ponte_del_diavolo.notation import PonteNotation
from tablier.games.ponte_del_diavolo.queries import rebuild
from tablier.games.ponte_del_diavolo.scene import PonteScene
from tablier.games.ponte_del_diavolo.state import State
from tablier.games.ponte_del_diavolo.symmetries import symmetries

if TYPE_CHECKING:
    from tablier.engine.game_rules import Rules, TurnRules


def _turns() -> TurnRules:
    from tablier.games.ponte_del_diavolo.turns import turns

    return turns()


@cache
def _rules() -> Rules:
    from tablier.engine.game_rules import Kernels
    from tablier.engine.protocol import register
    from tablier.games.ponte_del_diavolo import evaluation, net, priors, rules

    return register(
        "ponte_del_diavolo",
        State,
        max(space.size for space in ACTIONS.values()),
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
            rollout_policy=evaluation.rollout_policy,
            priors=priors.priors,
            queries={"rebuild": rules.rebuild},
        ),
        module=__name__,
    )


GAME = GameDefinition(
    state=State,
    rules=_rules,
    notation=PonteNotation(),
    actions=lambda options: ACTIONS[SIZES[options[0]]],
    why=why,
    scene=PonteScene(),
    rebuild=rebuild,
    symmetries=symmetries,
    turns=_turns,
)

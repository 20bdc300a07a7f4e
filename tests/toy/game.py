"""The definition of the toy."""

from __future__ import annotations

from functools import cache

from toy import rules
from toy.notation import ToyNotation

from tablier.core.actions import ActionSpace, Family
from tablier.definition import GameDefinition
from tablier.engine.game_rules import Kernels, Rules
from tablier.engine.protocol import register

ACTIONS = ActionSpace(Family("card", (rules.KINDS,)), Family("nothing"), Family("steal", (rules.SEATS,)))
KERNELS = Kernels(
    setup=rules.setup,
    seats=rules.seats,
    movers=rules.movers,
    legal=rules.legal,
    apply=rules.apply,
    scores=rules.scores,
    ranks=rules.ranks,
    end_reason=rules.end_reason,
    chance_weights=rules.chance_weights,
    hide=rules.hide,
    determinize=rules.determinize,
)


@cache
def _rules() -> Rules:
    return register("toy", rules.State, ACTIONS.size, KERNELS, module=__name__)


GAME = GameDefinition(
    state=rules.State, rules=_rules, notation=ToyNotation(), actions=lambda options: ACTIONS, why=rules.why
)

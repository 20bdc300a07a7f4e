"""The game as the engine knows it."""

from __future__ import annotations

from tablier.engine import protocol
from tablier.games.delta import evaluation, rules

RULES = protocol.register(
    "delta", rules.STATE, rules.ACTIONS, {**vars(rules), **vars(evaluation), "__name__": __name__}
)

"""The game as the engine knows it: its rules and its evaluation, registered together."""

from __future__ import annotations

from tablier.engine import protocol
from tablier.games.shangri_la import evaluation, rules

RULES = protocol.register(
    "shangri_la", rules.STATE, rules.ACTIONS, {**vars(rules), **vars(evaluation), "__name__": __name__}
)

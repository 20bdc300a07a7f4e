"""The game as the engine knows it: its rules and its evaluation, registered together."""

from __future__ import annotations

from tablier.engine import protocol
from tablier.games.ankh_morpork import evaluation, rules

RULES = protocol.register(
    "ankh_morpork", rules.STATE, rules.ACTIONS, {**vars(rules), **vars(evaluation), "__name__": __name__}
)

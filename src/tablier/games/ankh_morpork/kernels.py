"""The game as the engine knows it."""

from __future__ import annotations

from tablier.engine import protocol
from tablier.games.ankh_morpork import rules

RULES = protocol.register("ankh_morpork", rules.STATE, rules.ACTIONS, {**vars(rules), "__name__": __name__})

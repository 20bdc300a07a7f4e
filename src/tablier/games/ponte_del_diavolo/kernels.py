"""The game as the engine knows it: its rules and its evaluation, registered together."""

from __future__ import annotations

from tablier.engine import protocol
from tablier.games.ponte_del_diavolo import evaluation, rules

RULES = protocol.register(
    "ponte_del_diavolo", rules.STATE, rules.MAX_LEGAL, {**vars(rules), **vars(evaluation), "__name__": __name__}
)

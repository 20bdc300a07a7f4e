"""Registers the toy."""

from __future__ import annotations

from tablier.engine import protocol
from tests.toy import rules

RULES = protocol.register("toy", rules.STATE, rules.ACTIONS, vars(rules))

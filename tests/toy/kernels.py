"""Registers the toy."""

from __future__ import annotations

from toy import rules

from tablier.engine import protocol

RULES = protocol.register("toy", rules.STATE, rules.ACTIONS, {**vars(rules), "__name__": __name__})

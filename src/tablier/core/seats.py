"""The two seats without players."""

from __future__ import annotations

CHANCE = 7
"""The seat of chance in masks of movers."""
SPECTATOR = 6
"""The viewer without a seat."""

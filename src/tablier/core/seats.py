"""The two seats that nobody sits at."""

from __future__ import annotations

CHANCE = 7
"""The seat of chance in masks of movers."""
SPECTATOR = 6
"""The viewer that holds no seat."""

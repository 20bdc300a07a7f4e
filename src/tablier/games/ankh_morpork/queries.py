"""What notation and scene ask the compiled rules."""

from __future__ import annotations

from tablier.core.runtime import query
from tablier.games.ankh_morpork.state import State


@query
def due(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The number of cards that a seat must discard on a seven (ANKH-6.1)."""


@query
def rate(s: State, seat: int, kind: int) -> int:  # type: ignore[empty-body]
    """The number of cards of a kind that the bank takes for one (ANKH-8.2)."""


@query
def reachable(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The free sites near enough for a foundation (ANKH-9.1, ANKH-9.2)."""


@query
def complete(s: State, placing: int) -> int:  # type: ignore[empty-body]
    """Find presidents, and the next house of the set-up if ``placing``, in a position of a diagram; its stage."""

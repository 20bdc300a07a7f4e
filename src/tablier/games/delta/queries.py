"""The compiled rules that notation and scene ask."""

from __future__ import annotations

from tablier.core.runtime import query
from tablier.games.delta.state import State


@query
def hand(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The cards that a seat may still put into its programme, as bits."""


@query
def perform(s: State) -> int:  # type: ignore[empty-body]
    """Perform cards, beginning with the mover's: 1 if one needs a choice, 0 if the round is over."""

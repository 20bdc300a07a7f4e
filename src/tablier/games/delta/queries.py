"""The compiled rules that notation and scene ask."""

from __future__ import annotations

from tablier.core.runtime import query
from tablier.games.delta.state import State


@query
def hand(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The cards that a seat may still put into its programme, as bits."""


@query
def cancelled(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """1 if another seat has revealed the dragon that cancels this seat's card."""


@query
def asks(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """Begin the action on a seat's revealed card: 1 if there is something to choose, 0 if the card is performed."""


@query
def pass_on(s: State) -> int:  # type: ignore[empty-body]
    """Go on to the next seat, slot or round: 1 if the next card is known."""

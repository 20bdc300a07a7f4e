"""Compiled functions that legality, diagrams and narration need. Sets of villages are masks."""

from __future__ import annotations

from tablier.core.runtime import query
from tablier.games.shangri_la.state import State


@query
def rebuild(s: State) -> int:  # type: ignore[empty-body]
    """Recompute ``stones`` from the bridges."""


@query
def start_turn(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """Hand the turn to ``seat``, or to the next seat that can act; end the game if none can."""


@query
def taken(s: State, guild: int) -> int:  # type: ignore[empty-body]
    """The villages where the space of a guild has a master."""


@query
def settled(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The villages where a seat has a master."""


@query
def vacant(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The villages where the limits of the set-up leave room for a seat (SHANGRI-2.4, SHANGRI-2.5)."""


@query
def origins(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The villages where a seat can begin a journey."""


@query
def can_recruit(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """Whether a seat can place a student."""


@query
def prevails(s: State, origin: int, goal: int) -> int:  # type: ignore[empty-body]
    """Whether ``origin`` is stronger than ``goal`` (SHANGRI-6.5, SHANGRI-6.6)."""

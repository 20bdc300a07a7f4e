"""Compiled functions that diagrams and counts need."""

from __future__ import annotations

from array import array

from tablier.core.runtime import query
from tablier.games.on_top.state import State


@query
def rebuild(s: State) -> int:  # type: ignore[empty-body]
    """Recompute ``room``, ``reach`` and ``parts`` from the cells and the tiles."""


@query
def begin_from(s: State, cells: array[int]) -> int:  # type: ignore[empty-body]
    """Begin again, with black triangles on these cells."""


@query
def lay_tile(s: State, position: int, kind: int, turn: int) -> int:  # type: ignore[empty-body]
    """Lay a tile on two free cells; holes close, completed intersections become pending."""


@query
def score_point(s: State, point: int) -> int:  # type: ignore[empty-body]
    """Score a pending intersection."""


@query
def penalty(s: State, seat: int) -> int:  # type: ignore[empty-body]
    """The points that a seat loses at the end for the pawns it has left (TOP-7.2)."""

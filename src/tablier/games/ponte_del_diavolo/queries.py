"""Compiled functions that diagrams need."""

from __future__ import annotations

from tablier.core.runtime import query
from tablier.games.ponte_del_diavolo.state import State


@query
def rebuild(s: State) -> int:  # type: ignore[empty-body]
    """Recompute ``ends``, ``room`` and ``spans`` from tiles and bridges."""

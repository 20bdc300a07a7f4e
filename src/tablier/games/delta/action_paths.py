"""The targets of an action: a card, an island, a plank, the two ends of a gap, or a place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tablier.games.delta.actions import ACTIONS, DRAGON, decode
from tablier.games.delta.board import GAPS_ENDS, SIZES, VILLAGES
from tablier.games.delta.names import place_name, support_name
from tablier.games.delta.pieces import card_id, plank_id
from tablier.games.delta.state import FIRST, GAP, JUMP, PLANK, PROGRAMMING, REMOVE, SECOND, STEP, STONE
from tablier.scene.base import Path

_STAGES = ACTIONS.table(
    {
        "card": (PROGRAMMING,),
        "stone": (STONE,),
        "plank": (PLANK,),
        "gap": (GAP,),
        "take_plank": (REMOVE,),
        "take_stone": (REMOVE,),
        "go": (STEP, FIRST, SECOND, JUMP),
    }
)
"""The stages in which a touch means an action of the family."""


@cache
def paths(stage: int, seats: int, seat: int, action: int) -> tuple[Path, ...]:
    """Every way to touch an action of ``seat`` in a stage."""
    family, number = decode(action)
    return _PATHS[family](seats, seat, number) if stage in _STAGES[family] else ()


def spot(support: int) -> str:
    """The target of a village or an island."""
    return f"spot:{support_name(support)}"


def _card(seats: int, seat: int, card: int) -> tuple[Path, ...]:
    return ((f"piece:{card_id(seat, card)}",),) if card < DRAGON + seats else ()


def _plank(seats: int, seat: int, plank: int) -> tuple[Path, ...]:
    return ((f"piece:{plank_id(seats, plank)}",),) if plank < seats * SIZES else ()


def _island(seats: int, seat: int, island: int) -> tuple[Path, ...]:
    return ((spot(VILLAGES + island),),)


def _gap(seats: int, seat: int, gap: int) -> tuple[Path, ...]:
    a, b = map(spot, GAPS_ENDS[gap])
    return (a, b), (b, a)


def _place(seats: int, seat: int, place: int) -> tuple[Path, ...]:
    return ((f"spot:{place_name(place)}",),)


_PATHS: dict[str, Callable[[int, int, int], tuple[Path, ...]]] = ACTIONS.table(
    {
        "card": _card,
        "stone": _island,
        "plank": _plank,
        "gap": _gap,
        "take_plank": _place,
        "take_stone": _island,
        "go": _place,
    }
)

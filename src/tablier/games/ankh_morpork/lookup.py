"""Kernels that only read the record: the order of seats, buildings, free sites."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import ZERO, bit, i64, popcount
from tablier.engine.kernel import kernel
from tablier.games.ankh_morpork.board import SEATS
from tablier.games.ankh_morpork.state import State
from tablier.games.ankh_morpork.tables import EVERYWHERE


@kernel
def seat_after(s: State, k: int) -> int:
    """The seat ``k`` places clockwise of the active one."""
    return (i64(s.active) + k) % i64(s.players)


@kernel
def buildings(s: State, seat: int) -> Any:
    """The sites of a seat's houses and villas (``uint64``)."""
    return np.uint64(s.houses[seat]) | np.uint64(s.villas[seat])


@kernel
def count_at(s: State, seat: int, sites: Any) -> int:
    """The number of a seat's buildings on the given sites."""
    return i64(popcount(buildings(s, seat) & sites))


@kernel
def free_sites(s: State) -> Any:
    """The empty sites (``uint64``)."""
    taken = ZERO
    for seat in range(SEATS):
        taken |= buildings(s, seat) | np.uint64(s.foundations[seat])
    return EVERYWHERE & ~taken


@kernel
def contains(sites: Any, site: int) -> bool:
    """Is a site in a set?"""
    return bool(sites & bit(site) != ZERO)

"""The read model of a position: sets of sites, owners, and what a hand can pay. Plain functions of a state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablier.core.state import Vector
from tablier.games.ankh_morpork.board import CHIPS, EVERYWHERE, SCROLL
from tablier.games.ankh_morpork.state import ANSWER, COUNTERING, OFFERING, State


def members(mask: int) -> Iterator[int]:
    """The numbers in a set."""
    return (i for i in range(mask.bit_length()) if mask >> i & 1)


def buildings(s: State, seat: int) -> int:
    """The sites of a seat's houses and villas."""
    return s.houses[seat] | s.villas[seat]


def free_sites(s: State) -> int:
    """The empty sites."""
    taken = 0
    for field in (s.houses, s.villas, s.foundations):
        for mask in field:
            taken |= mask
    return EVERYWHERE & ~taken


def owner(s: State, site: int) -> tuple[int, str] | None:
    """The seat whose piece stands on a site, and the kind of piece."""
    for what, field in _kinds(s):
        for seat, mask in enumerate(field):
            if mask >> site & 1:
                return seat, what
    return None


def standing(s: State) -> list[tuple[int, int, str]]:
    """Every building and foundation: its site, its seat, its kind; by sites."""
    return sorted(
        (site, seat, what) for what, field in _kinds(s) for seat, mask in enumerate(field) for site in members(mask)
    )


def _kinds(s: State) -> tuple[tuple[str, Vector], ...]:
    return (("house", s.houses), ("villa", s.villas), ("foundation", s.foundations))


def woken(s: State) -> list[int]:
    """The districts that the result of the dice wakes: not where the thief is."""
    return [district for chip, (district, number) in enumerate(CHIPS) if number == s.result and chip != s.thief]


def moment(s: State, seat: int) -> int:
    """The stage as a seat finds it: ``OFFERING`` also while it builds a counter-offer."""
    return OFFERING if s.stage == ANSWER and s.answer[seat] == COUNTERING else s.stage


def has_all(s: State, seat: int, goods: Sequence[int]) -> bool:
    """Has a seat all these goods?"""
    hand = s.hands[seat]
    return all((s.scrolls[seat] if good == SCROLL else hand[good]) >= n for good, n in enumerate(goods))

"""What lies in the lagoon, read from the record into plain Python: groups, bridges, and what they link."""

from __future__ import annotations

import functools
import sys
from typing import Any, NamedTuple

from tablier.games.ponte_del_diavolo.geometry import ISLAND, SIZES, UNDER, slots

Group = tuple[int, ...]
"""Cells of one colour joined by sides, ascending: an island if there are four, else a sandbar."""


class Network(NamedTuple):
    """Groups of one colour linked by bridges. ``bridges`` are pairs of cells, the lower end first."""

    groups: tuple[Group, ...]
    bridges: tuple[tuple[int, int], ...]
    islands: tuple[Group, ...]
    """The groups that are islands."""

    @property
    def points(self) -> int:
        """What the network is worth (PONTE-7.1)."""
        n = len(self.islands)
        return n * (n + 1) // 2


class Colour(NamedTuple):
    """What one colour has: its tiles as a bit set, and what bridges make of their groups."""

    tiles: int
    linked: tuple[Network, ...]
    """The networks that have bridges."""
    scoring: tuple[Network, ...]
    """The networks that have islands."""
    islands: int
    """How many islands there are."""


Under = tuple[int, tuple[tuple[int, int], ...]]
"""A cell that is closed by bridges, and these."""


class Chart(NamedTuple):
    """``colours`` are light and dark; ``under`` ascends by cells."""

    board: int
    colours: tuple[Colour, Colour]
    under: tuple[Under, ...]


MANY = 3072
"""So many are remembered of what a turn leaves as it is: as many as there are at a thousand tables."""


def chart(s: Any) -> Chart:
    """The chart of a record."""
    board, tiles, bridges = int(s.board), s.tiles, _whole(s.bridges)
    light, dark = (_colour(_whole(tiles[colour]), bridges, board) for colour in range(2))
    return Chart(board, (light, dark), _under(bridges, board))


@functools.lru_cache(maxsize=MANY)
def _under(bridges: int, board: int) -> tuple[Under, ...]:
    under: dict[int, tuple[tuple[int, int], ...]] = {}
    for slot in members(bridges):
        for cell in _below(slot, board):
            under[cell] = (*under.get(cell, ()), slots(board)[slot])
    return tuple(sorted(under.items()))


@functools.lru_cache(maxsize=MANY)
def _colour(tiles: int, bridges: int, board: int) -> Colour:
    networks = _networks(groups_of(tiles, board), [slots(board)[slot] for slot in members(bridges)])
    linked = tuple(network for network in networks if network.bridges)
    scoring = tuple(network for network in networks if network.islands)
    return Colour(tiles, linked, scoring, sum(len(network.islands) for network in scoring))


def _whole(words: Any) -> int:
    """The bit set that lies in an array of words."""
    return int.from_bytes(words.tobytes(), sys.byteorder)


@functools.cache
def _below(slot: int, board: int) -> tuple[int, ...]:
    """The cells under a bridge."""
    return tuple(members(_whole(UNDER[SIZES.index(board), slot])))


def members(whole: int) -> list[int]:
    """The members of a bit set, ascending."""
    found = []
    while whole:
        found.append((whole & -whole).bit_length() - 1)
        whole &= whole - 1
    return found


@functools.lru_cache(maxsize=MANY)
def groups_of(tiles: int, board: int) -> tuple[Group, ...]:
    """The groups of a bit set of tiles, by their lowest cells."""
    found, crowded = [], _around(tiles, board)
    while tiles:
        group = tiles & -tiles
        if group & crowded:
            group = _joined(group, tiles, board)
        found.append(_cells(group))
        tiles &= ~group
    return tuple(found)


@functools.lru_cache(maxsize=MANY)
def _cells(group: int) -> Group:
    return tuple(members(group))


def _joined(group: int, tiles: int, board: int) -> int:
    """All tiles that hang together by sides with those of ``group``."""
    while True:
        grown = (group | _around(group, board)) & tiles
        if grown == group:
            return group
        group = grown


def _around(cells: int, board: int) -> int:
    """Whatever lies beside one of these cells, on the board or beyond its upper edge."""
    first, last = _edges(board)
    return cells << board | cells >> board | (cells & ~last) << 1 | (cells & ~first) >> 1


@functools.cache
def _edges(board: int) -> tuple[int, int]:
    """The cells of the first and of the last column."""
    first = sum(1 << row * board for row in range(board))
    return first, first << board - 1


def _networks(groups: tuple[Group, ...], bridges: list[tuple[int, int]]) -> tuple[Network, ...]:
    if not bridges:
        return tuple(map(_alone, groups))
    home = {cell: group for group in groups for cell in group}
    own = [ends for ends in bridges if ends[0] in home]
    linked: dict[Group, list[Group]] = {}
    for ends in own:
        one, other = (linked.setdefault(home[end], [home[end]]) for end in ends)
        if one is not other:
            one += other
            linked |= dict.fromkeys(other, one)
    found = []
    for group in groups:
        together = linked.get(group)
        if together is None:
            found.append(_alone(group))
        elif together:
            inside = tuple(ends for ends in own if home[ends[0]] in together)
            found.append(_network(tuple(sorted(together)), inside))
            together.clear()  # those linked with this one are done as well
    return tuple(found)


@functools.lru_cache(maxsize=1024)
def _alone(group: Group) -> Network:
    return _network((group,), ())


def _network(groups: tuple[Group, ...], bridges: tuple[tuple[int, int], ...]) -> Network:
    return Network(groups, bridges, tuple(group for group in groups if len(group) == ISLAND))

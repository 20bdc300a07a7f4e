"""What lies in the lagoon, read from the record into plain Python: groups, bridges, and what they link."""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Chart:
    """``groups`` and ``networks`` by colour; ``under`` gives the bridges above each cell that they close."""

    board: int
    groups: tuple[tuple[Group, ...], tuple[Group, ...]]
    networks: tuple[tuple[Network, ...], tuple[Network, ...]]
    under: dict[int, tuple[tuple[int, int], ...]]

    @property
    def bridges(self) -> tuple[tuple[int, int], ...]:
        """All bridges."""
        return tuple(bridge for colour in self.networks for network in colour for bridge in network.bridges)


def chart(s: Any) -> Chart:
    """The chart of a record."""
    light, dark = s.tiles
    return _chart(int(s.board), _whole(light), _whole(dark), _whole(s.bridges))


@functools.lru_cache(maxsize=16)  # the view and the story of one moment ask for the same
def _chart(board: int, light: int, dark: int, bridges: int) -> Chart:
    built = [(slot, slots(board)[slot]) for slot in members(bridges)]
    under: dict[int, tuple[tuple[int, int], ...]] = {}
    for slot, ends in built:
        for cell in _below(slot, board):
            under[cell] = (*under.get(cell, ()), ends)
    groups = _groups(light, board), _groups(dark, board)
    of_light, of_dark = (_networks(own, [ends for _, ends in built]) for own in groups)
    return Chart(board, groups, (of_light, of_dark), under)


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


@functools.lru_cache(maxsize=256)  # a turn changes the tiles of one colour
def _groups(tiles: int, board: int) -> tuple[Group, ...]:
    found = []
    while tiles:
        group = _joined(tiles & -tiles, tiles, board)
        found.append(tuple(members(group)))
        tiles &= ~group
    return tuple(found)


def _joined(group: int, tiles: int, board: int) -> int:
    """All tiles that hang together by sides with those of ``group``."""
    first, last = _edges(board)
    while True:
        grown = group | group << board | group >> board | (group & ~last) << 1 | (group & ~first) >> 1
        if grown & tiles == group:
            return group
        group = grown & tiles


@functools.cache
def _edges(board: int) -> tuple[int, int]:
    """The cells of the first and of the last column."""
    first = sum(1 << row * board for row in range(board))
    return first, first << board - 1


def _networks(groups: tuple[Group, ...], bridges: list[tuple[int, int]]) -> tuple[Network, ...]:
    home = {cell: group for group in groups for cell in group} if bridges else {}
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

"""What lies in the lagoon, read from the record into plain Python: groups, bridges, and what they link."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tablier.games.ponte_del_diavolo.geometry import ISLAND, SIZES, UNDER, slots

Group = tuple[int, ...]
Node = TypeVar("Node", bound=Hashable)
"""Cells of one colour joined by sides, ascending: an island if there are four, else a sandbar."""


@dataclass(frozen=True)
class Network:
    """Groups of one colour linked by bridges. ``bridges`` are pairs of cells, the lower end first."""

    groups: tuple[Group, ...]
    bridges: tuple[tuple[int, int], ...]

    @property
    def islands(self) -> tuple[Group, ...]:
        """The groups that are islands."""
        return tuple(group for group in self.groups if len(group) == ISLAND)

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
        for cell in members(_whole(UNDER[SIZES.index(board), slot])):
            under[cell] = (*under.get(cell, ()), ends)
    groups = _groups(members(light), board), _groups(members(dark), board)
    of_light, of_dark = (_networks(own, [ends for _, ends in built]) for own in groups)
    return Chart(board, groups, (of_light, of_dark), under)


def _whole(words: Any) -> int:
    """The bit set that lies in an array of words."""
    return sum(word << 64 * i for i, word in enumerate(words.tolist()))


def members(whole: int) -> list[int]:
    """The members of a bit set, ascending."""
    found = []
    while whole:
        found.append((whole & -whole).bit_length() - 1)
        whole &= whole - 1
    return found


@functools.cache
def sides(cell: int, board: int) -> tuple[int, ...]:
    """The cells that share a side with ``cell``."""
    row, column = divmod(cell, board)
    steps = ((1, column + 1 < board), (-1, column > 0), (board, row + 1 < board), (-board, row > 0))
    return tuple(cell + step for step, inside in steps if inside)


def _groups(tiles: list[int], board: int) -> tuple[Group, ...]:
    return tuple(tuple(sorted(group)) for group in _components(tiles, lambda cell: sides(cell, board)))


def _networks(groups: tuple[Group, ...], bridges: list[tuple[int, int]]) -> tuple[Network, ...]:
    home = {cell: group for group in groups for cell in group}
    own = [ends for ends in bridges if ends[0] in home]
    across: dict[Group, list[Group]] = {}
    for a, b in own:
        across.setdefault(home[a], []).append(home[b])
        across.setdefault(home[b], []).append(home[a])
    found = []
    for linked in _components(groups, lambda group: across.get(group, ())):
        inside = tuple(ends for ends in own if home[ends[0]] in linked) if linked[0] in across else ()
        found.append(Network(tuple(sorted(linked)), inside))
    return tuple(found)


def _components(nodes: Sequence[Node], near: Callable[[Node], Iterable[Node]]) -> Iterator[list[Node]]:
    """The nodes that hang together, in the order of their first ones."""
    left = set(nodes)
    for first in nodes:
        if first in left:
            left.remove(first)
            component = [first]
            for node in component:  # it grows meanwhile
                fresh = left.intersection(near(node))
                left -= fresh
                component += fresh
            yield component

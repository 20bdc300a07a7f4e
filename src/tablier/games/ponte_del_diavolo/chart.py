"""What lies in the lagoon, read from the record into plain Python: groups, bridges, and what they link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablier.games.ponte_del_diavolo import rules
from tablier.games.ponte_del_diavolo.geometry import ISLAND, SIZES, UNDER, slots

Group = tuple[int, ...]
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
    board = int(s.board)
    built = [(slot, slots(board)[slot]) for slot in members(s.bridges)]
    under: dict[int, tuple[tuple[int, int], ...]] = {}
    for slot, ends in built:
        for cell in members(UNDER[SIZES.index(board), slot]):
            under[cell] = (*under.get(cell, ()), ends)
    light, dark = (_groups(set(members(s.tiles[colour])), board) for colour in (rules.LIGHT, rules.DARK))
    bridges = [ends for _, ends in built]
    return Chart(board, (light, dark), (_networks(light, bridges), _networks(dark, bridges)), under)


def members(words: Iterable[Any]) -> list[int]:
    """The members of a bit set, ascending."""
    whole = sum(int(word) << 64 * i for i, word in enumerate(words))
    return [i for i in range(whole.bit_length()) if whole >> i & 1]


def sides(cell: int, board: int) -> Iterator[int]:
    """The cells that share a side with ``cell``."""
    row, column = divmod(cell, board)
    if column + 1 < board:
        yield cell + 1
    if column:
        yield cell - 1
    if row + 1 < board:
        yield cell + board
    if row:
        yield cell - board


def _groups(tiles: set[int], board: int) -> tuple[Group, ...]:
    found = []
    left = set(tiles)
    while left:
        group, edge = set[int](), [min(left)]
        while edge:
            cell = edge.pop()
            group.add(cell)
            edge += [n for n in sides(cell, board) if n in tiles and n not in group]
        left -= group
        found.append(tuple(sorted(group)))
    return tuple(found)


def _networks(groups: tuple[Group, ...], bridges: list[tuple[int, int]]) -> tuple[Network, ...]:
    home = {cell: group for group in groups for cell in group}
    own = [ends for ends in bridges if ends[0] in home]
    found = []
    left = list(groups)
    while left:
        linked, edge = [], [left[0]]
        while edge:
            group = edge.pop()
            if group in linked:
                continue
            linked.append(group)
            edge += [home[b] for ends in own for a, b in (ends, ends[::-1]) if a in group]
        left = [group for group in left if group not in linked]
        inside = tuple(ends for ends in own if home[ends[0]] in linked)
        found.append(Network(tuple(sorted(linked)), inside))
    return tuple(found)

"""What lies in the lagoon, read from a state: groups, bridges, and what they link."""

from __future__ import annotations

import functools
from typing import NamedTuple

from tablier.core.bitsets import members
from tablier.games.ponte_del_diavolo.geometry import DATA, ISLAND, SIZES, slots, slots_and_cells_under
from tablier.games.ponte_del_diavolo.state import State

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
    """What one colour has: its tiles as a set of bits, and the networks that bridges make of its groups."""

    tiles: int
    linked: tuple[Network, ...]
    """The networks that have bridges."""
    scoring: tuple[Network, ...]
    """The networks that have islands."""
    islands: int
    """How many islands there are."""
    points: int
    hand: int
    """The tiles that the colour still holds (PONTE-1.2)."""


Under = tuple[int, tuple[tuple[int, int], ...]]
"""A cell that bridges close, and these bridges."""


class BoardModel(NamedTuple):
    """``colours`` are light and dark; ``under`` ascends by cells; ``bridges`` is the number of bridges."""

    board: int
    colours: tuple[Colour, Colour]
    under: tuple[Under, ...]
    bridges: int

    @property
    def pool(self) -> int:
        """The bridges left for both (PONTE-1.3)."""
        return DATA.boards[SIZES.index(self.board)].bridges - self.bridges


CACHED = 3072
"""LRU size of what a turn leaves unchanged: enough for a thousand tables."""
ALONE = tuple((cell,) for cell in range(max(SIZES) ** 2))
"""The groups of one cell."""
LATEST = 64
"""LRU size of models: the log and the picture of a turn need the same one, one after the other."""


def board_model(s: State) -> BoardModel:
    """The model of a state."""
    return _model(s.board, State.tiles.tobytes(s), State.bridges.tobytes(s))


@functools.lru_cache(maxsize=LATEST)
def _model(board: int, tiles: bytes, built: bytes) -> BoardModel:
    half = len(tiles) // 2
    light, dark = int.from_bytes(tiles[:half], "little"), int.from_bytes(tiles[half:], "little")
    bridges = int.from_bytes(built, "little")
    colours = _colour(light, bridges, board), _colour(dark, bridges, board)
    return BoardModel(board, colours, _under(bridges, board), bridges.bit_count())


@functools.lru_cache(maxsize=CACHED)
def _under(bridges: int, board: int) -> tuple[Under, ...]:
    under: dict[int, tuple[tuple[int, int], ...]] = {}
    for slot in members(bridges):
        for cell in slots_and_cells_under(board)[slot][2]:
            under[cell] = (*under.get(cell, ()), slots(board)[slot])
    return tuple(sorted(under.items()))


@functools.lru_cache(maxsize=CACHED)
def _colour(tiles: int, bridges: int, board: int) -> Colour:
    """What a colour has. ``bridges`` are those of both colours."""
    both = (slots(board)[slot] for slot in members(bridges))
    networks = _networks(groups_of(tiles, board), [ends for ends in both if tiles >> ends[0] & 1])
    linked = tuple([network for network in networks if network.bridges])
    scoring = tuple([network for network in networks if network.islands])
    islands = sum([len(network.islands) for network in scoring])
    points = sum([network.points for network in scoring])
    hand = DATA.boards[SIZES.index(board)].tiles - tiles.bit_count()
    return Colour(tiles, linked, scoring, islands, points, hand)


@functools.lru_cache(maxsize=CACHED)
def groups_of(tiles: int, board: int) -> tuple[Group, ...]:
    """The groups of a set of tiles, by their lowest cells."""
    beside = _beside(board)
    found: list[Group] = []
    while tiles:
        lowest = tiles & -tiles
        cell = lowest.bit_length() - 1
        if tiles & beside[cell]:
            group = joined(lowest, tiles, board)
            found.append(_cells(group))
            tiles ^= group
        else:
            found.append(ALONE[cell])
            tiles ^= lowest
    return tuple(found)


@functools.lru_cache(maxsize=CACHED)
def _cells(group: int) -> Group:
    return tuple(members(group))


def joined(group: int, tiles: int, board: int) -> int:
    """All tiles connected by sides with those of ``group``."""
    beside = _beside(board)
    fresh = group
    while fresh:
        lowest = fresh & -fresh
        reached = beside[lowest.bit_length() - 1] & tiles & ~group
        group |= reached
        fresh ^= lowest | reached
    return group


@functools.cache
def _beside(board: int) -> tuple[int, ...]:
    """For each cell the set of cells that share a side with it."""
    places = [divmod(cell, board) for cell in range(board * board)]
    return tuple(
        sum(1 << i for i, place in enumerate(places) if abs(place[0] - row) + abs(place[1] - column) == 1)
        for row, column in places
    )


def _networks(groups: tuple[Group, ...], bridges: list[tuple[int, int]]) -> tuple[Network, ...]:
    """The networks that bridges make of the groups of a colour, without those that have neither bridge nor island."""
    if not bridges:
        return tuple([_lone(group) for group in groups if len(group) == ISLAND])
    home = {cell: group for group in groups for cell in group}
    linked: dict[Group, list[Group]] = {}
    for ends in bridges:
        one, other = (linked.setdefault(home[end], [home[end]]) for end in ends)
        if one is not other:
            one += other
            linked |= dict.fromkeys(other, one)
    found = []
    for group in groups:
        together = linked.get(group)
        if together is None:
            if len(group) == ISLAND:
                found.append(_lone(group))
        elif together:
            inside = tuple(ends for ends in bridges if home[ends[0]] in together)
            found.append(_network(tuple(sorted(together)), inside))
            together.clear()  # those linked with this one are done as well
    return tuple(found)


def _lone(island: Group) -> Network:
    return Network((island,), (), (island,))


def _network(groups: tuple[Group, ...], bridges: tuple[tuple[int, int], ...]) -> Network:
    return Network(groups, bridges, tuple(group for group in groups if len(group) == ISLAND))

"""The pieces of Ponte del Diavolo: tiles with their joints, towns, bridges, and closed cells."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablier.games.ponte_del_diavolo.board_model import CACHED, BoardModel, Group, Network, groups_of
from tablier.games.ponte_del_diavolo.geometry import ISLAND
from tablier.games.ponte_del_diavolo.names import cell_name
from tablier.scene.model import Message, Piece

STONES = ("light", "dark")
SIDES = ("east", "south", "middle")
TOWNS = 6


def pieces(now: BoardModel, light: int) -> list[Piece]:
    """All pieces; ``light`` is the seat that plays light."""
    found = [_draw_under(cell, bridges, now.board) for cell, bridges in now.under]
    for seat, stone, own in zip((light, light ^ 1), STONES, now.colours, strict=True):
        found += _tiles(own.tiles, now.board, stone, seat)
        for network in own.linked:
            found += [draw_bridge(ends, now.board, seat) for ends in network.bridges]
    return found


@functools.lru_cache(maxsize=CACHED)
def _tiles(tiles: int, board: int, stone: str, seat: int) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for group in groups_of(tiles, board):
        if len(group) == 1:
            found.append(_tile(group[0], board, stone, seat, 1))
        else:
            found += _group_pieces(group, board, stone, seat)
    return tuple(found)


@functools.lru_cache(maxsize=CACHED)
def _draw_under(cell: int, bridges: tuple[tuple[int, int], ...], board: int) -> Piece:
    names = ", ".join(_bridge_name(ends, board) for ends in bridges)
    at = cell_name(cell, board)
    return Piece(f"under:{at}", "under", at, label=Message("ponte-under", {"n": len(bridges), "bridges": names}))


@functools.lru_cache(maxsize=4096)  # most groups stay as they are for long
def _group_pieces(group: Group, board: int, stone: str, seat: int) -> tuple[Piece, ...]:
    return tuple(_draw_group(group, board, stone, seat))


def _draw_group(group: Group, board: int, stone: str, seat: int) -> Iterator[Piece]:
    for i, cell in enumerate(sorted(group, key=lambda cell: (-(cell // board), cell))):
        yield _tile(cell, board, stone, seat, len(group))
        if cell + 1 in group and (cell + 1) % board:
            yield _part("east", f"{stone}-east", cell, board, seat)
        if cell - board in group:
            yield _part("south", f"{stone}-south", cell, board, seat)
        if {cell + 1, cell - board, cell - board + 1} <= set(group):
            yield _part("middle", f"{stone}-middle", cell, board, seat)
        if len(group) == ISLAND:  # four different quarters, the same ones whenever this island is drawn
            yield _part("town", f"{stone}-town-{(sum(group) + i) % TOWNS + 1}", cell, board, seat)


@functools.cache  # some thousand in all, which all tables share
def _tile(cell: int, board: int, stone: str, seat: int, size: int) -> Piece:
    at = cell_name(cell, board)
    return Piece(f"tile:{at}", stone, at, seat=seat, label=Message("ponte-tile", {"colour": stone, "size": size}))


@functools.cache
def _part(kind: str, sprite: str, cell: int, board: int, seat: int) -> Piece:
    at = cell_name(cell, board)
    return Piece(f"{kind}:{at}", sprite, at, seat=seat)


@functools.cache
def draw_bridge(ends: tuple[int, int], board: int, seat: int) -> Piece:
    """A bridge between two cells."""
    a, b = (cell_name(cell, board) for cell in ends)
    return Piece(f"bridge:{a}-{b}", "bridge", a, to=b, seat=seat, label=Message("ponte-bridge", {"from": a, "to": b}))


def _bridge_name(ends: tuple[int, int], board: int) -> str:
    return "–".join(cell_name(cell, board) for cell in ends)


def group_ids(group: Group, board: int) -> Iterator[str]:
    """The ids of the pieces of a group."""
    for cell in group:
        at = cell_name(cell, board)
        yield from (f"{kind}:{at}" for kind in ("tile", *SIDES, "town"))


def network_ids(network: Network, board: int) -> Iterator[str]:
    """The ids of the pieces of a network."""
    for group in network.groups:
        yield from (f"tile:{cell_name(cell, board)}" for cell in group)
        if len(group) == ISLAND:
            yield from (f"town:{cell_name(cell, board)}" for cell in group)
    for a, b in network.bridges:
        yield f"bridge:{cell_name(a, board)}-{cell_name(b, board)}"

"""Moves and positions of On Top as text.

A kind of tile is its colours counter-clockwise from an acute corner, such as ``RBWY``; chance draws one by that name
(``WYRB`` is the same tile seen from the other side). A tile is laid by naming its two cells, first the one with the
tile's first colour in its acute corner: ``d4-d5``, or ``d5-d4`` for the tile turned round. ``=D5`` names the completed
intersection to be scored next. Names of cells and points are those of :mod:`tablier.games.on_top.geometry`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tablier.core.diagram import fields, number, one
from tablier.engine.bits import has, lowest
from tablier.engine.grid import mask
from tablier.engine.protocol import CHANCE
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.on_top import rules
from tablier.games.on_top.geometry import (
    BOARDS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    KIND_NAMES,
    PAWNS,
    TRIANGLES,
    WORDS,
    Board,
)

_LAID = re.compile(r"([a-z][0-9]+)-([a-z][0-9]+)")
_TILE = re.compile(r"([a-z]+)@(\S+)")
MOST_POINTS = 2 * COLOURS * (PAWNS - 1)
"""The points of a colour that puts all its pawns on towers of four on the golden border."""


def name(s: Any, seat: int, action: int) -> str:
    """The notation of an action."""
    board = BOARDS[s.board]
    if seat == CHANCE:
        return KIND_NAMES[action]
    if action >= rules.SCORE:
        point = action - rules.SCORE
        return f"={board.point_names[point]}" if point < len(board.point_names) else f"={point}"
    position, turn = divmod(action, 2)
    return placement(board, position, turn) if position < len(board.positions) else f"#{action}"


def placement(board: Board, position: int, turn: int) -> str:
    """The name of a place and a turn: the cell with the tile's first colour in its acute corner comes first."""
    cells = [board.cell_names[cell] for cell in board.positions[position]]
    return "-".join(reversed(cells) if turn else cells)


def parse(s: Any, seat: int, text: str) -> int:
    """The action that a ply's text names.

    Raises:
        InvalidMove: it cannot be read, or names a tile, a cell or an intersection that there is not.
    """
    word = text.strip()
    if seat == CHANCE:
        return _kind(word.upper())
    if word.startswith("="):
        return rules.SCORE + _point(BOARDS[s.board], word[1:].upper())
    if laid := _LAID.fullmatch(word.lower()):
        return _placement(BOARDS[s.board], laid[1], laid[2])
    raise InvalidMove(f"{text!r} cannot be read: write the two cells of a tile (d4-d5), or an intersection (=D5)")


def _kind(word: str) -> int:
    for turned in (word, word[2:] + word[:2]):
        if turned in KIND_NAMES:
            return KIND_NAMES.index(turned)
    raise InvalidMove(f"there is no tile {word!r}; tiles are {' '.join(KIND_NAMES)}")


def _point(board: Board, word: str) -> int:
    if word not in board.point_names:
        last = board.point_names[-1]
        raise InvalidMove(f"there is no intersection {word!r} on {board.id}; they go from A1 to {last}")
    return board.point_names.index(word)


def _cell(board: Board, word: str) -> int:
    if word not in board.cell_names:
        raise InvalidMove(f"there is no cell {word!r} on {board.id}; cells go from a1 to {board.cell_names[-1]}")
    return board.cell_names.index(word)


def _placement(board: Board, first: str, second: str) -> int:
    cells = _cell(board, first), _cell(board, second)
    pair = min(cells), max(cells)
    if pair not in board.positions:
        near = " ".join(board.cell_names[a + b - cells[0]] for a, b in board.positions if cells[0] in (a, b))
        raise InvalidMove(f"{first} and {second} share no side; beside {first} lie {near}")
    return 2 * board.positions.index(pair) + (cells[0] > cells[1])


def setup(text: str, s: Any) -> None:
    """Put the position that a diagram describes on the board of a fresh record.

    A diagram is a list of fields separated by semicolons: ``tiles: RBWY@d6-d7 BYRW@e5-e6; drawn: BWRY; turn: red``.
    The tiles are laid one after the other, as if by hand: holes close, completed intersections are scored in reading
    order. ``black: d5 c2`` names other start triangles. ``points: B12`` stands on the score track. ``pawns: B3 R1``
    are pawns that colours have left, ``triangles: 0`` those beside the board before the first tile; there may be fewer
    than the tiles leave: the others are out of the game. Without ``drawn`` a tile is to be drawn. Seat 0 is to move
    unless ``turn`` says otherwise.

    Raises:
        InvalidOption: a field that is unknown or wrong, or no position of the game.
    """
    words = fields(text)
    if unknown := words.keys() - _FIELDS.keys():
        raise InvalidOption(f"diagram: unknown field {min(unknown)!r}; fields are {', '.join(_FIELDS)}")
    for key, fill in _FIELDS.items():  # in this order, whatever that of the diagram
        try:
            if key in words:
                fill(s, [word.lower() for word in words[key]])
        except (InvalidMove, InvalidOption) as error:
            raise InvalidOption(f"diagram: {key}: {error}") from error


def _black(s: Any, words: list[str]) -> None:
    cells = {_cell(BOARDS[s.board], word) for word in words}
    if len(cells) > TRIANGLES:
        raise InvalidOption(f"there are only {TRIANGLES} black triangles")
    s.black, s.reach, s.done = 0, 0, 0
    rules.begin(s, mask(cells, WORDS))
    if not (s.room & s.reach).any():
        raise InvalidOption("no tile can be laid beside a start triangle")


def _triangles(s: Any, words: list[str]) -> None:
    s.triangles = number(one(words), 0, int(s.triangles))


def _tiles(s: Any, words: list[str]) -> None:
    for word in words:
        _lay(s, word)


def _pawns(s: Any, words: list[str]) -> None:
    for colour, left in _by_colour(words):
        s.pawns[colour] = number(left, 1, int(s.pawns[colour]))


def _points(s: Any, words: list[str]) -> None:
    for colour, points in _by_colour(words):
        if colour >= s.seats:
            raise InvalidOption(f"{COLOUR_NAMES[colour]} is neutral and has no points")
        s.points[colour] = number(points, 0, MOST_POINTS)


def _mover(s: Any, words: list[str]) -> None:
    players = COLOUR_NAMES[: s.seats]
    if one(words) not in players:
        raise InvalidOption(f"{words[0]!r} does not play; the players are {' '.join(players)}")
    s.mover = players.index(words[0])


def _drawn(s: Any, words: list[str]) -> None:
    s.drawn = 1 + _take(s, one(words))


_FIELDS: dict[str, Callable[[Any, list[str]], None]] = {
    "black": _black,
    "triangles": _triangles,
    "tiles": _tiles,
    "pawns": _pawns,
    "points": _points,
    "turn": _mover,
    "drawn": _drawn,
}


def _take(s: Any, word: str) -> int:
    """Take a tile out of the bag."""
    kind = _kind(word.upper())
    if not s.bag[kind]:
        raise InvalidOption(f"there are only {COPIES[kind]} tiles {KIND_NAMES[kind]}")
    s.bag[kind] -= 1
    return kind


def _lay(s: Any, word: str) -> None:
    tile = _TILE.fullmatch(word)
    laid = _LAID.fullmatch(tile[2]) if tile else None
    if not tile or not laid:
        raise InvalidOption(f"{word!r} is no tile; write its colours and its cells, RBWY@d4-d5")
    position, turn = divmod(_placement(BOARDS[s.board], laid[1], laid[2]), 2)
    if not has(s.room, np.int64(position)):
        raise InvalidOption(f"{word}: the cells are not both free")
    rules.lay(s, np.int64(position), np.int64(_take(s, tile[1])), np.int64(turn))
    while s.pending:
        rules.score(s, np.int64(lowest(np.uint64(s.pending))))
    if s.over or not s.room.any() or not s.pawns.all():
        raise InvalidOption(f"{word}: it ends the game")


def _by_colour(words: list[str]) -> list[tuple[int, str]]:
    """The number of each colour as text: ``B12`` is blue's."""
    letters = [word[0].upper() for word in words]
    for word, letter in zip(words, letters, strict=True):
        if letter not in COLOUR_LETTERS or letters.count(letter) > 1:
            raise InvalidOption(f"{word!r} is no colour and number, such as B12, or its colour comes twice")
    return [(COLOUR_LETTERS.index(letter), word[1:]) for word, letter in zip(words, letters, strict=True)]


def draw(s: Any) -> str:
    """The tiles, black triangles and towers by name (from the bottom up), then every colour's points and pawns."""
    board = BOARDS[s.board]
    black = [name for c, name in enumerate(board.cell_names) if has(s.black, np.int64(c))]
    lines = [f"black      {' '.join(black)} (+{s.triangles})", *_list_tiles(s, board), *_list_towers(s, board)]
    for c, colour in enumerate(COLOUR_NAMES):
        role = f"points {s.points[c]}" if c < s.seats else "neutral"
        lines.append(f"{colour:11}{role}  pawns {s.pawns[c]}")
    lines.append("bag        " + " ".join(f"{name}:{n}" for name, n in zip(KIND_NAMES, s.bag, strict=True)))
    return "\n".join([*lines, _turn(s)])


def _list_tiles(s: Any, board: Board) -> list[str]:
    laid = [
        f"{KIND_NAMES[(tile - 1) // 2]}@{placement(board, p, (tile - 1) % 2)}"
        for p, tile in enumerate(s.tiles.tolist())
        if tile
    ]
    return [f"tiles      {' '.join(laid)}"] if laid else []


def _list_towers(s: Any, board: Board) -> list[str]:
    """``F3:yB``: blue stands on yellow; ``F3:-`` is completed and empty."""
    found = []
    for p, point in enumerate(board.point_names):
        if int(s.done) >> p & 1:
            below = "".join(COLOUR_LETTERS[c].lower() for c in range(COLOURS) if int(s.below[c]) >> p & 1)
            top = "".join(COLOUR_LETTERS[c] for c in range(COLOURS) if int(s.top[c]) >> p & 1)
            found.append(f"{point}:{below + top or '-'}")
    return [f"towers     {' '.join(found)}"] if found else []


def _turn(s: Any) -> str:
    if s.over:
        return "game over"
    who = f"{COLOUR_NAMES[s.mover]} (seat {s.mover}) to move"
    if s.pending:
        return f"{who}, next intersection"
    return f"{who}, tile {KIND_NAMES[s.drawn - 1]}" if s.drawn else f"{who}, a tile is drawn"

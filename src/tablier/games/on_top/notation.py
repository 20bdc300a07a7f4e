"""Moves and positions of On Top as text.

A kind of tile is its colours counter-clockwise from an acute corner, such as ``RBWY``; chance draws one by that name
(``WYRB`` is the same tile seen from the other side). A tile is laid by naming its two cells, first the one with the
tile's first colour in its acute corner: ``d4-d5``, or ``d5-d4`` for the tile turned round. ``=D5`` names the completed
intersection to be scored next. Names of cells and points are those of :mod:`tablier.games.on_top.geometry`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from tablier.core.bitsets import has
from tablier.core.diagram import fields, number, one
from tablier.core.notation import Notation, outcome_name
from tablier.core.seats import CHANCE
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.on_top.actions import ACTIONS
from tablier.games.on_top.geometry import (
    BOARDS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    KIND_NAMES,
    PAWNS,
    TRIANGLES,
    Board,
)
from tablier.games.on_top.queries import begin_from, lay_tile, score_point
from tablier.games.on_top.state import State
from tablier.games.on_top.text_diagram import draw, placement

_LAID = re.compile(r"([a-z][0-9]+)-([a-z][0-9]+)")
_TILE = re.compile(r"([a-z]+)@(\S+)")
MOST_POINTS = 2 * COLOURS * (PAWNS - 1)
"""The points of a colour that puts all its pawns on towers of four on the golden border."""


class OnTopNotation(Notation[State]):
    """``RBWY``, ``d4-d5``, ``=D5``."""

    def name(self, s: State, seat: int, action: int) -> str:  # noqa: D102
        board = BOARDS[s.board]
        if seat == CHANCE:
            return outcome_name(KIND_NAMES, action)
        family, indices = ACTIONS.decode(action)
        if family == "score":
            (point,) = indices
            return f"={board.point_names[point]}" if point < len(board.point_names) else f"={point}"
        position, turn = indices
        return placement(board, position, turn) if position < len(board.positions) else f"#{action}"

    def parse(self, s: State, seat: int, text: str) -> int:  # noqa: D102
        word = text.strip()
        if seat == CHANCE:
            return _kind(word.upper())
        if word.startswith("="):
            return ACTIONS.encode("score", _point(BOARDS[s.board], word[1:].upper()))
        if laid := _LAID.fullmatch(word.lower()):
            return ACTIONS.encode("lay", *_placement(BOARDS[s.board], laid[1], laid[2]))
        raise InvalidMove(f"{text!r} cannot be read: write the two cells of a tile (d4-d5), or an intersection (=D5)")

    def draw(self, s: State) -> str:  # noqa: D102
        return draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Put the position that a diagram describes on the board of a fresh state.

        A diagram is a list of fields separated by semicolons: ``tiles: RBWY@d6-d7 BYRW@e5-e6; drawn: BWRY; turn:
        red``. The tiles are laid one after the other, as if by hand: holes close, completed intersections are scored
        in reading order. ``black: d5 c2`` names other start triangles. ``points: B12`` stands on the score track.
        ``pawns: B3 R1`` are pawns that colours have left, ``triangles: 0`` those beside the board before the first
        tile; there may be fewer than the tiles leave: the others are out of the game. Without ``drawn`` a tile is to
        be drawn. Seat 0 is to move unless ``turn`` says otherwise.

        Raises:
            InvalidOption: a field that is unknown or wrong, or no position of the game.
        """
        words = fields(diagram)
        if unknown := words.keys() - _FIELDS.keys():
            raise InvalidOption(f"diagram: unknown field {min(unknown)!r}; fields are {', '.join(_FIELDS)}")
        for key, fill in _FIELDS.items():  # in this order, whatever that of the diagram
            try:
                if key in words:
                    fill(s, [word.lower() for word in words[key]])
            except (InvalidMove, InvalidOption) as error:
                raise InvalidOption(f"diagram: {key}: {error}") from error


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


def _placement(board: Board, first: str, second: str) -> tuple[int, int]:
    cells = _cell(board, first), _cell(board, second)
    pair = min(cells), max(cells)
    if pair not in board.positions:
        near = " ".join(board.cell_names[a + b - cells[0]] for a, b in board.positions if cells[0] in (a, b))
        raise InvalidMove(f"{first} and {second} share no side; beside {first} lie {near}")
    return board.positions.index(pair), int(cells[0] > cells[1])


def _black(s: State, words: list[str]) -> None:
    cells = {_cell(BOARDS[s.board], word) for word in words}
    if len(cells) > TRIANGLES:
        raise InvalidOption(f"there are only {TRIANGLES} black triangles")
    begin_from(s, array("q", cells))
    if not any(room & reach for room, reach in zip(s.room, s.reach, strict=True)):
        raise InvalidOption("no tile can be laid beside a start triangle")


def _triangles(s: State, words: list[str]) -> None:
    s.triangles = number(one(words, "0"), 0, s.triangles)


def _tiles(s: State, words: list[str]) -> None:
    for word in words:
        _lay(s, word)


def _pawns(s: State, words: list[str]) -> None:
    for colour, left in _by_colour(words):
        s.pawns[colour] = number(left, 1, s.pawns[colour])


def _points(s: State, words: list[str]) -> None:
    for colour, points in _by_colour(words):
        if colour >= s.seats:
            raise InvalidOption(f"{COLOUR_NAMES[colour]} is neutral and has no points")
        s.points[colour] = number(points, 0, MOST_POINTS)


def _mover(s: State, words: list[str]) -> None:
    players = COLOUR_NAMES[: s.seats]
    if one(words, players[0]) not in players:
        raise InvalidOption(f"{words[0]!r} does not play; the players are {' '.join(players)}")
    s.mover = players.index(words[0])


def _drawn(s: State, words: list[str]) -> None:
    s.drawn = 1 + _take(s, one(words, KIND_NAMES[0]))


_FIELDS: dict[str, Callable[[State, list[str]], None]] = {
    "black": _black,
    "triangles": _triangles,
    "tiles": _tiles,
    "pawns": _pawns,
    "points": _points,
    "turn": _mover,
    "drawn": _drawn,
}


def _take(s: State, word: str) -> int:
    """Take a tile out of the bag."""
    kind = _kind(word.upper())
    if not s.bag[kind]:
        raise InvalidOption(f"there are only {COPIES[kind]} tiles {KIND_NAMES[kind]}")
    s.bag[kind] -= 1
    return kind


def _lay(s: State, word: str) -> None:
    tile = _TILE.fullmatch(word)
    laid = _LAID.fullmatch(tile[2]) if tile else None
    if not tile or not laid:
        raise InvalidOption(f"{word!r} is no tile; write its colours and its cells, RBWY@d4-d5")
    position, turn = _placement(BOARDS[s.board], laid[1], laid[2])
    if not has(s.room, position):
        raise InvalidOption(f"{word}: the cells are not both free")
    lay_tile(s, position, _take(s, tile[1]), turn)
    while s.pending:
        score_point(s, (s.pending & -s.pending).bit_length() - 1)
    if s.over or not any(s.room) or not all(s.pawns):
        raise InvalidOption(f"{word}: it ends the game")


def _by_colour(words: list[str]) -> list[tuple[int, str]]:
    """The number of each colour as text: ``B12`` is blue's."""
    letters = [word[0].upper() for word in words]
    for word, letter in zip(words, letters, strict=True):
        if letter not in COLOUR_LETTERS or letters.count(letter) > 1:
            raise InvalidOption(f"{word!r} is no colour and number, such as B12, or its colour comes twice")
        if not word[1:]:
            raise InvalidOption(f"{letter!r} has no number; write both, such as B12")
    return [(COLOUR_LETTERS.index(letter), word[1:]) for word, letter in zip(words, letters, strict=True)]

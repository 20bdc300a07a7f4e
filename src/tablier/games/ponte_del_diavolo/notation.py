"""Moves as text: ``d4`` lays a tile, ``d4-d6`` builds a bridge, ``pass``, ``swap``; and positions as text.

Columns are letters from the left, rows are numbers from the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial

from tablier.core.bitsets import add, has, to_int
from tablier.core.diagram import fields, no_words, one
from tablier.core.notation import Notation
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.board_model import board_model
from tablier.games.ponte_del_diavolo.names import CELL, cell_name, parse_cell, parse_slot, slot_name
from tablier.games.ponte_del_diavolo.queries import rebuild
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, OPEN_PLAY, State
from tablier.games.ponte_del_diavolo.text_diagram import draw


class PonteNotation(Notation[State]):
    """``d4``, ``d4-d6``, ``pass``, ``swap``."""

    def name(self, s: State, seat: int, action: int) -> str:  # noqa: D102
        return _name(action, s.board)

    def parse(self, s: State, seat: int, text: str) -> int:  # noqa: D102
        return _parse(text, s.board)

    def draw(self, s: State) -> str:  # noqa: D102
        return draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Put the position that a diagram describes on the board of a fresh state.

        A diagram is a list of fields separated by semicolons: ``light: a1 b1; dark: c3; bridges: a1-a3; turn: dark;
        half; last``. Light is to move in open play unless fields say otherwise. ``half``: the first tile of the turn
        lies; ``last``: light has passed, and this is the last turn.

        Raises:
            InvalidOption: a field that is unknown or wrong, or tiles and bridges that break the rules.
        """
        s.opening = OPEN_PLAY
        words = fields(diagram)
        if unknown := words.keys() - _FIELDS.keys():
            raise InvalidOption(f"diagram: unknown field {min(unknown)!r}; fields are {', '.join(_FIELDS)}")
        for key, fill in _FIELDS.items():  # tiles before bridges, whatever the order of the diagram
            if key in words:
                try:
                    fill(s, words[key])
                except (InvalidMove, InvalidOption) as error:
                    raise InvalidOption(f"diagram: {key}: {error}") from error
        if s.last and s.mover == LIGHT:
            raise InvalidOption("diagram: last: light has passed, so dark is to move")


@cache
def _name(action: int, board: int) -> str:
    family, indices = ACTIONS[board].decode(action)
    if family == "tile":
        return cell_name(indices[0], board)
    return slot_name(indices[0], board) if family == "bridge" else family


@lru_cache(maxsize=2048)
def _parse(text: str, board: int) -> int:
    space = ACTIONS[board]
    word = text.strip().lower()
    if word in ("pass", "swap"):
        return space[word]
    if "-" in word:
        return space.encode("bridge", parse_slot(word, board))
    if CELL.fullmatch(word):
        return space.encode("tile", parse_cell(word, board))
    raise InvalidMove(f"{text!r} cannot be read: write a cell (d4), a bridge (d4-d6), pass or swap")


def _lay(s: State, words: list[str], colour: int) -> None:
    for word in words:
        cell = parse_cell(word, s.board)
        if has(s.tiles[LIGHT], cell) or has(s.tiles[DARK], cell):
            raise InvalidOption(f"two tiles on {word}")
        if not has(s.room[colour], cell):
            raise InvalidOption(f"{word}: the tiles of a colour break PONTE-4.2 or PONTE-4.3")
        add(s.tiles[colour], cell)
        rebuild(s)
    if board_model(s).colours[colour].hand < 0:
        raise InvalidOption("a colour has more tiles than its player; remove some")


def _build(s: State, words: list[str]) -> None:
    for word in words:
        slot = parse_slot(word, s.board)
        if not any(has(spans, slot) for spans in s.spans):
            raise InvalidOption(f"{word}: it does not join two tiles of one colour as PONTE-5.3 to PONTE-5.6 demand")
        add(s.bridges, slot)
        rebuild(s)
    if board_model(s).pool < 0:
        raise InvalidOption("there are more bridges than the game has; remove some")


def _turn(s: State, words: list[str]) -> None:
    if one(words, COLOURS[0]) not in COLOURS:
        raise InvalidOption(f"{words[0]!r} is no colour; colours are {' '.join(COLOURS)}")
    s.mover = COLOURS.index(words[0])


def _half(s: State, words: list[str]) -> None:
    no_words(words)
    s.half = 1
    if not to_int(s.tiles[s.mover]) or not board_model(s).colours[s.mover].hand:
        raise InvalidOption(f"{COLOURS[s.mover]} has laid no tile in this turn, or has none left")


def _last(s: State, words: list[str]) -> None:
    no_words(words)
    s.last = 1


COLOURS = ("light", "dark")
_FIELDS: dict[str, Callable[[State, list[str]], None]] = {
    "light": partial(_lay, colour=LIGHT),
    "dark": partial(_lay, colour=DARK),
    "bridges": _build,
    "turn": _turn,
    "half": _half,
    "last": _last,
}

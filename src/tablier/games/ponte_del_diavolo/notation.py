"""Moves as text: ``d4`` lays a tile, ``d4-d6`` builds a bridge, ``pass``, ``swap``; and positions as text.

Columns are letters from the left, rows are numbers from the bottom.
"""

from __future__ import annotations

from tablier.core.bitsets import add, has
from tablier.core.definition import Notation
from tablier.errors import InvalidMove, InvalidOption
from tablier.games.ponte_del_diavolo.actions import ACTIONS
from tablier.games.ponte_del_diavolo.geometry import slots
from tablier.games.ponte_del_diavolo.names import CELL, cell_name, parse_cell, parse_slot, slot_name
from tablier.games.ponte_del_diavolo.queries import rebuild
from tablier.games.ponte_del_diavolo.state import DARK, LIGHT, OPEN_PLAY, State
from tablier.games.ponte_del_diavolo.text_diagram import draw


class PonteNotation(Notation[State]):
    """``d4``, ``d4-d6``, ``pass``, ``swap``."""

    def name(self, s: State, seat: int, action: int) -> str:  # noqa: D102
        family, indices = ACTIONS[s.board].decode(action)
        if family == "tile":
            return cell_name(indices[0], s.board)
        return slot_name(indices[0], s.board) if family == "bridge" else family

    def parse(self, s: State, seat: int, text: str) -> int:  # noqa: D102
        space = ACTIONS[s.board]
        word = text.strip().lower()
        if word in ("pass", "swap"):
            return space[word]
        if "-" in word:
            return space.encode("bridge", parse_slot(word, s.board))
        if CELL.fullmatch(word):
            return space.encode("tile", parse_cell(word, s.board))
        raise InvalidMove(f"{text!r} cannot be read: write a cell (d4), a bridge (d4-d6), pass or swap")

    def draw(self, s: State) -> str:  # noqa: D102
        return draw(s)

    def setup(self, diagram: str, s: State) -> None:
        """Put the position that a diagram describes on the board of a fresh state.

        A diagram is a list of fields separated by semicolons: ``light: a1 b1; dark: c3; bridges: a1-a3; turn: dark;
        half; last``. Light is to move in open play unless fields say otherwise.

        Raises:
            InvalidOption: a field that is unknown or wrong, a cell used twice, a bridge without tiles of one colour.
        """
        s.opening = OPEN_PLAY
        for part in filter(None, (p.strip() for p in diagram.split(";"))):
            key, _, value = part.partition(":")
            try:
                _set_field(s, key.strip(), value.split())
            except (InvalidMove, ValueError) as error:
                raise InvalidOption(f"diagram: {part!r}: {error}") from error
        _check_bridges(s, s.board)
        rebuild(s)


def _set_field(s: State, key: str, words: list[str]) -> None:
    board = s.board
    match key:
        case "light" | "dark":
            _lay(s, ("light", "dark").index(key), words, board)
        case "bridges":
            for word in words:
                add(s.bridges, parse_slot(word, board))
        case "turn":
            s.mover = ("light", "dark").index(" ".join(words))
        case "half":
            s.half = 1
        case "last":
            s.last = 1
        case _:
            raise InvalidOption(f"unknown field {key!r}; fields are light, dark, bridges, turn, half and last")


def _lay(s: State, colour: int, words: list[str], board: int) -> None:
    for word in words:
        cell = parse_cell(word, board)
        if has(s.tiles[LIGHT], cell) or has(s.tiles[DARK], cell):
            raise InvalidOption(f"two tiles on {word}")
        add(s.tiles[colour], cell)


def _check_bridges(s: State, board: int) -> None:
    for slot, ends in enumerate(slots(board)):
        if has(s.bridges, slot) and not any(
            all(has(s.tiles[colour], cell) for cell in ends) for colour in (LIGHT, DARK)
        ):
            raise InvalidOption(f"diagram: {slot_name(slot, board)} does not join two tiles of one colour")

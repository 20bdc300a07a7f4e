"""``puzzles.json`` of a game: positions in which one submission is much better than every other.

``tablier puzzles mine`` writes the file, ``tablier puzzles verify`` checks it against the search.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tablier import catalogue
from tablier.catalogue import data
from tablier.catalogue.data import require, require_distinct
from tablier.errors import GameError

FILE = "puzzles.json"

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, the seat to move, and its one best submission.

    Attributes:
        id: hexadecimal digits that follow from the options, the seat and what the seat may know: equal positions have
            equal ids.
        seat: the seat to move.
        solution: the plies of the best submission.
        kind: ``proved`` if every result is exact; ``stable`` if longer searches with other seeds agree.
        best: the seat's expected share of the win after the solution, from 0 to 1.
        other: the greatest share that any other submission may lead to, from 0 to 1.
        level: the weakest level of bots that finds the solution, counted from 1; the strongest if no other does.
        setup: the position, as :meth:`tablier.Game.setup` reads it.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{10}$")]
    seat: Count
    solution: Annotated[str, msgspec.Meta(min_length=1)]
    kind: Literal["proved", "stable"]
    best: Share
    other: Share
    level: Annotated[int, msgspec.Meta(ge=1)]
    setup: str

    def __post_init__(self) -> None:
        require(self.other < self.best, "other", f"must be less than best, {self.best}")


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzles of a game, and where mining goes on: the seed, and the number of games played with it."""

    seed: Count = 0
    games: Count = 0
    puzzles: tuple[Puzzle, ...] = ()

    def __post_init__(self) -> None:
        require_distinct([puzzle.id for puzzle in self.puzzles], "puzzles", "puzzles")

    def dumps(self) -> str:
        """The content of the file: a line for each puzzle."""
        lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in self.puzzles)
        return f'{{"seed":{self.seed},"games":{self.games},"puzzles":[\n{lines}\n]}}\n'


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; empty if it has no ``puzzles.json``.

    Raises:
        UnknownGame: there is no such game.
        GameError: the file is malformed; the message names file and field.
    """
    found = data.load_if_present(catalogue.package(game), FILE, Collection)
    return found.puzzles if found else ()


def read(file: Path) -> Collection:
    """The collection in a file.

    Raises:
        GameError: the file is malformed; the message names file and field.
        OSError: it cannot be read.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=Collection)
    except ValueError as error:
        raise GameError(f"{file}: {error}; give a file of puzzles") from error

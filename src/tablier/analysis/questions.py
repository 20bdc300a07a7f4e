"""What an analysis asks of a search. Searches run in threads of this process, or in the workers of a browser.

Code that needs searches is a generator: it yields questions and is sent their answers. So it is the same wherever the
searches run. ``tablier.analysis.analyst.answered`` runs such a generator with searches in this process.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec

from tablier.bots.specs import MixedSpec, SearchSpec, levels
from tablier.position import Position

T = TypeVar("T")

LINE = 8
"""The greatest number of plies of an expected line."""
REST = 16
"""Simulations for each ply of a turn of which the tree holds the first plies alone."""
WORLDS = 6
"""The number of samples where something is hidden."""


@dataclass(frozen=True, slots=True)
class Study:
    """Search what ``seat``, which is to move, knows; the answer is a :class:`Searched`.

    Attributes:
        view: the position as the seat sees it.
        seconds: wall-clock time; ``iterations`` are simulations. At least one of both is given.
        lines: for so many of the best moves the expected line is wanted.
        nodes: the greatest capacity of the search tree.
        resume: go on with the last search, if it was of the same view.
    """

    view: Position
    seat: int
    seconds: float | None
    iterations: int | None
    lines: int
    seed: int
    nodes: int
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Worlds:
    """Sample complete positions behind the view of ``seat``; the answer is their list."""

    view: Position
    seat: int
    seed: int


class SearchedMove(msgspec.Struct, frozen=True):
    """The results for one action.

    ``values`` are the expected rewards of all seats, exact if ``proved``. ``line`` has pairs of seat and action, from
    this action on; it is empty beyond the best moves.
    """

    action: int
    visits: int
    values: tuple[float, ...]
    proved: bool
    line: tuple[tuple[int, int], ...] = ()


class Searched(msgspec.Struct, frozen=True):
    """The result of a search: the number of simulations, whether it is exact, and all moves, best first."""

    iterations: int
    proved: bool
    moves: tuple[SearchedMove, ...]


Question = Study | Worlds
Steps = Generator[Question, Any, T]
"""Yields questions, is sent the answer to each, and returns a ``T``."""


@cache
def search_spec(game: str) -> SearchSpec:
    """The search of the strongest level of a game."""
    match levels(game)[-1].bot:
        case SearchSpec() as spec:
            return spec
        case MixedSpec(cutoff=cutoff, net=net):
            return SearchSpec(iterations=1, cutoff=cutoff, net=net)
        case _:
            return SearchSpec(iterations=1)

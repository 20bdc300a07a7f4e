"""Puzzles: listed by level, and played like lessons."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.catalogue.puzzles import Puzzle
from tablier.server.api.lessons import answers
from tablier.server.api.requests import Part
from tablier.server.api.responses import JSON
from tablier.server.domain.lessons import LessonTable
from tablier.server.domain.puzzles import as_lesson, number_of_the_day
from tablier.server.messages import LessonMessage
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library
from tablier.server.tables.stage_cache import StageCache


class PuzzleEntry(msgspec.Struct):
    """A puzzle without its solution, and the level of bots that solves it.

    ``shares`` are the expected shares of the win after the solution and, at most, after anything else. They are absent
    in games with chance or secrets, where they depend too much on the search.
    """

    id: str
    level: int
    shares: tuple[float, float] | None


class DailyPuzzle(msgspec.Struct):
    """The puzzle of the day."""

    game: str
    id: str


@get("/api/puzzles", summary="The puzzle of the day")
async def daily_puzzle(library: NamedDependency[Library]) -> DailyPuzzle:
    """One of the puzzles of all games, chosen by the date (UTC)."""
    found = [DailyPuzzle(game, puzzle.id) for game in library.names() for puzzle in library.puzzles(game)]
    if not found:
        raise Problem(Refusal.NOT_FOUND)
    return found[number_of_the_day(datetime.now(UTC).date(), found)]


@get("/api/puzzles/{game:str}", summary="The puzzles of a game")
async def puzzles(library: NamedDependency[Library], game: Part) -> list[PuzzleEntry]:
    """The puzzles of a game, easy ones first."""
    info = library.info(game)
    known = not (info.chance or info.hidden)
    by_level = sorted(library.puzzles(game), key=lambda one: one.level)
    return [PuzzleEntry(one.id, one.level, (one.best, one.other) if known else None) for one in by_level]


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200, summary="Play a puzzle")
async def puzzle_message(
    library: NamedDependency[Library],
    stage_cache: NamedDependency[StageCache],
    game: Part,
    puzzle: Part,
    data: Annotated[LessonMessage, Body()],
) -> Response[bytes]:
    """Answer a message with messages as the WebSocket of a table would send them."""
    table = LessonTable(library.game(game), as_lesson(_puzzle(library, game, puzzle)), data.played)
    return Response(msgspec.json.encode(answers(table, stage_cache, data)), media_type=JSON)


def _puzzle(library: Library, game: str, name: str) -> Puzzle:
    found = next((one for one in library.puzzles(game) if one.id == name), None)
    if found is None:
        raise Problem(Refusal.NOT_FOUND)
    return found


handlers = [daily_puzzle, puzzles, puzzle_message]

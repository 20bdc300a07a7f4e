"""Puzzles: listed by level, and played like lessons."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.requests import Part
from tablier.server.api.responses import JSON
from tablier.server.domain.exercises import DailyPuzzle, Exercises, PuzzleEntry
from tablier.server.messages import LessonMessage


@get("/api/puzzles", summary="The puzzle of the day")
async def daily_puzzle(exercises: NamedDependency[Exercises]) -> DailyPuzzle:
    """One of the puzzles of all games, chosen by the date (UTC)."""
    return exercises.daily(datetime.now(UTC).date())


@get("/api/puzzles/{game:str}", summary="The puzzles of a game")
async def puzzles(exercises: NamedDependency[Exercises], game: Part) -> list[PuzzleEntry]:
    """The puzzles of a game, easy ones first."""
    return exercises.puzzles(game)


@post("/api/puzzles/{game:str}/{puzzle:str}", status_code=200, summary="Play a puzzle")
async def puzzle_message(
    exercises: NamedDependency[Exercises], game: Part, puzzle: Part, data: Annotated[LessonMessage, Body()]
) -> Response[bytes]:
    """Answer a message with messages as the WebSocket of a table would send them."""
    return Response(msgspec.json.encode(exercises.puzzle(game, puzzle, data)), media_type=JSON)


handlers = [daily_puzzle, puzzles, puzzle_message]

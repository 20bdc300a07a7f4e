"""Puzzles: listed by level, played like lessons, with refutations of wrong tries."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.guards import address
from tablier.server.api.requests import AnyRequest, Part
from tablier.server.api.responses import JSON
from tablier.server.config import Config
from tablier.server.domain.exercises import DailyPuzzle, Exercises, PuzzleEntry
from tablier.server.domain.puzzles import RefutationAnswer, TriedPlies
from tablier.server.limits import ClientLimits, WorkAccount
from tablier.server.messages import LessonMessage
from tablier.server.tables.library import Library
from tablier.server.workers.analysis_runner import AnalysisRunner


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


@post("/api/puzzles/{game:str}/{puzzle:str}/refutation", status_code=200, summary="What a wrong try leads to")
async def refutation(
    request: AnyRequest,
    exercises: NamedDependency[Exercises],
    library: NamedDependency[Library],
    analysis_runner: NamedDependency[AnalysisRunner],
    client_limits: NamedDependency[ClientLimits],
    config: NamedDependency[Config],
    game: Part,
    puzzle: Part,
    data: Annotated[TriedPlies, Body()],
) -> RefutationAnswer:
    """Search what a submission leads to that does not solve a puzzle."""
    await library.wait_to_search(game, config.analysis_deadline)
    wrong = exercises.wrong_try(game, puzzle, data.plies)
    WorkAccount(client_limits, address(request)).count_search()
    return wrong.answer(await analysis_runner.refute(wrong.view, wrong.moves))


handlers = [daily_puzzle, puzzles, puzzle_message, refutation]

"""Puzzles: listed by level, played like lessons, with refutations of wrong tries.

The browser that asks may run the searches of a refutation: it gets their orders, then asks with what it has found.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
import structlog
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.guards import address
from tablier.server.api.requests import AnyRequest, Part
from tablier.server.api.responses import JSON
from tablier.server.config import Config
from tablier.server.domain.browser_results import BrowserCannotSearch
from tablier.server.domain.exercises import DailyPuzzle, Exercises, PuzzleEntry
from tablier.server.domain.puzzles import AskRefutation, RefutationAnswer, TriedPlies
from tablier.server.limits import ClientLimits, WorkAccount
from tablier.server.messages import LessonMessage
from tablier.server.tables.library import Library
from tablier.server.workers import browser_refutations
from tablier.server.workers.analysis_runner import AnalysisRunner
from tablier.server.workers.browser_refutations import RefutationOrders

logger = structlog.get_logger()


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


@post("/api/puzzles/{game:str}/{puzzle:str}/searches", status_code=200, summary="The searches that refute a wrong try")
async def refutation_orders(
    exercises: NamedDependency[Exercises],
    library: NamedDependency[Library],
    config: NamedDependency[Config],
    game: Part,
    puzzle: Part,
    data: Annotated[TriedPlies, Body()],
) -> RefutationOrders:
    """Orders of the searches for the browser's own workers; none if the server has no kernels for browsers."""
    folder = library.search_folder(game)
    if not folder:
        return RefutationOrders()
    await library.wait_to_search(game, config.analysis_deadline)
    wrong = exercises.wrong_try(game, puzzle, data.plies)
    return RefutationOrders(folder, await browser_refutations.orders(wrong, config.analysis_slice))


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
    data: Annotated[AskRefutation, Body()],
) -> RefutationAnswer:
    """What a submission leads to that does not solve a puzzle, by what the browser found or by a search."""
    await library.wait_to_search(game, config.analysis_deadline)
    wrong = exercises.wrong_try(game, puzzle, data.plies)
    if data.found:
        try:
            return wrong.answer(await browser_refutations.refuted(wrong, config.analysis_slice, data.found))
        except BrowserCannotSearch as error:
            logger.info("search.fallback", puzzle=puzzle, reason=str(error))
    WorkAccount(client_limits, address(request)).count_search()
    return wrong.answer(await analysis_runner.refute(wrong.view, wrong.moves))


handlers = [daily_puzzle, puzzles, puzzle_message, refutation_orders, refutation]

"""Lessons: each request brings all that the learner has played, so the server stores nothing."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.requests import Part
from tablier.server.api.responses import JSON
from tablier.server.domain.lessons import LessonTable
from tablier.server.message_base import FromServer, NumberedQuestion
from tablier.server.messages import (
    Ack,
    AskChoices,
    AskWhy,
    ChoicesAnswer,
    Hello,
    LessonMessage,
    ShowMe,
    Submit,
)
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.library import Library
from tablier.server.tables.refusals import because, refused
from tablier.server.tables.stage_cache import StageCache


@post("/api/lessons/{game:str}/{lesson:str}", status_code=200, summary="Play a lesson")
async def lesson_message(
    library: NamedDependency[Library],
    stage_cache: NamedDependency[StageCache],
    game: Part,
    lesson: Part,
    data: Annotated[LessonMessage, Body()],
) -> Response[bytes]:
    """Answer a message with messages as the WebSocket of a table would send them."""
    found = next((one for one in library.lessons(game) if one.id == lesson), None)
    if found is None:
        raise Problem(Refusal.NOT_FOUND)
    table = LessonTable(library.game(game), found, data.played)
    return Response(msgspec.json.encode(answers(table, stage_cache, data)), media_type=JSON)


def answers(table: LessonTable, stage_cache: StageCache, data: LessonMessage) -> list[FromServer]:
    """The answers to a message of a learner."""
    game, message = table.state.game.name, data.message
    try:
        match message:
            case Hello():
                return [table.welcome(stage_cache.address(table.state.position))]
            case AskChoices(ask, seat, plies):
                return [ChoicesAnswer(ask, table.choices(seat, plies))]
            case AskWhy(ask, seat, plies, path):
                return [because(game, ask, table.why(seat, plies, path))]
            case Submit(key, _, plies):
                updates, result = table.submit(plies)
                return [Ack(key, updates[0].seq), *updates, result]
            case ShowMe():
                updates, result = table.show()
                return [*updates, result]
    except Problem as problem:
        key = message.key if isinstance(message, Submit) else ""
        ask = message.ask if isinstance(message, NumberedQuestion) else -1
        return [refused(problem, game, key=key, ask=ask)]


handlers = [lesson_message]

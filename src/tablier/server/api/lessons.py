"""Lessons: each request brings all that the learner has played, so the server stores nothing."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import Body

from tablier.server.api.requests import Part
from tablier.server.api.responses import JSON
from tablier.server.domain.exercises import Exercises
from tablier.server.messages import LessonMessage


@post("/api/lessons/{game:str}/{lesson:str}", status_code=200, summary="Play a lesson")
async def lesson_message(
    exercises: NamedDependency[Exercises], game: Part, lesson: Part, data: Annotated[LessonMessage, Body()]
) -> Response[bytes]:
    """Answer a message with messages as the WebSocket of a table would send them."""
    return Response(msgspec.json.encode(exercises.lesson(game, lesson, data)), media_type=JSON)


handlers = [lesson_message]

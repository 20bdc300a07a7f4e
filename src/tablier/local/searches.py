"""The searches of a device: the questions of Python to its search workers, as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from tablier.analysis.questions import WORLDS, Question, Searched, Study
from tablier.position import Position
from tablier.server.domain.search_answers import Search, order

SearchText = Callable[[str], Awaitable[str]]
"""Answers a question; both are JSON."""


class WorldsOrder(msgspec.Struct, tag="worlds", frozen=True):
    """Sample ``count`` complete states behind the view of a seat; the answer is their records in hexadecimal."""

    game: str
    state: str
    seat: int
    seed: int
    count: int


def by_workers(ask: SearchText) -> Search:
    """Searches by search workers, which ``ask`` reaches."""

    async def search(question: Question) -> Searched | Sequence[Position]:
        found = await ask(encoded(question))
        if isinstance(question, Study):
            return msgspec.json.decode(found, type=Searched)
        return [_world(question.view, record) for record in msgspec.json.decode(found, type=list[str])]

    return search


def encoded(question: Question) -> str:
    """A question as JSON, with the record in hexadecimal."""
    if isinstance(question, Study):
        return msgspec.json.encode(order(question)).decode()
    view = question.view
    count = WORLDS if view.game.info.hidden else 1
    wanted = WorldsOrder(view.game.name, bytes(view.state.data).hex(), question.seat, question.seed, count)
    return msgspec.json.encode(wanted).decode()


def _world(view: Position, record: str) -> Position:
    state = view.game.definition.state(bytes.fromhex(record))
    return Position(view.game, state, view.options, view.seats)

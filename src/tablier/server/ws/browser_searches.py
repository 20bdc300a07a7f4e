"""Searches that a browser runs for its own questions. What it finds is for itself alone, and is not trusted."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from tablier.analysis.questions import Question, Searched, Study
from tablier.server.domain.browser_results import BrowserCannotSearch, require_possible
from tablier.server.domain.search_answers import order
from tablier.server.search_messages import Studied, StudyOrder

if TYPE_CHECKING:
    from tablier.position import Position


class BrowserSearches:
    """Orders studies of one browser.

    Args:
        send: sends an order, and lets the browser answer.
        deadline: the time for an answer in seconds, besides that of the search itself.
    """

    def __init__(self, send: Callable[[StudyOrder], Awaitable[None]], deadline: float) -> None:
        self._send = send
        self._deadline = deadline
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Searched | None]] = {}

    async def search(self, question: Question) -> Searched | Sequence[Position]:
        """Answer a question; samples are drawn here, since a state of a browser's making could do harm.

        Raises:
            BrowserCannotSearch: the browser gives no answer that can be used.
        """
        if not isinstance(question, Study):
            from tablier.analysis.worlds import worlds  # needs Numba

            return worlds(question.view, question.seat, question.seed)
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._send(msgspec.structs.replace(order(question), number=number))
            async with asyncio.timeout(self._deadline + (question.seconds or 0.0)):
                found: Searched | None = await answer
        except TimeoutError:
            raise BrowserCannotSearch("no answer in time") from None
        finally:
            del self._waiting[number]
        if found is None:
            raise BrowserCannotSearch("it cannot search")
        require_possible(question, found)
        return found

    def found(self, message: Studied) -> None:
        """Take an answer of the browser; a late one is ignored."""
        answer = self._waiting.get(message.number)
        if answer is not None and not answer.done():
            answer.set_result(message.found)

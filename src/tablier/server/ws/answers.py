"""Answers questions and carries out commands of a browser at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tablier.server.config import Config
from tablier.server.domain import commands
from tablier.server.domain.commands import Outcome
from tablier.server.domain.questions import Questions
from tablier.server.domain.state import TableState
from tablier.server.limits import RateLimiter, TokenBucket
from tablier.server.message_base import FromServer
from tablier.server.messages import Chat, Command, Question, Rematch, SeatCommand
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.presence import Presence
from tablier.server.tables.submissions import Submissions
from tablier.server.timestamps import milliseconds


@dataclass(frozen=True, kw_only=True)
class AnswerServices:
    """The services that answers need."""

    config: Config
    submissions: Submissions
    presence: Presence
    chat_limits: RateLimiter
    """Lines of chat, by table and browser."""


class Answers:
    """Answers one browser. Analysed plies are charged to ``bucket``, like messages."""

    def __init__(self, services: AnswerServices, table_id: str, browser: int | None, bucket: TokenBucket) -> None:
        self._services = services
        self._table_id = table_id
        self._browser = browser
        self._questions = Questions(browser, bucket.take)

    async def answer(self, state: TableState, message: Question | Command, wanted: int | None) -> FromServer:
        """The answer to a message; ``wanted`` is the seat as which the browser looks.

        Raises:
            Problem: the request cannot be carried out.
        """
        if not isinstance(message, SeatCommand):
            return self._questions.answer(state, message, wanted)
        commands.check_seat(state, message, self._browser)
        check = partial(self._outcome, command=message, levels=self._services.submissions.levels(state))
        answer = await self._services.submissions.append(self._table_id, message.seat, message.key, check)
        if isinstance(message, Rematch):
            await self._services.submissions.settle(self._table_id)
        return answer

    def _outcome(self, state: TableState, command: Command, levels: Sequence[int]) -> Outcome:
        # A repeated line of chat is not charged: its event exists.
        if isinstance(command, Chat) and not self._services.chat_limits.take(f"{self._table_id}:{self._browser}"):
            raise Problem(Refusal.RATE_LIMIT)
        present = partial(self._services.presence.is_connected, self._table_id)
        delay = milliseconds(self._services.config.vote_delay)
        return commands.outcome(state, command, levels=levels, present=present, vote_delay=delay)

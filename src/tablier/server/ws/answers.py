"""Answers questions and carries out commands of a browser at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tablier.server.config import Config
from tablier.server.domain import analysis, chance, chat, choices, projections, replacement, takeback
from tablier.server.domain.events import Payload
from tablier.server.domain.state import TableState
from tablier.server.limits import RateLimiter, TokenBucket
from tablier.server.message_base import FromServer, Tried, WhatIf
from tablier.server.messages import (
    AddNonce,
    Answer,
    AskChoices,
    AskLook,
    AskWhy,
    Chat,
    ChoicesAnswer,
    Command,
    LookAnswer,
    Question,
    Rematch,
    Resign,
    Return,
    Submit,
    Undo,
    Vote,
)
from tablier.server.problem import Problem, Refusal
from tablier.server.tables.presence import Presence
from tablier.server.tables.refusals import because
from tablier.server.tables.submissions import Submissions
from tablier.server.timestamps import milliseconds, now

if TYPE_CHECKING:
    from tablier.position import Position


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
        self._bucket = bucket
        self._analysis = analysis.AnalysisBoard()

    async def answer(self, state: TableState, message: Question | Command, wanted: int | None) -> FromServer:
        """The answer to a message; ``wanted`` is the seat as which the browser looks.

        Raises:
            Problem: the request cannot be carried out.
        """
        match message:
            case AskLook(ask, event, tried) if tried is not None:
                position, played = self._try(state, event, tried)
                return LookAnswer(ask=ask, event=event, view=analysis.view(position), tried=played)
            case AskLook(ask, event):
                if event > state.seq:
                    raise Problem(Refusal.NO_EVENT, event=event)
                return LookAnswer(
                    ask=ask,
                    event=event,
                    view=projections.view(state, state.reader(state.held_by(self._browser), wanted), event),
                )
            case AskChoices(ask, seat, plies, supposed):
                found = choices.choices(self._asked(state, seat, supposed), seat, plies)
                return ChoicesAnswer(ask=ask, choices=found)
            case AskWhy(ask, seat, plies, path, supposed):
                rule = choices.why(self._asked(state, seat, supposed), seat, plies, path)
                return because(state.row.game, ask, rule)
            case command:
                if not (isinstance(command, Return) and command.seat in replacement.lost(state, self._browser)):
                    self._own(state, command.seat)
                return await self._do(state, command)

    async def _do(self, state: TableState, command: Command) -> FromServer:
        play, table, seat, key = self._services.submissions, self._table_id, command.seat, command.key
        match command:
            case Submit(plies=plies):
                return await play.submit(table, seat, key, plies)
            case Resign():
                return await play.resign(table, seat, key)
            case Rematch():
                return await play.rematch(table, seat, key)
            case Undo():
                return await play.append(table, seat, key, partial(takeback.take_back, seat=seat))
            case Answer(agree=agree, asked=asked):
                check = partial(takeback.answer, seat=seat, agree=agree, asked=asked)
                return await play.append(table, seat, key, check)
            case Return():
                return await play.append(table, seat, key, partial(replacement.come_back, seat=seat))
            case Vote():
                return await self._vote(state, command)
            case AddNonce(nonce=nonce):
                return await play.append(table, seat, key, partial(chance.add_nonce, seat=seat, nonce=nonce))
            case Chat(text=text):
                return await self._chat(key, seat, text)

    async def _chat(self, key: str, seat: int, text: str) -> FromServer:
        def check(state: TableState) -> Payload:
            # Only called for a new line: a repeated one is not charged.
            if not self._services.chat_limits.take(f"{self._table_id}:{self._browser}"):
                raise Problem(Refusal.RATE_LIMIT)
            return chat.send(state, text)

        return await self._services.submissions.append(self._table_id, seat, key, check)

    async def _vote(self, state: TableState, vote: Vote) -> FromServer:
        play, present = self._services.submissions, partial(self._services.presence.is_connected, self._table_id)
        check = partial(
            replacement.vote,
            seat=vote.seat,
            absent=vote.absent,
            at=now(),
            delay=milliseconds(self._services.config.vote_delay),
            present=present,
            levels=play.levels(state),
        )
        return await play.append(self._table_id, vote.seat, vote.key, check)

    def _asked(self, state: TableState, seat: int, supposed: WhatIf | None) -> Position:
        """The position of a question as ``seat`` sees it: the current one, or one of an analysis."""
        if supposed is not None:
            if seat not in range(len(state.seats)):
                raise Problem(Refusal.NOT_YOUR_SEAT)
            return self._try(state, supposed.event, supposed.moves)[0].view(seat)
        self._own(state, seat)
        if state.over:
            raise Problem(Refusal.GAME_OVER)
        return state.position.view(seat)

    def _try(self, state: TableState, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
        if not self._bucket.take(self._analysis.cost(state, event, tried)):
            raise Problem(Refusal.RATE_LIMIT)
        return self._analysis.play(state, event, tried)

    def _own(self, state: TableState, seat: int) -> None:
        if seat not in state.held_by(self._browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)

"""Questions of a browser about positions of a table: what may be touched, which rule forbids it, how it looked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tablier.server.domain import analysis, choices, projections
from tablier.server.domain.refusals import because
from tablier.server.domain.state import TableState
from tablier.server.message_base import FromServer, Tried, WhatIf
from tablier.server.messages import AskChoices, AskLook, AskWhy, ChoicesAnswer, LookAnswer, Question
from tablier.server.problem import Problem, Refusal

if TYPE_CHECKING:
    from tablier.position import Position


class Questions:
    """Answers one browser.

    Args:
        browser: its number; ``None`` for one that holds no seat.
        charge: charges the cost of analysed plies, in messages; ``False`` if that is too much now.
    """

    def __init__(self, browser: int | None, charge: Callable[[float], bool]) -> None:
        self._browser = browser
        self._charge = charge
        self._analysis = analysis.AnalysisBoard()

    def answer(self, state: TableState, question: Question, wanted: int | None) -> FromServer:
        """The answer to a question; ``wanted`` is the seat as which the browser looks.

        Raises:
            Problem: the seat is not its own, the staged plies are not legal, or the position cannot be shown.
        """
        match question:
            case AskLook(ask, event, tried) if tried is not None:
                position, played = self._try(state, event, tried)
                return LookAnswer(ask=ask, event=event, view=analysis.view(position), tried=played)
            case AskLook(ask, event):
                if event > state.seq:
                    raise Problem(Refusal.NO_EVENT, event=event)
                reader = state.reader(state.held_by(self._browser), wanted)
                return LookAnswer(ask=ask, event=event, view=projections.view(state, reader, event))
            case AskChoices(ask, seat, plies, supposed):
                found = choices.choices(self._asked(state, seat, supposed), seat, plies)
                return ChoicesAnswer(ask=ask, choices=found)
            case AskWhy(ask, seat, plies, path, supposed):
                rule = choices.why(self._asked(state, seat, supposed), seat, plies, path)
                return because(state.row.game, ask, rule)

    def _asked(self, state: TableState, seat: int, supposed: WhatIf | None) -> Position:
        """The position of a question as ``seat`` sees it: the current one, or one of an analysis."""
        if supposed is not None:
            if seat not in range(len(state.seats)):
                raise Problem(Refusal.NOT_YOUR_SEAT)
            return self._try(state, supposed.event, supposed.moves)[0].view(seat)
        if seat not in state.held_by(self._browser):
            raise Problem(Refusal.NOT_YOUR_SEAT)
        if state.over:
            raise Problem(Refusal.GAME_OVER)
        return state.position.view(seat)

    def _try(self, state: TableState, event: int, tried: Sequence[Tried]) -> tuple[Position, list[Tried]]:
        if not self._charge(self._analysis.cost(state, event, tried)):
            raise Problem(Refusal.RATE_LIMIT)
        return self._analysis.play(state, event, tried)

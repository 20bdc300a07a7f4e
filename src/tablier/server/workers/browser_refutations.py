"""Refutations of wrong tries at puzzles by searches of the browser that asks.

The browser gets all orders at once and sends all results with its question, so the server stores nothing between the
two requests, and any of its processes can answer either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tablier.analysis.questions import Question, Searched, SearchedMove, Study
from tablier.analysis.refutations import Refutation, refutation
from tablier.server.domain.browser_results import BrowserCannotSearch, require_possible
from tablier.server.domain.search_answers import answered, order
from tablier.server.search_messages import StudyOrder

if TYPE_CHECKING:
    from tablier.position import Position
    from tablier.server.domain.puzzles import WrongTry

MOST_ORDERS = 32
"""Where a refutation takes more searches, the server runs them; the games of the package take 13 at most."""


class RefutationOrders(msgspec.Struct):
    """The searches that refute a try, which the browser may run with the kernels in ``folder``.

    Without ``orders`` the server searches.
    """

    folder: str = ""
    orders: list[StudyOrder] = []


async def orders(wrong: WrongTry, seconds: float) -> list[StudyOrder]:
    """The searches that refute a try in so many seconds of one processor; none if they are too many."""
    studies = list[Study]()

    async def search(question: Question) -> Searched | Sequence[Position]:
        if not isinstance(question, Study):
            return _worlds(question)
        studies.append(question)
        return _any_result(question)

    await answered(refutation(wrong.view, wrong.moves, seconds=seconds), search)
    return [order(study) for study in studies] if len(studies) <= MOST_ORDERS else []


async def refuted(wrong: WrongTry, seconds: float, found: Sequence[Searched]) -> Refutation:
    """The refutation by the results of :func:`orders`, of which the best move is enough.

    Raises:
        BrowserCannotSearch: they are not the results of these searches.
    """
    results = iter(found)

    async def search(question: Question) -> Searched | Sequence[Position]:
        if not isinstance(question, Study):
            return _worlds(question)
        result = next(results, None)
        if result is None:
            raise BrowserCannotSearch("a result is missing")
        require_possible(question, result, whole=False)
        return result

    return await answered(refutation(wrong.view, wrong.moves, seconds=seconds), search)


def _any_result(study: Study) -> Searched:
    """A result in place of one that is not there yet: what a refutation asks next depends on none."""
    action = study.view.moves(study.seat)[0].action
    return Searched(0, False, (SearchedMove(action, 0, (0.0,) * study.view.seats, False, ((study.seat, action),)),))


def _worlds(question: Question) -> Sequence[Position]:
    """Samples of what is hidden, the same in both requests; a state of a browser's making could harm the kernels."""
    from tablier.analysis.worlds import worlds  # needs Numba

    return worlds(question.view, question.seat, question.seed)

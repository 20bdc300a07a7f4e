"""Checks of what a browser found: it is for that browser alone, but no server may stumble over it."""

from __future__ import annotations

from tablier.analysis.questions import LINE, Searched, SearchedMove, Study
from tablier.errors import TablierError
from tablier.moves import Move

MOST_VISITS = 1 << 40


class BrowserCannotSearch(TablierError):
    """The browser does not answer, says that it cannot search, or sends an impossible result."""


def require_possible(study: Study, found: Searched, *, whole: bool = True) -> None:
    """Check that a search could have this result: all legal moves, and legal lines of the best ones.

    Unless it is ``whole``, the best move alone is enough.

    Raises:
        BrowserCannotSearch: it could not.
    """
    legal, actions = study.view.moves(study.seat).actions, [move.action for move in found.moves]
    fits = sorted(actions) == sorted(legal) if whole else len(actions) == 1 and actions[0] in legal
    if not fits or found.iterations < 0:
        raise BrowserCannotSearch("its moves are not the legal ones")
    for number, move in enumerate(found.moves):
        shares = len(move.values) == study.view.seats and all(0 <= value <= 1 for value in move.values)
        if not (shares and 0 <= move.visits <= MOST_VISITS and _line_fits(study, move, number < study.lines)):
            raise BrowserCannotSearch("no search finds such a move")


def _line_fits(study: Study, move: SearchedMove, wanted: bool) -> bool:
    """Whether a line is there if it is wanted, begins with its move, and can be played."""
    if not wanted:
        return not move.line
    if len(move.line) > LINE or move.line[:1] != ((study.seat, move.action),):
        return False
    position = study.view.copy()
    for seat, action in move.line:
        own = seat in range(position.seats) and seat in position.movers
        if not own or action not in position.moves(seat).actions:
            return False
        position.push(Move(seat, action, ""))
    return True

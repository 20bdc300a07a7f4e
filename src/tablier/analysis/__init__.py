"""Analysis of positions and review of games, for every game: built on positions, notation and search alone.

>>> import tablier
>>> position = tablier.game("ponte_del_diavolo").new(board=8)
>>> analysis = tablier.analyse(position, iterations=200)
>>> analysis.seat, round(sum(analysis.win_shares), 6), len(analysis.best_moves)
(0, 1.0, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablier.analysis.accuracy_formula import accuracy
from tablier.analysis.chart import draw
from tablier.analysis.results import Analysis, BestMove, OutcomeOdds
from tablier.analysis.reviewer import Moment, PlayerReview, Point, Review, Stroke

if TYPE_CHECKING:
    from tablier.analysis.analyst import Analyst, analyse, review

__all__ = [
    "Analysis",
    "Analyst",
    "BestMove",
    "Moment",
    "OutcomeOdds",
    "PlayerReview",
    "Point",
    "Review",
    "Stroke",
    "accuracy",
    "analyse",
    "draw",
    "review",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    if name in ("Analyst", "analyse", "review"):  # they need Numba
        from tablier.analysis import analyst

        return vars(analyst)[name]
    raise AttributeError(f"module 'tablier.analysis' has no attribute {name!r}")

"""Analysis of positions and review of games, for every game: built on positions, notation and search alone.

>>> import tablier
>>> position = tablier.game("ponte_del_diavolo").new(board=8)
>>> analysis = tablier.analyse(position, iterations=200)
>>> analysis.seat, round(sum(analysis.win_shares), 6), len(analysis.best_moves)
(0, 1.0, 3)
"""

from __future__ import annotations

from tablier.analysis.analyst import Analysis, Analyst, BestMove, OutcomeOdds, analyse
from tablier.analysis.chart import draw
from tablier.analysis.reviewer import Moment, PlayerReview, Point, Review, accuracy, review

__all__ = [
    "Analysis",
    "Analyst",
    "BestMove",
    "Moment",
    "OutcomeOdds",
    "PlayerReview",
    "Point",
    "Review",
    "accuracy",
    "analyse",
    "draw",
    "review",
]

"""Elo ratings from games of any number of seats.

The model is Bradley and Terry's (1952) over all pairs of a game: the entrant with the better rank beats the other,
equal ranks are half a win for each. One drawn game is added for each pair, so that a rating stays finite without a
loss. Newton's method finds the maximum of the likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000
STEPS = 40
"""Steps of Newton's method; ten suffice for a match that one side always wins."""

Floats = NDArray[np.float64]


def pairs(ranks: Sequence[int], entrant: Sequence[int], entrants: int) -> Floats:
    """How often each entrant beat each other in a game: ``[entrants, entrants]``.

    Args:
        ranks: by place in the match; less is better.
        entrant: the entrant at each place; one may have several.
        entrants: their number.
    """
    wins = np.zeros((entrants, entrants))
    for one, mine in zip(entrant, ranks, strict=True):
        for other, theirs in zip(entrant, ranks, strict=True):
            if one != other:
                wins[one, other] += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return wins


def ratings(wins: Floats) -> Floats:
    """Elo ratings with mean 0, ``[..., entrants]``, from the wins of each over each, ``[..., entrants, entrants]``.

    >>> import numpy as np
    >>> ratings(np.array([[0, 75], [25, 0]])).round().tolist()
    [94.0, -94.0]
    """
    entrants = wins.shape[-1]
    if entrants == 1:
        return np.zeros(wins.shape[:-1])
    wins = wins + 0.5 * (1 - np.eye(entrants))
    games = wins + np.swapaxes(wins, -1, -2)
    log = np.zeros(wins.shape[:-1])
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(log[..., None, :] - log[..., :, None]))
        weight = games * share * (1 - share)
        slope = 1 / entrants - weight  # the constant keeps the mean at 0; without it the matrix has no inverse
        slope[..., range(entrants), range(entrants)] += weight.sum(-1)
        log = log + np.linalg.solve(slope, (wins - games * share).sum(-1)[..., None])[..., 0]
    elo: Floats = 400 / math.log(10) * log
    return elo


def intervals(groups: Floats, seed: int = 0) -> tuple[Floats, Floats]:
    """The 95% intervals of the ratings, by resampling whole groups of games that share a seed.

    Args:
        groups: the wins in each group, ``[groups, entrants, entrants]``.
        seed: of the resampling.

    Returns:
        The lower and the upper bounds; infinite for a single group, which cannot be resampled.
    """
    count, entrants, _ = groups.shape
    if count < 2:
        return np.full(entrants, -np.inf), np.full(entrants, np.inf)
    drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    samples = ratings((drawn @ groups.reshape(count, -1)).reshape(-1, entrants, entrants))
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    return low, high

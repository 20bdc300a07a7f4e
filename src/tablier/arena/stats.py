"""Standings of a match, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from tablier.arena import elo
from tablier.arena.match import Match, Played
from tablier.errors import NotStartedError

Z95 = 1.959963984540054
RESAMPLES = 2000


class Standing(msgspec.Struct, frozen=True):
    """The result of one entrant; ``share`` is its share of wins, ties split.

    ``wilson`` is the 95% interval for independent games. ``bootstrap`` is the interval from resampling seeds, since the
    games of one seed are not independent. ``elo`` is the rating among the entrants, whose mean is 0, with its interval
    from the same resampling; see :mod:`tablier.arena.elo`. Entrants of one name have one rating.
    Ranks count from 1; equal ranks are averaged. Times are in seconds per turn, over the games whose times are known;
    ``None`` if there are none.
    ``cut`` is the number of games truncated at the limit; they count as draws.
    """

    name: str
    games: int
    share: float
    wilson: tuple[float, float]
    bootstrap: tuple[float, float]
    elo: float
    elo_interval: tuple[float, float]
    rank: float
    points: float
    seconds: float | None
    slowest: float | None
    cut: int = 0


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval for a share of ``games`` games (E. B. Wilson, 1927).

    >>> [round(bound, 3) for bound in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    z = Z95 * Z95 / games
    middle = (share + z / 2) / (1 + z)
    half = Z95 / (1 + z) * math.sqrt(share * (1 - share) / games + z / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(groups: Sequence[Sequence[float]], seed: int = 0) -> tuple[float, float]:
    """The 95% interval of the mean of all values, by resampling whole ``groups``.

    A single group cannot be resampled: the interval is then 0 to 1.

    >>> bootstrap([[1, 1]])
    (0.0, 1.0)
    """
    if len(groups) < 2:
        return 0.0, 1.0
    rng = np.random.default_rng(seed)
    sums = np.array([sum(group) for group in groups])
    sizes = np.array([len(group) for group in groups])
    drawn = rng.integers(len(groups), size=(RESAMPLES, len(groups)))
    low, high = np.quantile(sums[drawn].sum(1) / sizes[drawn].sum(1), (0.025, 0.975))
    return float(low), float(high)


def shares(ranks: Sequence[int]) -> list[float]:
    """The share of the win of each entrant: 1 for the winner, equal shares for joint winners.

    >>> shares([0, 1, 0])
    [0.5, 0.0, 0.5]
    """
    winners = sum(rank == 0 for rank in ranks)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def places(ranks: Sequence[int]) -> list[float]:
    """Ranks from 1; equal ranks are averaged.

    >>> places([0, 1, 1])
    [1.0, 2.5, 2.5]
    """
    below = [sum(other < rank for other in ranks) for rank in ranks]
    equal = [sum(other == rank for other in ranks) for rank in ranks]
    return [lower + (same + 1) / 2 for lower, same in zip(below, equal, strict=True)]


def standings(match: Match, played: Sequence[Played]) -> list[Standing]:
    """The standing of each entrant after the games played, in the order of the match.

    Raises:
        NotStartedError: no game has been played.
    """
    if not played:
        raise NotStartedError("no game has been played yet: call run() first")
    rated = _ratings(match, played)
    return [_standing(match, played, entrant, *rated[name]) for entrant, name in enumerate(match.names)]


def _ratings(match: Match, played: Sequence[Played]) -> dict[str, tuple[float, tuple[float, float]]]:
    """The rating of each name with its interval."""
    names = list(dict.fromkeys(match.names))
    entrant = [names.index(name) for name in match.names]
    groups: dict[int, elo.Floats] = {}
    for one in played:
        group, wins = one.number // len(match.bots), elo.pairs(one.ranks, entrant, len(names))
        groups[group] = groups[group] + wins if group in groups else wins
    wins = np.array(list(groups.values()))
    low, high = elo.intervals(wins)
    rated = zip(names, elo.ratings(wins.sum(0)).tolist(), low.tolist(), high.tolist(), strict=True)
    return {name: (rating, (least, most)) for name, rating, least, most in rated}


def _standing(
    match: Match, played: Sequence[Played], entrant: int, rating: float, interval: tuple[float, float]
) -> Standing:
    groups: dict[int, list[float]] = {}
    for one in played:
        groups.setdefault(one.number // len(match.bots), []).append(shares(one.ranks)[entrant])
    games = len(played)
    share = sum(map(sum, groups.values())) / games
    timed = [one for one in played if one.seconds]
    turns = sum(one.turns[entrant] for one in timed)
    return Standing(
        name=match.names[entrant],
        games=games,
        share=share,
        wilson=wilson(share, games),
        bootstrap=bootstrap(list(groups.values())),
        elo=rating,
        elo_interval=interval,
        rank=sum(places(one.ranks)[entrant] for one in played) / games,
        points=sum(one.scores[entrant] for one in played) / games,
        seconds=sum(one.seconds[entrant] for one in timed) / max(turns, 1) if timed else None,
        slowest=max((one.slowest[entrant] for one in timed), default=None),
        cut=sum(not one.over for one in played),
    )

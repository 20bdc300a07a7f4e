"""Play a game to its end, written once for all games.

Some games need not end: random players of Delta may go on for millions of plies. So every playout is truncated at a
``limit`` of plies.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.protocol import CHANCE, apply, chance_weights, legal, movers, ranks, rollout_policy, seats
from tablier.engine.rng import below, weighted

LIMIT = 10_000
"""The default limit of a playout, in plies: longer than any game that ends by its rules."""


@kernel
def draw_outcome(s: Any, rng: Any, actions: Any, odds: Any) -> Any:
    """Choose an outcome of a chance node by its weights. Scratch: ``actions`` (``int16``), ``odds`` (``int64``)."""
    legal(s, CHANCE, actions)
    return np.int64(actions[weighted(rng, odds, chance_weights(s, odds))])


@kernel
def play_uniform(s: Any, rng: Any, actions: Any, odds: Any, limit: Any) -> Any:
    """Play at most ``limit`` uniformly random legal plies, in place; returns their number, chance included."""
    plies = 0
    who = movers(s)
    while who != 0 and plies < limit:
        seat = lowest(np.uint64(who))
        if seat == CHANCE:
            action = draw_outcome(s, rng, actions, odds)
        else:
            action = np.int64(actions[below(rng, legal(s, seat, actions))])
        apply(s, seat, action)
        plies += 1
        who = movers(s)
    return plies


@kernel
def play_policy(s: Any, rng: Any, actions: Any, odds: Any, limit: Any) -> Any:
    """Play by the game's rollout policy, in place, for at most ``limit`` plies; returns their number."""
    plies = 0
    who = movers(s)
    while who != 0 and plies < limit:
        seat = lowest(np.uint64(who))
        action = draw_outcome(s, rng, actions, odds) if seat == CHANCE else rollout_policy(s, seat, rng, actions)
        apply(s, seat, action)
        plies += 1
        who = movers(s)
    return plies


@kernel
def rewards(s: Any, places: Any, out: Any) -> None:
    """The reward of each seat at the end: 1 for the winner, shared by joint winners. ``places``: ``int64`` scratch."""
    n = seats(s)
    ranks(s, places)
    winners = 0
    for i in range(n):
        winners += places[i] == 0
    for i in range(n):
        out[i] = 1.0 / winners if places[i] == 0 else 0.0


@kernel
def play_many(root: Any, work: Any, games: Any, rng: Any, actions: Any, odds: Any, limit: Any) -> Any:
    """Play ``games`` random games from the record ``root[0]`` in the scratch record ``work[0]``; returns all plies."""
    plies = 0
    for _ in range(games):
        work[0] = root[0]
        plies += play_uniform(work[0], rng, actions, odds, limit)
    return plies

"""Self-play of the current evaluation, and its records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from weights import Weights

from tablier import bots
from tablier.engine.bits import lowest
from tablier.engine.kernel import kernel
from tablier.engine.playout import LIMIT, draw_outcome, rewards
from tablier.engine.protocol import CHANCE, apply, hide, legal, movers, rollout_policy
from tablier.engine.records import native
from tablier.engine.rng import below, unit, weighted
from tablier.position import Position
from tablier.search import Search

UNIFORM = 2
"""Plies from the start that are drawn uniformly from the legal ones."""
VARIED = 24
"""Plies from the start that are drawn in proportion to visits."""
SURPRISE = 0.04
"""Probability that a later ply is drawn so."""
RECORDED = 0.6
"""Share of positions whose visits are recorded."""

Floats = NDArray[np.float64]


class Rows:
    """Groups of alternatives: what was measured of each, its share of the reward or of the visits."""

    def __init__(self) -> None:
        self.seen: list[Floats] = []
        self.share: list[Floats] = []
        self.ahead: list[float] = []

    def add(self, seen: Floats, share: Floats, ahead: float) -> None:
        """Add a group: ``seen [rows, columns]``, ``share [rows]``, and how much of the game lies ahead."""
        self.seen.append(seen.astype(np.float32))
        self.share.append(share)
        self.ahead.append(ahead)

    def arrays(self, prefix: str) -> dict[str, Any]:
        """Return the groups one after the other, as arrays whose names begin with ``prefix``."""
        return {
            f"{prefix}_seen": np.concatenate(self.seen),
            f"{prefix}_share": np.concatenate(self.share),
            f"{prefix}_size": np.array([len(share) for share in self.share]),
            f"{prefix}_ahead": np.array(self.ahead),
        }


def play_by_search(
    weights: Weights,
    position: Position,
    iterations: int,
    exploration: float,
    share: float,
    rng: Any,
    value: Rows,
    prior: Rows,
) -> None:
    """Play a game by search; record a share of its positions in ``value`` and some searches in ``prior``."""
    search: Search | None = None
    begun = []
    while position.movers:
        s = native(position.state)
        if unit(rng) < share:
            begun.append(_measure(weights, s, position.seats))
        moves = position.moves(position.movers[0])
        if moves.seat == CHANCE:
            position.push(moves[int(weighted(rng, np.array(position.odds()), len(moves)))])
            continue
        index = 0
        if len(moves) > 1:
            if search is None:
                seed = int(rng[0])
                search = Search(position, moves.seat, seed=seed, cutoff=0, priors=True, exploration=exploration)
            else:
                search.advance(position, moves.seat)
            visits = search.run(iterations=iterations).visits()
            if weights.priors and unit(rng) < RECORDED:
                _record(weights, s, visits, prior)
            index = _choose(search, visits, position.ply, rng)
        position.push(moves[index])
    places, result = np.zeros(position.seats, np.int64), np.zeros(position.seats)
    rewards(native(position.state), places, result)
    for seen, ahead in begun:
        value.add(seen, result, ahead)


def play_by_policy(weights: Weights, position: Position, share: float, rng: Any, value: Rows) -> None:
    """Play a game by the rollout policy; record a share of its positions in ``value``."""
    rules, n = position.game.rules, position.seats
    work, view, recorded = rules.zeros(), rules.zeros(), rules.zeros(LIMIT)
    work[0] = native(position.state)
    actions, odds = rules.action_buffer(), rules.weight_buffer()
    count = int(play_and_record(work, view, share, rng, actions, odds, recorded))
    result = np.zeros(n)
    rewards(work[0], np.zeros(n, np.int64), result)
    for s in recorded[:count]:
        seen, ahead = _measure(weights, s, n)
        value.add(seen, result, ahead)


def play_by_bots(weights: Weights, position: Position, name: str, share: float, rng: Any, value: Rows) -> None:
    """Play a game by bots of this name, one a seat; record a share of its positions in ``value``."""
    game = position.game.info.name
    players = [bots.bot(bots.spec(game, name), seed=int(below(rng, 1 << 31))) for _ in range(position.seats)]
    begun = []
    while position.movers:
        if position.movers[0] == CHANCE:
            moves = position.moves(CHANCE)
            position.push(moves[int(weighted(rng, np.array(position.odds()), len(moves)))])
            continue
        if unit(rng) < share:
            begun.append(_measure(weights, native(position.state), position.seats))
        seat = position.movers[0]
        for move in players[seat].plays(position, seat):
            position.push(move)
    result = np.zeros(position.seats)
    rewards(native(position.state), np.zeros(position.seats, np.int64), result)
    for seen, ahead in begun:
        value.add(seen, result, ahead)


def _measure(weights: Weights, s: Any, seats: int) -> tuple[Floats, float]:
    seen = np.empty((seats, weights.width("value")))
    weights.fit.measure(s, seen)
    return seen, float(weights.fit.ahead(s))


def _record(weights: Weights, s: Any, visits: dict[int, int], prior: Rows) -> None:
    assert weights.fit.see
    actions = np.array(list(visits), np.int16)
    counts = np.array(list(visits.values()), np.float64)
    seen = np.zeros((len(actions), weights.width(*weights.priors)))
    weights.fit.see(s, actions, len(actions), seen)
    if counts.sum():
        prior.add(seen, counts / counts.sum(), float(weights.fit.ahead(s)))


def _choose(search: Search, visits: dict[int, int], ply: int, rng: Any) -> int:
    if ply < UNIFORM:
        return int(below(rng, len(visits)))
    counts = np.array(list(visits.values()), np.int64)
    if (ply < VARIED or unit(rng) < SURPRISE) and counts.sum():
        return int(weighted(rng, counts, len(counts)))
    return list(visits).index(search.best())


@kernel
def play_and_record(work: Any, view: Any, share: Any, rng: Any, actions: Any, odds: Any, recorded: Any) -> Any:
    """Play ``work[0]`` to its end by the policy, with surprises; return the number of recorded positions."""
    count, ply, who = 0, 0, movers(work[0])
    while who != 0 and ply < len(recorded):
        if unit(rng) < share:
            recorded[count] = work[0]
            count += 1
        seat = lowest(np.uint64(who))
        if seat == CHANCE:
            action = draw_outcome(work[0], rng, actions, odds)
        elif ply < UNIFORM or unit(rng) < SURPRISE:
            action = np.int64(actions[below(rng, legal(work[0], seat, actions))])
        else:
            view[0] = work[0]
            hide(view[0], seat)
            action = np.int64(rollout_policy(view[0], seat, rng, actions))
        apply(work[0], seat, action)
        ply += 1
        who = movers(work[0])
    return count

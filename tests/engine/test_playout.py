"""Playouts, searches and matches of games that need not end are truncated."""

from __future__ import annotations

import numpy as np
import pytest

import tablier
from tablier import arena
from tablier.engine import check, protocol
from tablier.engine.playout import LIMIT, play_many, play_policy, play_uniform
from tablier.engine.records import from_bytes
from tablier.engine.rng import generator
from tablier.errors import InvalidOption
from tablier.search import Search

DELTA = tablier.game("delta")


def scratch() -> tuple[np.ndarray, np.ndarray]:
    return DELTA.rules.action_buffer(), DELTA.rules.weight_buffer()


@pytest.mark.parametrize("play", [play_uniform, play_policy])
def test_a_playout_stops_at_its_limit(play: object) -> None:
    assert callable(play)
    for limit in (0, 1, 7):
        position = DELTA.new(2)
        assert play(position.state, generator(1), *scratch(), limit) == limit
        assert position.movers
    position = DELTA.new(2)  # with the policy the game ends earlier
    assert play_policy(position.state, generator(1), *scratch(), LIMIT) < 1000
    assert not position.movers


COMPILED = pytest.mark.skipif(protocol.INTERPRETED, reason="interpreted kernels need half a minute for 10,000 plies")


@COMPILED
def test_random_games_of_delta_reach_the_limit() -> None:
    root, work = from_bytes(DELTA.new(2).key(), DELTA.rules.dtype), DELTA.rules.zeros()
    plies = [int(play_many(root, work, 1, generator(n), *scratch(), LIMIT)) for n in range(8)]
    assert max(plies) == LIMIT


@COMPILED
def test_a_search_without_cutoff_returns() -> None:
    search = Search(DELTA.new(2), 0, seed=1, cutoff=None, policy="uniform").run(iterations=6)
    assert search.iterations == 6
    assert sum(search.values()) == pytest.approx(1.0)


def test_a_walk_is_truncated_at_its_limit() -> None:
    assert len(list(check.walk(DELTA.rules, 2, [0], seed=1, games=2, limit=30))) == 60


def test_a_truncated_game_of_a_match_is_a_draw() -> None:
    match = arena.Match.of("delta", ("policy:noise=1", "policy:noise=1"), {}, 1, limit=60)
    played = arena.run(match, 2)
    assert [one.ranks for one in played] == [[0, 0], [0, 0]]
    assert all(60 <= one.plies < 80 for one in played)  # a submission is never interrupted
    assert [one.share for one in arena.standings(match, played)] == [0.5, 0.5]
    with pytest.raises(InvalidOption):
        arena.Match.of("delta", ("random",), {}, 1, limit=60)


def test_all_ranks_are_equal_before_the_end() -> None:
    ranks = np.ones(6, np.int64)
    protocol.ranks(DELTA.new(6).state, ranks)
    assert not ranks.any()

"""Lost games are played for points."""

from __future__ import annotations

import functools
from random import Random

import pytest

import tablier
from tablier import bots
from tablier.position import Position
from tablier.search import Search

SEATS = {"on_top": 2, "shangri_la": 3}
BOT = bots.SearchSpec(iterations=100, cutoff=0, points=True)
LOST = "light: a10 b10 a9 b9 d10 e10 d9 e9 g10 h10 g9 h9; dark: a1 b1 a2 d1 e1 g1 j1 a4 c4 e4 g4 j4; turn: dark; last"
"""Three islands to none; a dark tile more on b2 makes one."""


def lead(position: Position, seat: int) -> int:
    """The lead of a seat in points over the mean of the others, times their number."""
    scores = position.scores()
    return len(scores) * scores[seat] - sum(scores)


def after(position: Position, action: int) -> Position:
    ahead = position.copy()
    ahead.push(action)
    return ahead


@functools.cache
def last_plies(name: str) -> list[tuple[Position, int]]:
    """Positions of random games, and the seat to move, in which every ply ends the game, with different leads."""
    found = []
    for seed in range(60):
        random, position = Random(seed), tablier.game(name).new(SEATS[name])
        while position.movers:
            position.push(random.choice(list(position.moves(position.movers[0]))))
        seat = position.pop().seat
        ends = [after(position, action) for action in position.moves(seat).actions] if seat < position.seats else []
        if not any(end.movers for end in ends) and len({lead(end, seat) for end in ends}) > 1:
            found.append((position, seat))
    return found


def wins(position: Position, seat: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and seat in outcome.winners


@pytest.mark.parametrize("name", SEATS)
def test_the_last_ply_of_a_lost_game_takes_the_most_points(name: str) -> None:
    tried = 0
    for position, seat in last_plies(name):
        ends = {action: after(position, action) for action in position.moves(seat).actions}
        if not any(wins(end, seat) for end in ends.values()):
            tried += 1
            [move] = bots.bot(BOT, seed=1).plays(position, seat)
            assert lead(ends[move.action], seat) == max(lead(end, seat) for end in ends.values())
    assert tried


@pytest.mark.parametrize("name", SEATS)
def test_points_never_cost_a_win(name: str) -> None:
    tried = 0
    for position, seat in last_plies(name):
        ends = {action: after(position, action) for action in position.moves(seat).actions}
        if any(wins(end, seat) for end in ends.values()):
            tried += 1
            [move] = bots.bot(BOT, seed=1).plays(position, seat)
            assert wins(ends[move.action], seat)
    assert tried


def test_an_island_is_finished_in_a_lost_game() -> None:
    position = tablier.game("ponte_del_diavolo").setup(LOST)
    scores = []
    for points in (True, False):
        played = position.copy()
        for move in bots.bot(bots.SearchSpec(iterations=500, cutoff=0, points=points), seed=1).plays(played, 1):
            played.push(move)
        assert not played.movers
        scores.append(played.scores()[1])
    assert scores == [1, 0]


@pytest.mark.parametrize("name", SEATS)
def test_proofs_of_a_search_for_points_are_exact(name: str) -> None:
    for position, seat in last_plies(name)[:10]:
        ends = {action: after(position, action) for action in position.moves(seat).actions}
        search = Search(position, seat, cutoff=0, points=True, seed=1).run(iterations=500)
        assert search.proved
        best = max(ends.values(), key=lambda end: (wins(end, seat), lead(end, seat)))
        found = ends[search.best()]
        assert (wins(found, seat), lead(found, seat)) == (wins(best, seat), lead(best, seat))

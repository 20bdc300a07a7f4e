"""Level 5 of Ponte del Diavolo never gets less than perfect play on the boards that are solved."""

from __future__ import annotations

import random

import pytest

import tablier
import tablier.bots
from tablier.bots import SearchSpec
from tablier.bots.players import Bot
from tablier.solve import Solver
from tablier.solve.proof_file import shipped_proofs

PONTE = tablier.game("ponte_del_diavolo")
PERFECT = SearchSpec(iterations=1, solve=1_000_000)


def play(board: int, bots: dict[int, Bot], seed: int) -> tablier.Position:
    """A game of bots; other seats play at random."""
    chance, position = random.Random(seed), PONTE.new(board=board)
    while position.movers:
        seat = position.movers[0]
        for move in bots[seat].plays(position, seat) if seat in bots else [chance.choice(position.moves())]:
            position.push(move)
    return position


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("board", [4, 5])
def test_a_perfect_player_does_not_lose(board: int, seed: int) -> None:
    end = play(board, {seed % 2: tablier.bots.bot(PERFECT, seed=seed)}, seed).outcome()
    assert end
    assert seed % 2 in end.winners


@pytest.mark.parametrize("board", [4, 5])
def test_perfect_players_share_the_win(board: int) -> None:
    bots = {seat: tablier.bots.bot(PERFECT, seed=seat) for seat in range(2)}
    end = play(board, bots, 0).outcome()
    assert end
    assert end.winners == (0, 1)


def test_a_mistake_is_punished() -> None:
    position = PONTE.new(board=5).play("b2 c3")
    bots = {seat: tablier.bots.bot(PERFECT, seed=seat) for seat in range(2)}
    while position.movers:
        seat = position.movers[0]
        for move in bots[seat].plays(position, seat):
            position.push(move)
    end = position.outcome()
    assert end
    assert end.winners == (1,)


def test_turns_that_keep_the_result_are_varied() -> None:
    bots = [tablier.bots.bot(PERFECT, seed=seed) for seed in range(4)]
    assert len({tuple(move.text for move in bot.plays(PONTE.new(board=5), 0)) for bot in bots}) > 1


def test_equal_views_give_equal_turns_after_other_games() -> None:
    start = PONTE.new(board=5)
    first = tablier.bots.bot(PERFECT, seed=3).plays(start, 0)
    again = tablier.bots.bot(PERFECT, seed=3)
    play(5, {0: again}, 1)
    assert again.plays(start, 0) == first


def test_what_cannot_be_solved_is_searched() -> None:
    bot, position = tablier.bots.bot(SearchSpec(iterations=5, solve=1)), PONTE.new(board=10)
    assert len(bot.plays(position, 0)) == 2
    position = PONTE.new(board=4).play("a1 b2 b1 c1")
    assert position.movers == (0,)
    assert bot.plays(position, 0)


def test_shipped_proofs_hold_all_first_turns() -> None:
    for board, lost in ((4, 1), (5, 8)):
        start = PONTE.new(board=board)
        solver = Solver(start)
        solver.load(shipped_proofs("ponte_del_diavolo"))
        values = [solver.value(position, limit=100_000) for position in solver.after_turns(start).values()]
        assert sorted(filter(None, values)) == [(0.0, 1.0)] * lost + [(0.5, 0.5)] * (len(values) - lost)


def test_the_fifth_level_solves() -> None:
    level = tablier.bots.spec("ponte_del_diavolo", "5")
    assert isinstance(level, SearchSpec)
    assert level.solve > 0

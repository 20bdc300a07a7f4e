from __future__ import annotations

import os
import subprocess
import sys

import pytest
from msgspec.structs import replace

import tablier
from tablier import bots, catalogue
from tablier.engine import protocol
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import generator
from tablier.errors import IllegalMove, UnknownBot, UnknownGame, UnknownSeat

catalogue.add("toy")
GAMES = ("ponte_del_diavolo", "toy")


def dealt(name: str) -> tablier.Position:
    position = tablier.game(name).new()
    while CHANCE in position.movers:
        position.push(position.moves()[position.ply % len(position.moves())])
    return position


@pytest.mark.parametrize("name", [*GAMES, "shangri_la"])
def test_every_game_has_levels_from_its_data(name: str) -> None:
    offered = bots.levels(name)
    assert [level.level for level in offered] == [1, 2, 3, 4, 5]
    assert all(set(level.label) == {"en", "fr"} for level in offered)
    assert all(level.bot == bots.spec(name, str(level.level)) for level in offered)


def test_listing_levels_does_not_import_numba() -> None:
    code = "import sys, tablier.bots as b; b.levels('ponte_del_diavolo'); assert 'numba' not in sys.modules"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_names_are_parsed_or_refused() -> None:
    assert bots.spec("toy", "random") == bots.RandomSpec()
    assert bots.spec("toy", "greedy:samples=2") == bots.GreedySpec(samples=2)
    wanted = bots.SearchSpec(iterations=500, cutoff=None, policy="uniform", priors=False)
    assert bots.spec("toy", "search:iterations=500,cutoff=none,policy=uniform,priors=false") == wanted
    assert bots.spec("toy", "uct:500") == bots.SearchSpec(
        iterations=500, policy="uniform", priors=False, selection="ucb1"
    )
    for wrong, says in (
        ("6", "choose 1 to 5"),
        ("٣", "choose 1 to 5"),
        ("9" * 5000, "choose 1 to 5"),
        ("clever", "random, greedy"),
        ("search:iterations=0", "iterations"),
        ("search:speed=3", "speed"),
        ("search:500", "not a parameter with a value"),
        ("search:iterations=3, iterations=5", "'iterations' is given twice; give each parameter once"),
        ("search:cutoff=0", "give iterations, seconds or both"),
    ):
        with pytest.raises(UnknownBot, match=says):
            bots.spec("toy", wrong)
    with pytest.raises(UnknownGame):
        bots.level("chess", 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "search:iterations=60", "search:iterations=60,threads=2"])
def test_a_submission_is_a_whole_legal_turn(name: str, bot: str) -> None:
    player = bots.bot(bots.spec(name, bot), seed=1)
    position = dealt(name)
    while position.movers and position.ply < 30:
        if position.movers == (CHANCE,):
            position.push(position.moves()[0])
            continue
        seat = position.movers[0]
        before = position.key()
        moves = player.plays(position, seat)
        assert position.key() == before
        for move in moves:
            assert move.text == position.name(move.action, seat)
            position.push(move)  # raises if illegal
        if not position.game.info.hidden:  # else a reveal may have begun another turn of the same seat
            assert seat not in position.movers


@pytest.mark.parametrize("bot", ["random", "greedy", "search:iterations=100"])
def test_a_bot_does_not_depend_on_hidden_parts(bot: str) -> None:
    position = dealt("toy")
    other = position.copy()
    protocol.hide(other.state, 1)
    protocol.determinize(other.state, 1, generator(5))
    assert other.key() != position.key()
    player = bots.bot(bots.spec("toy", bot), seed=3)
    assert player.plays(position, 1) == player.plays(other, 1) == player.plays(position.view(1), 1)


def test_equal_seeds_give_equal_moves_and_other_seeds_others() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    for bot in ("random", "search:iterations=80,cutoff=0"):
        spec = bots.spec("ponte_del_diavolo", bot)
        turns = [bots.bot(spec, seed=seed).plays(position, 0) for seed in (1, 1, 2, 3, 4)]
        assert turns[0] == turns[1]
        assert len({str(turn) for turn in turns}) > 1


def test_random_numbers_of_a_bot_depend_on_the_position() -> None:
    """One seed serves a whole game without repeating choices."""
    position = tablier.game("ponte_del_diavolo").new()
    bot = bots.level("ponte_del_diavolo", 1, seed=1)
    places = set()
    while position.movers and position.ply < 20:
        moves = position.moves()
        first = bot.plays(position, position.movers[0])
        places.add(round(list(moves.actions).index(first[0].action) / len(moves), 1))
        for move in first:
            position.push(move)
    assert len(places) > 3


def test_seconds_limit_the_time_of_a_turn() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    bots.warm("ponte_del_diavolo")
    bot = bots.bot(bots.SearchSpec(iterations=10**9, seconds=0.3, cutoff=0), seed=1)
    assert len(bot.plays(position, 0)) == 2  # so many iterations would take days


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    position = tablier.game("ponte_del_diavolo").new()
    with pytest.raises(IllegalMove, match=r"seat 1 is not to move; to move: \(0,\)"):
        bots.level("ponte_del_diavolo", 1).plays(position, 1)
    with pytest.raises(UnknownSeat):
        bots.level("ponte_del_diavolo", 1).plays(position, 2)


def test_invalid_bots_are_refused() -> None:
    with pytest.raises(UnknownBot, match="the name of a bot must be a printable string such as '3' or 'random', got 3"):
        bots.spec("ponte_del_diavolo", 3)  # type: ignore[arg-type]
    with pytest.raises(UnknownBot, match=r"'3' is not a bot specification; make one with tablier\.bots\.spec"):
        bots.bot("3")  # type: ignore[arg-type]


def test_greedy_beats_random_in_ponte() -> None:
    from tablier.arena import Match, run, standings

    match = Match.of("ponte_del_diavolo", ("2", "1"), {"board": 8}, 1)
    assert standings(match, run(match, 12))[0].share >= 0.75


KEEPING = bots.SearchSpec(iterations=60, cutoff=0, keep=True)


def turns(game: tablier.Game, seats: int, spec: bots.SearchSpec, *, alone: bool) -> list[list[str]]:
    """The first turns of a game between two bots; ``alone`` makes a bot for each turn."""
    position, players = game.new(seats), [bots.bot(spec, seed=3) for _ in range(seats)]
    played: list[list[str]] = []
    while len(played) < 3 * seats:
        seat = position.movers[0]
        if seat == CHANCE:
            position.push(position.moves(seat)[0])
            continue
        bot = bots.bot(spec, seed=3) if alone else players[seat]
        played.append([move.text for move in bot.plays(position, seat)])
        for text in played[-1]:
            position.push(position.parse(text, seat))
    return played


def test_a_kept_tree_depends_on_the_earlier_turns_alone() -> None:
    game = tablier.game("ponte_del_diavolo")
    kept = turns(game, 2, KEEPING, alone=False)
    assert turns(game, 2, KEEPING, alone=False) == kept
    assert turns(game, 2, KEEPING, alone=True) == turns(game, 2, replace(KEEPING, keep=False), alone=False) != kept


def test_no_tree_is_kept_where_something_is_hidden() -> None:
    game = tablier.game("toy")
    assert turns(game, 3, KEEPING, alone=False) == turns(game, 3, KEEPING, alone=True)

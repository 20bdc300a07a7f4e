from __future__ import annotations

import copy
import itertools
import operator
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from toy import pennies

import tablier
from tablier import catalogue
from tablier.analysis.results import win_shares
from tablier.engine import protocol
from tablier.engine.protocol import CHANCE
from tablier.engine.rng import below, generator
from tablier.errors import CopyError, IllegalMove, InvalidOption, NotStartedError, UnknownSeat
from tablier.search import Search, clock, greedy
from tablier.template.nim.game import GAME as NIM
from tablier.template.nim.state import MOST

catalogue.add("toy")


def toy(seed: int, seats: int = 3, plies: int = 0, **options: int) -> tablier.Position:
    """A random toy position after some plies."""
    position = tablier.game("toy").new(seats, **options)
    rng = generator(seed)
    while position.movers and (position.ply < plies or CHANCE in position.movers):
        moves = position.moves(position.movers[0])
        position.push(moves[int(below(rng, len(moves)))])
    return position


def nim_state(heaps: tuple[int, ...], seats: int = 2) -> Any:
    state = NIM.rules().zeros()[0]
    state.heaps[:] = heaps
    state.players = seats
    return state


@pytest.mark.parametrize("heaps", [h for h in itertools.product(range(4), repeat=3) if any(h)])
def test_nim_is_solved(heaps: tuple[int, int, int]) -> None:
    search = Search(nim_state(heaps), seed=3).run(iterations=20_000)
    wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0
    assert search.proved
    assert search.values() == ((1.0, 0.0) if wins else (0.0, 1.0))
    if wins:
        heap, taken = divmod(search.best(), MOST)
        after = list(heaps)
        after[heap] -= taken + 1
        assert after[0] ^ after[1] ^ after[2] == 0


def test_results_of_three_seats_are_proved() -> None:
    # 1, 1, 0: the second mover takes the last token
    search = Search(nim_state((1, 1, 0), seats=3)).run(iterations=1000)
    assert search.proved
    assert search.values() == (0.0, 1.0, 0.0)
    assert len(search.line()) == 2


def test_a_choice_between_equal_losses_proves_nothing_where_it_decides_who_wins() -> None:
    search = Search(nim_state((2, 1, 0), seats=3)).run(iterations=1000)
    assert {arm.values for arm in search.arms() if arm.proved} == {(0.0, 1.0, 0.0), (0.0, 0.0, 1.0)}
    assert not search.proved
    assert search.iterations < 1000  # every ply is proved


def exact_shares(position: tablier.Position, known: dict[bytes, tuple[float, ...]]) -> tuple[float, ...]:
    """The share of the win of each seat by exhaustion; a seat plays the first of the moves that are best for it."""
    if (outcome := position.outcome()) is not None:
        return tuple(win_shares(outcome.ranks))
    key = position.key()
    if key not in known:
        [mover] = position.movers
        after = []
        for move in position.moves(mover):
            position.push(move)
            after.append(exact_shares(position, known))
            position.pop()
        if mover == CHANCE:
            odds = position.odds()
            known[key] = tuple(sum(map(operator.mul, odds, seat)) / sum(odds) for seat in zip(*after, strict=True))
        else:
            known[key] = max(after, key=lambda shares: shares[mover])
    return known[key]


def random_game(game: str, seats: int, seed: int) -> tablier.Position:
    """The end of a random game."""
    position, rng = tablier.game(game).new(seats), generator(seed)
    while position.movers:
        moves = position.moves(position.movers[0])
        position.push(moves[int(below(rng, len(moves)))])
    return position


def assert_solved(position: tablier.Position, iterations: int) -> None:
    """Check that a search proves the shares which exhaustion finds."""
    search = Search(position, cutoff=0, priors=True, seed=1).run(iterations=iterations)
    assert search.proved
    assert search.values() == pytest.approx(exact_shares(position, {}), abs=1e-6)


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_last_turns_of_a_game_with_draws_are_solved_by_expectation(seed: int) -> None:
    position = random_game("on_top", 2, seed)
    drawn = [ply for ply, move in enumerate(position.history) if move.seat == CHANCE]
    while position.ply > drawn[-3] + 1:  # two draws follow
        position.pop()
    assert_solved(position, 50_000)


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_last_plies_of_a_game_for_several_are_solved(seed: int) -> None:
    position = random_game("shangri_la", 4, seed)
    for _ in range(3):
        position.pop()
    assert_solved(position, 100_000)


def test_wins_without_proof_get_the_most_visits() -> None:
    search = Search(nim_state((7, 5, 3)), seed=1).run(iterations=3000)
    heap, taken = divmod(search.best(), MOST)
    after = [7, 5, 3]
    after[heap] -= taken + 1
    assert after[0] ^ after[1] ^ after[2] == 0


def test_simultaneous_picks_are_searched_without_seeing_each_other() -> None:
    """If seat 1 saw the pick of seat 0, it would always win: the value would be 0."""
    state = pennies.RULES.zeros()
    search = Search(state[0], 0, seed=1).run(iterations=4000)
    assert search.values()[0] == pytest.approx(0.5, abs=0.06)
    shares = [visits / search.iterations for visits in search.visits().values()]
    assert min(shares) > 0.25


def test_a_search_does_not_depend_on_hidden_parts() -> None:
    tried = 0
    for seed in range(12):
        position = toy(seed, plies=8)
        for seat in position.movers:
            other = position.copy()
            protocol.hide(other.state, seat)
            protocol.determinize(other.state, seat, generator(99, seed))
            tried += other.key() != position.key()
            found = [Search(p, seat, seed=seed).run(iterations=300) for p in (position, other, position.view(seat))]
            assert len({str(search.arms()) for search in found}) == 1
            assert len({str(search.line()) for search in found}) == 1
    assert tried > 5


def test_a_search_does_not_depend_on_the_picks_of_others() -> None:
    position = toy(1, plies=7)
    assert position.movers == (0, 1, 2)
    before = Search(position, 2, seed=5).run(iterations=400).arms()
    position.push(position.moves(0)[-1])
    position.push(position.moves(1)[0])
    assert Search(position, 2, seed=5).run(iterations=400).arms() == before


def test_search_beats_random_play_in_the_toy() -> None:
    """One searching seat against two random seats wins far more than a third."""
    won = 0.0
    for number in range(60):
        position = tablier.game("toy").new(3)
        rng = generator(7, number)
        while position.movers:
            seat = position.movers[0]
            moves = position.moves(seat)
            if seat == number % 3:
                best = Search(position, seat, seed=number).run(iterations=300).best()
                position.push(next(move for move in moves if move.action == best))
            else:
                position.push(moves[int(below(rng, len(moves)))])
        outcome = position.outcome()
        assert outcome is not None
        won += (number % 3 in outcome.winners) / len(outcome.winners)
    assert won / 60 > 0.5


@pytest.mark.parametrize("threads", [1, 2])
def test_seeded_runs_are_identical(threads: int) -> None:
    position = tablier.game("ponte_del_diavolo").new(board=8)
    settings: dict[str, Any] = {"cutoff": 0, "priors": True, "threads": threads}
    first, second, other = (Search(position, seed=seed, **settings).run(iterations=400) for seed in (4, 4, 5))
    assert first.arms() == second.arms()
    assert first.line() == second.line()
    assert first.visits() != other.visits()
    # in one run or several: the same simulations
    assert Search(position, seed=4, **settings).run(iterations=200).run(iterations=200).arms() == first.arms()


def test_threads_share_the_iterations() -> None:
    position = tablier.game("ponte_del_diavolo").new(board=8)
    search = Search(position, seed=1, threads=3).run(iterations=301)
    assert search.iterations == 301
    assert sum(search.visits().values()) == 301 - 3  # the first visit of a tree only adds its root


def test_the_tree_is_reused_for_the_next_ply() -> None:
    position = tablier.game("ponte_del_diavolo").new(board=8)
    search = Search(position, seed=1, cutoff=0).run(iterations=3000)
    known = search.nodes
    best = search.arms()[0]
    position.push(next(move for move in position.moves() if move.action == best.action))
    search.advance(position)
    assert search.nodes == known
    assert best.visits > 10
    assert sum(search.visits().values()) >= best.visits - 1  # before any new simulation
    search.run(iterations=10)
    assert search.iterations == 10


def test_the_smallest_tree_still_answers() -> None:
    position = tablier.game("ponte_del_diavolo").new(board=12)
    search = Search(position, seed=1, cutoff=0, nodes=2)
    for _ in range(4):
        assert search.run(iterations=30).best() in position.moves().actions
        position.push(position.moves()[0])
        search.advance(position)


def test_a_run_needs_a_limit_and_stops_at_it() -> None:
    position = tablier.game("ponte_del_diavolo").new(board=8)
    search = Search(position, seed=1).warm()
    begun = time.perf_counter()
    search.run(seconds=0.2)
    assert time.perf_counter() - begun >= 0.2
    assert Search(position, seed=1).run(nodes=100).nodes >= 100
    with pytest.raises(InvalidOption, match="give a limit"):
        search.run()


def test_a_clock_can_count_processor_time_within_a_block() -> None:
    with clock.counting(time.process_time):
        before = clock.now()
        time.sleep(0.2)
        slept = clock.now() - before
    assert slept < 0.1
    before = clock.now()
    time.sleep(0.2)
    assert clock.now() - before >= 0.2


def test_a_search_by_processor_time_does_not_count_pauses() -> None:
    search = Search(tablier.game("ponte_del_diavolo").new(board=8), seed=1).warm()
    asked: list[int] = []

    def pause() -> bool:
        asked.append(search.iterations)
        time.sleep(0.1)
        return len(asked) == 3

    with clock.counting(time.process_time):
        search.run(seconds=0.25, enough=pause)
    assert len(asked) == 3


def test_seats_that_are_not_to_move_cannot_search() -> None:
    position = toy(1, plies=7)
    with pytest.raises(IllegalMove, match=r"seats \[0, 1, 2\] may all act; give one of them"):
        Search(position)
    with pytest.raises(IllegalMove, match="play an outcome of chance"):
        Search(tablier.game("toy").new(), 0)
    with pytest.raises(IllegalMove, match=r"seat 1 is not to move; give one of \[0\]"):
        Search(tablier.game("ponte_del_diavolo").new(), 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        Search(nim_state((0, 0, 0)), 0)
    for nobody in (-1, 3, 7, "0"):
        with pytest.raises(UnknownSeat, match=f"no seat {nobody!r}; the seats are 0 to 2"):
            Search(position, nobody)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="of another game or number of seats"):
        Search(position, 0).advance(tablier.game("ponte_del_diavolo").new())
    with pytest.raises(IllegalMove, match="seat 1 is not to move"):
        greedy(tablier.game("ponte_del_diavolo").new().state, 1, generator(1))


@pytest.mark.parametrize(
    "settings",
    [
        {"policy": "clever"},
        {"nodes": 1},
        {"nodes": 10.5},
        {"threads": 0},
        {"cutoff": -1},
        {"exploration": -0.1},
        {"exploration": float("nan")},
        {"fpu_reduction": float("inf")},
        {"fpu_reduction": "much"},
        {"selection": "best"},
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any]) -> None:
    (name,) = settings
    with pytest.raises(InvalidOption, match=f"{name} must be"):
        Search(toy(1, plies=7), 0, **settings)


@pytest.mark.parametrize("limit", [{"seconds": float("nan")}, {"seconds": "1"}, {"iterations": -1}, {"nodes": 2.5}])
def test_invalid_limits_are_refused(limit: dict[str, Any]) -> None:
    (name,) = limit
    with pytest.raises(InvalidOption, match=f"{name} must be"):
        Search(toy(1, plies=7), 0).run(**limit)
    with pytest.raises(InvalidOption, match="samples must be an integer, at least 1, got 0"):
        greedy(toy(1, plies=7).state, 0, generator(1), samples=0)


def test_results_before_run_are_refused() -> None:
    search = Search(toy(1, plies=7), 0)
    for ask in (search.best, search.arms, search.visits):
        with pytest.raises(NotStartedError, match=r"call run\(\) first"):
            ask()


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"policy": "game"},
        {"cutoff": 0},
        {"cutoff": 0, "nodes": 500},
        {"cutoff": 4, "policy": "game", "priors": True},
    ],
    ids=str,
)
def test_a_winning_turn_in_ponte_is_played(settings: dict[str, Any]) -> None:
    """Light has passed and leads by one island; dark's last turn can finish two sandbars of three, and must."""
    position = tablier.game("ponte_del_diavolo").setup(
        "light: a10 b10 a9 b9; dark: a1 b1 c1 e1 f1 g1; turn: dark; last", board=10
    )
    search = Search(position, seed=2, **settings)
    turn = []
    for _ in range(2):
        best = search.run(iterations=20_000).best()
        move = next(move for move in position.moves() if move.action == best)
        position.push(move)
        turn.append(move.text)
        if position.movers:
            search.advance(position)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.scores == (1, 2)


def test_a_search_cannot_be_copied() -> None:
    for again in (copy.deepcopy, pickle.dumps):
        with pytest.raises(CopyError, match="neither copied nor pickled; make a new one of the same position"):
            again(Search(toy(1), 0))


def test_greedy_plays_an_immediate_win() -> None:
    assert greedy(nim_state((0, 0, 4)), 0, generator(1)) == 2 * MOST + 3
    position = toy(3, plies=10)
    seat = position.movers[0]
    choices = {greedy(position.state, seat, generator(seed)) for seed in range(5)}
    assert choices <= set(position.moves(seat).actions.tolist())


SCRIPT = """
import sys
import tablier
from tablier.engine import protocol
from tablier import catalogue
from tablier.search import Search
catalogue.add("toy")
ponte = tablier.game("ponte_del_diavolo").new(board=8)
print(Search(ponte, seed=2, cutoff=0, priors=True).run(iterations=25).arms()[:5])
print(Search(ponte, seed=2, cutoff=3, policy="game").run(iterations=12).arms()[:5])
toy = tablier.game("toy").new()
while tablier.CHANCE in toy.movers:
    toy.push(toy.moves()[toy.ply % len(toy.moves())])
print(Search(toy, 1, seed=2).run(iterations=150).arms())
"""


def test_interpreted_and_compiled_searches_agree() -> None:
    root = Path(__file__).parents[2]
    outputs = []
    for flag in ("0", "1"):
        path = os.pathsep.join([str(root / "src"), str(root / "tests")])
        environment = {**os.environ, "NUMBA_DISABLE_JIT": flag, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]

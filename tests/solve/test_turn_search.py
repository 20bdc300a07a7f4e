"""Proofs turn by turn: their results are those of proofs ply by ply, and they can be kept in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from positions import late

import tablier
from tablier.errors import InvalidOption
from tablier.solve import Solver, many
from tablier.solve.depth_first import UNKNOWN, YES
from tablier.solve.ply_search import PlySearch

PONTE = tablier.game("ponte_del_diavolo")
SMALL = PONTE.new(board=4)


def half_wins(search: PlySearch, position: tablier.Position) -> float:
    """The reward of seat 0, ply by ply."""
    answers = [search.proof(position, goal, 10_000_000)[0] for goal in (1, 2)]
    assert UNKNOWN not in answers
    return sum(answer == YES for answer in answers) / 2


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("board", [4, 5])
def test_results_are_those_of_a_search_by_plies(board: int, seed: int) -> None:
    position = late(PONTE.new(board=board), seed, plies=5 + seed % 9)
    solver, search = Solver(position), PlySearch(PONTE.rules, 1 << 20)
    while position.movers:
        value = half_wins(search, position)
        assert solver.value(position) == (value, 1 - value), position.diagram()
        position.push(position.moves()[seed % len(position.moves())])


def test_the_second_player_chooses_the_better_colour() -> None:
    solver = Solver(SMALL)
    for pair in solver.after_turns(SMALL):
        position = SMALL.copy().play(pair)
        swapped = solver.value(position.copy().play("swap"))
        assert swapped
        assert solver.value(position) == (min(swapped), max(swapped))


@pytest.mark.parametrize(("board", "pairs"), [(4, 21), (5, 49)])
def test_first_turns_are_listed_once_for_all_symmetries(board: int, pairs: int) -> None:
    start = PONTE.new(board=board)
    assert len(Solver(start, entries=1).after_turns(start)) == pairs


def test_games_without_rules_by_turns_are_solved_ply_by_ply() -> None:
    position = late(PONTE.new(board=8), 1, plies=4)
    solver = Solver(position)
    value, turn = solver.value(position), solver.turn(position)
    assert turn
    assert list(solver.after_turns(position)) == [move.text for move in position.moves()]
    for move in turn:
        position.push(move)
    assert solver.value(position) == value


@pytest.mark.parametrize("seed", range(4))
def test_turns_of_perfect_play_keep_the_result(seed: int) -> None:
    position, solver = late(SMALL, seed, plies=12), Solver(SMALL)
    value = solver.value(position)
    while position.movers:
        turn = solver.turn(position)
        assert turn
        for move in turn:
            position.push(move)
        assert solver.value(position) == value


def test_a_table_too_small_for_the_game_still_finds_turns() -> None:
    position = late(SMALL, 3, plies=12)
    assert Solver(position, entries=1).turn(position)


def test_a_turn_that_a_limit_leaves_open_is_not_guessed() -> None:
    assert Solver(SMALL).turn(SMALL, limit=10) is None
    over = late(SMALL, 1, plies=0)
    with pytest.raises(InvalidOption, match="the game is over"):
        Solver(SMALL).turn(over)


def test_positions_of_another_board_are_refused() -> None:
    with pytest.raises(InvalidOption, match="another board: make a new Solver"):
        Solver(SMALL).value(PONTE.new(board=8))


def test_proofs_are_kept_in_a_file(tmp_path: Path) -> None:
    file, solver = tmp_path / "proofs", Solver(SMALL)
    first = solver.value(SMALL)
    solver.save(file)
    again = Solver(SMALL)
    again.load(file)
    assert again.value(SMALL) == first
    assert again.visited < solver.visited / 2


def test_threads_share_what_they_prove() -> None:
    solver = Solver(SMALL)
    found = dict(filter(None, many.values(solver, solver.after_turns(SMALL), threads=2, limit=None, every=0.01)))
    assert len(found) == 21
    assert sorted(filter(None, found.values())) == [(0.0, 1.0)] + [(0.5, 0.5)] * 20


def test_a_solver_by_plies_serves_one_thread() -> None:
    position = PONTE.new(board=8)
    with pytest.raises(InvalidOption, match="one thread"):
        list(many.values(Solver(position), {"start": position}, threads=2, limit=10, every=1.0))


def test_threads_end_with_their_generator() -> None:
    solver = Solver(PONTE.new(board=5))
    found = many.values(solver, {"start": PONTE.new(board=5)}, threads=1, limit=None, every=0.01)
    assert next(found) is None
    found.close()
    assert solver.visited <= 2 * many.SLICE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda file: file.write_bytes(b"proofs"), "is not a file of proofs; give another file, or delete this one"),
        (lambda file: np.save(file.open("wb"), np.zeros(3)), "is not a file of proofs; give another file"),
        (lambda file: file.unlink(), "is not a file of proofs: .*No such file"),
        (lambda file: np.savez(file.open("wb"), stamp=np.uint64(1)), "is not a file of proofs"),
        (lambda file: rewrite(file, stamp=np.uint64(1)), "of another game or version"),
        (lambda file: rewrite(file, words=np.zeros(3, np.uint64)), "it is damaged"),
        (lambda file: rewrite(file, keys=np.zeros(3)), "its arrays have other types"),
        (lambda file: file.write_bytes(file.read_bytes()[:-100]), "is not a file of proofs"),
    ],
)
def test_a_wrong_file_of_proofs_is_refused(change: object, message: str, tmp_path: Path) -> None:
    file, solver = tmp_path / "proofs", Solver(SMALL)
    solver.save(file)
    assert callable(change)
    change(file)
    with pytest.raises(InvalidOption, match=message) as refused:
        solver.load(file)
    assert "pickle" not in str(refused.value), "NumPy's advice is no remedy"


def rewrite(file: Path, **arrays: object) -> None:
    """Replace arrays of a file of proofs."""
    with np.load(file) as old:
        kept = dict(old)
    np.savez(file.open("wb"), **{**kept, **arrays})


def test_proofs_of_searches_by_plies_are_not_kept(tmp_path: Path) -> None:
    solver = Solver(PONTE.new(board=8))
    with pytest.raises(InvalidOption, match="proofs are not kept"):
        solver.save(tmp_path / "proofs")
    with pytest.raises(InvalidOption, match="proofs are not kept"):
        solver.load(tmp_path / "proofs")

"""Proved results: those of plain minimax, whatever the limit."""

from __future__ import annotations

import copy

import pytest
from positions import late

import tablier
from tablier.errors import CopyError, InvalidOption
from tablier.solve import Solver

PONTE = tablier.game("ponte_del_diavolo")


def minimax(position: tablier.Position) -> float:
    """The reward of seat 0 by plain recursion over the face."""
    outcome = position.outcome()
    if outcome:
        return (0 in outcome.winners) / len(outcome.winners)
    values = []
    for move in position.moves():
        after = position.copy()
        after.push(move)
        values.append(minimax(after))
    return max(values) if position.movers == (0,) else min(values)


@pytest.mark.parametrize("seed", range(12))
def test_results_are_those_of_minimax(seed: int) -> None:
    position = late(PONTE.new(board=4), seed, plies=5)
    solver = Solver(position)
    value = minimax(position)
    assert solver.value(position) == (value, 1 - value)
    moves = solver.moves(position)
    assert moves
    assert max(moves.values()) == (value if position.movers == (0,) else 1 - value)


def test_the_small_board_is_a_shared_victory() -> None:
    start = PONTE.new(board=4)
    solver = Solver(start, entries=1 << 22)
    assert solver.value(start) == (0.5, 0.5)


def test_a_limit_interrupts_and_the_next_call_goes_on() -> None:
    position = late(PONTE.new(board=4), 3, plies=8)
    whole = Solver(position)
    result = whole.value(position)
    solver, calls = Solver(position), 1
    while (value := solver.value(position, limit=100)) is None:
        calls += 1
    assert value == result
    assert (calls > 1) == (whole.visited > 100)
    assert Solver(position).moves(position, limit=1) is None


def test_a_table_too_small_for_the_game_changes_no_result() -> None:
    position = late(PONTE.new(board=4), 5, plies=7)
    assert Solver(position, entries=1).value(position) == Solver(position).value(position)


@pytest.mark.parametrize("game", ["on_top", "shangri_la", "delta"])
def test_games_with_chance_or_secrets_are_refused(game: str) -> None:
    with pytest.raises(InvalidOption, match=f"{game} cannot be solved"):
        Solver(tablier.game(game).new())


@pytest.mark.parametrize("entries", [1 << 46, 1 << 62])
def test_a_table_that_does_not_fit_the_memory_is_refused(entries: int) -> None:
    with pytest.raises(InvalidOption, match=r"needs [\d,]+ GiB of memory; give fewer entries"):
        Solver(PONTE.new(board=4), entries=entries)


def test_a_solver_cannot_be_copied() -> None:
    with pytest.raises(CopyError, match="neither copied nor pickled"):
        copy.deepcopy(Solver(PONTE.new(board=4)))


def test_positions_of_other_games_are_refused() -> None:
    solver = Solver(PONTE.new())
    with pytest.raises(InvalidOption, match="another game"):
        solver.value(tablier.game("on_top").new())

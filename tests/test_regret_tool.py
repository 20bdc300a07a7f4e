"""The tool that measures what moves lose judges decisions by the outcome, and refuses games with secrets."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner
from positions import late

import tablier
from tablier.arena import Match
from tablier.core.seats import CHANCE
from tablier.solve import Solver

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "regret.py"))


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_a_move_loses_what_the_solver_says(seed: int) -> None:
    position = late(tablier.game("ponte_del_diavolo").new(board=4), seed, plies=5)
    exact = Solver(position).moves(position)
    assert exact
    for move in position.moves():
        best, lost = TOOL["judge"](TOOL["Decision"](0, position, move), 2000, 1)
        assert lost == pytest.approx(max(exact.values()) - exact[move.action], abs=0.02)
        assert not (best and lost)


def test_decisions_are_the_moves_of_bots_that_had_a_choice() -> None:
    made = TOOL["decisions"](Match.of("on_top", ("random", "1"), {}, 1), 0)
    assert {decision.entrant for decision in made} == {0, 1}
    for decision in made:
        moves = decision.position.moves(decision.move.seat)
        assert len(moves) > 1
        assert decision.move.action in moves.actions
        assert decision.move.seat != CHANCE


def test_each_bot_has_a_row() -> None:
    arguments = ["on_top", "random", "1", "--games", "2", "--share", "0.1", "--iterations", "50"]
    found = CliRunner().invoke(TOOL["main"], arguments, catch_exceptions=False)
    rows = [line.strip("| ").split(" | ") for line in found.stdout.splitlines()[2:]]
    assert [columns[0] for columns in rows] == ["random", "1"]
    assert all(int(columns[1]) > 0 for columns in rows)


@pytest.mark.parametrize("game", ["delta", "ankh_morpork"])
def test_games_with_secrets_are_refused(game: str) -> None:
    found = CliRunner().invoke(TOOL["main"], [game, "1", "1"])
    assert found.exit_code == 2
    assert "secrets" in found.output

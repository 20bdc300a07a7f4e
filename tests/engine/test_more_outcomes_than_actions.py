"""A game may have more outcomes of chance than actions: buffers for ``legal`` hold both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import tablier
from tablier import catalogue
from tablier.core.runtime import MAX_CHANCE, SPARE, list_length
from tablier.engine.check import check_game
from tablier.interpreter import Interpreter

TESTS = Path(__file__).parents[1]
NAME = catalogue.add("toy.pig")
PIG = tablier.game(NAME)


def everywhere(**variables: str) -> dict[str, Any]:
    """What search, playouts, batches, environments and a match play of Pig, in a process of its own."""
    path = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "toy.pig.everywhere"],
        env=os.environ | {"PYTHONPATH": path} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_everything_plays_pig_and_the_same_interpreted() -> None:
    """Interpreted kernels raise an error where compiled ones would write beyond the end of a buffer."""
    compiled, interpreted = everywhere(), everywhere(NUMBA_DISABLE_JIT="1")
    assert compiled == interpreted
    assert len(compiled) == 8


def test_moves_and_odds_list_the_same_outcomes() -> None:
    position = PIG.new().play("roll")
    assert [move.text for move in position.moves()] == ["1", "2", "3", "4", "5", "6"]
    assert position.odds() == (1,) * 6


def test_interpreted_positions_list_the_same_outcomes(monkeypatch: Any) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), str(TESTS.parent / "src")]))
    monkeypatch.setenv("TABLIER_GAMES", "toy.pig")
    position, interpreter = PIG.new().play("roll"), Interpreter()
    try:
        runtime = interpreter.runtime(NAME)
        assert list(runtime.legal(position.state, tablier.CHANCE)) == list(position.moves().actions)
        assert runtime.chance_weights(position.state) == list(position.odds())
    finally:
        interpreter.close()


def test_pig_passes_the_checks_for_authors() -> None:
    check_game(PIG.rules, 3, [])


def test_buffers_hold_the_actions_of_a_seat_and_the_outcomes_of_chance() -> None:
    assert PIG.rules.actions == 2
    assert (list_length(2), list_length(1000)) == (MAX_CHANCE + SPARE, 1000 + SPARE)
    assert PIG.rules.weight_buffer().shape == (MAX_CHANCE,)
    assert PIG.rules.action_buffer().shape == (MAX_CHANCE + SPARE,)
    assert PIG.rules.action_buffer(3).shape == (3, MAX_CHANCE + SPARE)

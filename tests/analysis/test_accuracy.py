"""The accuracy of players: its formula, its constants, and the tool that fits them."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from known import GAMES, having

from tablier.analysis import accuracy
from tablier.analysis.accuracy_formula import STEEPNESS, steepness
from tablier.catalogue import data
from tablier.errors import GameError, UnknownGame

TOOLS = Path(__file__).parents[2] / "tools"
GAME = GAMES[0]


def some_decisions() -> list[list[tuple[float, float]]]:
    """Random decisions of players: win shares after the best move, and what was lost of them."""
    random = Random(3)
    return [[(p := random.random(), p * random.random() ** 4) for _ in range(30)] for _ in range(50)]


def test_nothing_lost_is_a_hundred() -> None:
    assert accuracy([(0.5, 0.0), (1.0, 0.0), (0.0, 0.0)], 20) == 100
    assert accuracy([(1.0, 0.0)], 20) == 100  # the game was never open
    assert accuracy([(0.6, 0.01)], 20) < 100


def test_accuracy_is_between_zero_and_a_hundred() -> None:
    assert all(0 < accuracy(decisions, 60) < 100 for decisions in some_decisions())
    assert 0 < accuracy([(1.0, 1.0)], 60) < 1e-9


def test_accuracy_falls_as_a_decision_loses_more() -> None:
    for (before, lost), *rest in some_decisions():
        losses = [lost + (before - lost) * part / 10 for part in range(11)]
        found = [accuracy([(before, more), *rest], 20) for more in losses]
        assert all(more < less for less, more in pairwise(found))


def test_decisions_of_a_decided_game_do_not_raise_accuracy() -> None:
    blunder, good = (0.6, 0.3), (0.5, 0.0)
    assert accuracy([blunder, (1.0, 0.0), (0.0, 0.0)], 20) == accuracy([blunder], 20)
    assert accuracy([blunder, good], 20) > accuracy([blunder], 20)


def test_losing_a_won_game_counts_in_full() -> None:
    assert accuracy([(0.5, 0.0), (1.0, 1.0)], 20) == pytest.approx(100 * math.exp(-10))


@pytest.mark.parametrize("name", having("accuracy.toml"))
def test_fitted_constants_are_read(name: str) -> None:
    assert f"\nsteepness = {steepness(name)}\n" in data.text(f"tablier.games.{name}", "accuracy.toml")


def test_a_game_without_a_constant_has_the_default() -> None:
    assert steepness("nim") == STEEPNESS
    with pytest.raises(UnknownGame):
        steepness("none")


@pytest.mark.parametrize(
    "text", ["steepness = 0", "steepness = nan", "steepness = inf", "steepness = '20'", "", "steepnes = 20"]
)
def test_a_wrong_constant_is_reported_by_file_and_field(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(data, "text", lambda _package, _file: text)
    with pytest.raises(GameError, match=rf"tablier.games.{GAME}: accuracy.toml: .*steepnes"):
        steepness.__wrapped__(GAME)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module("fit_accuracy")


def played(tool: ModuleType, number: int, *levels: int) -> Any:
    """A game in which a seat loses the less the higher its level is."""
    random = Random(number)
    seats = []
    for level in levels:
        lost = [random.random() * 0.1 / level for _ in range(20)]
        seats.append(tool.Seat(level, [0.5] * 20, lost))
    return tool.Game(number, seats)


def games(tool: ModuleType) -> list[Any]:
    return [played(tool, number, 1 + number // 2 % 2, 3 + number % 3) for number in range(60)]


def test_the_fit_gives_the_lowest_level_an_accuracy_of_fifty(tool: ModuleType) -> None:
    found = tool.steepness(games(tool))
    lowest = [accuracy(seat.decisions, found) for game in games(tool) for seat in game.seats if seat.level == 1]
    assert sum(lowest) / len(lowest) == pytest.approx(50, abs=0.3)


def test_orders_are_those_of_the_levels(tool: ModuleType) -> None:
    ours: Callable[[Any], float] = tool.ours
    assert tool.ordered(games(tool), ours) > 0.9
    assert tool.ordered(games(tool), lambda seat: -ours(seat)) < 0.1
    assert tool.ordered(games(tool), lambda _: 1.0) == 0.5


def test_the_report_has_a_line_for_every_game(tool: ModuleType, tmp_path: Path) -> None:
    lines = [msgspec.json.encode(game) for game in games(tool)]
    (tmp_path / f"{GAME}.jsonl").write_bytes(b"\n".join(lines))
    done = CliRunner().invoke(tool.main, ["fit", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert f"{GAME} | 60 | " in done.output
    (tmp_path / f"{GAME}.jsonl").write_bytes(b"\n".join([*lines, lines[0][:50]]))
    damaged = CliRunner().invoke(tool.main, ["fit", str(tmp_path)])
    assert damaged.exit_code == 1
    assert f"{GAME}.jsonl: line 61" in damaged.output


def test_a_game_of_the_ladder_is_played_and_reviewed(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "ITERATIONS", 4)
    monkeypatch.setattr(tool, "LIMIT", 6)
    game = tool.reviewed("nim", 1, 0.01)
    levels = [seat.level for seat in game.seats]
    assert len(set(levels)) == len(levels) == 2
    assert sum(len(seat.lost) for seat in game.seats) > 0
    assert all(0 <= lost <= before + 1e-5 for seat in game.seats for before, lost in seat.decisions)

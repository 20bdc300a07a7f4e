"""The form of what ``tablier bench`` prints, and that the C program plays the same games; never the speed."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

import tablier
from tablier.bench import environments, meter, neighbours, yardstick
from tablier.bench.meter import UNITS, Report, Result
from tablier.cli import main
from tablier.cli.bench import _beside_catan, _ratios
from tablier.errors import MissingPackage

PONTE = tablier.game("ponte_del_diavolo")
compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def measured(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["bench", "--game", PONTE.name, "--seconds", "0.01", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_json_has_every_measure_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "NAMES", ("tic_tac_toe",))
    monkeypatch.setattr(environments, "neighbours", lambda: ([], []))
    printed = json.loads(measured("--json"))
    assert {"cpu", "cores", "python", "numba", "date"} <= set(printed["machine"])
    results = {(r["game"], r["measure"]): r for r in printed["results"]}
    expected = (
        set(UNITS) - {"uct_sims_per_s", "state_steps_per_s"} - (set() if shutil.which("cc") else {"c_games_per_s"})
    )
    assert {measure for name, measure in results if name == PONTE.name} == expected
    for (_, measure), result in results.items():
        assert result["seats"] == 2
        assert result["unit"] == UNITS[measure]
        assert result["value"] > 0
    games, plies = (results[PONTE.name, f"random_{what}_per_s"]["value"] for what in ("games", "plies"))
    assert 50 < plies / games < 130  # a random game has some 90 plies


def test_what_is_missing_is_said_and_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise MissingPackage("OpenSpiel is not measured: it is not here")

    monkeypatch.setattr(neighbours, "meters", absent)
    monkeypatch.setattr(environments, "meters", lambda *_: absent())
    monkeypatch.setattr(environments, "_pettingzoo", absent)
    monkeypatch.setattr(environments, "_openspiel", absent)
    monkeypatch.setattr(environments, "_pgx", absent)
    monkeypatch.setenv("CC", "no-such-compiler")
    printed = json.loads(measured("--json"))
    assert len(printed["notes"]) == 2
    assert {r["game"] for r in printed["results"]} == {PONTE.name}
    assert "c_games_per_s" not in {r["measure"] for r in printed["results"]}
    table = measured()
    assert "random games" in table
    assert "c games" not in table


def test_an_unknown_game_is_refused_by_name() -> None:
    done = CliRunner().invoke(main, ["bench", "--game", "chess"])
    assert done.exit_code == 1
    assert "ponte_del_diavolo" in done.output


def test_ratios_are_to_the_environments_of_others() -> None:
    def result(game: str, measure: str, value: float) -> Result:
        return Result(game, 2, measure, value, UNITS[measure])

    here = meter.machine()
    results = [
        result(PONTE.name, "vector_steps_per_s", 3e6),
        result(PONTE.name, "random_games_per_s", 5.0),
        result("pettingzoo/tictactoe_v3", "aec_steps_per_s", 3e4),
        result("pgx/hex", "vector_steps_with_features_per_s", 1.5e6),
    ]
    console = Console(width=200)
    with console.capture() as printed:
        console.print(_ratios(Report(here, results, [])))
    assert printed.get().splitlines()[-1].split() == ["ponte_del_diavolo", "2", "vector", "steps", "100", "2"]


def test_catanatron_beside_the_game_of_its_family(monkeypatch: pytest.MonkeyPatch) -> None:
    def result(game: str, seats: int, value: float) -> Result:
        return Result(game, seats, "random_games_per_s", value, "games/s")

    results = [result("ankh_morpork", 3, 900.0), result("ankh_morpork", 4, 800.0), result("catanatron", 4, 10.0)]
    line = "ankh_morpork plays 80 times the random games of catanatron, 4 seats"
    assert _beside_catan(Report(meter.machine(), results, [])) == [line]
    assert _beside_catan(Report(meter.machine(), results[:2], [])) == []
    monkeypatch.setitem(sys.modules, "catanatron", None)
    with pytest.raises(MissingPackage, match="pip install catanatron"):
        neighbours.catan()


@pytest.mark.parametrize("load", [environments._pettingzoo, environments._openspiel, neighbours.catan])
def test_the_environments_of_others_are_read(load: Callable[[], list[meter.Meter]]) -> None:
    try:
        found = load()
    except MissingPackage as error:
        pytest.skip(str(error))
    for one in found:
        assert all(value > 0 for value in one.read(0.01).values())


def in_c(name: str, folder: Path, seats: int, **options: Any) -> yardstick.Yardstick:
    game = tablier.game(name)
    return yardstick.Yardstick(game, yardstick.build(game, folder), seats, **options)


@compiled
def test_a_c_program_that_plays_other_games_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = in_c(PONTE.name, tmp_path, 2)
    program.check()
    right = program.run
    monkeypatch.setattr(program, "run", lambda *a: right("finals", 2, a[2]) if a[0] == "finals" else right(*a))
    with pytest.raises(tablier.errors.GameError, match="other games"):
        program.check()


@compiled
@pytest.mark.parametrize("board", [8, 10, 12])
def test_ponte_in_c_knows_all_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: int) -> None:
    monkeypatch.setattr(yardstick, "DEPTH", 2)
    in_c(PONTE.name, tmp_path, 2, board=board).check()


@compiled
@pytest.mark.parametrize("tie", ["origin", "destination"])
@pytest.mark.parametrize("sheet", [False, True])
@pytest.mark.parametrize("seats", [3, 4])
def test_shangri_la_in_c_knows_all_options(tmp_path: Path, seats: int, sheet: bool, tie: str) -> None:
    in_c("shangri_la", tmp_path, seats, sheet=sheet, tie=tie).check()

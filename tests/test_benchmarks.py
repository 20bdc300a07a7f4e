"""The benchmarks of a checkout: their output, and the equality of kernels and C programs. Speed is not tested."""

import functools
import itertools
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from known import GAMES
from rich.console import Console

import tablier
from benchmarks import __main__ as benchmarks
from benchmarks import batches, c_programs, compare, environments, figures, peers
from tablier.bench import Meter, Report, Result, machine
from tablier.errors import GameError, MissingPackage

IN_C = [name for name in GAMES if (c_programs.SOURCES / f"{name}.c").is_file()]
GAME = min(IN_C, key=lambda name: len(tablier.game(name).info.seats))
compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def measured(*arguments: str) -> str:
    done = CliRunner().invoke(benchmarks.main, ["--game", GAME, "--seconds", "0.01", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


@compiled
def test_json_has_engine_environments_and_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "LOADERS", ())
    monkeypatch.setattr(environments, "LOADERS", ())
    found = {(r["game"], r["measure"]): r["value"] for r in json.loads(measured("--json"))["results"]}
    measures = {"random_games_per_s", "vector_steps_with_features_per_s", "aec_steps_per_s", "c_games_per_s"}
    assert measures <= {measure for _, measure in found}
    assert {game for game, _ in found} == {GAME}
    assert all(value > 0 for value in found.values())


def test_missing_programs_are_reported_once_and_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object) -> list[Meter]:
        raise MissingPackage("it is not installed")

    monkeypatch.setattr(peers, "LOADERS", (absent,))
    monkeypatch.setattr(environments, "LOADERS", (absent,))
    monkeypatch.setattr(environments, "meters", absent)
    monkeypatch.setenv("CC", "no-such-compiler")
    done = CliRunner().invoke(benchmarks.main, ["--game", GAME, "--seconds", "0.01"])
    assert "random games" in done.stdout
    assert "c games" not in done.stdout
    assert done.stderr.count("it is not installed") == 1
    assert f"{GAME} in C is not measured" in done.stderr


@pytest.mark.parametrize(("arguments", "rows"), [([], 1), (["--environments"], 2)])
def test_batches_and_environments_have_rates_of_one_thread_and_of_two(arguments: list[str], rows: int) -> None:
    arguments = ["--game", GAME, "--rounds", "2", "--steps", "1", *arguments]
    done = CliRunner().invoke(batches.main, arguments)
    assert done.exit_code == 0, done.output
    heading, _, *lines = [line.strip("|").split("|") for line in done.stdout.splitlines()]
    assert len(lines) == rows * len({*tablier.game(GAME).info.seats})
    for name, one, two, *rest in lines:
        assert name.strip().startswith(GAME)
        assert float(one) > 0 < float(two)
        assert len(rest) == len(heading) - 3


def test_ratios_divide_our_rates_by_those_of_others() -> None:
    results = [
        Result("ours", 2, "random_games_per_s", 800.0),
        Result("ours", 2, "vector_steps_per_s", 3e6),
        Result("ours", 2, "search_sims_per_s", 5.0),
        Result("catan", 4, "random_games_per_s", 10.0),
        Result("amazons", 2, "uct_sims_per_s", 10.0),
        Result("hex", 2, "vector_steps_with_features_per_s", 1.5e6),
    ]
    console = Console(width=200)
    with console.capture() as printed:
        console.print(benchmarks.ratios(Report(machine(), results), {"ours"}))
    lines = [line.split() for line in printed.get().splitlines()]
    assert lines[-2:] == [["ours", "2", "random", "games", "80"], ["ours", "2", "vector", "steps", "2"]]
    assert "amazons" not in printed.get()


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    with pytest.raises(MissingPackage, match="Catanatron is not measured: pip install"):
        peers.catanatron()


@pytest.mark.parametrize("load", [*peers.LOADERS, *environments.LOADERS])
def test_output_of_other_programs_is_parsed(load: Callable[[], list[Meter]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "OPENSPIEL", ("tic_tac_toe",))
    try:
        found = load()
    except MissingPackage as error:
        pytest.skip(str(error))
    for meter in found:
        assert all(value > 0 for value in meter.read(0.01).values())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Compile the C program of a game, once."""
    folder = tmp_path_factory.mktemp("c")
    return functools.cache(lambda name: c_programs.build(tablier.game(name), folder))


def with_all_options(name: str) -> list[tuple[str, int, dict[str, Any]]]:
    info = tablier.game(name).info
    values = itertools.product(*(option.values for option in info.options.values()))
    chosen = [dict(zip(info.options, some, strict=True)) for some in values]
    return [(name, seats, options) for seats in info.seats for options in chosen]


@compiled
@pytest.mark.parametrize(("name", "seats", "options"), [case for name in IN_C for case in with_all_options(name)])
def test_c_programs_play_the_same_games_under_all_options(
    built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, name: str, seats: int, options: dict[str, Any]
) -> None:
    monkeypatch.setattr(c_programs, "DEPTH", 2)
    c_programs.Program(tablier.game(name), built(name), seats, **options).check()


@compiled
def test_a_c_program_that_plays_other_games_is_refused(
    built: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tablier.game(GAME)
    program = c_programs.Program(game, built(GAME), game.info.seats[0])
    right = program.run
    monkeypatch.setattr(program, "run", lambda *a: right("finals", 2, a[2]) if a[0] == "finals" else right(*a))
    with pytest.raises(GameError, match="other games"):
        program.check()


def test_compare_measures_every_figure_of_a_checkout() -> None:
    game = tablier.game(GAME)
    rates = [read(0.001) for read in figures.meters(game, game.info.seats[0])]
    measures = [measure for rate in rates for measure in rate]
    assert len(set(measures)) == len(measures)
    assert {"search_sims_per_s", "perft_nodes_per_s", "moves_in_python_per_s", "vector_steps_per_s"} < set(measures)
    assert all(value > 0 for rate in rates for value in rate.values())


HALF_AS_FAST = """
import json, os, sys
new = os.environ["PYTHONPATH"].endswith("new/src")
print(json.dumps([["nim", 2], ["nim", 3]]), flush=True)
for line in sys.stdin:
    meter, _ = json.loads(line)
    print(json.dumps({"plies_per_s": 50 if new and meter == 1 else 100}), flush=True)
"""


def compared(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Any:
    (folder / "figures.py").write_text(script)
    for checkout in ("old", "new"):
        (folder / checkout).mkdir()
    monkeypatch.setattr(compare, "READER", folder / "figures.py")
    arguments = [str(folder / "old"), str(folder / "new"), "--rounds", "2", "--pairs", "2"]
    return CliRunner().invoke(compare.main, arguments)


def test_compare_reports_the_slower_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = compared(tmp_path, monkeypatch, HALF_AS_FAST)
    same, slower, total = done.stdout.splitlines()
    assert same.split() == ["nim", "2", "plies_per_s", "1.000", "[1.000,", "1.000]"]
    assert slower.split() == ["nim", "3", "plies_per_s", "0.500", "[0.500,", "0.500]", "slower"]
    assert total == "2 figures, 1 slower, 0 unclear"
    assert done.exit_code == 1


def test_compare_stops_when_a_checkout_cannot_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = compared(tmp_path, monkeypatch, "raise SystemExit")
    assert done.exit_code == 1
    assert "cannot be measured" in done.output


def test_the_interval_covers_differences_between_processes() -> None:
    steady, low, high = compare.interval(np.array([[1.0, 1.01, 0.99, 1.0]] * 4))
    assert 0.985 < low <= steady <= high < 1.015
    middle, low, high = compare.interval(np.array([[0.9] * 4, [1.1] * 4, [0.95] * 4, [1.05] * 4]))
    assert low < 0.94 < middle < 1.06 < high


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0.90, 0.96, "slower"), (0.90, 0.99, "unclear"), (0.98, 0.99, ""), (0.99, 1.20, "")],
)
def test_a_figure_is_slower_only_if_its_whole_interval_is(low: float, high: float, said: str) -> None:
    assert compare.verdict(low, high, 3.0) == said
